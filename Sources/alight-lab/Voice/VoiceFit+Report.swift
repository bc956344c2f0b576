import BatchTest
import Foundation
import Journey
import Speech

/// What a fit is worth, on what was kept aside.
extension VoiceFit {
  /// What the thresholds let through of one suite of recordings over one kind of channel.
  struct Tally {
    var channel: Channel.Kind
    var suite: String
    var count: Int
    /// Answers that were taken for what they are, and for something else.
    var right: Int
    var wrong: Int
    /// Whether the suite is other speech, of which nothing is right to take.
    var isForeign: Bool
  }

  /// By channel and suite; crowds of a thousand stops have thresholds of their own and are left out.
  func tallies(_ model: VoiceModel) -> [Tally] {
    Channel.Kind.allCases.flatMap { kind -> [Tally] in
      let own = heldOut.filter { $0.example.channel == kind && !$0.example.isAmongMany }
      return Set(own.map(\.example.suite)).sorted().map { suite in
        tally(own.filter { $0.example.suite == suite }, kind, suite, model)
      }
    }
  }

  private func tally(_ outcomes: [Outcome], _ kind: Channel.Kind, _ suite: String, _ model: VoiceModel) -> Tally {
    let taken = outcomes.compactMap { outcome -> Bool? in
      if outcome.isTaken(from: model[kind].accept) { return outcome.example.isRight }
      guard let said = outcome.example.wording, let probability = outcome.wording,
        probability >= model.wording(over: kind).accept
      else { return nil }
      return said.isRight
    }
    return Tally(
      channel: kind, suite: suite, count: outcomes.count, right: taken.count { $0 }, wrong: taken.count { !$0 },
      isForeign: outcomes.allSatisfy { !$0.example.isAnswer })
  }

  /// Probabilities against what came true, by channel: of listed answers to places and to other questions, and of free wording.
  var reliabilities: [ReliabilityChart] {
    Channel.Kind.allCases.flatMap { kind -> [ReliabilityChart] in
      let own = heldOut.filter { $0.example.channel == kind }
      let listed = own.filter { !$0.example.features.isEmpty }
      func chart(_ name: String, _ outcomes: [Outcome]) -> ReliabilityChart {
        ReliabilityChart(
          name: "\(kind.rawValue), \(name)", outcomes: outcomes.map { ($0.probability, $0.example.isRight) })
      }
      return [
        chart("places", listed.filter { !$0.example.isWorded }),
        chart("other questions", listed.filter(\.example.isWorded)),
        ReliabilityChart(
          name: "\(kind.rawValue), free wording",
          outcomes: own.compactMap { outcome in
            outcome.example.wording.flatMap { said in outcome.wording.map { ($0, said.isRight) } }
          }),
      ].filter { !$0.outcomes.isEmpty }
    }
  }

  /// As text, for a terminal.
  func heldOutReport(of model: VoiceModel) -> String {
    var lines = [introduction]
    let tallies = tallies(model)
    for kind in Channel.Kind.allCases where tallies.contains(where: { $0.channel == kind }) {
      lines.append("\(kind.rawValue): \(Self.thresholds(model, kind))")
      for tally in tallies where tally.channel == kind {
        let right = tally.isForeign ? "" : "right \(Self.share(tally.right, of: tally.count)), "
        lines.append("  \(tally.suite): \(right)wrong \(Self.share(tally.wrong, of: tally.count)) of \(tally.count)")
      }
    }
    for chart in reliabilities {
      lines.append(chart.name)
      lines += chart.bins.map { String(format: "  said %.3f, right %.3f  (%d)", $0.said, $0.right, $0.count) }
    }
    return lines.joined(separator: "\n")
  }

  /// As one page that loads nothing.
  func heldOutPage(of model: VoiceModel) -> String {
    let rows = tallies(model).map { tally in
      HTMLReport.row([
        tally.channel.rawValue, Markup.escaped(tally.suite),
        tally.isForeign ? "\u{2013}" : Self.share(tally.right, of: tally.count),
        Self.share(tally.wrong, of: tally.count), "\(tally.count)",
      ])
    }
    let kinds = Channel.Kind.allCases.map { "<li>\($0.rawValue): \(Self.thresholds(model, $0))</li>" }
    let charts = reliabilities.map { "<figure>\($0.svg)</figure>" }
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>How sure the recogniser is</title>
      <style>
      \(ChartStyle.colours)
      \(ChartStyle.charts)
      \(HTMLReport.style)
      </style>
      </head>
      <body>
      <h1>How sure the recogniser is</h1>
      <p>\(introduction). Shares come with their 95 % interval.</p>
      <ul>\(kinds.joined())</ul>
      <h2>What is taken</h2>
      <div class="wide"><table>
      <tr><th>channel</th><th>suite</th><th>taken and right</th><th>taken and wrong</th><th>recordings</th></tr>
      \(rows.joined(separator: "\n"))
      </table></div>
      <h2>What probabilities mean</h2>
      <p>On the line as many answers were right as was said; above it more were.</p>
      <div class="figures-row">
      \(charts.joined(separator: "\n"))
      </div>
      </body>
      </html>

      """
  }

  private var introduction: String {
    "\(heldOut.count) recordings, each judged by a model that has heard neither its words nor, of a person, the speaker"
  }

  private static func thresholds(_ model: VoiceModel, _ kind: Channel.Kind) -> String {
    let (listed, wording) = (model[kind], model.wording(over: kind))
    return String(
      format: "taken from %.3f on, in free wording from %.3f; refused below %.3f and %.3f", listed.accept,
      wording.accept, listed.refuse, wording.refuse)
  }

  private static func share(_ number: Int, of count: Int) -> String {
    let (low, high) = interval(number, of: count)
    return String(format: "%.4f [%.3f, %.3f]", Double(number) / Double(max(1, count)), low, high)
  }

  /// Where a share lies by 95 % (E. Wilson, "Probable inference", 1927).
  static func interval(_ count: Int, of all: Int) -> (low: Double, high: Double) {
    guard all > 0 else { return (0, 1) }
    let (z, n, p) = (1.96, Double(all), Double(count) / Double(all))
    let middle = (p + z * z / (2 * n)) / (1 + z * z / n)
    let half = z / (1 + z * z / n) * (p * (1 - p) / n + z * z / (4 * n * n)).squareRoot()
    return (max(0, middle - half), min(1, middle + half))
  }
}
