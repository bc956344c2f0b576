import Foundation

/// What sounds at present: one sound a reminder, of which a new one takes the place.
actor Sounding {
  /// A sound with its repetitions, and what of it plays just now. The two are ended apart: no more rounds is not yet silence.
  private struct Sound {
    var rounds: Task<Void, Never>
    var playing: Task<Void, any Error>?
    /// How many rounds there are.
    var count: Int
    /// Tells it from the one that took its place.
    var number: Int
  }

  private let players: [SoundPlayer]
  private let policy: AlarmPolicy
  private var sounds: [UUID: Sound] = [:]
  private var count = 0

  init(players: [SoundPlayer], policy: AlarmPolicy) {
    self.players = players
    self.policy = policy
  }

  /// Whether a sound of a reminder comes again and again.
  func isRepeating(_ reminder: UUID) -> Bool { (sounds[reminder]?.count ?? 0) > 1 }

  /// Begins a sound in place of the one before.
  /// - Parameter rounds: how many times it is played, by the policy's interval and growth.
  /// - Throws: why the first round did not begin; the others are tried all the same.
  func begin(_ file: String, of reminder: UUID, volume: Double, rounds: Int) async throws {
    await stop(reminder)
    count += 1
    let number = count
    let beginning = AsyncThrowingStream<Void, any Error>.makeStream()
    let task = Task {
      await repeatedly(rounds) { round in
        let loudness = policy.volume(inRound: round, from: volume)
        do {
          try await play(file, of: reminder, number: number, volume: loudness) { beginning.continuation.finish() }
        } catch {
          beginning.continuation.finish(throwing: error)
        }
      }
      beginning.continuation.finish()
      forget(reminder, number: number)
    }
    sounds[reminder] = Sound(rounds: task, count: rounds, number: number)
    for try await _ in beginning.stream {}
  }

  /// Ends a reminder's sound; returns when it is silent.
  func stop(_ reminder: UUID) async {
    guard let sound = sounds.removeValue(forKey: reminder) else { return }
    sound.rounds.cancel()
    sound.playing?.cancel()
    await sound.rounds.value
  }

  /// Begins no round any more; returns when it is silent.
  /// - Parameter atOnce: whether to cut off what plays.
  func end(atOnce: Bool) async {
    let last = sounds.values
    for sound in last {
      sound.rounds.cancel()
      if atOnce { sound.playing?.cancel() }
    }
    for sound in last { await sound.rounds.value }
  }

  /// Each round has its own place on the clock, however long a sound takes.
  private func repeatedly(_ rounds: Int, _ body: (Int) async -> Void) async {
    let start = ContinuousClock.now
    for round in 0..<rounds {
      do {
        try await Task.sleep(until: start + policy.interval * round, clock: .continuous)
      } catch {
        return
      }
      await body(round)
    }
  }

  /// Plays in a task of its own, which goes on when the rounds are ended.
  private func play(
    _ file: String, of reminder: UUID, number: Int, volume: Double, began: @escaping @Sendable () -> Void
  ) async throws {
    let task = Task { [players] in try await players.play(file, volume: volume, began: began) }
    if sounds[reminder]?.number == number { sounds[reminder]?.playing = task }
    try await task.value
  }

  private func forget(_ reminder: UUID, number: Int) {
    if sounds[reminder]?.number == number { sounds[reminder] = nil }
  }
}
