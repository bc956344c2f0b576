import Foundation

/// How many recordings were heard rightly.
struct HearingTally: Encodable {
  private(set) var recordings = 0
  /// Recordings that are no answer: nothing may be taken for one.
  private(set) var foreign = 0
  private var best = 0
  private var firstEight = 0
  private var right = 0
  private var wrong = 0
  private var foreignTaken = 0
  private var asked = 0
  private var seconds = 0.0
  private var audioSeconds = 0.0

  mutating func count(_ answer: HeardAnswer, expected: String) {
    seconds += answer.seconds
    audioSeconds += answer.audioSeconds
    guard !expected.isEmpty else {
      foreign += 1
      if answer.accepted != nil { foreignTaken += 1 }
      return
    }
    recordings += 1
    if answer.values.first == expected { best += 1 }
    if answer.values.prefix(8).contains(expected) { firstEight += 1 }
    if answer.isAsked { asked += 1 }
    guard let accepted = answer.accepted else { return }
    if accepted == expected { right += 1 } else { wrong += 1 }
  }

  private static func share(_ count: Int, of all: Int) -> Double? { all == 0 ? nil : Double(count) / Double(all) }

  var top1: Double? { Self.share(best, of: recordings) }
  var top8: Double? { Self.share(firstEight, of: recordings) }
  var acceptedRight: Double? { Self.share(right, of: recordings) }
  var acceptedWrong: Double? { Self.share(wrong, of: recordings) }
  var askedBack: Double? { Self.share(asked, of: recordings) }
  var foreignAccepted: Double? { Self.share(foreignTaken, of: foreign) }
  /// Time to hear over time heard.
  var realTimeFactor: Double? { audioSeconds > 0 ? seconds / audioSeconds : nil }

  enum CodingKeys: String, CodingKey {
    case recordings, foreign, top1, top8, acceptedRight, acceptedWrong, askedBack, foreignAccepted, realTimeFactor
  }

  func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(recordings, forKey: .recordings)
    try fields.encode(foreign, forKey: .foreign)
    for (key, value) in [
      (CodingKeys.top1, top1), (.top8, top8), (.acceptedRight, acceptedRight), (.acceptedWrong, acceptedWrong),
      (.askedBack, askedBack), (.foreignAccepted, foreignAccepted), (.realTimeFactor, realTimeFactor),
    ] { try fields.encodeIfPresent(value, forKey: key) }
  }

  static let heading = ["n", "top-1", "top-8", "right", "wrong", "asked", "foreign", "rtf"]

  /// As a row under `heading`.
  var cells: [String] {
    let shares = [top1, top8, acceptedRight, acceptedWrong, askedBack, foreignAccepted, realTimeFactor]
    return ["\(recordings + foreign)"] + shares.map { $0.map { String(format: "%.3f", $0) } ?? "-" }
  }
}

/// Tallies by rows of a table.
struct HearingTable {
  private var tallies: [[String]: HearingTally] = [:]

  mutating func count(_ answer: HeardAnswer, expected: String, in rows: [[String]]) {
    for row in rows { tallies[row, default: HearingTally()].count(answer, expected: expected) }
  }

  /// In the order of their names.
  var rows: [(name: [String], tally: HearingTally)] {
    tallies.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { ($0.key, $0.value) }
  }

  /// - Parameter names: what the first columns hold.
  func text(_ names: [String]) -> String {
    let lines = [names + HearingTally.heading] + rows.map { $0.name + $0.tally.cells }
    let widths = (lines.first ?? []).indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
    return lines.map { line in
      zip(line, widths).enumerated().map { column, cell in
        let padding = String(repeating: " ", count: cell.1 - cell.0.count)
        return column < names.count ? cell.0 + padding : padding + cell.0
      }.joined(separator: "  ")
    }.joined(separator: "\n")
  }
}
