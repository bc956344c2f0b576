import Foundation
import Journey

/// How often answers that were given a probability were right, as SVG: on the diagonal a probability means what it says. A dot's area
/// tells how many answers it stands for, its bar the 95 % interval.
struct ReliabilityChart {
  let name: String
  /// Answers with the probability that each was given by a model that had not seen it.
  let outcomes: [(said: Double, isRight: Bool)]

  static let side = 260
  private static let left = 40
  private static let top = 26
  private static let plot = 200

  /// Answers of about the same probability.
  struct Bin {
    var count: Int
    /// The mean of what was said.
    var said: Double
    var right: Double
    /// Where the share of right ones lies by 95 %.
    var interval: (low: Double, high: Double)
  }

  /// From one of these to the next; where answers are taken they lie close.
  private static let edges = [0, 0.1, 0.25, 0.5, 0.7, 0.85, 0.92, 0.96, 0.985, 1.01]

  var bins: [Bin] {
    zip(Self.edges, Self.edges.dropFirst()).compactMap { low, high in
      let inside = outcomes.filter { $0.said >= low && $0.said < high }
      guard !inside.isEmpty else { return nil }
      let right = inside.count(where: \.isRight)
      return Bin(
        count: inside.count, said: inside.reduce(0) { $0 + $1.said } / Double(inside.count),
        right: Double(right) / Double(inside.count), interval: VoiceFit.interval(right, of: inside.count))
    }
  }

  var svg: String {
    let (left, top, end) = (Self.left, Self.top, Self.top + Self.plot)
    var parts = [
      "<svg class=\"chart\" xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(Self.side) \(Self.side)\" "
        + "width=\"\(Self.side)\" height=\"\(Self.side)\" role=\"img\" "
        + "aria-label=\"\(Markup.escaped(name)): said and right, \(outcomes.count) answers\">",
      "<text class=\"name\" x=\"\(left)\" y=\"16\">\(Markup.escaped(name)) (\(outcomes.count))</text>",
      "<rect class=\"empty\" x=\"\(left)\" y=\"\(top)\" width=\"\(Self.plot)\" height=\"\(Self.plot)\"/>",
      "<line class=\"rule\" x1=\"\(left)\" y1=\"\(end)\" x2=\"\(left + Self.plot)\" y2=\"\(top)\"/>",
    ]
    for tick in [0, 0.5, 1] {
      parts.append(
        "<text class=\"axis\" x=\"\(x(tick))\" y=\"\(end + 15)\" text-anchor=\"middle\">\(tick.formatted())</text>")
      parts.append(
        "<text class=\"axis\" x=\"\(left - 6)\" y=\"\(y(tick))\" text-anchor=\"end\">\(tick.formatted())</text>")
    }
    parts.append(
      "<text class=\"axis\" x=\"\(left + Self.plot / 2)\" y=\"\(end + 30)\" text-anchor=\"middle\">probability said</text>"
    )
    parts += bins.map(dot)
    parts.append("</svg>")
    return parts.joined(separator: "\n")
  }

  private func dot(_ bin: Bin) -> String {
    let radius = (2 + 8 * (Double(bin.count) / Double(max(1, outcomes.count))).squareRoot()).rounded(toPlaces: 1)
    let (said, right) = (bin.said.rounded(toPlaces: 3), bin.right.rounded(toPlaces: 3))
    return "<g><title>said \(said), right \(right) of \(bin.count)</title>"
      + "<line style=\"stroke: var(--right)\" x1=\"\(x(bin.said))\" y1=\"\(y(bin.interval.low))\" x2=\"\(x(bin.said))\" "
      + "y2=\"\(y(bin.interval.high))\"/>"
      + "<circle class=\"right\" cx=\"\(x(bin.said))\" cy=\"\(y(bin.right))\" r=\"\(radius)\"/></g>"
  }

  private func x(_ share: Double) -> Double { (Double(Self.left) + share * Double(Self.plot)).rounded(toPlaces: 1) }

  private func y(_ share: Double) -> Double {
    (Double(Self.top + Self.plot) - share * Double(Self.plot)).rounded(toPlaces: 1)
  }
}

extension Double {
  fileprivate func rounded(toPlaces places: Int) -> Double {
    let scale = pow(10, Double(places))
    return (self * scale).rounded() / scale
  }
}
