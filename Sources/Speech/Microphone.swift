import Foundation
import Subprocess
import Synchronization

/// The microphone, by a recorder of PulseAudio, PipeWire or ALSA: the first that is installed and finds its server.
///
/// The recorder runs only while `record` does, and is ended however that ends; should the program itself be killed, the
/// recorder ends by writing to a pipe that nobody reads.
public struct Microphone: AudioSource {
  /// A program that writes raw samples to its standard output.
  public struct Recorder: Sendable, Hashable {
    var program: String
    var arguments: [String]
    /// What stands before the device; an option that takes it in the same word ends with "=".
    var deviceOption: String
    /// Arguments behind the device.
    var trailing: [String] = []

    public init(_ program: String, arguments: [String], deviceOption: String, trailing: [String] = []) {
      self.program = program
      self.arguments = arguments
      self.deviceOption = deviceOption
      self.trailing = trailing
    }

    public static let standard = [
      // The latency is how long a word waits before it is seen: short enough for an end of speech that feels prompt.
      Recorder(
        "parec",
        arguments: [
          "--raw", "--format=s16le", "--rate=16000", "--channels=1", "--latency-msec=30", "--client-name=alight",
        ], deviceOption: "--device="),
      Recorder(
        "pw-record", arguments: ["--format=s16", "--rate=16000", "--channels=1", "--latency=30ms"],
        deviceOption: "--target=", trailing: ["-"]),
      Recorder(
        "arecord", arguments: ["-q", "-t", "raw", "-f", "S16_LE", "-r", "16000", "-c", "1"], deviceOption: "--device="),
    ]

    func allArguments(device: String?) -> [String] {
      arguments + (device.map { [deviceOption + $0] } ?? []) + trailing
    }
  }

  private let device: String?
  private let recorders: [Recorder]
  private let patience: Duration

  /// - Parameters:
  ///   - device: A source of the sound server or of ALSA; nil is the one that the system is set to.
  ///   - patience: How long a device may deliver nothing at all before it counts as gone. Silence is sound too.
  public init(device: String? = nil, recorders: [Recorder] = Recorder.standard, patience: Duration = .seconds(3)) {
    self.device = device
    self.recorders = recorders
    self.patience = patience
  }

  public func record(_ deliver: @escaping @Sendable ([Int16]) -> Void) async throws {
    var causes: [String] = []
    for recorder in recorders {
      let run = RecorderRun(recorder: recorder, device: device, patience: patience)
      switch try await run.record(deliver) {
      case .cancelled: return
      case .missing: continue
      case .failed(let cause):
        guard !run.hasDelivered else { throw SpeechError.microphoneLost(device: device, cause: cause) }
        causes.append("\(recorder.program): \(cause)")
      }
    }
    guard !causes.isEmpty else { throw SpeechError.noRecorder(recorders.map(\.program)) }
    throw SpeechError.noMicrophone(device: device, causes: causes)
  }
}

/// One run of a recorder, watched so that one that delivers nothing is ended.
private final class RecorderRun: Sendable {
  enum Ending {
    case cancelled, missing
    case failed(String)
  }

  private let recorder: Microphone.Recorder
  private let device: String?
  private let patience: Duration
  private let state = Mutex(State())

  private struct State {
    var lastSound = ContinuousClock.now
    var hasDelivered = false
    var isStalled = false
    /// The first half of a sample whose second half is still to come.
    var half: UInt8?
  }

  init(recorder: Microphone.Recorder, device: String?, patience: Duration) {
    self.recorder = recorder
    self.device = device
    self.patience = patience
  }

  var hasDelivered: Bool { state.withLock { $0.hasDelivered } }

  func record(_ deliver: @escaping @Sendable ([Int16]) -> Void) async throws -> Ending {
    var options = PlatformOptions()
    options.teardownSequence = Self.teardown
    let name = recorder.program
    do {
      let result = try await Subprocess.run(
        name.contains("/") ? .path(.init(name)) : .name(name),
        arguments: Arguments(recorder.allArguments(device: device)), platformOptions: options, input: .none,
        output: .sequence, error: .string(limit: 1 << 16)
      ) { execution in
        await withTaskGroup(of: Void.self) { group in
          group.addTask { await self.read(execution.standardOutput, deliver) }
          group.addTask {
            if await self.waitsTooLong() { await execution.teardown(using: Self.teardown) }
          }
          await group.next()
          group.cancelAll()
        }
      }
      if Task.isCancelled { return .cancelled }
      if state.withLock({ $0.isStalled }) { return .failed("nothing came for \(patience.components.seconds) s") }
      let said = result.standardError.split(separator: "\n").first.map(String.init)
      return .failed(said ?? "the recording ended by itself")
    } catch let error as SubprocessError where error.code == .executableNotFound {
      return .missing
    } catch {
      if Task.isCancelled { return .cancelled }
      return .failed("\(error)")
    }
  }

  private static let teardown: [TeardownStep] = [.gracefulShutDown(allowedDurationToNextStep: .milliseconds(500))]

  private func read(_ output: SubprocessOutputSequence, _ deliver: ([Int16]) -> Void) async {
    do {
      for try await buffer in output {
        let samples = buffer.withUnsafeBytes { take($0) }
        if !samples.isEmpty { deliver(samples) }
      }
    } catch {
      // A pipe that cannot be read is one that ended: what the recorder said on its way tells why.
    }
  }

  private func take(_ bytes: UnsafeRawBufferPointer) -> [Int16] {
    state.withLock { state in
      state.lastSound = .now
      state.hasDelivered = true
      var samples: [Int16] = []
      samples.reserveCapacity(bytes.count / 2 + 1)
      for byte in bytes {
        if let low = state.half {
          samples.append(Int16(bitPattern: UInt16(byte) << 8 | UInt16(low)))
          state.half = nil
        } else {
          state.half = byte
        }
      }
      return samples
    }
  }

  /// Waits for a stall; false where the recording ended before.
  private func waitsTooLong() async -> Bool {
    while true {
      guard (try? await Task.sleep(for: .milliseconds(200))) != nil else { return false }
      let isLate = state.withLock { state in
        state.isStalled = state.lastSound.duration(to: .now) > patience
        return state.isStalled
      }
      if isLate { return true }
    }
  }
}
