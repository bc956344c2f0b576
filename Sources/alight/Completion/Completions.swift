import ArgumentParser
import Conversation
import Foundation
import Journey
import Storage
import Timetable

/// What shells are told that may stand in a place of the command line. Whatever fails, nothing is offered: nobody has asked
/// for an error while typing.
enum Completions {
  /// No shell shows more at a time.
  private static let most = 50

  /// The stops of the timetable in use whose names begin with what is typed, the most served first.
  static let stops = CompletionKind.custom { words, _, typed in
    let word = ShellWord(typed)
    let folders = DataFolders()
    guard let resources = try? Resources.find(),
      let timetable = try? TimetableSource.open(
        timetable: folders.timetable(option("--timetable", in: words)), demoNetwork: resources.demoNetwork,
        cache: folders.cache),
      let names = try? timetable.stopNames(beginningWith: word.text, limit: most)
    else { return [] }
    return names.compactMap { word.completion($0) }
  }

  /// The beginnings of the reminders' ids, with their destinations where the shell shows such.
  static let reminders = CompletionKind.custom { words, _, typed in
    let word = ShellWord(typed)
    let file = DataFolders().database(option("--database", in: words))
    guard FileManager.default.fileExists(atPath: file.path), let store = try? ReminderStore(path: file.path),
      let reminders = try? store.reminders(includingPast: true, at: Date())
    else { return [] }
    return reminders.suffix(most).compactMap {
      word.completion(String($0.id.uuidString.lowercased().prefix(8)), meaning: $0.destination.name)
    }
  }

  /// The names of the trips.
  static let trips = CompletionKind.custom { words, _, typed in
    let word = ShellWord(typed)
    let file = DataFolders().database(option("--database", in: words))
    guard FileManager.default.fileExists(atPath: file.path), let store = try? ReminderStore(path: file.path),
      let plans = try? store.tripPlans().plans
    else { return [] }
    return plans.suffix(most).compactMap { word.completion($0.name) }
  }

  static let modes = CompletionKind.list(Mode.allCases.map(\.rawValue))

  /// The value of an option that stands elsewhere on the command line.
  private static func option(_ name: String, in words: [String]) -> String? {
    let isApart = words.contains(name)
    return CommandLineValue.of(name, in: words).map { isApart ? ShellWord($0, shell: nil).text : $0 }
  }
}
