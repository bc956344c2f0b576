import Foundation

/// How the rider says names that are read wrongly otherwise: a small table that comes first in every recogniser.
///
/// One reading a line, `name`, `phones` and `like` between tabs below a header; several lines of a name are several readings.
/// It cannot be had again: it is replaced whole or not at all, and one that is damaged is an error rather than an empty table.
public struct PronunciationOverrides: Sendable, Hashable {
  /// The readings of one name.
  public struct Entry: Sendable, Hashable {
    /// In lower case, its words with spaces between.
    public var name: String
    /// Phones, the likeliest reading first.
    public var readings: [String]
    /// The English words that the reading was made from, if it was.
    public var like: String?
  }

  private static let header = "name\tphones\tlike"
  /// Longer names are no names of stops.
  static let longestName = 200
  static let mostPhones = 100

  public let path: String
  /// By name.
  public private(set) var entries: [Entry] = []
  private var places: [String: Int] = [:]
  /// Words of the longest name.
  private var longest = 1

  /// Reads the rider's table; there is none at first.
  /// - Throws: `SpeechError.badPronunciations`.
  public init(environment: [String: String] = ProcessInfo.processInfo.environment) throws(SpeechError) {
    var folder = environment["XDG_DATA_HOME"] ?? ""
    if !folder.hasPrefix("/") { folder = (environment["HOME"] ?? NSHomeDirectory()) + "/.local/share" }
    try self.init(path: folder + "/alight/pronunciations.tsv")
  }

  /// - Throws: `SpeechError.badPronunciations`, which names the line.
  public init(path: String) throws(SpeechError) {
    self.path = path
    guard FileManager.default.fileExists(atPath: path) else { return }
    guard let data = FileManager.default.contents(atPath: path) else {
      throw .badPronunciations(path: path, line: nil, problem: "it cannot be read")
    }
    guard let text = String(validating: data, as: UTF8.self) else {
      throw .badPronunciations(path: path, line: nil, problem: "it is not valid UTF-8")
    }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { $0.split(separator: "\r").joined() }
    guard lines.first == Self.header else {
      throw .badPronunciations(path: path, line: 1, problem: "the header name, phones, like is missing")
    }
    for (number, line) in lines.enumerated().dropFirst() where !line.isEmpty {
      do throws(PhoneError) {
        try add(line)
      } catch {
        throw .badPronunciations(path: path, line: number + 1, problem: error.description)
      }
    }
  }

  /// None at all.
  init() { path = "" }

  private mutating func add(_ line: String) throws(PhoneError) {
    let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    guard fields.count == 3 else { throw .malformed("\(fields.count) columns where 3 are needed") }
    let name = try Self.key(fields[0])
    let phones = try PhoneAlphabet.checked(fields[1])
    let like = fields[2].isEmpty ? nil : fields[2]
    if let place = places[name] {
      if !entries[place].readings.contains(phones) { entries[place].readings.append(phones) }
    } else {
      insert(Entry(name: name, readings: [phones], like: like))
    }
  }

  private mutating func insert(_ entry: Entry) {
    entries.append(entry)
    entries.sort { $0.name < $1.name }
    places = Dictionary(uniqueKeysWithValues: entries.enumerated().map { ($1.name, $0) })
    longest = entries.map { $0.name.split(separator: " ").count }.max() ?? 1
  }

  /// A name as it is looked up: its words in lower case.
  /// - Throws: `PhoneError` for a name without a word, or one that is too long.
  public static func key(_ name: String) throws(PhoneError) -> String {
    guard name.count <= longestName else { throw .malformed("the name is longer than \(longestName) characters") }
    let key = SpokenWord.words(of: name, language: "").map(\.spelling).joined(separator: " ")
    guard !key.isEmpty else { throw .malformed("\"\(name)\" holds no word that could be said") }
    return key
  }

  /// The readings of a word, or of several words with spaces between.
  func readings(of spelling: String) -> [String] { places[spelling].map { entries[$0].readings } ?? [] }

  /// The ways in which a name is put together of words: as it is, and with those parts as one word that have a reading of
  /// their own.
  func paths(_ words: [SpokenWord]) -> [[SpokenWord]] {
    guard longest > 1, words.count > 1 else { return [words] }
    var joined: [SpokenWord] = []
    var rest = words[...]
    while let first = rest.first {
      let length =
        stride(from: min(longest, rest.count), to: 1, by: -1).first { length in
          places[rest.prefix(length).map(\.spelling).joined(separator: " ")] != nil
        } ?? 1
      let spelling = rest.prefix(length).map(\.spelling).joined(separator: " ")
      joined.append(SpokenWord(spelling: spelling, language: first.language, isName: first.isName))
      rest = rest.dropFirst(length)
    }
    return joined == words ? [words] : [words, joined]
  }
}

extension PronunciationOverrides {
  /// Stores the readings of a name in place of earlier ones.
  /// - Parameter like: The words that they were made from.
  /// - Throws: `SpeechError.badPronunciations` where the table on disk is damaged, `.cannotStore` where it cannot be written.
  public static func store(
    _ readings: [String], of name: String, like: String? = nil, path: String
  ) throws(SpeechError) {
    _ = try change(path) { table in
      table.entries.removeAll { $0.name == name }
      table.insert(Entry(name: name, readings: readings, like: like))
      return true
    }
  }

  /// Takes a name's own readings away.
  /// - Returns: Whether there were any.
  @discardableResult
  public static func forget(_ name: String, path: String) throws(SpeechError) -> Bool {
    guard FileManager.default.fileExists(atPath: path) else { return false }
    return try change(path) { table in
      let count = table.entries.count
      table.entries.removeAll { $0.name == name }
      return table.entries.count < count
    }
  }

  /// Reads the table, changes it and replaces it whole, while no other process does.
  private static func change(
    _ path: String, _ body: (inout PronunciationOverrides) -> Bool
  ) throws(SpeechError) -> Bool {
    let file = URL(fileURLWithPath: path)
    let folder = file.deletingLastPathComponent()
    do {
      if !FileManager.default.fileExists(atPath: folder.path) {
        try FileManager.default.createDirectory(
          at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      }
    } catch {
      throw .cannotStore(path: path, reason: (error as NSError).localizedDescription)
    }
    let lock = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { if lock >= 0 { close(lock) } }
    if lock >= 0 { flock(lock, LOCK_EX) }
    var table = try PronunciationOverrides(path: path)
    guard body(&table) else { return false }
    do {
      try Data(table.text.utf8).write(to: file, options: .atomic)
      // The names that a rider teaches tell where they go.
      chmod(path, 0o600)
    } catch {
      throw .cannotStore(path: path, reason: (error as NSError).localizedDescription)
    }
    return true
  }

  private var text: String {
    let lines = entries.flatMap { entry in
      entry.readings.map { "\(entry.name)\t\($0)\t\(entry.like ?? "")" }
    }
    return ([Self.header] + lines).joined(separator: "\n") + "\n"
  }
}
