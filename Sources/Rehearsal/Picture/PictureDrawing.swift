import Foundation
import Journey

/// The shapes of an SVG picture in their order, with every text escaped.
///
/// It refers to nothing outside of itself, and its colours follow the light or dark of whoever shows it.
struct PictureDrawing {
  private var lines: [String] = []

  private static let style = """
    svg{background:#ffffff} text{font-family:system-ui,sans-serif;font-size:12px;fill:#1b2430}
    .title{font-size:17px;font-weight:600} .strong{font-weight:700;font-size:13.5px}
    .ground{fill:#ffffff} .way{fill:none;stroke:#2b6cb0;stroke-width:3.5;stroke-linejoin:round;stroke-linecap:round}
    .gap{fill:none;stroke:#ffffff;stroke-width:3.5;stroke-dasharray:6 6}
    .fix{fill:none;stroke:#6b7785;stroke-opacity:.45;stroke-width:3;stroke-linecap:round} .stop{fill:#ffffff;stroke:#2b6cb0;stroke-width:2}
    .end{fill:#1b2430;stroke:#ffffff;stroke-width:2} .goal{fill:#c62828;stroke:#ffffff;stroke-width:2}
    .lead{stroke:#6b7785;stroke-width:1;fill:none} .number{font-weight:700;text-anchor:middle;fill:#ffffff}
    .l1{fill:#2e7d32} .l2{fill:#b25b00} .l3{fill:#c62828} .l4{fill:#6a1b9a}
    @media (prefers-color-scheme:dark){svg{background:#14181d} text{fill:#e8edf2} .ground{fill:#14181d}
    .way{stroke:#6fa8ea} .gap{stroke:#14181d} .fix{stroke:#b6c2cf} .stop{fill:#14181d;stroke:#6fa8ea}
    .end{fill:#e8edf2;stroke:#14181d} .goal{fill:#ff8a80;stroke:#14181d} .number{fill:#14181d} .lead{stroke:#9aa7b4}
    .l1{fill:#81c784} .l2{fill:#ffb74d} .l3{fill:#ff8a80} .l4{fill:#ce93d8}}
    """

  /// The file.
  func document(width: Double, height: Double, title: String) -> Data {
    let size = "width=\"\(Self.number(width))\" height=\"\(Self.number(height))\""
    let all =
      [
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
        "<svg xmlns=\"http://www.w3.org/2000/svg\" \(size) viewBox=\"0 0 \(Self.number(width)) \(Self.number(height))\""
          + " role=\"img\">",
        "<title>\(Markup.escaped(title))</title>", "<style>\(Self.style)</style>",
        "<rect class=\"ground\" width=\"100%\" height=\"100%\"/>",
      ] + lines + ["</svg>", ""]
    return Data(all.joined(separator: "\n").utf8)
  }

  mutating func path(_ points: [PicturePoint], _ style: String) {
    guard points.count > 1 else { return }
    let text = points.map { "\(Self.number($0.x)) \(Self.number($0.y))" }.joined(separator: "L")
    lines.append("<path class=\"\(style)\" d=\"M\(text)\"/>")
  }

  /// Many dots as one shape: a ride has thousands, and lines without length with round ends are the shortest way to write them.
  mutating func dots(_ points: [PicturePoint]) {
    guard !points.isEmpty else { return }
    let text = points.map { "M\(Self.number($0.x)) \(Self.number($0.y))h0" }.joined()
    lines.append("<path class=\"fix\" d=\"\(text)\"/>")
  }

  /// - Parameter hint: What a pointer that rests on it shows.
  mutating func circle(_ point: PicturePoint, _ radius: Double, _ style: String, hint: String? = nil) {
    let shape =
      "<circle class=\"\(style)\" cx=\"\(Self.number(point.x))\" cy=\"\(Self.number(point.y))\" r=\"\(Self.number(radius))\""
    lines.append(hint.map { "\(shape)><title>\(Markup.escaped($0))</title></circle>" } ?? "\(shape)/>")
  }

  /// - Parameter point: The left end of the line that the letters stand on.
  mutating func text(_ text: String, _ point: PicturePoint, _ style: String = "") {
    let name = style.isEmpty ? "" : " class=\"\(style)\""
    lines.append(
      "<text\(name) x=\"\(Self.number(point.x))\" y=\"\(Self.number(point.y))\">\(Markup.escaped(text))</text>")
  }

  /// A disc with a number or a sign.
  mutating func disc(_ sign: String, _ point: PicturePoint, _ style: String, hint: String? = nil) {
    circle(point, 9, style, hint: hint)
    text(sign, point + PicturePoint(x: 0, y: 4.3), "number")
  }

  private static func number(_ value: Double) -> String {
    let tenths = (value * 10).rounded() / 10
    return tenths == tenths.rounded() ? String(Int(tenths)) : String(tenths)
  }
}
