import Foundation

/// The folder of stored indexes, each a file named by its digest.
struct IndexCache {
  /// So many stored indexes are kept, the last used ones.
  static let kept = 8

  let folder: URL

  /// The stored index, nil where there is none or it cannot be used; a damaged one is removed.
  func image(_ digest: Digest) -> IndexImage? {
    let path = self.path(digest)
    do {
      let image = try IndexImage(mapping: path)
      guard image.digest == digest else { return nil }
      // The time of use decides what is kept.
      utimes(path, nil)
      return image
    } catch .unreadable {
      return nil
    } catch {
      unlink(path)
      return nil
    }
  }

  /// Writes a file beside the final one and moves it there whole, so that a process that is killed leaves nothing half made
  /// and another one that has the old file mapped keeps it.
  func store(_ bytes: [UInt8], _ digest: Digest) {
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      return
    }
    let part = folder.appending(path: "\(digest).\(getpid()).part").path
    guard write(bytes, to: part), rename(part, path(digest)) == 0 else {
      unlink(part)
      return
    }
    removeOld()
  }

  private func path(_ digest: Digest) -> String { folder.appending(path: "\(digest).index").path }

  private func write(_ bytes: [UInt8], to path: String) -> Bool {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return false }
    var offset = 0
    bytes.withUnsafeBytes { buffer in
      while offset < buffer.count {
        let rest = UnsafeRawBufferPointer(rebasing: buffer[offset...])
        let written = Foundation.write(descriptor, rest.baseAddress, rest.count)
        if written < 0, errno == EINTR { continue }
        guard written > 0 else { return }
        offset += written
      }
    }
    // A disk that is full may say so only now.
    return close(descriptor) == 0 && offset == bytes.count
  }

  private func removeOld() {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    let dated = files.filter { $0.hasSuffix(".index") || $0.hasSuffix(".part") }.map { name in
      var status = stat()
      let known = stat(folder.appending(path: name).path, &status) == 0
      return (name: name, used: known ? status.st_mtim.tv_sec : 0)
    }
    let now = Int(time(nil))
    // Parts of processes that were killed an hour ago or before.
    let left = dated.filter { $0.name.hasSuffix(".part") && now - $0.used > 3600 }
    let old = dated.filter { $0.name.hasSuffix(".index") }
      .sorted { ($0.used, $0.name) > ($1.used, $1.name) }.dropFirst(Self.kept)
    for file in left + old { unlink(folder.appending(path: file.name).path) }
  }
}
