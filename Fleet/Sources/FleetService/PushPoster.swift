import Fleet
import Foundation
import Journey
import WebPush

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// An alert as it is pushed.
struct PushedAlert: Sendable {
  let trace: AlertTrace
  /// At most what push services must take.
  let payload: Data
  let topic: String
  /// Seconds for which it is of use.
  let lifetime: Int

  private struct About: Decodable {
    struct Moment: Decodable { var secondsLeft: Double? }

    var reminder: UUID
    var trace: AlertTrace
    var event: Alert.Event
    var moment: Moment?
  }

  /// - Parameter record: `alight.alert/1` with its trace.
  /// - Returns: Nil for what is none.
  init?(_ record: Data) {
    guard let about = try? JSONDecoder().decode(About.self, from: record), let payload = Self.payload(record) else {
      return nil
    }
    (trace, self.payload) = (about.trace, payload)
    topic = PushRequest.topic(of: about.reminder, isCall: about.event.isCall)
    lifetime = PushRequest.lifetime(secondsLeft: about.moment?.secondsLeft)
  }

  /// What pages need, where a record is longer than push services must take: names of stops may be.
  private static let needed: Set = [
    "schema", "reminder", "serviceDay", "leg", "level", "round", "event", "at", "estimated", "repeat", "trace", "title",
    "text", "means",
  ]

  private static func payload(_ record: Data) -> Data? {
    guard record.count > PushMessage.longest else { return record }
    guard var fields = try? JSONSerialization.jsonObject(with: record) as? [String: Any] else { return nil }
    fields = fields.filter { needed.contains($0.key) }
    for (name, longest) in [("title", 200), ("text", 600)] {
      if let text = fields[name] as? String { fields[name] = String(text.prefix(longest)) }
    }
    let short = try? JSONSerialization.data(withJSONObject: fields, options: [.sortedKeys, .withoutEscapingSlashes])
    return short.flatMap { $0.count <= PushMessage.longest ? $0 : nil }
  }
}

/// Posts alerts to push services, each once.
struct PushPoster: Sendable {
  private static let patience: TimeInterval = 10
  private static let connections = 64

  private let key: PushKey
  private let session: URLSession

  init(_ key: PushKey) {
    self.key = key
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = Self.patience
    configuration.timeoutIntervalForResource = Self.patience
    configuration.httpMaximumConnectionsPerHost = Self.connections
    session = URLSession(configuration: configuration, delegate: NoRedirection(), delegateQueue: nil)
  }

  func post(_ alert: PushedAlert, to receiver: PushReceiver) async -> PushRequest.Outcome {
    guard
      let made = try? PushRequest(
        alert.payload, to: receiver, by: key, topic: alert.topic, lifetime: alert.lifetime, at: Date())
    else { return .refused(status: 413) }
    var request = URLRequest(url: made.endpoint)
    request.httpMethod = "POST"
    request.httpBody = made.body
    for (name, value) in made.fields { request.setValue(value, forHTTPHeaderField: name) }
    let answer = try? await session.data(for: request).1
    return PushRequest.Outcome(status: (answer as? HTTPURLResponse)?.statusCode)
  }
}

/// A push service that sends elsewhere is none that was allowed.
private final class NoRedirection: NSObject, URLSessionTaskDelegate, Sendable {
  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) { completionHandler(nil) }
}
