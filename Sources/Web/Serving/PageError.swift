#if Page
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOHTTP1

/// What went wrong with a request: told as `application/problem+json` (RFC 9457), or to a person as a page.
struct PageError: Error, HTTPResponseError {
  var status: HTTPResponse.Status
  /// A word for programs.
  var code: String
  /// A sentence for people. It never holds a path of this machine.
  var text: String
  /// More for programs, such as the newer state of a draft.
  var more: [String: String] = [:]

  init(_ status: HTTPResponse.Status, _ code: String, _ text: String) {
    (self.status, self.code, self.text) = (status, code, text)
  }

  private struct Problem: Encodable {
    var type: String
    var title: String
    var status: Int
    var detail: String
  }

  func response(from request: Request, context: some RequestContext) throws -> Response {
    let problem = Problem(type: "about:blank#\(code)", title: code, status: status.code, detail: text)
    let data = try JSONEncoder().encode(problem)
    return Response(
      status: status, headers: [.contentType: "application/problem+json"],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: data)))
  }
}

/// Turns what handlers throw into answers that tell nothing of the machine.
struct Troubles: RouterMiddleware {
  typealias Context = PageContext

  let views: PageViews

  func handle(
    _ request: Request, context: PageContext, next: (Request, PageContext) async throws -> Response
  ) async throws -> Response {
    do {
      return try await next(request, context)
    } catch {
      let problem = Self.problem(of: error)
      if problem.code == "internal" { Self.logger.error("\(request.method) \(request.uri.path): \(error)") }
      guard request.head.path?.hasPrefix("/api/") != true, request.wantsPage else {
        return try problem.response(from: request, context: context)
      }
      return try views.page(
        "problem", ProblemView(problem, views.language(of: request)), request, status: problem.status)
    }
  }

  private static let logger = Logger(label: "alight.page")

  private static func problem(of error: any Error) -> PageError {
    switch error {
    case let error as PageError: error
    // Whoever asked has gone in the middle of it.
    case is HTTPParserError, is ChannelError, is IOError, is CancellationError:
      PageError(.badRequest, "aborted", "The request ended in the middle.")
    case let error as any HTTPResponseError:
      PageError(
        error.status, "request",
        error.status.code == 413 ? "That is more than the page takes." : "The request cannot be used.")
    default: PageError(.internalServerError, "internal", "Something failed here; the server's own words tell more.")
    }
  }
}

struct ProblemView {
  var heading: String
  var text: String

  init(_ problem: PageError, _ language: PageLanguage) {
    heading = language.words.say(problem.status == .notFound ? "notFound" : "problem")
    text = problem.code == "request" ? language.words.say("cannotUse") : problem.text
  }
}

extension Request {
  /// Whether a person looks at the answer.
  var wantsPage: Bool { headers[.accept]?.contains("text/html") == true }
}
#endif
