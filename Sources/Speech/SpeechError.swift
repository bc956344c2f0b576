import Foundation

/// What keeps a recording from being read or recognised. Unclear speech is no error: see `Transcript`.
public enum SpeechError: Error, Sendable, Hashable, CustomStringConvertible, LocalizedError {
  /// The program has no recogniser.
  case notBuilt
  /// No acoustic model where one was looked for.
  case noModel(searched: [String])
  /// The recogniser would not start with its model.
  case recogniserFailed(model: String, step: String)
  case cannotRead(name: String, reason: String)
  /// Not RIFF/WAVE at all, or a WAVE of a kind that is not read.
  case notWave(name: String, reason: String)
  /// A WAVE whose header cannot be true.
  case badWave(name: String, reason: String)
  case noDictionary(path: String)
  case emptyGrammar
  /// The rider's own pronunciations are damaged, in a line counted from 1 where it is known.
  case badPronunciations(path: String, line: Int?, problem: String)
  case cannotStore(path: String, reason: String)
  /// No program that records.
  case noRecorder([String])
  /// No device, or none by the name that was given.
  case noMicrophone(device: String?, causes: [String])
  /// A device that delivered and stopped.
  case microphoneLost(device: String?, cause: String)
  /// Nothing that speaks.
  case noVoice(causes: [String])
  /// Programs that are needed to fit the recogniser to a speaker.
  case noAdaptationTools([String])
  case adaptationFailed(step: String, cause: String)

  public var description: String {
    switch self {
    case .notBuilt: "this Alight was built without speech recognition (the package trait Voice): type the answers"
    case .noModel(let searched):
      "no speech model in \(searched.joined(separator: ", ")): install it with 'apt install pocketsphinx-en-us'"
    case .recogniserFailed(let model, let step):
      "the recogniser failed to \(step) with the model \(model): reinstall it with 'apt install --reinstall pocketsphinx-en-us'"
    case .cannotRead(let name, let reason):
      "cannot read \(name): \(reason); name a WAV file that can be read"
    case .notWave(let name, let reason):
      "\(name) is no WAV recording that can be read: \(reason); convert it with 'ffmpeg -i INPUT -ac 1 -ar 16000 OUTPUT.wav'"
    case .badWave(let name, let reason):
      "\(name) is a broken WAV recording: \(reason); record it again"
    case .noDictionary(let path):
      "the pronunciation dictionary \(path) cannot be read: install it with 'apt install pocketsphinx-en-us'"
    case .emptyGrammar:
      "there is no answer to listen for: the question has no options"
    case .badPronunciations(let path, let line, let problem):
      "your pronunciations \(path)\(line.map { ", line \($0)" } ?? "") cannot be used: \(problem); mend the file, or move it away to do without it"
    case .cannotStore(let path, let reason):
      "\(path) cannot be written: \(reason)"
    case .noRecorder(let programs):
      "nothing here records (\(programs.joined(separator: ", ")) are missing): install it with 'apt install pulseaudio-utils' or 'apt install alsa-utils'"
    case .noMicrophone(let device, let causes):
      "\(Self.name(device)) cannot be recorded (\(causes.joined(separator: "; "))): connect one, or name another with --device"
    case .microphoneLost(let device, let cause):
      "\(Self.name(device)) is gone (\(cause)): connect it again"
    case .noVoice(let causes):
      "nothing here speaks (\(causes.joined(separator: "; "))): install it with 'apt install espeak-ng pulseaudio-utils'"
    case .noAdaptationTools(let programs):
      "\(programs.joined(separator: ", ")) are missing: install them with 'apt install sphinxtrain sphinxbase-utils pocketsphinx'"
    case .adaptationFailed(let step, let cause):
      "the recogniser cannot be fitted to the recordings: it failed to \(step) (\(cause)); nothing was changed"
    }
  }

  private static func name(_ device: String?) -> String { device.map { "the microphone \($0)" } ?? "the microphone" }

  /// Whether another recording may fare better, and the recogniser itself is well.
  public var isAboutRecording: Bool {
    switch self {
    case .cannotRead, .notWave, .badWave: true
    case .notBuilt, .noModel, .recogniserFailed, .emptyGrammar, .noDictionary, .badPronunciations, .cannotStore,
      .noRecorder,
      .noMicrophone, .microphoneLost, .noVoice, .noAdaptationTools, .adaptationFailed:
      false
    }
  }

  public var errorDescription: String? { description }
}
