import Foundation
import Journey

/// Places of a rider's own from a file: GeoJSON, waypoints of GPX, a table of comma-separated values, or the named points of an extract of
/// OpenStreetMap (`.osm`). Which of them it is its first letters tell.
///
/// ```swift
/// let file = try PlaceFile(at: URL(filePath: "museums.geojson"))
/// for note in file.notes { print(note.title) }
/// ```
public struct PlaceFile: Sendable {
  /// More than a region has; a file of a whole country is cut to the region that is ridden in.
  static let longest = 64 * 1_048_576
  /// So many flaws are told one by one.
  static let told = 5

  public private(set) var notes: [Note] = []
  /// How many places cannot be used, and why, for the first ones of them.
  public private(set) var leftOut = 0
  public private(set) var flaws: [String] = []

  /// - Throws: `PlaceFileError`
  public init(at file: URL) throws(PlaceFileError) {
    let data: Data
    do {
      // A pipe has no size.
      let size = try file.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
      if size > Self.longest { throw PlaceFileError.tooLong(file: file.path, megabytes: size / 1_048_576) }
      data = try Data(contentsOf: file)
    } catch let error as PlaceFileError {
      throw error
    } catch {
      throw .unreadable(file: file.path, cause: (error as NSError).localizedDescription)
    }
    try self.init(data, file: file.path)
  }

  /// - Parameter file: Its name for messages.
  /// - Throws: `PlaceFileError`
  public init(_ data: Data, file: String) throws(PlaceFileError) {
    guard data.count <= Self.longest else { throw .tooLong(file: file, megabytes: data.count / 1_048_576) }
    guard String(validating: data, as: UTF8.self) != nil else { throw .notText(file: file) }
    switch data.first(where: { !" \t\r\n\u{FEFF}".utf8.contains($0) }) {
    case UInt8(ascii: "{"), UInt8(ascii: "["): try GeoJSONPlaces.read(data, file: file, into: &self)
    case UInt8(ascii: "<"): try MarkupPlaces.read(data, file: file, into: &self)
    case nil: throw .empty(file: file)
    default: try TablePlaces.read(data, file: file, into: &self)
    }
    guard !notes.isEmpty else { throw .noPlaces(file: file, flaw: flaws.first) }
  }

  /// Takes a place in, or tells what is wrong with it.
  /// - Parameter name: What it is called in messages: "row 7".
  mutating func add(_ fields: PlaceFields, at position: Position, named name: @autoclosure () -> String) {
    if let flaw = Self.flaw(of: position) ?? fields.flaw { return leaveOut("\(name()): \(flaw)") }
    guard let note = fields.note(at: position) else { return leaveOut("\(name()): it has no title") }
    notes.append(note)
  }

  mutating func leaveOut(_ flaw: String) {
    leftOut += 1
    if flaws.count < Self.told { flaws.append(flaw) }
  }

  private static func flaw(of position: Position) -> String? {
    guard !position.isOnEarth else { return nil }
    let (latitude, longitude) = (position.latitude, position.longitude)
    guard latitude.isFinite, longitude.isFinite else { return "it has no latitude and longitude" }
    let place = "latitude \(latitude), longitude \(longitude) is no place on earth"
    let swapped = Position(latitude: longitude, longitude: latitude)
    return swapped.isOnEarth ? "\(place); the other way round it would be one" : place
  }
}

/// What a file says of a place, by the names that such files use.
struct PlaceFields {
  private let values: [String: String]

  /// - Parameter values: By their names in lower case.
  init(_ values: [String: String]) { self.values = values }

  private func first(_ names: String...) -> String? {
    names.lazy.compactMap { values[$0] }.map { value in
      // Trimming costs more than all else, and hardly anything needs it.
      let isPadded = value.utf8.first.map { $0 <= 32 } ?? false || value.utf8.last.map { $0 <= 32 } ?? false
      return isPadded ? value.trimmingCharacters(in: .whitespacesAndNewlines) : value
    }.first { !$0.isEmpty }
  }

  private var radius: Double? {
    guard let written = first("radius", "proximity") else { return Note.standardRadius }
    let digits = written.hasSuffix("m") ? written.dropLast() : written[...]
    return Double(digits) ?? Double(digits.trimmingCharacters(in: .whitespaces))
  }

  /// Why it cannot be used; nil where it can.
  var flaw: String? {
    let written = first("radius", "proximity") ?? ""
    guard let radius, radius.isFinite else { return "the radius \"\(written)\" is no number of metres" }
    return Note.radii.contains(radius)
      ? nil
      : "a radius of \(written) m is none between \(Int(Note.radii.lowerBound)) m and \(Int(Note.radii.upperBound)) m"
  }

  /// Nil without a title.
  func note(at position: Position) -> Note? {
    let category = first("category", "type", "amenity", "shop", "tourism", "historic", "leisure", "sym")
    let address = first("link", "url", "website", "contact:website")
    let note = Note(
      title: first("title", "name") ?? "", text: first("text", "description", "desc", "cmt"),
      // Nothing else is opened by who clicks on it.
      link: address.flatMap {
        $0.lowercased().hasPrefix("https://") || $0.lowercased().hasPrefix("http://") ? $0 : nil
      },
      category: category?.lowercased(), position: position, radius: radius ?? Note.standardRadius,
      hours: first("opening_hours", "hours"))
    return note.title.isEmpty ? nil : note
  }
}

/// Why nothing can be taken from a file.
public enum PlaceFileError: Error, Hashable, CustomStringConvertible {
  case unreadable(file: String, cause: String)
  case tooLong(file: String, megabytes: Int)
  case notText(file: String)
  case empty(file: String)
  /// It is a file of another kind, or a table without the columns that it needs.
  case unknown(file: String, cause: String)
  case damaged(file: String, cause: String)
  case noPlaces(file: String, flaw: String?)

  public var description: String {
    switch self {
    case .unreadable(let file, let cause): "\(file) cannot be read: \(cause)"
    case .tooLong(let file, let megabytes):
      "\(file) has \(megabytes) MB, and 64 MB are the most: cut it to the region in which you ride"
    case .notText(let file):
      "\(file) is no text in UTF-8: save it as GeoJSON, GPX, CSV or .osm (of an .osm.pbf \"osmium cat\" makes one)"
    case .empty(let file): "\(file) is empty"
    case .unknown(let file, let cause): "\(file): \(cause): GeoJSON, GPX, CSV or .osm is wanted"
    case .damaged(let file, let cause): "\(file) is damaged: \(cause); get it again"
    case .noPlaces(let file, let flaw): "\(file) has no place that can be used" + (flaw.map { " (\($0))" } ?? "")
    }
  }
}
