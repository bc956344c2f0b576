import ArgumentParser
import Foundation
import Journey

/// `alight preferences`: what the dialogue starts from.
struct PreferencesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "preferences", abstract: "List, get, set and unset what the dialogue starts from.",
    discussion: """
      Mode and intervals are also set by each reminder, to what was used last. Vibration and alarm are not: a reminder without the alarm \
      leaves the next one its alarm.

      \(PreferenceKey.help)

      Examples:
        alight preferences set interval.time "7 minutes"
        alight preferences set position-source gpsd
        alight preferences unset mode
      """, subcommands: [List.self, Get.self, Set.self, Unset.self], defaultSubcommand: List.self)
}

extension PreferencesCommand {
  /// `alight preferences list`
  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "List all preferences with their values.")

    @Flag(help: "Print them as one JSON object.") var json = false
    @OptionGroup var data: DataOptions

    func run() async throws {
      let output = Output()
      let preferences = try data.openStore().preferences()
      if json { return try output.json(PreferencesReport(preferences)) }
      let longest = PreferenceKey.allCases.map(\.rawValue.count).max() ?? 0
      for key in PreferenceKey.allCases {
        let name = key.rawValue.padding(toLength: longest, withPad: " ", startingAt: 0)
        output.data("\(name)  \(key.value(in: preferences) ?? "–")")
      }
    }
  }

  /// `alight preferences get`
  struct Get: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Print one preference; an empty line where it is not set.")

    @Argument(help: "Its name.") var key: PreferenceKey
    @OptionGroup var data: DataOptions

    func run() async throws {
      Output().data(key.value(in: try data.openStore().preferences()) ?? "")
    }
  }

  /// `alight preferences set`
  struct Set: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Set one preference.")

    @Argument(help: "Its name.") var key: PreferenceKey
    @Argument(help: "Its value, as the list above gives it.") var value: String
    @OptionGroup var data: DataOptions

    func run() async throws {
      let store = try data.openStore()
      var preferences = try store.preferences()
      try key.set(value, in: &preferences, PreferenceValues(data: data, store: store))
      try store.save(preferences)
      Output().data("\(key.rawValue)  \(key.value(in: preferences) ?? "–")")
    }
  }

  /// `alight preferences unset`
  struct Unset: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Take one preference back to its first value.")

    @Argument(help: "Its name.") var key: PreferenceKey
    @OptionGroup var data: DataOptions

    func run() async throws {
      let store = try data.openStore()
      var preferences = try store.preferences()
      key.unset(in: &preferences)
      try store.save(preferences)
    }
  }
}

/// All preferences as `--json` prints them.
private struct PreferencesReport: Encodable {
  let schema = "alight.preferences/1"
  let values: [String: String]

  init(_ preferences: Preferences) {
    values = Dictionary(
      uniqueKeysWithValues: PreferenceKey.allCases.compactMap { key in
        key.value(in: preferences).map { (key.rawValue, $0) }
      })
  }
}
