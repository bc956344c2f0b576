extension StopLine {
  /// The kind of vehicle, by GTFS and its extended types.
  public var kind: String {
    switch type {
    case 0, 5, 900..<1000: "tram"
    case 1, 400..<500: "metro"
    case 2, 100..<200: "rail"
    case 3, 700..<800: "bus"
    case 4, 1000, 1200: "ferry"
    case 6, 1300..<1400: "cable car"
    case 7, 1400..<1500: "funicular"
    case 11, 800: "trolleybus"
    case 12: "monorail"
    case 200..<300: "coach"
    case 1500..<1600: "taxi"
    default: "other"
    }
  }

  /// The most frequent headsigns.
  public var someHeadsigns: String {
    headsigns.prefix(4).joined(separator: ", ") + (headsigns.count > 4 ? " and \(headsigns.count - 4) more" : "")
  }
}
