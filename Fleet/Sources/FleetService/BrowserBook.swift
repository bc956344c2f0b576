import Fleet
import FleetSQL
import WebPush

/// The browsers of riders, asked of the database for all of one moment together.
actor BrowserBook {
  /// More than are told within a minute, of any worker.
  private static let mostKnown = 100_000

  private let store: SQLFleetStore
  private var waiting: [RiderID: [CheckedContinuation<[PushReceiver], any Error>]] = [:]
  private var isReading = false
  /// Those of riders who were told before, for when the database does not answer.
  private var known: [RiderID: [PushReceiver]] = [:]

  init(_ store: SQLFleetStore) { self.store = store }

  /// The browsers of a rider: as they are now, or else as they were when they were read last.
  /// - Throws: What the database cannot do.
  func browsers(of rider: RiderID) async throws -> [PushReceiver] {
    try await withCheckedThrowingContinuation { continuation in
      waiting[rider, default: []].append(continuation)
      guard !isReading else { return }
      isReading = true
      Task { await read() }
    }
  }

  /// A browser that has given its subscription up.
  func forget(_ receiver: PushReceiver, of rider: RiderID) async throws {
    known[rider]?.removeAll { $0 == receiver }
    try await store.unsubscribe(receiver.endpoint, of: rider)
  }

  private func read() async {
    while !waiting.isEmpty {
      let asked = waiting
      waiting = [:]
      let found: Result<[RiderID: [PushReceiver]], any Error>
      do { found = .success(try await store.subscriptions(of: Array(asked.keys))) } catch { found = .failure(error) }
      if known.count + asked.count > Self.mostKnown { known = [:] }
      for (rider, continuations) in asked {
        let answer = found.map { $0[rider] ?? [] }.flatMapError { error in
          known[rider].map { .success($0) } ?? .failure(error)
        }
        if case .success(let own) = found { known[rider] = own[rider] ?? [] }
        for continuation in continuations { continuation.resume(with: answer) }
      }
    }
    isReading = false
  }
}
