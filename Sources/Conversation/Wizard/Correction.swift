import Journey
import Matching

/// A correction in an answer: "no, I said Hagenberg", "not Pregarten but Hagenberg", "change the destination to Hagenberg".
struct Correction: Hashable {
  /// What is right instead, as it was said; empty where only the wrong was named.
  var text: String
  /// The slot that was named.
  var slot: Slot?
  /// What was said to be wrong.
  var denied: String?
  /// Whether it surely refers to something said before. A "no" alone may as well begin an answer.
  var isSure: Bool

  /// - Returns: nil where the text corrects nothing.
  init?(_ text: String, words: CorrectionWords) {
    let tokens = Normalizer.tokens(text)
    let spelled = tokens.map(\.word)
    let bytes = Array(text.utf8)
    func part(_ range: Range<Int>) -> String {
      guard let first = range.first, let last = range.last else { return "" }
      return String(decoding: bytes[tokens[first].range.lowerBound..<tokens[last].range.upperBound], as: UTF8.self)
    }
    // The colon of "8:50" parts nothing.
    func isClock(at place: Int) -> Bool {
      place > 0 && tokens[place].isNumber && tokens[place - 1].isNumber
        && tokens[place].range.lowerBound == tokens[place - 1].range.upperBound + 1
    }
    var place = 0
    var isDenial = false
    var isMarked = false
    strip: while place < tokens.count {
      for (phrases, note) in [(words.marks, 2), (words.denials, 1), (words.curses, 1), (words.fillers, 0)] {
        let length = phrases.length(at: place, of: spelled)
        guard length > 0 else { continue }
        place += length
        isDenial = isDenial || note == 1
        isMarked = isMarked || note == 2
        continue strip
      }
      break
    }
    let change = place < tokens.count ? words.change.length(at: place, of: spelled) : 0
    if change > 0, let named = words.slot(at: place + change, of: spelled) {
      let end = place + change + named.length
      self.init(text: part(end + words.to.length(at: end, of: spelled)..<tokens.count), slot: named.slot, isSure: true)
      return
    }
    // "no, interval five minutes": the slot by its name, and then what it should be.
    if isDenial, place < tokens.count, let named = words.slot(at: place, of: spelled),
      place + named.length < tokens.count
    {
      self.init(text: part(place + named.length..<tokens.count), slot: named.slot, isSure: false)
      return
    }
    let not = max(words.not.length(at: place, of: spelled), words.instead.length(at: place, of: spelled))
    // "Not less than five minutes" denies nothing.
    if not > 0, place + not < tokens.count, words.comparing.length(at: place + not, of: spelled) > 0 { return nil }
    if not > 0, place + not < tokens.count {
      let first = place + not
      // What is wrong ends with a comma, or with "but".
      let end = tokens.indices.first {
        $0 > first && (tokens[$0].breaksBefore && !isClock(at: $0) || words.but.length(at: $0, of: spelled) > 0)
      }
      let rest = end.map { $0 + words.but.length(at: $0, of: spelled) } ?? tokens.count
      self.init(text: part(rest..<tokens.count), denied: part(first..<(end ?? tokens.count)), isSure: true)
      return
    }
    // "Pregarten is wrong, it's Hagenberg"
    if place < tokens.count,
      let end = tokens.indices.first(where: { $0 > place && words.wrong.length(at: $0, of: spelled) > 0 })
    {
      let behind = [words.fillers, words.marks, words.denials].end(
        from: end + words.wrong.length(at: end, of: spelled), of: spelled)
      self.init(text: part(behind..<tokens.count), denied: part(place..<end), isSure: true)
      return
    }
    // "Pregarten instead of Hagenberg"
    if !isMarked, !isDenial, place < tokens.count,
      let end = tokens.indices.first(where: { $0 > place && words.instead.length(at: $0, of: spelled) > 0 })
    {
      let behind = end + words.instead.length(at: end, of: spelled)
      guard behind < tokens.count else { return nil }
      // What is wrong ends with a comma; what follows is said besides.
      let more = tokens.indices.first { $0 > behind && tokens[$0].breaksBefore } ?? tokens.count
      let text = [part(place..<end), part(more..<tokens.count)].filter { !$0.isEmpty }.joined(separator: ", ")
      self.init(text: text, denied: part(behind..<more), isSure: true)
      return
    }
    guard isMarked || isDenial, place < tokens.count else { return nil }
    // "I said Hagenberg, not Pregarten"
    let end = (place..<tokens.count).dropFirst().first { words.not.length(at: $0, of: spelled) > 0 }
    self.init(
      text: part(place..<(end ?? tokens.count)),
      denied: end.map { part($0 + words.not.length(at: $0, of: spelled)..<tokens.count) },
      isSure: isMarked || end != nil)
  }

  /// What stands before and behind the words that correct something in the same breath: "3, actually make it 4".
  static func inOneBreath(_ text: String, words: CorrectionWords) -> (head: String, tail: String)? {
    let tokens = Normalizer.tokens(text)
    let spelled = tokens.map(\.word)
    let bytes = Array(text.utf8)
    for first in tokens.indices.dropFirst() {
      let denial = [words.fillers].end(from: first, of: spelled)
      let denied = denial < tokens.count ? words.denials.length(at: denial, of: spelled) : 0
      let place = [words.marks, words.denials, words.fillers].end(from: first, of: spelled)
      // Without a comma a "no" alone may be part of what is said; "oh no", "no, wait" and "no 3" are not.
      guard
        words.marks.length(at: first, of: spelled) > 0 || words.apologies.length(at: first, of: spelled) > 0
          || denied > 0
            && (tokens[first].breaksBefore || place - first > denied || place < tokens.count && tokens[place].isNumber)
      else { continue }
      guard place < tokens.count else { return nil }
      return (
        String(decoding: bytes[..<tokens[first - 1].range.upperBound], as: UTF8.self),
        String(decoding: bytes[tokens[place].range.lowerBound...], as: UTF8.self)
      )
    }
    return nil
  }

  private init(text: String, slot: Slot? = nil, denied: String? = nil, isSure: Bool) {
    (self.text, self.slot, self.denied, self.isSure) = (text, slot, denied, isSure)
  }
}
