import ArgumentParser
import Terminal
import Timetable

extension Paint {
  /// A line's name between spaces, in the operator's colours.
  func badge(_ line: StopLine) -> String {
    let text = " \(line.shortName) "
    guard isOn, let back = Self.components(line.color) else { return isOn ? strong(text) : text }
    // GTFS leaves the colour of the text black where the feed does not say; on a dark ground that cannot be read.
    let light = 0.299 * Double(back[0]) + 0.587 * Double(back[1]) + 0.114 * Double(back[2]) > 140
    let front = Self.components(line.textColor) ?? (light ? [0, 0, 0] : [255, 255, 255])
    let codes = [48, 2] + back + [38, 2] + front
    return "\u{1B}[\(codes.map(String.init).joined(separator: ";"))m\(text)\u{1B}[0m"
  }

  private static func components(_ color: String?) -> [Int]? {
    guard let color, color.count == 6, let value = Int(color, radix: 16) else { return nil }
    return [value >> 16 & 255, value >> 8 & 255, value & 255]
  }
}

extension StopLine {
  /// The name as far as a table has room: some feeds give lines no short name.
  var shortName: String { TextColumns.cut(name, to: 20) }
}

/// Whether data is printed in colour.
struct DataColour: ParsableArguments {
  @Option(help: "Colour: always, never, or auto: at a terminal, unless NO_COLOR or TERM=dumb says no.")
  var color = ColourPolicy.auto

  var paint: Paint { Paint(isOn: color.isOnForData) }
}
