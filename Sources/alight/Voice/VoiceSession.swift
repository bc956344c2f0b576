import Conversation
import Dispatch
import Foundation
import Listening
import Speech
import Terminal

/// Puts questions by voice and takes the answers from microphone and keyboard alike, whichever is first.
///
/// All that can happen arrives in one stream of events and is dealt with one after the other. The microphone is open only
/// between the words "Speaking" or "Listening" and the answer.
final class VoiceSession {
  private enum Phase { case speaking, listening, typing }

  private let texts: PromptTexts
  private let talk: DialogueTalk
  private let policy: LiveEndpointer.Policy
  private let keyboard: Keyboard?
  private var speaker: SpokenPrompt?
  private var microphone: (any AudioSource)?
  /// Why there is no microphone although one was wanted.
  private var failure: SpeechError?
  private var meter: LevelMeter

  private let events: AsyncStream<Event>
  private let sender: AsyncStream<Event>.Continuation
  private let signals: SignalWatch
  private var isKeyboardOpen: Bool
  private var hasBegun = false
  private var typed: TypedInput

  private var phase = Phase.typing
  /// Prompts and recordings are numbered, so that what is left in the stream of an earlier one is not taken for a later one's.
  private var promptNumber = 0
  private var recordingNumber = 0
  private var prompt: Task<Void, Never>?
  private var recording: Task<Void, Never>?
  private var endpointer = LiveEndpointer()
  private var bargeIn: BargeIn?
  /// The last moments before somebody was found to speak over the prompt.
  private var recent: [Int16] = []
  private var isShown = false
  private var preview: AnswerPreview?
  /// Whether the beginning of an answer is being heard, and how much of it was heard last, in samples.
  private var isPreviewing = false
  private var previewed = 0

  /// Seconds from the first word over a prompt to its discovery, and a little more.
  private static let recentSeconds = 0.8
  /// After so much more was said, in samples, it is heard again: half a second.
  private static let previewStep = 8_000

  init(
    texts: PromptTexts, talk: DialogueTalk, speaker: SpokenPrompt?, microphone: (any AudioSource)?,
    failure: SpeechError? = nil, keyboard: Keyboard?, redraws: Bool, policy: LiveEndpointer.Policy
  ) {
    self.texts = texts
    self.talk = talk
    self.speaker = speaker
    self.microphone = microphone
    self.failure = failure
    self.keyboard = keyboard
    self.policy = policy
    meter = LevelMeter(output: talk.output, redraws: redraws)
    isKeyboardOpen = keyboard != nil
    typed = TypedInput(isTerminal: keyboard?.isTerminal ?? false)
    (events, sender) = AsyncStream.makeStream()
    signals = SignalWatch { [sender] in sender.yield(.interrupted) }
  }

  /// Speaks what is to be said, then listens and reads.
  /// - Parameters:
  ///   - line: What stands in the line to be edited; the microphone stays closed then.
  ///   - preview: Hears the answer while it is still being given.
  /// - Throws: `SpeechError` where there is neither microphone nor keyboard.
  func answer(after sentences: String, editing line: String? = nil, preview: AnswerPreview? = nil) async throws
    -> Answer
  {
    begin()
    self.preview = preview
    if let line = typed.nextLine() { return .typed(line) }
    let terminal = keyboard?.takeKeys()
    defer { keyboard?.giveBack(terminal) }
    var answer = try await start(sentences, editing: line)
    if answer == nil {
      for await event in events {
        answer = try await take(event)
        if answer != nil { break }
      }
    }
    meter.close()
    await stopSpeaking()
    await stopListening()
    return answer ?? .interrupted
  }

  /// Whether there is a microphone, and a line on which what it hears can be shown.
  var showsPreview: Bool { microphone != nil && meter.redraws }

  /// Speaks without waiting for an answer; a key stops it.
  func say(_ sentences: String) async {
    guard speaker != nil, !sentences.isEmpty else { return }
    begin()
    let terminal = keyboard?.takeKeys()
    defer { keyboard?.giveBack(terminal) }
    let heard = microphone
    microphone = nil
    startSpeaking(sentences)
    loop: for await event in events {
      switch event {
      case .promptEnded(promptNumber): break loop
      case .promptFailed, .keys, .interrupted: break loop
      default: continue
      }
    }
    microphone = heard
    await stopSpeaking()
  }

  private func begin() {
    guard !hasBegun else { return }
    hasBegun = true
    keyboard?.read({ [sender] in sender.yield(.keys($0)) }, atEnd: { [sender] in sender.yield(.keyboardEnded) })
  }

  private func start(_ sentences: String, editing line: String?) async throws -> Answer? {
    if let line, typed.isTerminal, isKeyboardOpen {
      let answer = try await type()
      typed.begin(with: line, output: talk.output)
      return answer
    }
    if speaker != nil, !sentences.isEmpty {
      startSpeaking(sentences)
      return nil
    }
    return try await listen()
  }

  // MARK: What happens

