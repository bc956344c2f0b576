import ArgumentParser
import Conversation
import Speech
import Terminal

/// How the dialogue is held by voice.
struct VoiceOptions: ParsableArguments {
  @Flag(help: "Ask aloud and listen: --speak and --listen.")
  var voice = false

  @Flag(help: "Speak the questions, by speech-dispatcher or espeak-ng.")
  var speak = false

  @Flag(help: "Listen to the microphone as well as to the keyboard.")
  var listen = false

  @OptionGroup var microphone: MicrophoneOptions

  var isOn: Bool { voice || speak || listen }
  var listens: Bool { voice || listen }

  /// The dialogue, with a line of talk for what is wanted and cannot be had.
  func dialogue(_ prompts: Prompts, talk: DialogueTalk, keyboard: Keyboard?, terminal: TerminalOptions) -> VoiceDialogue
  {
    var source: Microphone?
    var failure: SpeechError?
    if listens {
      do {
        _ = try SpeechModel.find()
        source = microphone.source
      } catch {
        failure = error
        talk.output.talk(prompts.texts.say(.typeInstead, ["reason": "\(error)"]))
      }
    }
    let session = VoiceSession(
      texts: prompts.texts, talk: talk, speaker: voice || speak ? SpokenPrompt(language: prompts.language) : nil,
      microphone: source, failure: failure, keyboard: keyboard,
      redraws: Accessibility.mayRedraw(flag: terminal.accessible), policy: microphone.policy)
    return VoiceDialogue(session: session, talk: SpokenTalk(texts: prompts.spokenTexts))
  }
}

/// Which microphone, and how long it waits.
struct MicrophoneOptions: ParsableArguments {
  @Option(help: "The microphone: a source of the sound server (pactl list short sources) or of ALSA (arecord -L).")
  var device: String?

  @Option(help: "Seconds without a word after which nobody answers.")
  var timeout = 8.0

  var source: Microphone { Microphone(device: device) }
  var policy: LiveEndpointer.Policy { .init(noInput: timeout) }

  func validate() throws {
    guard timeout >= 1, timeout <= 600 else { throw ValidationError("--timeout \(timeout): give 1 to 600 seconds") }
  }
}
