import Foundation
import Synchronization

/// The place at which a process stands still to be killed: after an input, or at one of the points before and after what is written
/// to the ledger and shown to the rider.
final class Halt: Sendable {
  private struct State {
    /// Index of the input that the runner works on.
    var input = -1
    var points = 0
    var isHalted = false
  }

  private let afterInput: Int?
  private let atPoint: Int?
  private let state = Mutex(State())

  init(afterInput: Int?, atPoint: Int?) {
    self.afterInput = afterInput
    self.atPoint = atPoint
  }

  /// How many points were passed.
  var points: Int { state.withLock { $0.points } }

  /// The runner asks for an input: it is through with the one before.
  func next(_ input: Int) {
    let stops = state.withLock { state in
      if afterInput == state.input, state.input >= 0 { state.isHalted = true }
      if !state.isHalted { state.input = input }
      return state.isHalted
    }
    if stops { stand() }
  }

  /// A point at which a crash might do harm.
  func point() {
    let stops = state.withLock { state in
      if atPoint == state.points { state.isHalted = true }
      if !state.isHalted { state.points += 1 }
      return state.isHalted
    }
    if stops { stand() }
  }

  /// Says where, and waits to be killed. Whoever comes by later stands as well: nothing goes on in a dead process.
  private func stand() -> Never {
    print("halt \(state.withLock { $0.input })")
    fflush(nil)
    while true { pause() }
  }
}
