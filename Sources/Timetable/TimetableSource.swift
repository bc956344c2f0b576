import BuiltFiles
import Foundation
import GRDB
import Matching

/// Which timetable is in use: the rider's own, or the demonstration network as long as no feed is imported.
public enum TimetableSource {
  /// The name under which the demonstration network's stops are known.
  public static let demonstrationFeed = "demo"

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
    return try openDemonstration(demoNetwork, cache: cache)
  }

  /// Opens the demonstration network alone.
  static func openDemonstration(_ demoNetwork: URL, cache: URL) throws -> TimetableStore {
    let file = cache.appending(path: "\(cachePrefix)\(try fingerprint(of: demoNetwork)).sqlite")
    if let store = openCached(file) { return store }
    if makeCached(demoNetwork, file), let store = openCached(file) { return store }
    let store = try TimetableStore.inMemory()
    try store.importFeed(at: demoNetwork.path, name: demonstrationFeed, isDemonstration: true, progress: nil)
    return store
  }

  private static let cachePrefix = "demo-network-"

  private static func openCached(_ file: URL) -> TimetableStore? {
    guard FileManager.default.fileExists(atPath: file.path),
      let store = try? TimetableStore(path: file.path, readOnly: true), (try? store.isEmpty) == false
    else { return nil }
    return store
  }

  /// Imports into a file beside the final one and moves it there whole, so that two processes may do it at once and a
  /// process that is killed leaves nothing half made.
  private static func makeCached(_ demoNetwork: URL, _ file: URL) -> Bool {
    let folder = file.deletingLastPathComponent()
    let part = folder.appending(path: "\(cachePrefix)\(UUID().uuidString).part")
    defer { try? FileManager.default.removeItem(at: part) }
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      removeStale(in: folder)
      // Not WAL: a file that is only read must open where its folder cannot be written.
      let store = try TimetableStore(path: part.path, configuration: Configuration())
      try store.importFeed(at: demoNetwork.path, name: demonstrationFeed, isDemonstration: true, progress: nil)
      try store.database.close()
      return rename(part.path, file.path) == 0
    } catch {
      return false
    }
  }

  /// Removes what other versions, or processes killed long ago, have left.
  private static func removeStale(in folder: URL) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    for name in names where name.hasPrefix(cachePrefix) {
      let path = folder.appending(path: name).path
      let changed = (try? FileManager.default.attributesOfItem(atPath: path)[.modificationDate]) as? Date
      if let changed, changed.timeIntervalSinceNow < -3600 { try? FileManager.default.removeItem(atPath: path) }
    }
  }

  /// A name for the contents of a feed folder, the tables they are read into and the way of reading: another version of any
  /// gives another.
  private static func fingerprint(of folder: URL) throws -> String {
    var parts = [
      Digest(
        TimetableSchema.tables + TimetableSchema.additions + TimetableSchema.contents + FeedReading.version)
    ]
    do {
      for name in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() where name.hasSuffix(".txt")
      {
        parts.append(Digest(name))
        parts.append(try Data(contentsOf: folder.appending(path: name)).withUnsafeBytes { Digest($0) })
      }
    } catch {
      throw TimetableError.noSuchFeed(path: folder.path)
    }
    return Digest(parts: parts).description
  }
}
