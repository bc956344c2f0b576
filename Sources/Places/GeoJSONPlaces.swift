import Foundation
import Journey

/// The points of a GeoJSON file (RFC 7946), and the middle of what has an extent.
enum GeoJSONPlaces {
  static func read(_ data: Data, file: String, into places: inout PlaceFile) throws(PlaceFileError) {
    let taken = Taken(places)
    let document: Document
    do {
      document = try JSONDecoder().decode(Document.self, from: data, configuration: taken)
    } catch DecodingError.dataCorrupted(let context) {
      let cause = (context.underlyingError as NSError?)?.userInfo[NSDebugDescriptionErrorKey] as? String
      throw .damaged(file: file, cause: "it is no JSON" + (cause.map { " (\($0))" } ?? ""))
    } catch {
      throw .unknown(file: file, cause: "it is JSON, and no GeoJSON")
    }
    guard document.hasFeatures else {
      throw .unknown(file: file, cause: "it is JSON, and no GeoJSON with features")
    }
    places = taken.places
  }

  /// What came of the features so far: they are taken as they are read, and none is kept.
  private final class Taken {
    private(set) var places: PlaceFile
    private var count = 0

    init(_ places: PlaceFile) { self.places = places }

    func take(_ feature: Feature) {
      count += 1
      let name = "feature \(count)"
      guard let geometry = feature.geometry else { return places.leaveOut("\(name): it has no geometry") }
      guard let position = geometry.coordinates?.middle else {
        return places.leaveOut("\(name): its coordinates are no numbers")
      }
      places.add(PlaceFields(feature.properties), at: position, named: name)
    }
  }

  private struct Document: DecodableWithConfiguration {
    /// False for what is neither a feature nor a collection of some.
    var hasFeatures = true

    enum CodingKeys: CodingKey { case type, features }

    init(from decoder: any Decoder, configuration taken: Taken) throws {
      let fields = try decoder.container(keyedBy: CodingKeys.self)
      switch try? fields.decode(String.self, forKey: .type) {
      case "FeatureCollection":
        guard var features = try? fields.nestedUnkeyedContainer(forKey: .features) else { return }
        while !features.isAtEnd { taken.take(try features.decode(Feature.self)) }
      case "Feature": taken.take(Feature(from: decoder))
      default: hasFeatures = false
      }
    }
  }

  /// What is not as it should be is left out of it, so that one flaw is not that of the whole file.
  private struct Feature: Decodable {
    var geometry: Geometry?
    /// Texts and numbers, by their names in lower case.
    var properties: [String: String] = [:]

    enum CodingKeys: CodingKey { case geometry, properties }

    private struct Name: CodingKey {
      var stringValue: String
      var intValue: Int? { nil }
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) {
      guard let fields = try? decoder.container(keyedBy: CodingKeys.self) else { return }
      geometry = try? fields.decode(Geometry.self, forKey: .geometry)
      guard let own = try? fields.nestedContainer(keyedBy: Name.self, forKey: .properties) else { return }
      for name in own.allKeys {
        let text = try? own.decode(String.self, forKey: name)
        properties[name.stringValue.lowercased()] = text ?? (try? own.decode(Double.self, forKey: name)).map { "\($0)" }
      }
    }
  }

  private struct Geometry: Decodable {
    var coordinates: Box?

    enum CodingKeys: CodingKey { case coordinates }

    init(from decoder: any Decoder) throws {
      let fields = try decoder.container(keyedBy: CodingKeys.self)
      coordinates = try? fields.decode(Box.self, forKey: .coordinates)
    }
  }

  /// The box round all pairs of numbers, however deep they are nested.
  private struct Box: Decodable {
    private var south = Double.infinity
    private var west = Double.infinity
    private var north = -Double.infinity
    private var east = -Double.infinity

    init(from decoder: any Decoder) throws {
      if let pair = try? [Double](from: decoder), pair.count >= 2 {
        (south, west, north, east) = (pair[1], pair[0], pair[1], pair[0])
        return
      }
      for box in try [Box](from: decoder) {
        (south, west) = (min(south, box.south), min(west, box.west))
        (north, east) = (max(north, box.north), max(east, box.east))
      }
    }

    /// Nil where there are no numbers. A point is its own middle.
    var middle: Position? {
      south <= north ? Position(latitude: (south + north) / 2, longitude: (west + east) / 2) : nil
    }
  }
}
