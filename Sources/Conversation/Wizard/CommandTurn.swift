import Journey
import Matching

/// Commands: what a rider may say at any time instead of an answer.
extension DialogueTurn {
  mutating func perform(_ command: WizardCommand) {
    switch command {
    case .help: help()
    case .repeat: putAgain()
    case .options: sayOptions()
    case .alternatives, .more: moreOptions()
    case .back: goBack()
    case .skip: takeDefault()
    case .undo: undo()
    case .redo: redo()
    case .review: review()
    case .swap: swapEnds()
    case .startover: askToStartOver()
    case .bye, .quit: keep()
    case .cancel: askToCancel()
    case .maybe: beUnsure()
    case .why: explain()
    case .time: tellTime()
    case .reminders: outputs.append(.lookUp(.reminders))
    case .usual: outputs.append(.lookUp(.usual))
    case .thanks:
      tell(.thanks)
      putAgain()
    case .greeting:
      tell(.greeting)
      putAgain()
    case .yes, .no: putUnknown()
    }
  }

  /// Something was said that is nothing to be done here.
  mutating func putUnknown() {
    tell(.unknownCommand)
    putAgain()
  }

  mutating func putAgain() {
    state.pending == nil ? ask(letters: hasLetters) : putPending()
  }

  /// The second time in a row the longer text. Asking for help is no failure.
  private mutating func help() {
    let turn = state.counters[state.open, default: .init()].help
    state.counters[state.open, default: .init()].help += 1
    let id: PromptID =
      switch state.open {
      case .from: .helpFrom
      case .to: .helpTo
      case .mode: .helpMode
      case .interval: .helpInterval
      case .arrival: .helpArrival
      case .readBack: .helpReadBack
      }
    outputs.append(.told(.text(id, level: turn)))
    tell(.helpCommands)
    putAgain()
  }

  /// "Maybe" is no answer: counted as a no-match, with help.
  private mutating func beUnsure() {
    let counters = state.counters[state.open, default: .init()]
    // The short text and the long one in turn.
    let level = (counters.help + counters.noMatch) % 2
    let id: PromptID? =
      switch state.open {
      case .from: .helpFrom
      case .to: .helpTo
      case .mode: .helpMode
      case .interval: .helpInterval
      case .arrival, .readBack: nil
      }
    let text = id.map { Phrase.text($0, level: level) } ?? .text(state.pending == nil ? .needsAnswer : .eitherOr)
    outputs.append(.unclear(state.open, text))
    countNoMatch()
  }

  /// What may be said here, and what may be said anywhere.
  private mutating func sayOptions() {
    state.page = 0
    tell(.helpCommands)
    putAgain()
  }

  private mutating func moreOptions() {
    let next = options(for: state.open, page: state.page + 1)
    if next.isEmpty || state.open == .mode || state.open == .interval {
      tell(.noMoreOptions)
      state.page = 0
    } else {
      state.page += 1
    }
    putAgain()
  }

  // MARK: Moving

  /// Re-opens the question answered last, with its old value as the default.
  mutating func goBack() {
    state.pending = nil
    state.queued = [:]
    guard let slot = state.answered.last else {
      tell(.atFirstQuestion)
      return ask()
    }
    state.answered.removeLast()
    tell(.wentBack, ["value": clear(slot)])
    state.open = Question(slot)
    advance()
  }

  /// Empties a slot, keeps its value as the default, and says it.
  @discardableResult
  mutating func clear(_ slot: Slot) -> Phrase {
    var value = Phrase.nothing
    switch slot {
    case .from:
      value = (state.draft.from?.value).map(shown) ?? .nothing
      state.former.from = state.draft.from
      if state.draft.comesFromAnywhere { value = .text(.anywhere) }
      (state.draft.from, state.draft.isFromAnywhere) = (nil, state.draft.comesFromAnywhere ? false : nil)
      forgetRide()
    case .to:
      value = (state.draft.to?.value).map(shown) ?? .nothing
      state.former.to = state.draft.to
      state.draft.to = nil
      forgetRide()
    case .mode:
      value = state.draft.mode.map { wording.value($0.value) } ?? .nothing
      state.former.mode = state.draft.mode?.value
      state.draft.mode = nil
    case .interval:
      value = state.draft.interval.map { wording.value($0.value) } ?? .nothing
      state.former.interval = state.draft.interval?.value
      (state.draft.interval, state.draft.ladder) = (nil, nil)
    }
    return value
  }

