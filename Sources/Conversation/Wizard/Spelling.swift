import Foundation

/// Numbers and days written out for the ear, by the rules of the Unicode locale data for the language.
struct Spelling {
  let language: String

  init(_ language: String) {
    self.language = language
  }

  /// "seven", "one point five"
  func number(_ value: Double) -> String {
    let formatter = NumberFormatter()
    formatter.locale = Locale(identifier: language)
    formatter.numberStyle = .spellOut
    // The locale data marks where long words may be broken, which is nothing to say.
    return formatter.string(from: NSNumber(value: value))?.replacing("\u{AD}", with: "") ?? String(format: "%g", value)
  }

  /// "Tuesday, December 1"
  func day(_ instant: Date, zone: String) -> String {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: language)
    formatter.timeZone = TimeZone(identifier: zone) ?? .gmt
    formatter.setLocalizedDateFormatFromTemplate("EEEEdMMMM")
    return formatter.string(from: instant)
  }
}
