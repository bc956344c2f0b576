import Foundation
import FoundationXML
import Journey

/// The waypoints of a GPX file (1.0 and 1.1), or the points of an extract of OpenStreetMap that have a name.
enum MarkupPlaces {
  static func read(_ data: Data, file: String, into places: inout PlaceFile) throws(PlaceFileError) {
    let reader = Reader(places)
    // By pieces: what is given whole ends for the parser after 10 MB.
    let parser = XMLParser(stream: InputStream(data: data))
    // What a file names elsewhere is none of ours, and neither read nor asked for.
    parser.shouldResolveExternalEntities = false
    parser.delegate = reader
    let isWhole = parser.parse()
    if let root = reader.root, root != "gpx", root != "osm" {
      throw .unknown(file: file, cause: "it is XML with <\(root.prefix(40))>, and neither GPX nor OpenStreetMap")
    }
    // The parser takes an end in the middle for the end of the document.
    guard isWhole, reader.isClosed else {
      let error = parser.parserError as NSError?
      let line = parser.lineNumber > 0 ? ", line \(parser.lineNumber)" : ""
      throw .damaged(file: file, cause: "it is no whole XML\(line)" + (error.map { " (error \($0.code))" } ?? ""))
    }
    places = reader.places
  }

  private final class Reader: NSObject, XMLParserDelegate {
    var places: PlaceFile
    private(set) var root: String?
    private(set) var isClosed = false
    /// How many elements are open within the point.
    private var depth = 0
    private var point: (position: Position, number: Int)?
    private var values: [String: String] = [:]
    private var text = ""
    private var count = 0

    init(_ places: PlaceFile) { self.places = places }

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
      attributes: [String: String]
    ) {
      let name = Self.local(name)
      if root == nil {
        root = name
        if name != "gpx", name != "osm" { parser.abortParsing() }
      }
      text = ""
      depth += 1
      switch name {
      case "wpt", "node":
        count += 1
        (values, depth) = ([:], 0)
        let latitude = attributes["lat"].flatMap(Double.init) ?? .nan
        let longitude = attributes["lon"].flatMap(Double.init) ?? .nan
        point = (Position(latitude: latitude, longitude: longitude), count)
      case "tag": if point != nil, let key = attributes["k"] { values[key.lowercased()] = attributes["v"] }
      case "link": if point != nil { values["link"] = attributes["href"] }
      default: break
      }
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) {
      // No text of a place comes near.
      if text.utf8.count < 10_000 { text += string }
    }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
      let name = Self.local(name)
      if name == root { isClosed = true }
      guard let point else { return }
      switch name {
      case "wpt":
        places.add(PlaceFields(values), at: point.position, named: "waypoint \(point.number)")
        self.point = nil
      case "node":
        // The corners of ways and areas have none.
        if values["name"] != nil { places.add(PlaceFields(values), at: point.position, named: "node \(point.number)") }
        self.point = nil
      default: take(name.lowercased())
      }
      depth -= 1
    }

    /// A field of the waypoint itself, or the circle around it, which stands further within.
    private func take(_ field: String) {
      guard root == "gpx", depth == 1 || field == "proximity", !text.isEmpty, values[field] == nil else { return }
      values[field] = text
    }

    private static func local(_ name: String) -> String {
      name.lastIndex(of: ":").map { String(name[name.index(after: $0)...]) } ?? name
    }
  }
}
