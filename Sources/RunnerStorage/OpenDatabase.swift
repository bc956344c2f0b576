import Foundation
import Storage
import Synchronization

/// The database that a runner has open, which may be replaced by another file while it runs, and may not be writable at first.
final class OpenDatabase: Sendable {
  /// Every constant, each with its reason.
  private enum Policy {
    /// Seconds that an alert may wait for a database that another program writes to: it is more than any write of ours takes.
    static let patience = 0.25
    /// How often it is tried to open a database for writing that could only be read: a disk is freed by hand.
    static let retry = Duration.seconds(10)
  }

  private struct State {
    var store: ReminderStore
    var file: DatabaseFiles.Identity?
    /// What it has written and is not yet in the file.
    var log: DatabaseFiles.Identity?
    var generation = 0
    var isMissing = false
    var triedAt = ContinuousClock.now
  }

  private let state: Mutex<State>
  private let files: DatabaseFiles
  private let tell: @Sendable (String) -> Void

  init(_ store: ReminderStore, tell: @escaping @Sendable (String) -> Void) {
    files = DatabaseFiles(store.path)
    self.tell = tell
    // A database that refuses even this tells so at the first write.
    try? store.waitForOthers(atMost: Policy.patience)
    state = Mutex(State(store: store, file: files.identity, log: files.logIdentity))
  }

  var store: ReminderStore { state.withLock(\.store) }

  /// Grows when another file has taken the place of the one before.
  var generation: Int { state.withLock(\.generation) }

  /// Looks whether the file is still the one that is open, and opens the one that stands in its place.
  func look() {
    let words = state.withLock { state -> String? in
      guard let file = state.file else { return nil }
      guard let now = files.identity else {
        defer { state.isMissing = true }
        return state.isMissing
          ? nil
          : """
          the database \(state.store.path) was deleted or moved away: the rides that are followed go on; put it back, or set \
          the reminders again
          """
      }
      if now != file { return reopen(&state, as: now) }
      state.isMissing = false
      state.log = files.logIdentity
      return state.store.isReadOnly ? openForWriting(&state) : nil
    }
    if let words { tell(words) }
  }

  private func reopen(_ state: inout State, as file: DatabaseFiles.Identity) -> String? {
    guard state.triedAt + .seconds(state.isMissing ? 0 : 1) < .now || state.generation == 0 else { return nil }
    state.triedAt = .now
    let path = state.store.path
    // It would be closed when the new one is open, and would then take the new one's log with it.
    state.store.close()
    if let log = state.log, log == files.logIdentity { files.removeLog() }
    do {
      let store = try ReminderStore(path: path, orReading: true)
      try? store.waitForOthers(atMost: Policy.patience)
      state = State(store: store, file: file, log: files.logIdentity, generation: state.generation + 1)
      return """
        the database \(path) was replaced by another file, which is followed from now on; the rides under way go on
        """
    } catch {
      return state.isMissing ? nil : "the database \(path) was replaced by another file: \(error)"
    }
  }

  private func openForWriting(_ state: inout State) -> String? {
    guard state.triedAt + Policy.retry < .now else { return nil }
    state.triedAt = .now
    guard let store = try? ReminderStore(path: state.store.path) else { return nil }
    try? store.waitForOthers(atMost: Policy.patience)
    state.store.close()
    state.store = store
    return "the database \(store.path) can be written again"
  }
}
