import Conversation
import Foundation
import Journey

/// What is known live of rides that a rider is told of.
public protocol RideNews: Sendable {
  /// Gets what is newest, and waits for it no longer than a rider does.
  func refresh(at now: Date) async

  /// What is known of each ride; nil where nothing is.
  func news(of rides: [Ride], at now: Date) -> [LiveNews?]
}

extension Connections {
  /// With what is known live of the rides, and one that can be taken by it.
  /// - Parameter now: When the rider wants to leave, where that is now: a ride that is late can still be caught.
  func told(by live: any RideNews, at now: Date, leavingNow: Bool) -> Connections {
    let all = rides + (onward ?? []).flatMap(\.self)
    var found = self
    for (ride, news) in zip(all, live.news(of: all, at: now)) {
      if let news { found.note(news, of: ride) }
    }
    guard found.hasNews else { return self }
    if leavingNow, let next = rides.indices.first(where: { found.canBeTaken($0, at: now) }) {
      found.chosen = next
    } else if let next = rides.indices.dropFirst(chosen).first(where: { found.news(of: rides[$0])?.isCancelled != true }
    ) {
      found.chosen = next
    }
    return found
  }

  private func canBeTaken(_ place: Int, at now: Date) -> Bool {
    let news = news(of: rides[place])
    guard news?.isCancelled != true, news?.skipped == nil else { return false }
    return (news?.departure ?? rides[place].departure ?? .distantPast) >= now
  }
}