  private mutating func undo() {
    guard let last = state.undoStack.popLast() else {
      tell(.nothingToUndo)
      return putAgain()
    }
    state.redoStack.append(state.answers)
    restore(last)
    tell(.undone)
    advance()
  }

  private mutating func redo() {
    guard let next = state.redoStack.popLast() else {
      tell(.nothingToRedo)
      return putAgain()
    }
    state.undoStack.append(state.answers)
    restore(next)
    tell(.redone)
    advance()
  }

  private mutating func restore(_ answers: WizardState.Answers) {
    state.answers = answers
    // The step that undoes is none to be undone.
    state.before = nil
    state.pending = nil
    state.queued = [:]
    state.echoed = []
    state.runnerUp = nil
    state.suggestions[.to] = nil
  }

  private mutating func swapEnds() {
    if case .confirmEnds(let from, let to) = state.pending, let first = from.candidates.first,
      let second = to.candidates.first
    {
      state.pending = nil
      take(second, to, for: .from, tier: .confirm)
      take(first, from, for: .to, tier: .confirm)
      return advance()
    }
    guard let from = state.draft.from, let to = state.draft.to else {
      tell(.unknownCommand)
      return putAgain()
    }
    state.pending = nil
    state.queued = [:]
    state.draft.from = to
    state.draft.to = from
    state.runnerUp = nil
    state.suggestions[.to] = nil
    // The way back is another ride, at another time.
    state.leaveBoard(keepingTime: false)
    forgetRide()
    tell(.swapped, ["from": .name(to.value.name), "to": .name(from.value.name)])
    advance()
  }

  private mutating func review() {
    let answers = state.draft.filledSlots.map { slot -> Phrase in
      switch slot {
      case .from: .text(.echoFrom, ["value": (state.draft.from?.value).map(shown) ?? .nothing])
      case .to: .text(.echoTo, ["value": (state.draft.to?.value).map(shown) ?? .nothing])
      case .mode: .text(.echoMode, ["value": state.draft.mode.map { wording.value($0.value) } ?? .nothing])
      case .interval: .text(.echoInterval, ["value": state.draft.interval.map { wording.value($0.value) } ?? .nothing])
      }
    }
    if answers.isEmpty {
      tell(.reviewNothing)
    } else {
      for answer in answers { outputs.append(.told(answer)) }
    }
    putAgain()
  }

  // MARK: Ending

  mutating func keep() {
    guard !state.draft.filledSlots.isEmpty || state.isAskingBack else { return cancel() }
    tell(.kept)
    end(.kept)
  }

  private mutating func askToStartOver() {
    guard !state.draft.filledSlots.isEmpty else { return startOver() }
    state.pending = .startOver
    putPending()
  }

  mutating func startOver() {
    var fresh = Draft(
      id: state.draft.id, createdAt: state.draft.createdAt, vibration: state.draft.vibration, alarm: state.draft.alarm)
    (fresh.speech, fresh.volume) = (state.draft.speech, state.draft.volume)
    fresh.ride = nil
    state.draft = fresh
    state.answered = []
    state.counters = [:]
    state.excluded = [:]
    state.former = .init()
    state.queued = [:]
    state.pending = nil
    (state.echoed, state.heard, state.runnerUp) = ([], nil, nil)
    (state.wantedRide, state.trip) = (nil, nil)
    (state.wantedLine, state.avoidsLine, state.linesSought, state.timeBeforeLine) = (nil, nil, nil, nil)
    state.leaveBoard(keepingTime: false)
    forgetRide()
    tell(.startedOver)
    advance()
  }

  private mutating func askToCancel() {
    guard state.draft.filledSlots.count >= 2 else { return cancel() }
    state.pending = .cancel
    putPending()
  }

  mutating func cancel() {
    tell(.cancelled)
    end(.cancelled)
  }
}
