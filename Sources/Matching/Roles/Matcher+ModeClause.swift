import Foundation
import Journey

/// A way to watch that is all of an answer's first clause: "minutes, about eight", "by stops, my phone has no GPS".
struct ModeClause: Sendable {
  var mode: Mode
  var match: Match
  var words: Range<Int>
}

extension Matcher {
  /// - Returns: nil where the first clause is something else as well, or is all that was said.
  func modeClause(_ text: String, _ tokens: [Token], open: Slot) -> ModeClause? {
    guard open == .mode || open == .interval else { return nil }
    guard let end = tokens.indices.dropFirst().first(where: { beginsClause(tokens[$0]) }) else { return nil }
    let clause = Self.part(text, tokens[0].range.lowerBound..<tokens[end - 1].range.upperBound)
    guard quantities.read(clause, mode: nil).quantities.isEmpty, quantities.read(clause, mode: nil).bare.isEmpty else {
      return nil
    }
    // Between two ways to watch only the rider can choose, but "time, not stops" is no such choice.
    let isDenied = lexicon.words.cues.not.contains(tokens[end].word)
    guard isDenied || modes.read(Array(tokens[end...])).isEmpty else { return nil }
    let match = matchMode(clause)
    guard let taken = match.accepted, let mode = Mode(rawValue: taken.value) else { return nil }
    let denied = isDenied ? modes.read(Array(tokens[end...])).first?.words.first : nil
    return ModeClause(mode: mode, match: match, words: 0..<end + (denied?.upperBound ?? 0))
  }

  /// Takes the way to watch, and a number behind it as an amount of it.
  func take(_ clause: ModeClause, _ text: String, _ result: inout Interpretation, _ sketch: inout PartSketch) {
    let before = result.slots[.mode]
    if let told = result.slots[.interval]?.accepted.flatMap({ Interval(canonical: $0.value) }), told.mode == clause.mode
    {
      sketch.mark(clause.words, .mode)
      return
    }
    if before?.decision != .accept, result.slots[.interval]?.decision != .accept {
      result.slots[.mode] = clause.match
      result.slots[.mode]?.utterance = result.utterance
      sketch.mark(clause.words, .mode)
    }
    let rest = String(
      decoding: Array(sketch.blanked(text).utf8).enumerated().map { place, byte in
        place < sketch.tokens[clause.words.upperBound - 1].range.upperBound ? UInt8(ascii: " ") : byte
      }, as: UTF8.self)
    let reading = quantities.read(rest, mode: clause.mode)
    guard reading.quantities.isEmpty, let bare = reading.bare.first else { return }
    var match = matchInterval(rest, mode: clause.mode)
    guard match.decision == .accept else { return }
    match.utterance = result.utterance
    result.slots[.interval] = match
    result.slots[.mode] = clause.match
    result.slots[.mode]?.utterance = result.utterance
    sketch.mark(clause.words, .mode)
    sketch.mark(bytes: bare.range, .interval)
  }
}
