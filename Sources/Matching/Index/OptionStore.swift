import BuiltFiles
import Journey

/// The options as an index keeps them.
struct OptionStore: Sendable {
  private let texts: FlatArray<UInt8>
  private let ranges: FlatArray<UInt32>
  private let numbers: FlatArray<UInt32>
  private let alternatives: FlatArray<UInt32>
  private let places: FlatArray<Double>
  private let groups: FlatArray<UInt32>

  init(_ image: IndexImage) {
    texts = image.array(.texts, of: UInt8.self)
    ranges = image.array(.textRanges, of: UInt32.self)
    numbers = image.array(.options, of: UInt32.self)
    alternatives = image.array(.alternatives, of: UInt32.self)
    places = image.array(.places, of: Double.self)
    groups = image.array(.nameGroups, of: UInt32.self)
  }

  var count: Int { groups.count }

  func served(_ option: Int) -> Double { places[option * 3 + 2] }
  func group(_ option: Int) -> UInt32 { groups[option] }

  func position(_ option: Int) -> Position? {
    let (north, east) = (places[option * 3], places[option * 3 + 1])
    return north.isNaN || east.isNaN ? nil : Position(latitude: north, longitude: east)
  }

  func option(_ option: Int) -> MatchOption {
    let first = Int(numbers[option * 6 + 4])
    let end = Int(numbers[option * 6 + 5])
    return MatchOption(
      id: text(numbers[option * 6]) ?? "", name: text(numbers[option * 6 + 1]) ?? "",
      language: text(numbers[option * 6 + 2]),
      alternatives: (first..<end).map { place in
        MatchOption.Alternative(
          language: text(alternatives[place * 2]) ?? "", name: text(alternatives[place * 2 + 1]) ?? "")
      },
      position: position(option),
      country: text(numbers[option * 6 + 3]), served: served(option))
  }

  private func text(_ number: UInt32) -> String? {
    guard number != .max else { return nil }
    let start = Int(ranges[Int(number) * 2])
    let length = Int(ranges[Int(number) * 2 + 1])
    return String(decoding: texts.buffer[start..<start + length], as: UTF8.self)
  }
}
