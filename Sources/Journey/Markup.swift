import Foundation

/// Text made safe for HTML, SVG and XML.
public enum Markup {
  /// Escapes what has a meaning in markup, and leaves out what XML 1.0 cannot hold at all.
  public static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      case "\t", "\n": result.unicodeScalars.append(scalar)
      default:
        let isAllowed = scalar.value >= 0x20 && scalar.value != 0x7F && !(0xFFFE...0xFFFF).contains(scalar.value)
        result.unicodeScalars.append(isAllowed ? scalar : "\u{FFFD}")
      }
    }
    return result
  }

  /// A text cut to so many characters, with an ellipsis in place of the rest.
  public static func short(_ text: String, _ length: Int) -> String {
    text.count <= length ? text : "\(text.prefix(length - 1))…"
  }
}
