#if Page
import Following
import Foundation
import HTTPTypes
import Hummingbird

/// How the page and the runner are, and what this browser can do.
struct StatusRoutes: Sendable {
  let views: PageViews
  let follower: any RideFollower
  let events: PageEvents
  let troubles: PageTroubles

  func add(to router: Router<PageContext>) {
    router.get("/status", use: page)
    router.post("/status/begin-at-login", use: beginAtLogin)
  }

  private struct Feed {
    var name: String
    var days: String
  }

  private struct Board {
    var runner: String
    var positions: String
    var feeds: [Feed]
    var version: String
    var pages: Int
    /// What went wrong last with reaching the rider.
    var troubles: [String]
  }

  private func page(_ request: Request, _ context: PageContext) async throws -> Response {
    let words = views.language(of: request).words
    let status = try? await follower.status()
    let feeds = try views.setting.timetable.feeds().map {
      Feed(name: $0.name, days: [$0.firstDay, $0.lastDay].compactMap(\.self).joined(separator: " – "))
    }
    let board = Board(
      runner: status.map { words.say("runnerHere", ["count": String($0.rides.count)]) } ?? words.say("noRunner"),
      positions: words.say(follower.takesPositions ? "positionsHere" : "positionsElsewhere"), feeds: feeds,
      version: views.setting.version, pages: events.count, troubles: troubles.texts)
    return try views.page("status", board, request)
  }

  private func beginAtLogin(_ request: Request, _ context: PageContext) async throws -> Response {
    let words = views.language(of: request).words
    guard let start = views.setting.loginStart else {
      throw PageError(.notFound, "no-service", "This page is begun by hand.")
    }
    do {
      try await start.turnOn()
    } catch {
      throw PageError(.serviceUnavailable, "not-begun-at-login", words.say("notBegunAtLogin", ["cause": "\(error)"]))
    }
    return .seeOther("/", told: words.say("begunAtLogin"))
  }
}
#endif
