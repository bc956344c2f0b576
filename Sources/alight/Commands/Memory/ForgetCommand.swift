import ArgumentParser
import Foundation

/// `alight forget`: removes what was remembered to make the next dialogue shorter.
struct ForgetCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "forget", abstract: "Forget what was remembered: the last values, trips and learned names.",
    discussion: """
      Without an option all three are forgotten. Reminders stay; conversations are forgotten by "alight sessions forget", \
      places by "alight places remove", notes by "alight notes forget".
      """)

  @Flag(help: "The mode and intervals used last, and vibration and alarm as they were set.") var defaults = false
  @Flag(help: "The trips that were made, with their times.") var trips = false
  @Flag(help: "What you call stops, as it was learned.") var names = false
  @Option(help: "One learned name.") var name: String?
  @OptionGroup var consent: Consent
  @Flag(help: "Print what was forgotten as JSON.") var json = false
  @OptionGroup var data: DataOptions

  func run() async throws {
    let output = Output()
    let store = try data.openStore()
    if let name {
      guard try store.forgetLearnedNames(name) > 0 else {
        throw CommandFailure(.noInput, "no name \"\(name)\" was learned")
      }
      return try Forgotten(defaults: false, trips: 0, names: 1).print(json: json, output)
    }
    let all = !defaults && !trips && !names
    guard try consent.isGiven(to: "forgetting", asking: "Forget what was remembered?", output) else {
      return output.talk("Nothing was forgotten.")
    }
    if all || defaults { try store.forgetDefaults() }
    try Forgotten(
      defaults: all || defaults, trips: all || trips ? store.forgetTrips() : 0,
      names: all || names ? store.forgetLearnedNames() : 0
    ).print(json: json, output)
  }
}

/// What was forgotten.
private struct Forgotten: Encodable {
  let schema = "alight.forgotten/1"
  let defaults: Bool
  /// Pairs of stops.
  let trips: Int
  let names: Int

  init(defaults: Bool, trips: Int, names: Int) {
    self.defaults = defaults
    self.trips = trips
    self.names = names
  }

  func print(json: Bool, _ output: Output) throws {
    if json { return try output.json(self) }
    let counts = [(trips, "trips"), (names, "learned names")].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    let parts = (defaults ? ["the last values"] : []) + counts
    output.data(parts.isEmpty ? "nothing was there to forget" : "forgotten: " + parts.joined(separator: ", "))
  }
}
