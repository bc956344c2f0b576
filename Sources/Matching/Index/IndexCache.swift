import Foundation

/// The folder of stored indexes.
struct IndexCache {
  private let folder: CacheFolder

  init(folder: URL) { self.folder = CacheFolder(folder, ending: "index") }

  /// The stored index, nil where there is none or it cannot be used; a damaged one is removed.
  func image(_ digest: Digest) -> IndexImage? {
    do {
      let image = try IndexImage(mapping: folder.path(digest))
      guard image.digest == digest else { return nil }
      folder.touch(digest)
      return image
    } catch .unreadable {
      return nil
    } catch {
      folder.remove(digest)
      return nil
    }
  }

  func store(_ bytes: [UInt8], _ digest: Digest) { folder.store(bytes, digest) }
}
