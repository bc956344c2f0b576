import Synchronization

/// The connections of a server, of which there is room for so many. Where all are taken, a newcomer gets the place of the one that
/// does the least: who holds a socket and asks nothing must not keep the rider's "I'm off" out.
final class ControlSeats: Sendable {
  /// One connection's place.
  struct Seat: Sendable {
    fileprivate let number: Int
    /// Gives one element when somebody else needs the place.
    let notice: AsyncStream<Void>
  }

  private struct Taken {
    /// Grows with each request, so that the least is the one who has asked nothing for longest.
    var lastAsked: Int
    /// For an answer.
    var isWaiting = false
    var isWatching = false
    let leave: AsyncStream<Void>.Continuation
  }

  private struct State {
    var taken: [Int: Taken] = [:]
    var count = 0
  }

  private let places: Int
  private let state = Mutex(State())

  init(_ places: Int) { self.places = places }

  /// A place, for which the idlest one may have to go; nil where each of them waits for an answer at this moment.
  func take() -> Seat? {
    let (notice, leave) = AsyncStream<Void>.makeStream()
    return state.withLock { state in
      if state.taken.count >= places {
        let idle = state.taken.filter { !$0.value.isWaiting }
        // Who watches has asked for something: first those go who have not.
        let idlest = idle.min { one, other in
          one.value.isWatching == other.value.isWatching
            ? one.value.lastAsked < other.value.lastAsked : other.value.isWatching
        }
        guard let idlest else { return nil }
        idlest.value.leave.finish()
        state.taken[idlest.key] = nil
      }
      state.count += 1
      state.taken[state.count] = Taken(lastAsked: state.count, leave: leave)
      return Seat(number: state.count, notice: notice)
    }
  }

  func leave(_ seat: Seat) { state.withLock { $0.taken[seat.number] = nil } }

  /// A request has come: until it is answered the place is safe.
  func asks(_ seat: Seat) { note(seat, isWaiting: true) }

  func isAnswered(_ seat: Seat) { note(seat, isWaiting: false) }

  private func note(_ seat: Seat, isWaiting: Bool) {
    state.withLock { state in
      state.count += 1
      state.taken[seat.number]?.lastAsked = state.count
      state.taken[seat.number]?.isWaiting = isWaiting
    }
  }

  /// It waits for news from now on.
  func watches(_ seat: Seat) { state.withLock { $0.taken[seat.number]?.isWatching = true } }
}
