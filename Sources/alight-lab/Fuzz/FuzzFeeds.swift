import Foundation
import Journey

/// Small feeds that no operator publishes, and some that one might: the same ones for the same seed.
struct FuzzFeeds {
  /// What is done to a good feed.
  enum Kind: String, CaseIterable, Sendable {
    case bytes, cut, fields, rows, columns, numbers, quotes, files, spliced, noise
  }

  typealias Files = [String: [UInt8]]

  private var random: SplitMix
  private let seeds: [Files]

  /// - Parameter seeds: good feeds to spoil, their files by name.
  init(seed: UInt64, seeds: [Files]) {
    random = SplitMix(seed: seed)
    self.seeds = seeds
  }

  /// The next feed, spoilt in one way or in several.
  mutating func next() -> (kind: Kind, files: Files) {
    var files = pick(seeds)
    let kind = pick(Kind.allCases)
    spoil(&files, kind)
    while chance(3) { spoil(&files, pick(Kind.allCases)) }
    return (kind, files)
  }

  /// A zip of which bytes are spoilt, cut off or doubled, in its headers more than elsewhere.
  mutating func spoiled(zip: [UInt8]) -> [UInt8] {
    var bytes = zip
    for _ in 0..<below(8) + 1 where !bytes.isEmpty {
      let headers = bytes.indices.filter { bytes[$0...].starts(with: Array("PK".utf8)) }
      let place = chance(4) || headers.isEmpty ? below(bytes.count) : pick(headers) + below(48)
      if place < bytes.count { bytes[place] = chance(2) ? pick(Self.oddBytes) : UInt8(below(256)) }
    }
    if chance(6) { bytes.removeLast(below(bytes.count)) }
    if chance(12) { bytes += bytes.suffix(below(bytes.count)) }
    return bytes
  }

  private mutating func spoil(_ files: inout Files, _ kind: Kind) {
    let names = files.keys.sorted()
    guard !names.isEmpty else { return }
    let name = pick(names)
    var bytes = files[name] ?? []
    switch kind {
    case .bytes: for _ in 0..<below(12) + 1 where !bytes.isEmpty { bytes[below(bytes.count)] = UInt8(below(256)) }
    case .cut: bytes.removeLast(below(bytes.count + 1))
    case .fields, .numbers: spoilFields(&bytes, kind == .numbers ? Self.oddNumbers : Self.oddTexts)
    case .rows: spoilRows(&bytes)
    case .columns: spoilColumns(&bytes)
    case .quotes: for _ in 0..<below(6) + 1 { bytes.insert(UInt8(ascii: "\""), at: below(bytes.count + 1)) }
    case .files: spoilFiles(&files, name)
    case .spliced: bytes = Array(bytes.prefix(below(bytes.count + 1)) + (files[pick(names)] ?? []).suffix(below(400)))
    case .noise: bytes = (0..<below(2000)).map { _ in chance(3) ? pick(Self.oddBytes) : UInt8(below(256)) }
    }
    if kind != .files { files[name] = bytes }
  }

  private mutating func spoilFiles(_ files: inout Files, _ name: String) {
    switch below(3) {
    case 0: files[name] = nil
    case 1: files[name] = []
    default: files[pick(Self.otherNames)] = files[name]
    }
  }

  /// Puts other values in place of some, most often those of one column.
  private mutating func spoilFields(_ bytes: inout [UInt8], _ values: [String]) {
    var rows = Self.rows(bytes)
    guard rows.count > 1 else { return }
    let column = below(rows[0].count)
    for _ in 0..<below(8) + 1 {
      let row = below(rows.count - 1) + 1
      let place = chance(4) ? below(rows[row].count) : min(column, rows[row].count - 1)
      rows[row][place] = chance(4) ? pick(rows[below(rows.count)]) : Array(pick(values).utf8)
    }
    bytes = Self.joined(rows)
  }

