import Foundation
import Programs
import Subprocess
import Synchronization

/// Says prompts aloud: through speech-dispatcher, whose voice the rider has chosen, or else by espeak-ng through the sound
/// server's player or its own.
///
/// One that is being spoken stops at once when its task is cancelled.
public actor SpokenPrompt {
  /// What a prompt is spoken by.
  private enum Voice: Hashable {
    case dispatcher
    case player(String)
    case synthesiser
  }

  /// The players that take a recording from a pipe, in the order they are tried.
  private static let players = ["paplay", "pw-play", "aplay"]

  private let language: String
  private var voices: [Voice] = [.dispatcher] + players.map(Voice.player) + [.synthesiser]
  private var causes: [String] = []
  private var hasAsked = false

  /// - Parameter language: The language of the prompts, such as `en`.
  public init(language: String) {
    self.language = language
  }

  /// Speaks to the end.
  /// - Parameter began: Called when sound starts: how loud it will be, frame by frame, where that is known. It is where the
  ///   program makes the sound itself, and is not with speech-dispatcher.
  /// - Throws: `SpeechError.noVoice` once everything that might speak has failed.
  public func speak(_ text: String, began: @escaping @Sendable (PromptLoudness?) -> Void) async throws {
    while let voice = voices.first {
      let cause = await speak(text, by: voice, began)
      guard let cause, !Task.isCancelled else { return }
      // What fails once is not asked again: a prompt must not wait for it each time.
      causes.append(cause)
      voices.removeFirst()
    }
    throw SpeechError.noVoice(causes: causes)
  }

  /// - Returns: Why it failed; nil where it spoke.
  private func speak(
    _ text: String, by voice: Voice, _ began: @escaping @Sendable (PromptLoudness?) -> Void
  ) async -> String? {
    switch voice {
    case .dispatcher:
      if !hasAsked {
        hasAsked = true
        // Asking for its modules tells whether the dispatcher answers, without a sound.
        if let cause = await Self.run("spd-say", ["--list-output-modules"], limit: .seconds(3)) { return cause }
      }
      began(nil)
      // A dispatcher whose sound server is away never says that it is done; nobody speaks slower than this.
      let limit = Duration.seconds(5) + .milliseconds(150) * text.count
      let cause = await Self.run(
        "spd-say", ["--wait", "--application-name=alight", "--language", language, "--", text], limit: limit)
      if Task.isCancelled { await Self.silenceDispatcher() }
      return cause
    case .player(let program):
      guard let sound = await Self.sound(of: text, language: language) else { return "espeak-ng: it makes no sound" }
      began(PromptLoudness(sound))
      return await Self.run(program, ["/dev/stdin"], bytes: sound)
    case .synthesiser:
      began(nil)
      return await Self.run("espeak-ng", ["-v", SpeechSynthesizer.voice(for: language), "--stdin"], input: text)
    }
  }

  /// A text as a WAVE file, spoken by espeak-ng; nil where that is not there or makes no sound.
  /// - Parameter language: Of the text, such as `en`.
  public static func sound(of text: String, language: String) async -> [UInt8]? {
    let result = try? await Subprocess.run(
      .name("espeak-ng"), arguments: ["-v", SpeechSynthesizer.voice(for: language), "--stdin", "--stdout"],
      platformOptions: options, input: PipedInput(text), output: .bytes(limit: 64 << 20), error: .discarded)
    guard let result, result.terminationStatus.isSuccess, result.standardOutput.count > 44 else { return nil }
    return result.standardOutput
  }

  /// The client's end is not the end of its message.
  private static func silenceDispatcher() async {
    await Task { _ = await run("spd-say", ["--cancel"], limit: .seconds(2)) }.value
  }

  private static var options: PlatformOptions {
    var options = PlatformOptions()
    // A prompt that is interrupted must be silent at once.
    options.teardownSequence = [.gracefulShutDown(allowedDurationToNextStep: .milliseconds(200))]
    return options
  }

  private static func run(_ program: String, _ arguments: [String], input: String) async -> String? {
    await run(program, arguments, bytes: Array(input.utf8))
  }

  private static func run(_ program: String, _ arguments: [String], limit: Duration) async -> String? {
    await withTaskGroup(of: String?.self) { group in
      group.addTask { await run(program, arguments, bytes: []) }
      group.addTask {
        try? await Task.sleep(for: limit)
        return "\(program): it does not answer"
      }
      defer { group.cancelAll() }
      return await group.next() ?? nil
    }
  }

  /// - Returns: Why it failed; nil where it did not.
  private static func run(_ program: String, _ arguments: [String], bytes: [UInt8]) async -> String? {
    do {
      let result = try await Subprocess.run(
        .name(program), arguments: Arguments(arguments), platformOptions: options, input: PipedInput(bytes),
        output: .discarded, error: .string(limit: 1 << 16))
      guard !result.terminationStatus.isSuccess else { return nil }
      let said = result.standardError.split(separator: "\n").first.map(String.init)
      return "\(program): \(said ?? "it failed")"
    } catch let error as SubprocessError where error.code == .executableNotFound {
      return "\(program): it is not installed"
    } catch {
      return "\(program): \(error)"
    }
  }
}

/// How loud a prompt is, frame by frame of 10 ms, as root mean squares of full scale.
public struct PromptLoudness: Sendable, Hashable {
  public var frames: [Float]

  public init(frames: [Float]) {
    self.frames = frames
  }

  /// Of a WAVE file; nil where it cannot be read.
  init?(_ bytes: [UInt8]) {
    guard let sound = try? WaveFile(bytes: bytes, named: "prompt") else { return nil }
    let size = Int(sound.sampleRate / 100)
    frames = stride(from: 0, to: sound.samples.count - size, by: size).map { start in
      let frame = sound.samples[start..<start + size]
      return (frame.reduce(0) { $0 + $1 * $1 } / Float(size)).squareRoot()
    }
  }
}
