import Fleet
import FleetSQL
import Foundation
import Journey
import Logging
import Synchronization
import WebPush

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Pushes alerts to the browsers that riders have named, by Web Push (RFC 8030), beside what another bus does.
///
/// What is pushed is `alight.alert/1` with its trace. A push service says only that it has it: with `--acknowledged` the page says
/// `alight.heard/1` as any phone, and is pushed to again until then.
public final class PushBus: ForwardingBus {
  /// So many are under way at once; others wait.
  private static let most = 64
  /// More wait where push services or the database do not answer: the oldest are of no use to anybody.
  private static let mostWaiting = 100_000
  /// Seconds before each further try.
  private static let pauses: [Double] = [1, 3, 10]
  private static let patience: TimeInterval = 10

  public let bus: any FleetBus
  private let store: SQLFleetStore
  private let key: PushKey
  private let services: PushServices
  private let session: URLSession
  private let logger: Logger
  private let waiting = Mutex(Waiting())

  private struct Told {
    let rider: RiderID
    let record: Data
    let about: About
  }

  private struct Waiting {
    var alerts: [Told] = []
    var isReading = false
    var pushes: [Push] = []
    var underWay = 0
    /// The browsers of those who were told before, for when the database does not answer.
    var known: [RiderID: [PushReceiver]] = [:]
  }

  private struct Push {
    let alert: Told
    let receiver: PushReceiver
    var tries = 0
  }

  /// As much of an alert as a push service is to know.
  private struct About: Decodable {
    struct Moment: Decodable { var secondsLeft: Double? }

    var reminder: UUID
    var trace: AlertTrace
    var event: Alert.Event
    var moment: Moment?

    /// Seconds for which it is of use: up to the stop, as far as that is known.
    var lifetime: Int { Int(min(3600, max(60, moment?.secondsLeft ?? 600))) }
  }

  /// - Parameters:
  ///   - bus: By which all else goes, and each alert as well.
  ///   - store: Where browsers are kept.
  ///   - services: To whom alerts may be handed.
  public init(
    _ bus: any FleetBus, store: SQLFleetStore, key: PushKey, services: PushServices, logger: Logger
  ) {
    (self.bus, self.store, self.key, self.services, self.logger) = (bus, store, key, services, logger)
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = Self.patience
    configuration.httpMaximumConnectionsPerHost = Self.most
    session = URLSession(configuration: configuration)
  }

  public func ring(_ record: Data, to rider: RiderID) async throws {
    try await bus.ring(record, to: rider)
    guard let about = try? JSONDecoder().decode(About.self, from: record) else { return }
    let begins = waiting.withLock { waiting in
      if waiting.alerts.count >= Self.mostWaiting { waiting.alerts.removeFirst(Self.mostWaiting / 2) }
      waiting.alerts.append(Told(rider: rider, record: record, about: about))
      defer { waiting.isReading = true }
      return !waiting.isReading
    }
    if begins { Task { await readBrowsers() } }
  }

  // MARK: To whom

  /// Asks for the browsers of all who are to be told, those of one moment together.
  private func readBrowsers() async {
    while true {
      let alerts = waiting.withLock { waiting in
        defer { waiting.alerts = [] }
        if waiting.alerts.isEmpty { waiting.isReading = false }
        return waiting.alerts
      }
      guard !alerts.isEmpty else { return }
      let riders = Set(alerts.map(\.rider))
      do {
        let found = try await store.subscriptions(of: Array(riders))
        waiting.withLock { waiting in
          for rider in riders { waiting.known[rider] = found[rider] }
        }
      } catch {
        logger.error("browsers cannot be read", metadata: ["cause": "\(error)"])
      }
      waiting.withLock { waiting in
        for alert in alerts {
          waiting.pushes += (waiting.known[alert.rider] ?? []).map { Push(alert: alert, receiver: $0) }
        }
      }
      pushNext()
    }
  }

  // MARK: Pushing

  private func pushNext() {
    while let push = takeNext() {
      Task {
        await self.push(push)
        waiting.withLock { $0.underWay -= 1 }
        pushNext()
      }
    }
  }

  private func takeNext() -> Push? {
    waiting.withLock { waiting in
      guard waiting.underWay < Self.most, !waiting.pushes.isEmpty else { return nil }
      waiting.underWay += 1
      return waiting.pushes.removeFirst()
    }
  }

  private func push(_ push: Push) async {
    guard services.allow(push.receiver.endpoint) else {
      return tell("its push service is none of those that are allowed", push)
    }
    switch await outcome(push) {
    case .taken: logger.debug("pushed", metadata: fields(push))
    case .gone:
      try? await store.unsubscribe(push.receiver.endpoint.absoluteString, of: push.alert.rider)
      tell("the browser takes nothing any more: it is forgotten", push)
    case .refused(let status): tell("the push service answered \(status)", push)
    case .later: await retry(push)
    }
  }

  private func retry(_ push: Push) async {
    guard push.tries < Self.pauses.count else { return tell("the push service took nothing at the fourth try", push) }
    var next = push
    next.tries += 1
    let pause = Self.pauses[push.tries]
    // Others go on meanwhile.
    Task { [next] in
      try? await Task.sleep(for: .seconds(pause))
      waiting.withLock { $0.pushes.append(next) }
      pushNext()
    }
  }

  private func outcome(_ push: Push) async -> PushRequest.Outcome {
    let about = push.alert.about
    guard
      let made = try? PushRequest(
        push.alert.record, to: push.receiver, by: key,
        topic: PushRequest.topic(of: about.reminder, isCall: about.event == .alert || about.event == .missed),
        lifetime: about.lifetime, at: Date())
    else { return .refused(status: 413) }
    var request = URLRequest(url: made.endpoint)
    request.httpMethod = "POST"
    request.httpBody = made.body
    for (name, value) in made.fields { request.setValue(value, forHTTPHeaderField: name) }
    let answer = try? await session.data(for: request).1
    return PushRequest.Outcome(status: (answer as? HTTPURLResponse)?.statusCode)
  }

  private func tell(_ cause: String, _ push: Push) {
    logger.warning("not pushed", metadata: fields(push).merging(["cause": "\(cause)"]) { $1 })
  }

  private func fields(_ push: Push) -> Logger.Metadata {
    ["trace": "\(push.alert.about.trace)", "rider": "\(push.alert.rider)", "tries": "\(push.tries + 1)"]
  }
}
