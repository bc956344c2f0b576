import Foundation

/// Where the rider's files live, by the XDG base directory rules; relative values in the environment are ignored.
struct DataFolders: Sendable {
  let data: URL
  let cache: URL
  let state: URL

  init(environment: [String: String] = ProcessInfo.processInfo.environment) {
    let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? NSHomeDirectory()
    func folder(_ name: String, _ standard: String) -> URL {
      let base = environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "\(home)/\(standard)"
      return URL(filePath: base, directoryHint: .isDirectory).appending(path: "alight", directoryHint: .isDirectory)
    }
    data = folder("XDG_DATA_HOME", ".local/share")
    cache = folder("XDG_CACHE_HOME", ".cache")
    state = folder("XDG_STATE_HOME", ".local/state")
  }

  /// The reminders, drafts and ledger.
  func database(_ option: String?, environment: [String: String] = ProcessInfo.processInfo.environment) -> URL {
    file(option ?? environment["ALIGHT_DATABASE"], standard: "alight.sqlite")
  }

  /// The imported timetables.
  func timetable(_ option: String?, environment: [String: String] = ProcessInfo.processInfo.environment) -> URL {
    file(option ?? environment["ALIGHT_TIMETABLE"], standard: "timetable.sqlite")
  }

  private func file(_ path: String?, standard: String) -> URL {
    guard let path, !path.isEmpty else { return data.appending(path: standard) }
    return URL(filePath: path)
  }
}
