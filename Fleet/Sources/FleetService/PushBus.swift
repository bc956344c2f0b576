import Fleet
import FleetSQL
import Foundation
import Logging
import Synchronization
import WebPush

/// Pushes alerts to the browsers that riders have named, by Web Push (RFC 8030), beside what another bus does.
///
/// What is pushed is `alight.alert/1` with its trace. It counts as heard when a push service has it, unless phones say themselves what they
/// have. Until then a worker rings again, with what is true then: nothing waits here, and what is not taken at once is not kept.
public final class PushBus: ForwardingBus {
  /// So many alerts are under way at each push service: one that stands still holds up no other one.
  private static let mostOfService = 256

  public let bus: any FleetBus
  private let browsers: BrowserBook
  private let poster: PushPoster
  private let services: PushServices
  private let phonesAcknowledge: Bool
  private let logger: Logger
  private let state = Mutex(State())

  private struct State {
    var underWay: [String: Int] = [:]
    /// Of what can take each other's place at a push service, the newest, and how many are under way.
    var slots: [Slot: (newest: PushedAlert, count: Int)] = [:]
    var counts: [String: Int] = [:]
    /// What does not work, by push service.
    var failures: [String: String] = [:]
  }

  private struct Slot: Hashable {
    let rider: RiderID
    let topic: String
  }

  /// - Parameters:
  ///   - bus: By which all else goes, and each alert as well.
  ///   - store: Where browsers are kept.
  ///   - services: To whom alerts may be handed.
  ///   - phonesAcknowledge: Whether whoever has an alert says so, the page of a browser as well.
  public init(
    _ bus: any FleetBus, store: SQLFleetStore, key: PushKey, services: PushServices, phonesAcknowledge: Bool,
    logger: Logger
  ) {
    (self.bus, self.services, self.phonesAcknowledge, self.logger) = (bus, services, phonesAcknowledge, logger)
    browsers = BrowserBook(store)
    poster = PushPoster(key)
  }

  /// How often pushes came to what.
  var counts: [String: Int] { state.withLock(\.counts) }

  /// What does not work now, in words.
  var failures: [String] { state.withLock { $0.failures.map { "\($0.key): \($0.value)" }.sorted() } }

  public func ring(_ record: Data, to rider: RiderID) async throws {
    guard let alert = PushedAlert(record) else {
      throw BusFailure(bus: "Web Push", cause: "an alert has no trace")
    }
    try await bus.ring(record, to: rider)
    Task { await push(alert, to: rider) }
  }

  private func push(_ alert: PushedAlert, to rider: RiderID) async {
    let receivers: [PushReceiver]
    do {
      receivers = try await browsers.browsers(of: rider)
      note("browsers", nil)
    } catch {
      return note("browsers", "they cannot be read: \(error)")
    }
    let slot = Slot(rider: rider, topic: alert.topic)
    begin(alert, slot)
    defer { end(slot) }
    let left = await withTaskGroup(of: Left.self) { group in
      for receiver in receivers { group.addTask { await self.push(alert, slot, receiver) } }
      return await group.reduce(into: [Left]()) { $0.append($1) }
    }
    // Who has no browser, or none any more, has what the other bus does.
    guard !phonesAcknowledge, left.contains(.taken) || left.allSatisfy({ $0 == .gone }) else { return }
    bus.phones.put(.heard([alert.trace]), of: rider)
  }

  private enum Left { case taken, gone, untaken }

  private func push(_ alert: PushedAlert, _ slot: Slot, _ receiver: PushReceiver) async -> Left {
    let service = receiver.service
    guard services.allow(receiver.endpoint) else {
      tell("its push service is none of those that are allowed", alert, slot, service)
      return .gone
    }
    guard enter(service) else {
      tell("too many are under way there", alert, slot, service)
      return .untaken
    }
    defer { leave(service) }
    var alert = alert
    while true {
      switch await poster.post(alert, to: receiver) {
      case .taken:
        count("taken")
        note(service, nil)
        // An older one that was taken later stands in the place of the newer one now.
        guard let newest = newest(slot), newest.trace != alert.trace, newest.topic == alert.topic else { return .taken }
        alert = newest
      case .gone:
        count("gone")
        do { try await browsers.forget(receiver, of: slot.rider) } catch {
          tell("the browser takes nothing any more, and cannot be forgotten: \(error)", alert, slot, service)
        }
        return .gone
      case .refused(let status):
        count("refused")
        note(service, "it answered \(status)")
        tell("it answered \(status)", alert, slot, service)
        return .untaken
      case .later:
        count("failed")
        note(service, "it does not answer, or has no room")
        tell("it does not answer, or has no room", alert, slot, service)
        return .untaken
      }
    }
  }

  // MARK: What is under way

  private func enter(_ service: String) -> Bool {
    state.withLock { state in
      guard state.underWay[service, default: 0] < Self.mostOfService else { return false }
      state.underWay[service, default: 0] += 1
      return true
    }
  }

  private func leave(_ service: String) {
    state.withLock { state in
      let left = state.underWay[service, default: 1] - 1
      state.underWay[service] = left > 0 ? left : nil
    }
  }

  private func begin(_ alert: PushedAlert, _ slot: Slot) {
    state.withLock { $0.slots[slot] = (alert, ($0.slots[slot]?.count ?? 0) + 1) }
  }

  private func end(_ slot: Slot) {
    state.withLock { state in
      guard let own = state.slots[slot] else { return }
      state.slots[slot] = own.count > 1 ? (own.newest, own.count - 1) : nil
    }
  }

  private func newest(_ slot: Slot) -> PushedAlert? { state.withLock { $0.slots[slot]?.newest } }

  // MARK: What came of it

  private func count(_ outcome: String) { state.withLock { $0.counts[outcome, default: 0] += 1 } }

  private func note(_ what: String, _ cause: String?) {
    let before = state.withLock { state in
      defer { state.failures[what] = cause }
      return state.failures[what]
    }
    if let cause, before == nil {
      logger.error("fails", metadata: ["what": "Web Push, \(what)", "cause": "\(cause)"])
    } else if cause == nil, before != nil {
      logger.notice("works again", metadata: ["what": "Web Push, \(what)"])
    }
  }

  private func tell(_ cause: String, _ alert: PushedAlert, _ slot: Slot, _ service: String) {
    logger.warning(
      "not pushed",
      metadata: ["trace": "\(alert.trace)", "rider": "\(slot.rider)", "service": "\(service)", "cause": "\(cause)"])
  }
}

extension PushReceiver {
  /// The push service, whatever it calls its machines: the last two parts of its name.
  fileprivate var service: String {
    (endpoint.host ?? "?").split(separator: ".").suffix(2).joined(separator: ".")
  }
}
