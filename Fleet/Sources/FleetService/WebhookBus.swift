import Crypto
import Fleet
import Foundation
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Hands alerts to a service of the operator's own by HTTP, as its push gateway; all else goes by another bus.
///
/// Each is one `POST` with the rider and `alight.alert/1`:
/// ```json
/// {"rider": "anna", "alert": {"schema": "alight.alert/1", "trace": "00f3c2a9b14d77e0", "text": "Get off at the next stop", …}}
/// ```
/// It is handed on when the service answers with 2xx, and posted again until then. `Idempotency-Key` is its trace, and
/// `Alight-Signature` the HMAC-SHA-256 of the body under the secret that both have, in hexadecimal.
public final class WebhookBus: ForwardingBus {
  /// So many posts are under way at once; what comes beyond them is offered again a moment later.
  private static let most = 64
  private static let patience: TimeInterval = 10

  public let bus: any FleetBus
  private let address: URL
  private let secret: SymmetricKey?
  private let session: URLSession
  private let underWay = Mutex(0)

  /// - Parameters:
  ///   - bus: By which all else goes.
  ///   - secret: What the posts are signed with; nil for no signature.
  public init(_ bus: any FleetBus, address: URL, secret: Data?) {
    (self.bus, self.address) = (bus, address)
    self.secret = secret.map { SymmetricKey(data: $0) }
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = Self.patience
    configuration.httpMaximumConnectionsPerHost = Self.most
    session = URLSession(configuration: configuration)
  }

  public func ring(_ record: Data, to rider: RiderID) throws {
    struct Traced: Decodable { var trace: AlertTrace }
    guard let trace = (try? JSONDecoder().decode(Traced.self, from: record))?.trace else {
      throw BusFailure(bus: "the webhook", cause: "an alert has no trace")
    }
    let isFull = underWay.withLock { underWay in
      if underWay < Self.most { underWay += 1 } else { return true }
      return false
    }
    if isFull { throw BusFailure(bus: "the webhook at \(address.host ?? "?")", cause: "it is slower than alerts come") }
    let request = request(record, rider, trace)
    Task {
      defer { underWay.withLock { $0 -= 1 } }
      guard let (_, answer) = try? await session.data(for: request),
        let status = (answer as? HTTPURLResponse)?.statusCode,
        (200..<300).contains(status)
      else { return }
      bus.phones.put(.heard([trace]), of: rider)
    }
  }

  private func request(_ record: Data, _ rider: RiderID, _ trace: AlertTrace) -> URLRequest {
    let body = Data(#"{"rider":"\#(rider)","alert":"#.utf8) + record + Data("}".utf8)
    var request = URLRequest(url: address)
    request.httpMethod = "POST"
    request.httpBody = body
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.setValue(trace.description, forHTTPHeaderField: "Idempotency-Key")
    if let secret {
      let code = HMAC<SHA256>.authenticationCode(for: body, using: secret)
      request.setValue(PhoneKeys.hexadecimal(code), forHTTPHeaderField: "Alight-Signature")
    }
    return request
  }

  public var ringsByItself: Bool { true }
}
