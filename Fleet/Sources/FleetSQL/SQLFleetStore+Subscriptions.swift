import Fleet
import Foundation
import WebPush

/// The browsers that riders have asked to be told by.
extension SQLFleetStore {
  /// Nobody has more; beyond them the oldest is let go.
  static let mostSubscriptions = 8

  /// Pushes to a browser from now on.
  public func subscribe(_ receiver: PushReceiver, of rider: RiderID, at now: Date) async throws {
    let (own, endpoint) = (Self.text(rider), SQLValue.text(receiver.endpoint.absoluteString))
    _ = try await session.transaction([
      SQLStatement(
        """
        INSERT INTO subscriptions (rider, endpoint, public_key, secret, since) VALUES ($1, $2, $3, $4, $5)
        ON CONFLICT (tenant, rider, endpoint) DO UPDATE SET public_key = excluded.public_key, secret = excluded.secret,
          since = excluded.since
        """,
        [
          own, endpoint, .text(receiver.publicKey.base64EncodedString()),
          .text(receiver.secret.base64EncodedString()), .real(now.timeIntervalSince1970),
        ]),
      // Who has signed out of a browser is told nothing there any more, whoever signs in.
      SQLStatement("DELETE FROM subscriptions WHERE endpoint = $2 AND rider <> $1", [own, endpoint]),
      SQLStatement(
        """
        DELETE FROM subscriptions WHERE rider = $1 AND endpoint NOT IN
          (SELECT endpoint FROM subscriptions WHERE rider = $1 ORDER BY since DESC, endpoint LIMIT \(Self.mostSubscriptions))
        """, [own]),
    ])
  }

  /// Pushes to a browser no more.
  public func unsubscribe(_ endpoint: URL, of rider: RiderID) async throws {
    _ = try await query(
      "DELETE FROM subscriptions WHERE rider = $1 AND endpoint = $2",
      [Self.text(rider), .text(endpoint.absoluteString)])
  }

  /// The browsers of each of some riders; those who have none are left out.
  public func subscriptions(of riders: [RiderID]) async throws -> [RiderID: [PushReceiver]] {
    let statements = SQLStatement.among(riders.map(Self.text)) {
      "SELECT rider, endpoint, public_key, secret FROM subscriptions WHERE rider IN \($0) ORDER BY endpoint"
    }
    guard !statements.isEmpty else { return [:] }
    var found: [RiderID: [PushReceiver]] = [:]
    for row in try await session.transaction(statements).flatMap(\.self) {
      // One that is damaged keeps no others from being told.
      guard let rider = row[0].text.flatMap({ RiderID($0) }), let endpoint = row[1].text,
        let publicKey = row[2].text.flatMap({ Data(base64Encoded: $0) }),
        let secret = row[3].text.flatMap({ Data(base64Encoded: $0) }),
        let receiver = PushReceiver(endpoint: endpoint, publicKey: publicKey, secret: secret)
      else { continue }
      found[rider, default: []].append(receiver)
    }
    return found
  }
}
