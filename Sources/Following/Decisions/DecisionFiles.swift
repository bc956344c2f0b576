import Foundation

/// The files of the decision log, for the rider's eyes alone: they tell where somebody went.
public actor DecisionFiles {
  private let folder: URL
  private let policy: DecisionLog.Policy
  private var hasTidied = false

  /// - Parameter folder: `decisions` beside the database.
  public init(folder: URL, policy: DecisionLog.Policy = DecisionLog.Policy()) {
    self.folder = folder
    self.policy = policy
  }

  /// The lines of a reminder, oldest first; those that are damaged are left out.
  /// - Parameter day: The service day; nil for the newest there is.
  public func decisions(of reminder: UUID, day: String? = nil) -> [Decision] {
    let days = day.map { [$0] } ?? days(of: reminder).suffix(1)
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    return days.flatMap { day -> [Decision] in
      let data = (try? Data(contentsOf: file(of: reminder, day))) ?? Data()
      return data.split(separator: 0x0A).compactMap { try? decoder.decode(Decision.self, from: $0) }
    }
  }

  /// The service days of which there is a log, oldest first.
  public func days(of reminder: UUID) -> [String] {
    let prefix = reminder.uuidString.lowercased() + "_"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasPrefix(prefix) && $0.hasSuffix(Self.ending) }
      .map { String($0.dropFirst(prefix.count).dropLast(Self.ending.count)) }.sorted()
  }

  /// The reminder that was written of last; nil where nothing is logged.
  public func newest() -> UUID? {
    let last = dated().max { ($0.at, $0.file.lastPathComponent) < ($1.at, $1.file.lastPathComponent) }
    return last.flatMap { UUID(uuidString: String($0.file.lastPathComponent.prefix { $0 != "_" })) }
  }

  /// The files, with when each was written to last.
  private func dated() -> [(file: URL, at: Date)] {
    let key = URLResourceKey.contentModificationDateKey
    let files = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: [key])) ?? []
    return files.filter { $0.path.hasSuffix(Self.ending) }.map { file in
      (file, (try? file.resourceValues(forKeys: [key]))?.contentModificationDate ?? .distantPast)
    }
  }

  /// Adds lines to the files that they belong to.
  func append(_ decisions: [Decision]) throws {
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    if !hasTidied {
      chmod(folder.path, 0o700)
      tidy()
    }
    hasTidied = true
    let byFile = Dictionary(grouping: decisions) { file(of: $0.reminder, $0.serviceDay) }
    for (file, lines) in byFile { try append(lines, to: file) }
  }

  private func append(_ lines: [Decision], to file: URL) throws {
    let descriptor = open(file.path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    fchmod(descriptor, 0o600)
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    var size = Int(try handle.seekToEnd())
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    var text = Data()
    for var line in lines where size < policy.largestFile {
      let isLast = size + Self.longestLine >= policy.largestFile
      if isLast { line.kind = .full }
      var data = try encoder.encode(line)
      // Filled up, the file itself says that it is full.
      if isLast { data += Data(repeating: 0x20, count: max(0, policy.largestFile - size - data.count)) }
      data.append(0x0A)
      text += data
      size += data.count
    }
    try handle.write(contentsOf: text)
  }

  /// Removes what is too old or too much.
  private func tidy() {
    let files = dated().sorted { $0.at > $1.at }
    let oldest = Date(timeIntervalSinceNow: -policy.days * 86_400)
    for (place, entry) in files.enumerated() where place >= policy.files || entry.at < oldest {
      try? FileManager.default.removeItem(at: entry.file)
    }
  }

  private func file(of reminder: UUID, _ day: String) -> URL {
    // A day comes from a record that anybody may have written: it is no way out of the folder.
    let name = day.map { $0.isLetter || $0.isNumber || $0 == "-" ? $0 : "-" }
    return folder.appending(path: reminder.uuidString.lowercased() + "_" + String(name) + Self.ending)
  }

  private static let ending = ".jsonl"
  /// More than any line has.
  private static let longestLine = 1024
}
