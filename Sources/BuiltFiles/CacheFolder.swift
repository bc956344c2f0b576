import Foundation

/// A folder of files that can be made again, each named by the digest of what it was made from.
public struct CacheFolder: Sendable {
  /// So many files are kept, the last used ones.
  public static let kept = 8

  private let folder: URL
  private let ending: String

  /// - Parameter ending: the end of the files' names; other files are left alone.
  public init(_ folder: URL, ending: String) {
    self.folder = folder
    self.ending = ending
  }

  public func path(_ digest: Digest) -> String { folder.appending(path: "\(digest).\(ending)").path }

  /// Notes that a file was used: the time of use decides what is kept.
  public func touch(_ digest: Digest) { utimes(path(digest), nil) }

  /// The stored file, mapped; nil where there is none or it cannot be used. One that is damaged or of another version is removed.
  public func sections<Section: FileSection>(_ digest: Digest, of kind: Section.Type) -> SectionFile<Section>? {
    do {
      let file = try SectionFile<Section>(mapping: path(digest))
      guard file.digest == digest else { return nil }
      touch(digest)
      return file
    } catch .unreadable {
      return nil
    } catch {
      remove(digest)
      return nil
    }
  }

  public func remove(_ digest: Digest) { unlink(path(digest)) }

  /// What a file holds; nil where there is none.
  public func contents(_ digest: Digest) -> Data? { FileManager.default.contents(atPath: path(digest)) }

  /// Writes a file beside the final one and moves it there whole, so that a process that is killed leaves nothing half made
  /// and another one that has the old file mapped keeps it. A folder that cannot be written stays as it is.
  public func store(_ bytes: [UInt8], _ digest: Digest) {
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      return
    }
    let part = folder.appending(path: "\(digest).\(UUID().uuidString).part").path
    guard write(bytes, to: part), rename(part, path(digest)) == 0 else {
      unlink(part)
      return
    }
    removeOld()
  }

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
    let dated = files.filter { $0.hasSuffix(".\(ending)") || $0.hasSuffix(".part") }.map { name in
      var status = stat()
      let known = stat(folder.appending(path: name).path, &status) == 0
      return (name: name, used: known ? status.st_mtim.tv_sec : 0)
    }
    let now = Int(time(nil))
    // Parts of processes that were killed an hour ago or before.
    let left = dated.filter { $0.name.hasSuffix(".part") && now - $0.used > 3600 }
    let old = dated.filter { $0.name.hasSuffix(".\(ending)") }
      .sorted { ($0.used, $0.name) > ($1.used, $1.name) }.dropFirst(Self.kept)
    for file in left + old { unlink(folder.appending(path: file.name).path) }
  }
}
