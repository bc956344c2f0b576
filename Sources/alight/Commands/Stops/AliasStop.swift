import ArgumentParser
import Foundation
import Journey

/// `alight stops alias`: the same names as those of `alight places`.
struct AliasStop: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "alias", abstract: "Give a stop a name of your own; without a name, list those that there are.",
    discussion: """
      In the dialogue the name is an answer like the stop's own. "alight places" tells more of such names.

      Examples:
        alight stops alias work hagenberg
        alight stops alias
        alight stops alias work --remove
      """)

  @Argument(help: "The name, like work.") var name: String?
  @Argument(help: "The stop, by its name or id.", completion: Completions.stops) var stop: String?
  @Flag(help: "Take the name back; the stop stays.") var remove = false
  @Flag(help: "Print one object a line as JSON.") var json = false
  @OptionGroup var data: DataOptions

  func validate() throws {
    if let name { try ReminderLabel.check(name) }
    if remove, name == nil || stop != nil { throw ValidationError("--remove takes a name and no stop") }
    if !remove, name != nil, stop == nil { throw ValidationError("name the stop as well, or give --remove") }
  }

  func run() async throws {
    let output = Output()
    let places = PlaceNames(data)
    guard let name else { return try places.list(json: json, output) }
    guard let stop else { return try places.remove(name) }
    try places.give(name, to: stop, radius: nil, json: json, output)
  }
}
