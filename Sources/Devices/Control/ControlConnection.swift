import Foundation
import NIOCore
import Synchronization

/// One program that asks a runner: it is answered line by line, and left when it is silent or does not read.
struct ControlConnection: Sendable {
  let answers: NIOAsyncChannelOutboundWriter<ByteBuffer>
  let policy: ControlServer.Policy
  let seat: ControlSeats.Seat
  let seats: ControlSeats
  /// A number that grows with what happens to the rides.
  let changes: @Sendable () async -> Int
  let answer: @Sendable (ControlRequest) async -> ControlAnswer
  private let deadline = Deadline()

  init(
    _ answers: NIOAsyncChannelOutboundWriter<ByteBuffer>, policy: ControlServer.Policy, seat: ControlSeats.Seat,
    seats: ControlSeats,
    changes: @escaping @Sendable () async -> Int, answer: @escaping @Sendable (ControlRequest) async -> ControlAnswer
  ) {
    self.answers = answers
    self.policy = policy
    (self.seat, self.seats) = (seat, seats)
    self.changes = changes
    self.answer = answer
  }

  /// Answers until there are no more requests, or the other side misbehaves.
  func serve(_ requests: NIOAsyncChannelInboundStream<ByteBuffer>) async {
    deadline.set(policy.silence)
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await answerAll(requests) }
      group.addTask { await deadline.passes() }
      group.addTask { for await _ in seat.notice {} }
      await group.next()
      group.cancelAll()
    }
  }

  private func answerAll(_ requests: NIOAsyncChannelInboundStream<ByteBuffer>) async {
    do {
      var lines = LineSplitter(longest: policy.longestLine)
      for try await bytes in requests {
        for line in try lines.take(bytes.readableBytesView) { try await take(line) }
      }
      if let last = lines.finish() { try await take(last) }
    } catch is LineSplitter.TooLong {
      let failure = ControlFailure(.tooLong, "no request is longer than \(policy.longestLine) bytes")
      try? await write(ControlAnswer(error: failure))
    } catch {
      // It is gone: there is nobody to tell.
    }
  }

  private func take(_ line: Data) async throws {
    let request: ControlRequest
    do {
      request = try ControlRequest(line: line)
    } catch {
      try await write(ControlAnswer(error: error))
      return try await Task.sleep(for: policy.breath)
    }
    if request.request == .watch { return try await watch(request) }
    seats.asks(seat)
    try await write(await answer(request))
    seats.isAnswered(seat)
    try await Task.sleep(for: policy.breath)
  }

  /// Tells how the rides stand, again and again, until the other side goes.
  private func watch(_ request: ControlRequest) async throws {
    seats.watches(seat)
    while true {
      let seen = await changes()
      try await write(await answer(request))
      let next = ContinuousClock.now + policy.watchEvery
      deadline.set(policy.watchEvery + policy.patience)
      repeat {
        try await Task.sleep(for: policy.lookEvery)
      } while await changes() == seen && ContinuousClock.now < next
    }
  }

  private func write(_ answer: ControlAnswer) async throws {
    // Returns when the one before was read: who does not read is told the newest thing or nothing.
    deadline.set(policy.patience)
    try await answers.write(ControlServer.buffer(answer))
    deadline.set(policy.silence)
  }
}

/// Until when the other side has to do something.
private final class Deadline: Sendable {
  private let instant = Mutex(ContinuousClock.now)

  func set(_ duration: Duration) { instant.withLock { $0 = .now + duration } }

  /// Returns when it has passed, or when it is cancelled.
  func passes() async {
    while true {
      let due = instant.withLock { $0 }
      guard due > .now, (try? await Task.sleep(until: due, clock: .continuous)) != nil else { return }
    }
  }
}
