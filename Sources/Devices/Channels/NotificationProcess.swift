import Foundation
import Subprocess
import Synchronization

/// One notification with buttons: the `notify-send` that shows it and lives until a button is pressed or it is closed.
final class NotificationProcess: Sendable {
  /// What came of showing it.
  enum Outcome: Sendable, Hashable {
    /// It is shown. What notify-send complained about is that its buttons are not.
    case shown(id: UInt32, complaint: String?)
    case failed(cause: String)
  }

  /// How it is ended from here.
  enum Ending: Sendable {
    /// What is shown stays.
    case left
    /// What is shown disappears.
    case closed
  }

  private enum Event: Sendable {
    case printed(String), complained(String), tooLate, ended
  }

  private static let patience = Duration.seconds(3)
  /// After a complaint notify-send either prints the id at once or waits for ever for a notification that is not there.
  private static let patienceAfterComplaint = Duration.milliseconds(400)

  private let events = AsyncStream<Event>.makeStream()
  private let endings = AsyncStream<Ending>.makeStream()
  private let work = Mutex<Task<Void, Never>?>(nil)

  /// - Parameter pressed: called with the name of the action that was invoked.
  init(_ program: String, _ arguments: [String], pressed: @escaping @Sendable (String) -> Void) {
    work.withLock { $0 = Task { await run(program, arguments, pressed) } }
  }

  /// Waits until it is shown, or until it is clear that it will not be.
  func outcome() async -> Outcome {
    var complaint: String?
    giveUp(after: Self.patience)
    for await event in events.stream {
      switch event {
      case .printed(let line):
        // No service gives 0: that is what is printed after all went wrong.
        if let id = UInt32(line), id > 0 { return .shown(id: id, complaint: complaint) }
        return .failed(cause: complaint ?? "it printed no id but \"\(line)\"")
      case .complained(let line):
        complaint = line
        giveUp(after: Self.patienceAfterComplaint)
      case .tooLate: return .failed(cause: complaint ?? "no notification service answers")
      case .ended: return .failed(cause: complaint ?? "it ended by itself")
      }
    }
    return .failed(cause: "it was ended")
  }

  /// Ends it; returns when it is gone.
  func end(_ ending: Ending) async {
    endings.continuation.yield(ending)
    await work.withLock(\.self)?.value
  }

  private func giveUp(after duration: Duration) {
    Task { [events] in
      try? await Task.sleep(for: duration)
      events.continuation.yield(.tooLate)
    }
  }

  private func run(_ program: String, _ arguments: [String], _ pressed: @escaping @Sendable (String) -> Void) async {
    // Into a pipe notify-send prints nothing before it ends; line by line the id comes at once.
    let arguments = Arguments(["-oL", program] + arguments)
    _ = try? await Subprocess.run(
      .name("stdbuf"), arguments: arguments, platformOptions: Program.options, input: .none,
      output: .sequence, error: .sequence
    ) { execution in
      await withTaskGroup(of: Void.self) { group in
        group.addTask { await self.listen(execution.standardOutput, pressed) }
        group.addTask { await self.listenToComplaints(execution.standardError) }
        group.addTask {
          for await ending in self.endings.stream {
            // On an interrupt it closes its notification before it ends.
            try? execution.send(signal: ending == .closed ? .interrupt : .terminate)
          }
        }
        await group.next()
        await group.next()
        self.endings.continuation.finish()
      }
    }
    endings.continuation.finish()
    events.continuation.yield(.ended)
    events.continuation.finish()
  }

  /// The first line is the id, the second the action invoked.
  private func listen(_ output: SubprocessOutputSequence, _ pressed: (String) -> Void) async {
    var isFirst = true
    do {
      for try await line in output.strings() {
        let text = line.trimmingCharacters(in: .whitespacesAndNewlines)
        if text.isEmpty { continue }
        if isFirst { events.continuation.yield(.printed(text)) } else { pressed(text) }
        isFirst = false
      }
    } catch {
      // A pipe that cannot be read is one that ended.
    }
  }

  private func listenToComplaints(_ output: SubprocessOutputSequence) async {
    do {
      for try await line in output.strings() {
        let text = line.trimmingCharacters(in: .whitespacesAndNewlines)
        if !text.isEmpty { events.continuation.yield(.complained(text)) }
      }
    } catch {
      // As above.
    }
  }
}
