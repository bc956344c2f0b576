import Foundation
import Journey

/// The points of a GeoJSON file (RFC 7946), and the middle of what has an extent.
enum GeoJSONPlaces {
  static func read(_ data: Data, file: String, into places: inout PlaceFile) throws(PlaceFileError) {
    let document: Any
    do {
      document = try JSONSerialization.jsonObject(with: data)
    } catch {
      let cause = (error as NSError).userInfo[NSDebugDescriptionErrorKey] as? String
      throw .damaged(file: file, cause: "it is no JSON" + (cause.map { " (\($0))" } ?? ""))
    }
    guard let object = document as? [String: Any] else {
      throw .unknown(file: file, cause: "it is JSON, and no GeoJSON")
    }
    let features: [Any]
    switch object["type"] as? String {
    case "FeatureCollection": features = object["features"] as? [Any] ?? []
    case "Feature": features = [object]
    default: throw .unknown(file: file, cause: "it is JSON, and no GeoJSON with features")
    }
    for (number, feature) in features.enumerated() { take(feature, number + 1, into: &places) }
  }

  private static func take(_ feature: Any, _ number: Int, into places: inout PlaceFile) {
    let name = "feature \(number)"
    guard let feature = feature as? [String: Any], let geometry = feature["geometry"] as? [String: Any] else {
      return places.leaveOut("\(name): it has no geometry")
    }
    guard let position = middle(of: geometry["coordinates"]) else {
      return places.leaveOut("\(name): its coordinates are no numbers")
    }
    let properties = feature["properties"] as? [String: Any] ?? [:]
    var values: [String: String] = [:]
    for (key, value) in properties {
      switch value {
      case let text as String: values[key.lowercased()] = text
      case let number as NSNumber: values[key.lowercased()] = "\(number)"
      default: break
      }
    }
    places.add(PlaceFields(values), at: position, named: name)
  }

  /// A point as it is, and of anything else the middle of the box round it; nil where there are no numbers.
  private static func middle(of coordinates: Any?) -> Position? {
    var box: (south: Double, west: Double, north: Double, east: Double)?
    // By a list and not by calls: how deep a file nests is up to its maker.
    var waiting: [Any] = [coordinates ?? []]
    while let next = waiting.popLast() {
      guard let list = next as? [Any] else { return nil }
      if let numbers = list as? [NSNumber], numbers.count >= 2 {
        let (east, north) = (numbers[0].doubleValue, numbers[1].doubleValue)
        let known = box ?? (north, east, north, east)
        box = (min(known.south, north), min(known.west, east), max(known.north, north), max(known.east, east))
      } else {
        waiting += list
      }
    }
    return box.map { Position(latitude: ($0.south + $0.north) / 2, longitude: ($0.west + $0.east) / 2) }
  }
}
