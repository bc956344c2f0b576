import ArgumentParser
import Conversation
import Dialogue
import Foundation
import Journey
import Rehearsal

extension TripCommand {
  /// `alight trip list`
  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "List the trips by their start.")

    @Flag(help: "Print one trip a line as JSON, alight.itinerary/1.") var json = false
    @OptionGroup var language: LanguageOption
    @OptionGroup var clock: ClockOption
    @OptionGroup var data: DataOptions

    func run() async throws {
      let output = Output()
      var options = TripOptions()
      (options.json, options.language, options.clock, options.data) = (json, language, clock, data)
      let session = try TripSession(options)
      let found = try session.store.tripPlans()
      for error in found.unreadable { output.talk("\(error)") }
      for plan in found.plans {
        let planned = try session.desk.planned(plan)
        if json {
          try output.json(ItineraryReport(planned))
        } else {
          output.data(TripSheet.line(planned, session.texts))
        }
      }
    }
  }

  /// `alight trip show`
  struct Show: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Show a trip: times at every stop, how you go on, what cannot be met and what would fit.",
      discussion: """
        Examples:
          alight trip show errands
          alight trip show errands --alternatives
        """)

    @OptionGroup var trip: TripArgument
    @Flag(help: "With two connections earlier and two later at each stop.") var alternatives = false
    @OptionGroup var options: TripOptions

    func run() async throws {
      let session = try options.session()
      let planned = try session.desk.planned(trip.trip)
      if options.json { return try Output().json(ItineraryReport(planned)) }
      let wording = Wording(zone: planned.plan.zone)
      let others =
        try !alternatives
        ? []
        : planned.plan.stops.indices.dropLast().map { index -> [Phrase] in
          guard planned.itinerary.rows[index].arrival != nil else { return [] }
          let found = try session.desk.alternatives(planned, at: index)
          let told = wording.alternatives(before: found.before, after: found.after, planned.itinerary)
          return told.isEmpty ? [.text(.tripNoOther)] : told
        }
      for line in session.sheet(planned, alternatives: others).lines { Output().data(line) }
    }
  }

  /// `alight trip delete`
  struct Delete: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Delete a trip, with the reminders that were set for it.")

    @OptionGroup var trip: TripArgument
    @OptionGroup var consent: Consent
    @OptionGroup var clock: ClockOption
    @OptionGroup var data: DataOptions

    func run() async throws {
      let output = Output()
      let store = try data.openStore()
      let name = (try? store.tripPlan(trip.trip).name) ?? trip.trip
      guard try consent.isGiven(to: "deleting the trip \(name)", asking: "Delete the trip \(name)?", output) else {
        return
      }
      let count = try store.deleteTrip(trip.trip, at: clock.instant)
      output.talk(count == 0 ? "Deleted." : "Deleted, with \(count == 1 ? "a reminder" : "\(count) reminders").")
    }
  }

  /// `alight trip card`
  struct Card: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Make a card of a trip to share: stops, times, lines and a strip of the map.",
      discussion: """
        It holds no ids and no name of yours. Stops that are places that you have named ("home") are left out, on the map as well, \
        unless you say --with-places.

        Examples:
          alight trip card errands
          alight trip card errands --svg --output trip.svg
        """)

    @OptionGroup var trip: TripArgument
    @Flag(help: "Make a picture (SVG) in place of text.") var svg = false
    @Flag(help: "Make text; it is what is made without --svg.") var text = false
    @Flag(help: "Name stops that are places of yours, too.") var withPlaces = false
    @Option(help: "Write it to this file.", completion: .file()) var output: String?
    @OptionGroup var language: LanguageOption
    @OptionGroup var clock: ClockOption
    @OptionGroup var data: DataOptions

    func validate() throws {
      if svg, text { throw ValidationError("--svg and --text exclude each other: name one of them") }
    }

    func run() async throws {
      var options = TripOptions()
      (options.language, options.clock, options.data) = (language, clock, data)
      let session = try TripSession(options)
      let planned = try session.desk.planned(trip.trip)
      let own = withPlaces ? [] : Set(try session.store.places().map(\.stop.id))
      let card = RideCard(planned.itinerary, zone: planned.plan.zone, hiding: own, session.assembly.prompts)
      let made = svg ? card.picture : Data(card.text.utf8)
      guard let output else {
        return Output().data(String(decoding: made, as: UTF8.self).trimmingCharacters(in: .newlines))
      }
      try WholeFile.write(made, to: output)
    }
  }
}