  private mutating func spoilRows(_ bytes: inout [UInt8]) {
    var rows = Self.rows(bytes)
    for _ in 0..<below(6) + 1 where rows.count > 1 {
      let (one, other) = (below(rows.count), below(rows.count))
      switch below(5) {
      case 0: rows.swapAt(one, other)
      case 1: rows.remove(at: one)
      case 2: rows.insert(rows[one], at: other)
      case 3: rows[one] = Array(rows[one].dropLast(below(4)))
      default: rows[one] += (0..<below(3)).map { _ in Array("x".utf8) }
      }
    }
    bytes = Self.joined(rows)
  }

  private mutating func spoilColumns(_ bytes: inout [UInt8]) {
    var rows = Self.rows(bytes)
    guard let width = rows.first?.count, width > 0 else { return }
    let (one, other) = (below(width), below(width))
    let name = Array(pick(Self.columnNames).utf8)
    switch below(4) {
    case 0: for index in rows.indices where rows[index].count == width { rows[index].swapAt(one, other) }
    case 1: for index in rows.indices where rows[index].count == width { rows[index].remove(at: one) }
    case 2: rows[0][one] = name
    default:
      for index in rows.indices {
        rows[index].append(index == 0 ? name : Array(pick(Self.oddTexts + Self.oddNumbers).utf8))
      }
    }
    bytes = Self.joined(rows)
  }

  private static func rows(_ bytes: [UInt8]) -> [[[UInt8]]] {
    bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { row in
      row.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map { Array($0) }
    }
  }

  private static func joined(_ rows: [[[UInt8]]]) -> [UInt8] {
    Array(rows.map { Array($0.joined(separator: Array(",".utf8))) }.joined(separator: Array("\n".utf8)))
  }

  // MARK: - What goes wrong

  private static let oddBytes = Array("\0\r\n\",;<{ \t".utf8) + [0x7f, 0x80, 0xbf, 0xc3, 0xe9, 0xef, 0xfe, 0xff]
  private static let oddNumbers = [
    "", "0", "-1", "1", "2", "3", "4", "5", "9", "007", "1.5", "-0", "+3", "1e3", "1e400", "nan", "inf", "0x10",
    "2147483647",
    "2147483648", "-2147483648", "9223372036854775807", "9223372036854775808", "99999999999999999999999", "90", "-180",
    "180.1",
    "0.0000000000000000000001", "123456789012345", "1234567890.123456", "86400", "86401", ".", "-", "-.", "1.", ".5",
  ]
  private static let oddTexts = [
    "", " ", "\"\"", "\"a,b\"", "\"a\nb\"", "\"open", "a\"b", "25:61:00", "24:00:00", "239:59:59", "240:00:00",
    "9:00:00",
    "-1:00:00", "08:00", "08:00:00:00", "::", "20260230", "20261301", "00000000", "99999999", "20240229",
    "00010101", "99991231",
    "Europe/Vienna",
    "Mars/Olympus", "\u{feff}", "ä", "駅", "\u{202e}", "'; DROP TABLE stop; --", String(repeating: "x", count: 5000),
  ]
  private static let otherNames = [
    "stops.txt", "transfers.txt", "pathways.txt", "translations.txt", "frequencies.txt", "calendar_dates.txt",
    "shapes.txt",
    "feed_info.txt", "x.txt",
  ]
  private static let columnNames = [
    "stop_id", "trip_id", "shape_dist_traveled", "parent_station", "location_type", "agency_id", "trans_id",
    "table_name",
    "record_id", "", "STOP_ID", "x",
  ]

  // MARK: - Chance

  private mutating func below(_ count: Int) -> Int { count > 0 ? Int(random.next() % UInt64(count)) : 0 }
  mutating func chance(_ one: Int) -> Bool { random.next() % UInt64(one) == 0 }
  private mutating func pick<T>(_ list: [T]) -> T { list[Int(random.next() % UInt64(list.count))] }
}
