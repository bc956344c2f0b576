import BuiltFiles
import Foundation
import Matching

/// The words of several languages together, stored as they were read: YAML takes ten times as long.
///
/// A file is named by the digest of what it was made from, which is the contents of the language files, the program, and
/// `version`; it holds a magic number, that digest, the digest of what follows, and the words in JSON. One that is damaged,
/// cut short or another's is made anew. A folder that cannot be written costs only time.
public struct LexiconCache: Sendable {
  /// To be raised when the same files give other words.
  private static let version = 1
  private static let magic: UInt64 = 0x5344_524F_574C_4121
  private static let headerSize = 40

  private let folder: CacheFolder

  public init(folder: URL) { self.folder = CacheFolder(folder, ending: "words") }

  /// The stored words, or those that `merged` gives, which are stored then. The fitted models beside the first file are no
  /// part of what is stored.
  ///
  /// - Parameters:
  ///   - files: the language files, in the order in which they are merged.
  ///   - variant: names how `merged` puts them together where there are several ways.
  /// - Throws: what `merged` throws, and `PromptsError` for a model that cannot be used.
  public func lexicon(of files: [URL], variant: String, merged: () throws -> Lexicon) throws -> Lexicon {
    guard let first = files.first, let digest = digest(files, variant) else { return try merged() }
    if var stored = read(digest) {
      try FittedModels(beside: first).complete(&stored)
      return stored
    }
    let lexicon = try merged()
    // A file may have been edited meanwhile.
    if self.digest(files, variant) == digest { store(lexicon, digest) }
    return lexicon
  }

  /// Where the words of these files are stored; nil where a file cannot be read.
  func path(of files: [URL], variant: String) -> String? { digest(files, variant).map(folder.path) }

  private func digest(_ files: [URL], _ variant: String) -> Digest? {
    let contents = files.compactMap { Digest(contentsOf: $0.path) }
    guard contents.count == files.count, let program = Self.program else { return nil }
    return Digest(parts: [Digest("\(Self.version) \(program) \(variant)")] + contents)
  }

  /// Tells one build of the program from another, which may read the same files otherwise.
  private static var program: String? {
    var status = stat()
    guard stat("/proc/self/exe", &status) == 0 else { return nil }
    return "\(status.st_size) \(status.st_mtim.tv_sec) \(status.st_mtim.tv_nsec)"
  }

  private func read(_ digest: Digest) -> Lexicon? {
    guard let data = FileManager.default.contents(atPath: folder.path(digest)) else { return nil }
    let content = data.dropFirst(Self.headerSize)
    guard data.prefix(Self.headerSize).elementsEqual(Self.header(digest, content)),
      let lexicon = try? JSONDecoder().decode(Lexicon.self, from: content)
    else {
      folder.remove(digest)
      return nil
    }
    folder.touch(digest)
    return lexicon
  }

  private func store(_ lexicon: Lexicon, _ digest: Digest) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let content = try? encoder.encode(lexicon) else { return }
    folder.store(Self.header(digest, content) + content, digest)
  }

  private static func header(_ digest: Digest, _ content: Data) -> [UInt8] {
    let own = content.withUnsafeBytes { Digest($0) }
    return [magic, digest.low, digest.high, own.low, own.high].flatMap { word in
      withUnsafeBytes(of: word.littleEndian) { Array($0) }
    }
  }
}
