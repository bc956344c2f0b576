import ArgumentParser
import Conversation
import Foundation
import Journey
import Rehearsal

extension RemindersCommand {
  /// `alight reminders card`
  struct Card: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Make a card of a ride to share: line, stops, times and a strip of the map.",
      discussion: """
        It holds no ids and no name of yours. Where the ride begins or ends at a place that you have named ("home"), that end is left \
        out, on the map as well, unless you say --with-places.

        Examples:
          alight reminders card 1a2b
          alight reminders card 1a2b --svg --output ride.svg
        """)

    @OptionGroup var reminder: ReminderArgument
    @Flag(help: "Make a picture (SVG) in place of text.") var svg = false
    @Flag(help: "Make text; it is what is made without --svg.") var text = false
    @Flag(help: "Name ends that are places of yours, too.") var withPlaces = false
    @Option(help: "Write it to this file.", completion: .file()) var output: String?
    @OptionGroup var language: LanguageOption
    @OptionGroup var data: DataOptions

    func validate() throws {
      if svg, text { throw ValidationError("--svg and --text exclude each other: name one of them") }
    }

    func run() async throws {
      let store = try data.openStore()
      let found = try store.reminder(reminder.id)
      let own = withPlaces ? [] : Set(try store.places().map(\.stop.id))
      let card = RideCard(found, hiding: own, try language.prompts(.find(), data))
      let made = svg ? card.picture : Data(card.text.utf8)
      guard let output else {
        return Output().data(String(decoding: made, as: UTF8.self).trimmingCharacters(in: .newlines))
      }
      try WholeFile.write(made, to: output)
    }
  }
}
