import ArgumentParser
import Foundation
import Journey
import Storage

/// Where the rider's files are.
struct DataOptions: ParsableArguments {
  @Option(
    help: "The database of reminders (default: $XDG_DATA_HOME/alight/alight.sqlite, or ALIGHT_DATABASE).",
    completion: .file())
  var database: String?

  @Option(
    help: "The timetable (default: $XDG_DATA_HOME/alight/timetable.sqlite, or ALIGHT_TIMETABLE).", completion: .file())
  var timetable: String?

  var databaseURL: URL { DataFolders().database(database) }
  var timetableURL: URL { DataFolders().timetable(timetable) }

  /// Opens the database; that others could read it until now is told once, as it is mended.
  /// - Parameter orReading: whether it may be opened for reading alone where it cannot be written.
  func openStore(orReading: Bool = false) throws -> ReminderStore {
    let store = try ReminderStore(path: databaseURL.path, orReading: orReading)
    // The folder of our own; one that the rider has named may be shared for other reasons.
    let folder = DataFolders().data.path
    let isOurs = databaseURL.deletingLastPathComponent().standardizedFileURL.path == folder
    let wasFolderOpen = isOurs && DatabaseFiles.close(folder, mode: 0o700)
    if store.wasOpenToOthers || wasFolderOpen {
      let what = wasFolderOpen ? folder : store.path
      Output().talk("\(what) could be read by others on this machine, and tells where you ride: it is yours alone now.")
    }
    return store
  }

  /// What the rider prefers. A database is not made for it.
  func preferences() throws -> Preferences {
    FileManager.default.fileExists(atPath: databaseURL.path) ? try openStore().preferences() : Preferences()
  }
}

/// What time it is taken to be.
struct ClockOption: ParsableArguments {
  @Option(help: "Take this as the present time, like 2026-12-01T08:00:00+01:00.", transform: Instant.parse)
  var now: Instant?

  /// The time given, or else the clock's.
  var instant: Date { now?.date ?? Date() }
}

/// An instant on the command line, in ISO 8601 with its offset.
struct Instant: RangedArgument {
  static let range = "an instant \(years), like 2026-12-01T08:00:00+01:00"
  /// For messages.
  static let years = "from 1970 to 2199"

  let date: Date

  init?(argument: String) {
    guard let instant = WrittenInstant(argument) else { return nil }
    date = instant.date
  }
}
