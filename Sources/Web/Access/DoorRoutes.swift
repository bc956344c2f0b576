import Foundation
import HTTPTypes
import Hummingbird
import Storage

/// The page on which a browser shows the code.
struct DoorRoutes: Sendable {
  let views: PageViews
  let codes: AccessCodes

  func add(to router: Router<PageContext>) {
    router.get("/enter", use: page)
    router.post("/enter", use: enter)
  }

  private struct View {
    var code: String
    var trouble: String?
  }

  private func page(_ request: Request, _ context: PageContext) async throws -> Response {
    let code = request.uri.queryParameters["code"].map(String.init) ?? ""
    return try views.page("enter", View(code: String(code.prefix(20))), request)
  }

  private struct Form: Decodable { var code: String? }

  private func enter(_ request: Request, _ context: PageContext) async throws -> Response {
    let form = try await URLEncodedFormDecoder().decode(Form.self, from: request, context: context)
    let words = views.language(of: request).words
    switch await codes.take(String((form.code ?? "").prefix(40))) {
    case .wrong(let left):
      let text = left == 0 ? words.say("codeBurnt") : words.say("codeWrong", ["count": String(left)])
      return try views.page("enter", View(code: "", trouble: text), request, status: .forbidden)
    case .right:
      let (secret, now) = (AccessCodes.secret(), views.setting.now())
      let name = Self.name(of: request.headers[.userAgent] ?? "")
      try views.setting.store.letIn(Browser(name: name, createdAt: now, seenAt: now), secret: secret)
      var response = Response.seeOther("/")
      response.setCookie(.secret(secret, isSecure: views.setting.isSecure))
      return response
    }
  }

  /// "Firefox on Android", as far as a browser tells.
  private static func name(of agent: String) -> String {
    let browsers = [("Firefox/", "Firefox"), ("Edg/", "Edge"), ("Chrome/", "Chrome"), ("Safari/", "Safari")]
    let systems = [
      ("Android", "Android"), ("iPhone", "iPhone"), ("Linux", "Linux"), ("Mac OS", "Mac"), ("Windows", "Windows"),
    ]
    let browser = browsers.first { agent.contains($0.0) }?.1 ?? "browser"
    return systems.first { agent.contains($0.0) }.map { "\(browser) on \($0.1)" } ?? browser
  }
}
