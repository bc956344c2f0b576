import Foundation
import Hummingbird
import Synchronization
import Testing

/// A service of somebody else's that a test posts to.
struct TestService: Sendable {
  struct Post: Sendable {
    var path: String
    var fields: [String: String]
    var body: Data
  }

  private final class Kept: Sendable {
    let posts = Mutex<[Post]>([])
    let port = Mutex<Int?>(nil)
  }

  private let kept = Kept()
  let address: URL

  var posts: [Post] { kept.posts.withLock(\.self) }

  /// - Parameters:
  ///   - location: Where its answers send those who ask.
  ///   - answer: To what, and the how-manieth post that is of all.
  init(
    location: URL? = nil, _ answer: @escaping @Sendable (Post, Int) async throws -> HTTPResponse.Status
  ) async throws {
    let router = Router()
    router.post("**") { [kept] request, _ -> Response in
      let body = try await request.body.collect(upTo: 1 << 20)
      let fields = request.headers.map { ($0.name.rawName.lowercased(), $0.value) }
      let post = Post(
        path: request.uri.path, fields: Dictionary(fields) { $1 }, body: Data(body.readableBytesView))
      let number = kept.posts.withLock { posts in
        posts.append(post)
        return posts.count
      }
      return Response(
        status: try await answer(post, number), headers: location.map { [.location: $0.absoluteString] } ?? [:])
    }
    let application = Application(
      router: router, configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
      onServerRunning: { [kept] channel in kept.port.withLock { $0 = channel.localAddress?.port } })
    // It serves for as long as the tests run: to be cut off in the middle of a request ends a program that serves.
    Task.detached { try await application.runService(gracefulShutdownSignals: []) }
    while kept.port.withLock({ $0 }) == nil { try await Task.sleep(for: .milliseconds(10)) }
    address = try #require(URL(string: "http://127.0.0.1:\(kept.port.withLock { $0 } ?? 0)"))
  }

  /// Waits until so many posts have come.
  func posts(_ count: Int) async throws -> [Post] {
    while posts.count < count { try await Task.sleep(for: .milliseconds(10)) }
    return posts
  }
}
