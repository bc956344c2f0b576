import ArgumentParser
import Foundation
import Journey
import Matching

/// `alight places`: stops by names of the rider's own.
struct PlacesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "places", abstract: "Name stops: \"home\", \"work\".",
    discussion: """
      Examples:
        alight places add home "linz hbf"
        alight places list
        alight places remove home
      """, subcommands: [List.self, Set.self, Remove.self], defaultSubcommand: List.self)
}

extension PlacesCommand {
  /// `alight places list`
  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "List the places and their stops.")

    @Flag(help: "Print one object a line as JSON.") var json = false
    @OptionGroup var data: DataOptions

    func run() async throws {
      let output = Output()
      let places = try data.openStore().places()
      if json { return try places.forEach { try output.json(PlaceReport($0)) } }
      if places.isEmpty { output.talk("No place has a name: give one with \"alight places add NAME STOP\".") }
      for place in places { output.data("\(place.name)  \(place.stop.name)") }
    }
  }

  /// `alight places add`, or `set`
  struct Set: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Give a stop a name of your own.",
      discussion: """
        In the dialogue the name is an answer like the stop's own: "from home to work". What is usually said of such places \
        counts too: a place named home is meant by "my place" and "nach Hause".
        """, aliases: ["add"])

    @Argument(help: "The name, like home.") var name: String
    @Argument(help: "The stop, by its name or id.") var stop: String
    @Flag(help: "Print the place as JSON.") var json = false
    @OptionGroup var data: DataOptions

    func validate() throws { try LabelText.check(name) }

    func run() async throws {
      let output = Output()
      let assembly = try Assembly(timetable: data.timetableURL)
      let store = try data.openStore()
      try checkName(assembly)
      let found = try AnswerFlags(assembly: assembly, store: store).stop(stop, option: "the stop")
      let place = NamedPlace(name: LabelText.trimmed(name), stop: found.value)
      try store.setPlace(place)
      json ? try output.json(PlaceReport(place)) : output.data("\(place.name)  \(place.stop.name)")
    }

    /// In the dialogue a command and the number of an option go before an answer: such a place could never be named.
    private func checkName(_ assembly: Assembly) throws {
      let stops = OptionIndex(try assembly.timetable.matchOptions(), lexicon: assembly.prompts.lexicon)
      if let command = assembly.matcher.match(name, question: .slot(.to), among: stops).command {
        throw CommandFailure(.usage, "\"\(name)\" is a word of the dialogue (\(command)): take another name")
      }
      if name.allSatisfy({ $0.isNumber || $0.isWhitespace }) {
        throw CommandFailure(.usage, "\"\(name)\" is a number, which picks from a list: take another name")
      }
    }
  }

  /// `alight places remove`
  struct Remove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Take a name back; the stop stays.")

    @Argument(help: "The name.") var name: String
    @OptionGroup var data: DataOptions

    func run() async throws {
      guard try data.openStore().removePlace(LabelText.trimmed(name)) else {
        throw CommandFailure(.noInput, "no place is called \"\(name)\": \"alight places list\" shows what there is")
      }
    }
  }
}

/// A place as `--json` prints it.
private struct PlaceReport: Encodable {
  let schema = "alight.place/1"
  let name: String
  let stop: Stop

  init(_ place: NamedPlace) {
    name = place.name
    stop = place.stop
  }
}
