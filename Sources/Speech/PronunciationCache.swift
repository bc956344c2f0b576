import Foundation

/// What espeak-ng said about words, kept between runs since starting it for each word takes long.
///
/// Losing it costs time only, so that nothing about it is an error.
struct PronunciationCache: Sendable {
  /// Version of the file: another first line makes it worthless.
  private static let header = "alight.pronunciations/1"
  private static let largestFile = 8 << 20

  let path: String

  /// `$XDG_CACHE_HOME/alight/pronunciations.tsv`, or below `~/.cache`; relative values are ignored.
  init(environment: [String: String]) {
    var folder = environment["XDG_CACHE_HOME"] ?? ""
    if !folder.hasPrefix("/") { folder = (environment["HOME"] ?? NSHomeDirectory()) + "/.cache" }
    path = folder + "/alight/pronunciations.tsv"
  }

  init(path: String) { self.path = path }

  /// By voice and word, the word in the International Phonetic Alphabet.
  func load() -> [String: [String: String]] {
    guard let data = FileManager.default.contents(atPath: path), data.count <= Self.largestFile else { return [:] }
    let lines = String(decoding: data, as: UTF8.self).split(separator: "\n")
    guard lines.first == Self.header[...] else { return [:] }
    var table: [String: [String: String]] = [:]
    for line in lines.dropFirst() {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
      if fields.count == 3 { table[String(fields[0]), default: [:]][String(fields[1])] = String(fields[2]) }
    }
    return table
  }

  func store(_ table: [String: [String: String]]) {
    var lines = [Self.header]
    for (voice, words) in table.sorted(by: { $0.key < $1.key }) {
      for (word, ipa) in words.sorted(by: { $0.key < $1.key }) { lines.append("\(voice)\t\(word)\t\(ipa)") }
    }
    let file = URL(fileURLWithPath: path)
    try? FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try? Data((lines.joined(separator: "\n") + "\n").utf8).write(to: file, options: .atomic)
  }
}
