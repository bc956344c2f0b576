import Foundation
import Synchronization

/// Keeps the machine from falling asleep by itself while a ride is followed: a machine that sleeps wakes nobody.
///
/// `systemd-inhibit(1)` holds the lock of logind for as long as its child lives, which reads a pipe of ours: however this process ends,
/// the lock ends with it. Where no logind runs, there is nobody who would put the machine to sleep.
public final class SleepInhibitor: Sendable {
  private struct State {
    /// What the child waits for the end of; nil while there is none.
    var held: FileHandle?
    /// It was refused on this ride: asked again it would be again.
    var isRefused = false
  }

  private let program: String
  private let isThere: Bool
  private let why: String
  private let refused: @Sendable (String) -> Void
  private let state = Mutex(State())

  /// - Parameters:
  ///   - program: Where systemd-inhibit is.
  ///   - logind: What is there where logind runs: its folder, and the bus that it answers on.
  ///   - why: What the rider reads where the machine cannot be put to sleep by hand.
  ///   - refused: Told why the machine may fall asleep all the same.
  public init(
    program: String = "/usr/bin/systemd-inhibit",
    logind: [String] = ["/run/systemd/seats", "/run/dbus/system_bus_socket"],
    why: String, refused: @escaping @Sendable (String) -> Void
  ) {
    (self.program, self.why, self.refused) = (program, why, refused)
    isThere =
      FileManager.default.isExecutableFile(atPath: program)
      && logind.allSatisfy(FileManager.default.fileExists)
  }

  /// Whether it is held now, as far as is known here.
  var isHeld: Bool { state.withLock { $0.held != nil } }

  /// Takes the lock or lets go of it. To be called as often as anybody likes.
  public func hold(_ isNeeded: Bool) {
    guard isThere else { return }
    let input = state.withLock { state -> Pipe? in
      guard isNeeded else {
        try? state.held?.close()
        state = State()
        return nil
      }
      guard state.held == nil, !state.isRefused else { return nil }
      let input = Pipe()
      // A child that had this end as well would wait for itself.
      _ = fcntl(input.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
      state.held = input.fileHandleForWriting
      return input
    }
    if let input { begin(input) }
  }

  private func begin(_ input: Pipe) {
    let (process, said) = (Process(), Pipe())
    let words = said.fileHandleForReading
    process.executableURL = URL(filePath: program)
    process.arguments = ["--what=idle:sleep", "--who=Alight", "--why=\(why)", "--mode=block", "/bin/cat"]
    process.standardInput = input
    process.standardOutput = FileHandle.nullDevice
    process.standardError = said
    let end = input.fileHandleForWriting
    process.terminationHandler = { [weak self] process in
      self?.ended(end, status: process.terminationStatus) {
        String(decoding: words.readDataToEndOfFile(), as: UTF8.self)
      }
    }
    do {
      try process.run()
    } catch {
      ended(end, status: 1) { error.localizedDescription }
    }
  }

  /// The child is gone; nobody has asked it to, where its pipe is the one that is held.
  /// - Parameter words: What was said, to its end, which a child of the child puts off until our pipe is closed.
  private func ended(_ end: FileHandle, status: Int32, words: () -> String) {
    let isRefused = state.withLock { state in
      guard state.held === end else { return false }
      try? end.close()
      state = State(isRefused: true)
      return true
    }
    guard isRefused else { return }
    let cause = words().trimmingCharacters(in: .whitespacesAndNewlines)
    refused(cause.isEmpty ? "systemd-inhibit ended with \(status)" : cause)
  }
}
