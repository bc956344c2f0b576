import BuiltFiles
import Dispatch
import Foundation
import GRDB
import Matching
import Synchronization

/// What is built from a timetable so that no program has to load it: the matcher's indexes of its stops, which stop reaches
/// which, and the network of its rides. All of it lies in a folder beside the timetable, in files named by the version of its contents: one that is
/// missing, damaged or out of date is built again, in memory where the folder cannot be written.
extension TimetableStore {
  /// The stops in the order of `matchOptions()`, prepared for the matcher.
  /// - Parameter lexicon: the words that answers are read with; each choice of them has an index of its own.
  public func stopIndex(_ lexicon: Lexicon) throws -> OptionIndex {
    guard let folder = builtFolder else { return OptionIndex(try matchOptions(), lexicon: lexicon) }
    return try OptionIndex.stored(in: folder, source: try version(), lexicon: lexicon) { try matchOptions() }
  }

  /// The stops for the matcher with what they reach, both of the same contents.
  public func stopNetwork(_ lexicon: Lexicon) throws -> StopNetwork {
    // An import may end between the two.
    for _ in 0..<3 {
      let before = try version()
      let network = StopNetwork(index: try stopIndex(lexicon), reachability: try reachability())
      if try version() == before { return network }
    }
    throw TimetableError.storage(
      path: path, cause: "feeds are imported all the time", remedy: "try again once that is done")
  }

  /// Which stop reaches which by one ride.
  public func reachability() throws -> Reachability {
    let folder = builtFolder.map { CacheFolder($0, ending: "reach") }
    let version = try version()
    if let stored = folder?.sections(version, of: ReachabilitySection.self) { return Reachability(stored) }
    let bytes = try read { try ReachabilityTables($0).bytes(version) }
    folder?.store(bytes, version)
    return Reachability(SectionFile(justBuilt: bytes))
  }

  /// The key by which `Reachability` knows the station of a stop such as `demo:hagenberg`; nil where no feed has it.
  public func stationKey(of id: String) throws -> Int64? { try read { try StopRow.station(id, $0)?.key } }

  /// Builds what depends on the feeds, once they have changed, and removes what was built before.
  /// - Parameter lexicons: the words of the dialogues and searches to come.
  public func buildIndexes(_ lexicons: [Lexicon]) throws {
    guard let folder = builtFolder else { return }
    try? FileManager.default.removeItem(at: folder)
    guard try !isEmpty else { return }
    // A connection waits for the one that reads by it: the network has one of its own, and is built beside the rest.
    let other = try TimetableStore(path: path, readOnly: true).walking(walking)
    let works: [@Sendable () throws -> Void] = [
      {
        for lexicon in lexicons { _ = try stopIndex(lexicon) }
        _ = try reachability()
      },
      // Not by way of what this process remembers: its files are gone.
      { _ = try other.read { try other.storedRouter($0, TimetableStore.version($0)) } },
    ]
    let failures = Mutex<[any Error]>([])
    DispatchQueue.concurrentPerform(iterations: works.count) { number in
      do { try works[number]() } catch { failures.withLock { $0.append(error) } }
    }
    if let failure = failures.withLock({ $0.first }) { throw failure }
  }

  /// `timetable.built` beside `timetable.sqlite`; nil where the timetable is no file.
  var builtFolder: URL? {
    guard path != ":memory:" else { return nil }
    return URL(filePath: path).deletingPathExtension().appendingPathExtension("built")
  }

  /// A name for what the timetable holds, which changes with each import and removal.
  func version() throws -> Digest {
    try read { try TimetableStore.version($0) }
  }

  static func version(_ database: Database) throws -> Digest {
    let bytes = try Data.fetchOne(try database.cachedStatement(sql: "SELECT version FROM contents"))
    guard let bytes else { throw TimetableError.damaged }
    return bytes.withUnsafeBytes { Digest($0) }
  }
}

/// The stops as the matcher knows them, and which one reaches which; both number them alike.
public struct StopNetwork: Sendable {
  public let index: OptionIndex
  public let reachability: Reachability

  /// The index of the stops that a ride reaches from one, as if there were no others.
  /// - Parameter key: the station's key in the timetable.
  public func index(reachedFromKey key: Int64) -> OptionIndex {
    let number = reachability.number(ofKey: key)
    return OptionIndex(index, only: number.map { reachability.reached(from: $0) } ?? [])
  }
}
