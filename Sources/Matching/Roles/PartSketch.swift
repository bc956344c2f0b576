import Foundation
import Journey

/// What each word of an utterance was read as, while it is read.
struct PartSketch: Sendable {
  private enum Label: Sendable, Equatable {
    case kind(InterpretationPart.Kind)
    case time(TravelTime)
    /// A stretch in which a place was looked for in vain.
    case noPlace(MatchReason)
  }

  let tokens: [Token]
  private var labels: [Label?]
  private var verbs: [(words: Range<Int>, time: TravelTime)] = []

  init(tokens: [Token]) {
    self.tokens = tokens
    labels = Array(repeating: nil, count: tokens.count)
  }

  /// Whether the word was read as nothing so far.
  func isFree(_ place: Int) -> Bool { labels[place] == nil || labels[place] == .kind(.affirmation) }

  mutating func mark(_ words: Range<Int>, _ kind: InterpretationPart.Kind) {
    for place in words { labels[place] = .kind(kind) }
  }

  /// Marks the words that overlap a stretch of the text.
  mutating func mark(bytes range: Range<Int>, _ kind: InterpretationPart.Kind) {
    for place in tokens.indices where tokens[place].range.overlaps(range) { labels[place] = .kind(kind) }
  }

  mutating func mark(_ words: Range<Int>, _ time: TravelTime) {
    for place in words { labels[place] = .time(time) }
  }

  /// A verb before a time, which belongs to it unless it leads in a place as well: "leave at five for Linz".
  mutating func lead(_ words: Range<Int>, _ time: TravelTime) { verbs.append((words, time)) }

  /// A place with its cue; where none was found, only the words that were looked at.
  /// - Parameter unread: Words among those of the name that the name does not have.
  mutating func mark(
    _ span: RoleSpan?, _ reading: PlaceReading, _ slot: Slot, _ match: Match, unread: Set<Int> = [],
    isSmall: (Token) -> Bool
  ) {
    var words = match.decision == .reject ? span?.words ?? reading.words : reading.words
    if match.decision != .reject, let cue = span?.cue {
      words = min(cue.lowerBound, words.lowerBound)..<max(cue.upperBound, words.upperBound)
    }
    while words.count > 1, !reading.isExact, isSmall(tokens[words.upperBound - 1]),
      span?.cue?.contains(words.upperBound - 1) != true
    {
      words = words.lowerBound..<words.upperBound - 1
    }
    let label: Label = match.decision == .reject ? .noPlace(match.reason) : .kind(.init(slot))
    for place in words where labels[place] == nil && !unread.contains(place) { labels[place] = label }
  }

  /// The text with commas and spaces instead of the times, each byte in its place.
  func blanked(_ text: String) -> String {
    var bytes = Array(text.utf8)
    for (place, label) in labels.enumerated() {
      guard case .time = label else { continue }
      for byte in tokens[place].range { bytes[byte] = UInt8(ascii: " ") }
      bytes[tokens[place].range.lowerBound] = UInt8(ascii: ",")
      // What stands between the digits of a time belongs to it.
      if place > 0, labels[place - 1] == label {
        for byte in tokens[place - 1].range.upperBound..<tokens[place].range.lowerBound {
          bytes[byte] = UInt8(ascii: " ")
        }
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The parts in order.
  func parts(of result: Interpretation, _ text: String, isSmall: (Token) -> Bool) -> [InterpretationPart] {
    var labels = labels
    for verb in verbs where verb.words.allSatisfy({ labels[$0] == nil }) {
      for place in verb.words { labels[place] = .time(verb.time) }
    }
    let final = labels.indices.map { place in
      labels[place] ?? .kind(isSmall(tokens[place]) ? .filler : .notUnderstood)
    }
    let bytes = Array(text.utf8)
    var parts: [InterpretationPart] = []
    var start = 0
    for place in final.indices where place + 1 == final.count || final[place + 1] != final[place] {
      let range = tokens[start].range.lowerBound..<tokens[place].range.upperBound
      parts.append(
        part(final[start], range, String(decoding: bytes[range], as: UTF8.self), result))
      start = place + 1
    }
    return parts
  }

  private func part(
    _ label: Label, _ range: Range<Int>, _ text: String, _ result: Interpretation
  ) -> InterpretationPart {
    func part(_ kind: InterpretationPart.Kind, _ match: Match?, _ reason: MatchReason) -> InterpretationPart {
      InterpretationPart(
        kind: kind, text: text, range: range, value: match?.value ?? match?.command, decision: match?.decision,
        reason: match?.reason ?? reason)
    }
    switch label {
    case .time(let time):
      return InterpretationPart(
        kind: time.event == .arrival ? .arrival : .departure, text: text, range: range, value: time.canonical,
        decision: .accept,
        reason: time.isEventSaid ? .init(.time, "it was said for what") : .init(.time, "the likelier of both"))
    case .noPlace(let reason): return part(.notUnderstood, nil, reason)
    case .kind(let kind):
      switch kind {
      case .command: return part(kind, result.command, .init(.command, ""))
      case .affirmation:
        var affirmation = part(kind, nil, .init(.affirmation, "\(result.affirmation?.isYes == true ? "yes" : "no")"))
        affirmation.value = result.affirmation?.isYes == true ? "yes" : "no"
        return affirmation
      case .filler: return part(kind, nil, .init(.filler, "says nothing by itself"))
      case .notUnderstood: return part(kind, nil, .init(.unknown, "nothing explains it"))
      default:
        return part(kind, Slot(rawValue: kind.rawValue).flatMap { result.slots[$0] }, .init(.unclear, "no value"))
      }
    }
  }
}
