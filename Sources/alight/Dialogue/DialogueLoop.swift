import Conversation
import Dialogue
import Foundation
import Journey
import Speech

/// Holds a dialogue at the command line: answers come from flags, recordings, lines and a microphone, and what comes of them is shown.
struct DialogueLoop {
  private var dialogue: Dialogue
  private let screen: any DialogueScreen
  private var sources: AnswerSources
  /// Asks and listens once flags and recordings are used up; nil where lines are read instead.
  private let voice: VoiceDialogue?
  /// Where the last answer came from, to name it when it stays unclear.
  private var origin: AnswerSources.Origin?
  /// What was put out since somebody listened: flags and recordings are answered before anything is spoken.
  private var unspoken: [WizardOutput] = []

  /// How a dialogue ended, with what was stored.
  struct Result {
    var ending: Ending
    var reminder: Reminder?
    /// The trip of several stops that was set in the place of a reminder.
    var trip: TripDesk.Planned?
    var draft: UUID
    /// Where several sources answered, the one whose answer was worked on last.
    var origin: AnswerSources.Origin?
    /// What was wrong with the last answer, if it was not taken.
    var trouble: String?
    /// Whether there is a draft to go on with.
    var isDraftKept: Bool
  }

  /// - Parameter dialogue: Not begun; where there is a voice it speaks.
  init(_ dialogue: Dialogue, screen: any DialogueScreen, sources: AnswerSources, voice: VoiceDialogue? = nil) {
    (self.dialogue, self.screen, self.sources, self.voice) = (dialogue, screen, sources, voice)
  }

  /// Runs to the end of the dialogue.
  mutating func run() async throws -> Result {
    var step = try dialogue.begin()
    while true {
      if let notice = step.notice { screen.tell(notice) }
      try screen.show(step, of: dialogue, isAnswered: step.ending == nil && sources.hasFlag(for: dialogue.state.open))
      unspoken.removeAll(where: \.awaitsAnswer)
      unspoken += step.outputs
      if let ending = step.ending {
        await voice?.session.say(sentencesToSpeak())
        return Result(
          ending: ending, reminder: dialogue.reminder, trip: dialogue.trip, draft: dialogue.state.draft.id,
          origin: origin,
          trouble: dialogue.trouble.map(dialogue.setting.prompts.texts.say), isDraftKept: dialogue.hasDraft)
      }
      step = try await next()
    }
  }

  private mutating func sentencesToSpeak() -> String {
    defer { unspoken = [] }
    return voice?.talk.sentences(unspoken) ?? ""
  }

  /// Takes the next answer in from wherever it comes.
  private mutating func next() async throws -> DialogueStep {
    if voice == nil { screen.mark() }
    if let list = sources.lines as? SelectionList { list.suggestions = try dialogue.suggestions() }
    switch sources.next(for: dialogue.state.open) {
    case .text(let text, let origin):
      self.origin = origin
      switch origin {
      case .flag: return try await dialogue.answer(.text(text, .flag))
      case .event: return try await answer(AnswerEvent(text))
      case .line, .recording, .microphone: return try await dialogue.answer(.text(text, .typed))
      }
    case .recording(let file):
      origin = .recording(file)
      return try await dialogue.answer(.recording(WaveFile(path: file), named: file))
    case .invalid(let reason):
      origin = .line
      return try await dialogue.answer(.silence(reason))
    case .end:
      if let voice { return try await live(voice) }
      screen.leaveMark()
      return try await dialogue.answer(.end)
    }
  }

  /// An answer of another front end: words, an option, or the name of a recording.
  private mutating func answer(_ event: AnswerEvent) async throws -> DialogueStep {
    switch event {
    case .text(let text): return try await dialogue.answer(.text(text, .typed))
    case .option(let id): return try await dialogue.answer(.option(id))
    case .recording(let file):
      do {
        return try await dialogue.answer(.recording(WaveFile(path: file), named: file))
      } catch let error as SpeechError where error.isAboutRecording {
        return try await dialogue.answer(.silence(error.description))
      }
    case .invalid(let reason): return try await dialogue.answer(.silence(reason))
    }
  }

  /// Puts the question by voice and takes what is said or typed.
  private mutating func live(_ voice: VoiceDialogue) async throws -> DialogueStep {
    do {
      let line = unspoken.lazy.compactMap(\.line).first
      let preview = voice.session.showsPreview ? try dialogue.preview() : nil
      switch try await voice.session.answer(after: sentencesToSpeak(), editing: line, preview: preview) {
      case .typed(let text):
        origin = .line
        return try await dialogue.answer(.text(text, .typed))
      case .spoken(let recording):
        origin = .microphone
        return try await dialogue.answer(.recording(recording, named: "microphone"))
      case .nothing:
        origin = .microphone
        return try await dialogue.answer(.silence(""))
      case .interrupted: return try await dialogue.answer(.interrupt)
      case .end: return try await dialogue.answer(.end)
      }
    } catch let error as SpeechError {
      let cause = "\(error)"
      let texts = dialogue.setting.prompts.texts
      throw CommandFailure(
        FailureReport(error).status, dialogue.hasDraft ? texts.say(.endDraftKept, ["text": cause]) : cause)
    }
  }
}

extension WizardOutput {
  /// What is to be edited.
  fileprivate var line: String? { if case .ask(let prompt) = self { prompt.line } else { nil } }
}
