import Alerts
import Foundation
import Journey

/// Reads the track points of a GPX file (GPX 1.0 and 1.1, `trkpt` with `time`, `hdop` where there is one).
public enum GPXReader {
  /// Metres of accuracy for one unit of horizontal dilution: the error of a phone's range measurements.
  static let metresPerDilution = 5.0

  /// The track of a file, without the points that cannot be.
  /// - Throws: `GPXError`
  public static func recording(at file: URL) throws(GPXError) -> Recording {
    let data: Data
    do {
      data = try Data(contentsOf: file)
    } catch {
      throw .unreadable(file: file.path, cause: (error as NSError).localizedDescription)
    }
    return try recording(in: data, file: file.path)
  }

  /// The track of a document; `file` is the name for messages.
  public static func recording(in data: Data, file: String) throws(GPXError) -> Recording {
    guard let text = String(validating: data, as: UTF8.self) else { throw .notGPX(file: file) }
    var tags = XMLTags(text)
    var fixes: [Fix] = []
    var point: (position: Position, time: Date?, accuracy: Double?)?
    var (isGPX, isClosed, count) = (false, false, 0)
    var fault: GPXError?
    while let tag = tags.next() {
      switch tag {
      case .open("gpx", _): isGPX = true
      case .open("trkpt", let attributes):
        count += 1
        // One bad point is its own fault, and not the ride's.
        let (latitude, longitude) = (attributes["lat"].flatMap(Double.init), attributes["lon"].flatMap(Double.init))
        let position = Position(latitude: latitude ?? .nan, longitude: longitude ?? .nan)
        point = position.isOnEarth ? (position, nil, nil) : nil
        if point == nil { fault = fault ?? .badPoint(file: file, number: count) }
      case .open("time", _):
        guard point != nil else { break }
        point?.time = instant(tags.text())
        if point?.time == nil {
          fault = fault ?? .badTime(file: file, number: count)
          point = nil
        }
      case .open("hdop", _) where point != nil:
        point?.accuracy = Double(tags.text()).map { $0 * metresPerDilution }
      case .close("trkpt"):
        if let point, let time = point.time {
          fixes.append(Fix(at: time, position: point.position, accuracy: point.accuracy))
        } else if point != nil {
          fault = fault ?? .noTimes(file: file)
        }
        point = nil
      case .close("gpx"): isClosed = true
      default: break
      }
    }
    guard isGPX else { throw .notGPX(file: file) }
    guard isClosed else { throw .truncated(file: file) }
    guard count > 0 else { throw .noPoints(file: file) }
    let recording = Recording(fixes, name: file, broken: count - fixes.count)
    guard !recording.fixes.isEmpty else { throw fault ?? .badPoint(file: file, number: 1) }
    return recording
  }

  private static func instant(_ text: String) -> Date? {
    (try? Date.ISO8601FormatStyle().parse(text))
      ?? (try? Date.ISO8601FormatStyle(includingFractionalSeconds: true).parse(text))
  }
}

/// Why a GPX file cannot be followed.
public enum GPXError: Error, Hashable, CustomStringConvertible {
  case unreadable(file: String, cause: String)
  case notGPX(file: String)
  case truncated(file: String)
  case noPoints(file: String)
  case noTimes(file: String)
  case badPoint(file: String, number: Int)
  case badTime(file: String, number: Int)

  public var description: String {
    switch self {
    case .unreadable(let file, let cause): "\(file) cannot be read: \(cause)"
    case .notGPX(let file): "\(file) is not a GPX file: name a recorded track"
    case .truncated(let file): "\(file) ends in the middle: copy the recording again"
    case .noPoints(let file): "\(file) has no track points: name a recorded track, not a list of waypoints"
    case .noTimes(let file):
      "\(file) has track points without a time, so nobody knows when they were passed: record a track with times"
    case .badPoint(let file, let number): "\(file): the position of track point \(number) is none on earth"
    case .badTime(let file, let number): "\(file): the time of track point \(number) is not in ISO 8601"
    }
  }
}

/// The tags of an XML document one by one: as much of XML as a GPX track needs, which is neither entities nor DTDs.
struct XMLTags {
  enum Tag: Equatable {
    case open(String, [String: String])
    case close(String)
  }

  private let bytes: [UInt8]
  private var position = 0
  /// An element like `<time/>` opens and closes at once.
  private var pending: Tag?

  init(_ text: String) {
    bytes = Array(text.utf8)
  }

  /// The next tag without its namespace prefix; nil at the end of the document or where a tag never ends.
  mutating func next() -> Tag? {
    if let tag = pending {
      pending = nil
      return tag
    }
    while let start = bytes[position...].firstIndex(of: UInt8(ascii: "<")) {
      position = start + 1
      if skip("!--", to: "-->") || skip("![CDATA[", to: "]]>") || skip("?", to: "?>") || skip("!", to: ">") { continue }
      guard let end = bytes[position...].firstIndex(of: UInt8(ascii: ">")) else { return nil }
      let inside = String(decoding: bytes[position..<end], as: UTF8.self)
      position = end + 1
      if inside.hasPrefix("/") { return .close(Self.name(inside.dropFirst())) }
      let isEmpty = inside.hasSuffix("/")
      let name = Self.name(inside)
      if isEmpty { pending = .close(name) }
      return .open(name, Self.attributes(inside))
    }
    return nil
  }

  /// The text up to the next tag.
  func text() -> String {
    let end = bytes[position...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.endIndex
    return String(decoding: bytes[position..<end], as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private mutating func skip(_ opening: String, to closing: String) -> Bool {
    guard bytes[position...].starts(with: opening.utf8) else { return false }
    let closing = Array(closing.utf8)
    var index = position + opening.utf8.count
    while index < bytes.count, !bytes[index...].starts(with: closing) { index += 1 }
    position = min(bytes.count, index + closing.count)
    return true
  }

  private static func name(_ inside: some StringProtocol) -> String {
    let name = inside.prefix { !$0.isWhitespace && $0 != "/" }
    return String(name.split(separator: ":").last ?? "").lowercased()
  }

  private static func attributes(_ inside: String) -> [String: String] {
    var found: [String: String] = [:]
    var rest = inside[...].drop { !$0.isWhitespace }
    while let equals = rest.firstIndex(of: "=") {
      let name = rest[..<equals].trimmingCharacters(in: .whitespacesAndNewlines)
      rest = rest[rest.index(after: equals)...].drop { $0.isWhitespace }
      guard let quote = rest.first, quote == "\"" || quote == "'" else { break }
      rest = rest.dropFirst()
      guard let end = rest.firstIndex(of: quote) else { break }
      found[name] = String(rest[..<end])
      rest = rest[rest.index(after: end)...]
    }
    return found
  }
}
