import Journey

/// Where `RoleSplitter` is on its way through an utterance, and the spans that it has closed.
struct RoleWalk {
  let tokens: [Token]
  /// The words that are not hidden.
  let shown: [Int]
  let fillers: Set<String>
  private(set) var spans: [RoleSpan] = []
  /// The place in `shown`.
  var place = 0
  private(set) var slot: Slot?
  private(set) var isBetween = false
  private(set) var isDenied = false
  private var isCorrected = false
  private var isWeak = false
  private var cue: Range<Int>?
  private var start = 0
  private var guesses: [Int] = []
  /// Cues and fillers that a name holds, which make even "Stop to Go" and "my place" more than fillers.
  var names: Set<Int> = []
  /// The hidden words that are no times.
  var amounts: Set<Int> = []
  private var before: (slot: Slot?, isWeak: Bool) = (nil, false)

  init(tokens: [Token], shown: [Int], fillers: Set<String>) {
    self.tokens = tokens
    self.shown = shown
    self.fillers = fillers
  }

  /// The words of the cue before the open span.
  var ledBy: [String] { cue.map { tokens[$0].map(\.word) } ?? [] }

  /// Whether the open span holds anything but fillers.
  var hasContent: Bool { holdsContent(start..<place) }

  private func holdsContent(_ places: Range<Int>) -> Bool {
    places.contains { !fillers.contains(tokens[shown[$0]].word) || names.contains(shown[$0]) }
  }

  /// Behind hidden words a new span begins, with the cue before them if that has no place yet.
  mutating func crossGap() {
    guard place > 0, shown[place] != shown[place - 1] + 1, place > start || cue != nil else { return }
    if hasContent {
      close(slot)
    } else if tokens[shown[place]].breaksBefore {
      reset()
    } else {
      start = place
    }
  }

  mutating func open(_ next: RoleSplitter.Cue, count: Int) {
    let held = (slot, isWeak)
    // "Not to Linz" denies as "not Linz" does.
    let staysDenied = isDenied && start == place
    let staysCorrected = isCorrected && !hasContent
    close(slot)
    cue = shown[place]..<shown[place + count - 1] + 1
    switch next {
    case .end(let slot, let isWeak): (self.slot, self.isWeak) = (slot, isWeak)
    case .between: (slot, isBetween) = (.from, true)
    case .denial, .via: (isDenied, before) = (true, held)
    }
    isDenied = isDenied || staysDenied
    isCorrected = staysCorrected
    place += count
    start = place
  }

  /// What was denied ends here; what follows has the cue that stood before it.
  mutating func endDenial(count: Int) {
    start = place
    (slot, isWeak) = before
    isDenied = false
    cue = nil
    place += count
    start = place
    if count == 0 { place += 1 }
  }

  /// What follows stands instead of the place before, if one was said.
  mutating func correct(count: Int) {
    close(slot)
    (slot, isCorrected) = (spans.last?.slot, !spans.isEmpty)
    place += count
    start = place
  }

  mutating func guess(from place: Int) { guesses.append(place) }

  /// Closes the open span, whose cue may stand behind it.
  mutating func close(_ slot: Slot?, cueBehind count: Int = 0) {
    if count > 0 { cue = shown[place]..<shown[place + count - 1] + 1 }
    if !isDenied, holdsContent(start..<place) {
      if isCorrected { spans.removeAll { $0.slot == slot } }
      spans.append(RoleSpan(slot: slot, words: words(start), cue: cue, isWeak: isWeak))
      for guess in guesses where guess < place && holdsContent(guess..<place) {
        spans.append(RoleSpan(slot: slot, words: words(guess), cue: cue, isWeak: true, isGuess: true))
      }
    }
    place += count
    reset()
  }

  private func words(_ first: Int) -> Range<Int> { shown[first]..<shown[place - 1] + 1 }

  private mutating func reset() {
    (slot, isBetween, isDenied, isWeak, cue, guesses) = (nil, false, false, false, nil, [])
    isCorrected = false
    start = place
  }
}
