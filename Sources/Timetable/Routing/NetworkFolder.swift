import BuiltFiles
import Foundation

/// Where networks are stored, each with the one that is reversed, so that no program has to read all trips for one question.
struct NetworkFolder {
  private let forward: CacheFolder
  private let reversed: CacheFolder

  init(_ folder: URL) {
    forward = CacheFolder(folder, ending: "network")
    reversed = CacheFolder(folder, ending: "reversed")
  }

  /// What is stored under a digest; nil where it is not there or cannot be used.
  func router(_ digest: Digest, _ policy: RoutingPolicy) -> Router? {
    guard let network = forward.sections(digest, of: NetworkSection.self),
      let reversed = reversed.sections(digest, of: NetworkSection.self)
    else { return nil }
    return Router(RoutingNetwork(network), reversed: RoutingNetwork(reversed), policy)
  }

  /// - Parameter folder: where the files are put; they stay in memory where it cannot be written.
  static func built(_ tables: NetworkTables, _ digest: Digest, _ policy: RoutingPolicy, storedIn folder: URL?) -> Router
  {
    let (network, reversed) = (tables.bytes(digest), tables.reversed.bytes(digest))
    if let folder = folder.map(NetworkFolder.init) {
      folder.forward.store(network, digest)
      folder.reversed.store(reversed, digest)
    }
    return Router(
      RoutingNetwork(SectionFile(justBuilt: network)), reversed: RoutingNetwork(SectionFile(justBuilt: reversed)),
      policy)
  }
}