  private func take(_ event: Event) async throws -> Answer? {
    switch event {
    case .interrupted: return .interrupted
    case .keys(let bytes): return try await take(keys: bytes)
    case .keyboardEnded:
      isKeyboardOpen = false
      if let line = typed.end() { return .typed(line) }
      return phase == .typing ? try await type() : nil
    case .promptBegan(promptNumber, let loudness):
      // Only where the prompt's own sound is known can a voice be told from it.
      if let loudness, microphone != nil {
        bargeIn = BargeIn(prompt: loudness)
        startRecording()
        meter.open(texts.say(.speaking))
      }
    case .promptEnded(promptNumber):
      prompt = nil
      return try await listen()
    case .promptFailed(promptNumber, let error):
      talk.output.talk(texts.say(.printInstead, ["reason": "\(error)"]))
      speaker = nil
      return try await listen()
    case .sound(recordingNumber, let samples): return try await take(samples)
    case .preview(recordingNumber, let text):
      isPreviewing = false
      meter.show(text: text)
    case .microphoneFailed(recordingNumber, let error):
      meter.close()
      microphone = nil
      failure = error
      talk.output.talk(texts.say(.typeInstead, ["reason": "\(error)"]))
      return phase == .listening ? try await type() : nil
    default: break
    }
    return nil
  }

  private func take(_ samples: [Int16]) async throws -> Answer? {
    guard phase == .listening else {
      let most = Int(Self.recentSeconds * 16_000)
      recent += samples
      if recent.count > 2 * most { recent.removeFirst(recent.count - most) }
      guard bargeIn?.feed(samples) == true else { return nil }
      await stopSpeaking()
      return try await listen(from: Array(recent.suffix(most)))
    }
    // The word is shown once sound arrives: whoever waits for it loses nothing.
    if !isShown {
      isShown = true
      meter.open(texts.say(isKeyboardOpen ? .listening : .listeningAlone))
    }
    let event = endpointer.feed(samples)
    meter.show(level: endpointer.level)
    if event == nil { hearBeginning() }
    switch event {
    case .ended, .tooLong: return .spoken(endpointer.recording)
    case .noInput: return .nothing
    case .began, nil: return nil
    }
  }

  /// Hears what was said so far, beside what goes on, unless that is under way.
  private func hearBeginning() {
    guard let preview, endpointer.isSpeaking, !isPreviewing else { return }
    let beginning = endpointer.recording
    guard beginning.samples.count >= previewed + Self.previewStep else { return }
    previewed = beginning.samples.count
    isPreviewing = true
    Task { [sender, recordingNumber] in sender.yield(.preview(recordingNumber, await preview.text(of: beginning))) }
  }

  private func take(keys bytes: [UInt8]) async throws -> Answer? {
    if !typed.isTerminal {
      typed.add(bytes)
      return typed.nextLine().map(Answer.typed)
    }
    typed.wait(bytes)
    while let byte = typed.nextByte() {
      if phase == .speaking {
        await stopSpeaking()
        // A key that is no answer only ends the prompt.
        if byte == 0x20 || byte == 0x0A || byte == 0x0D {
          if let answer = try await listen() { return answer }
          continue
        }
      }
      if phase == .listening {
        if byte == 0x20, endpointer.isSpeaking { return .spoken(endpointer.recording) }
        if let answer = try await type() { return answer }
        if byte == 0x20 || byte == 0x0A || byte == 0x0D { continue }
      } else if phase != .typing, let answer = try await type() {
        return answer
      }
      switch typed.take(byte, output: talk.output) {
      case .enter(let line): return .typed(line)
      case .end: return .end
      case .record where microphone != nil:
        talk.output.talk("")
        if let answer = try await listen() { return answer }
      default: break
      }
    }
    return nil
  }

  // MARK: Speaking, listening, typing

  private func startSpeaking(_ sentences: String) {
    guard let speaker else { return }
    phase = .speaking
    bargeIn = nil
    recent = []
    prompt = Task { [sender, promptNumber] in
      do {
        try await speaker.speak(sentences) { sender.yield(.promptBegan(promptNumber, $0)) }
        sender.yield(.promptEnded(promptNumber))
      } catch let error as SpeechError {
        sender.yield(.promptFailed(promptNumber, error))
      } catch {
        sender.yield(.promptEnded(promptNumber))
      }
    }
  }

  private func stopSpeaking() async {
    prompt?.cancel()
    await prompt?.value
    prompt = nil
    bargeIn = nil
    promptNumber += 1
  }

  /// Listens from now on, or from a moment ago; without a microphone the keyboard is left.
  private func listen(from begun: [Int16] = []) async throws -> Answer? {
    guard microphone != nil else { return try await type() }
    phase = .listening
    endpointer = LiveEndpointer(policy: policy)
    (isShown, isPreviewing, previewed) = (false, false, 0)
    startRecording()
    return begun.isEmpty ? nil : try await take(begun)
  }

  private func startRecording() {
    guard let microphone, recording == nil else { return }
    recording = Task { [sender, recordingNumber] in
      do {
        try await microphone.record { sender.yield(.sound(recordingNumber, $0)) }
      } catch let error as SpeechError {
        sender.yield(.microphoneFailed(recordingNumber, error))
      } catch {
        sender.yield(.microphoneFailed(recordingNumber, .noMicrophone(device: nil, causes: ["\(error)"])))
      }
    }
  }

  private func stopListening() async {
    recording?.cancel()
    await recording?.value
    recording = nil
    recordingNumber += 1
  }

  /// Waits for a line; without a keyboard there is nothing left to answer by.
  private func type() async throws -> Answer? {
    meter.close()
    await stopListening()
    guard isKeyboardOpen else {
      if let failure { throw failure }
      return .end
    }
    phase = .typing
    talk.mark()
    return nil
  }
}
