#if Page
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
    /// Where a browser goes that was let in.
    var next: String?
    var trouble: String?
  }

  /// Asks for the code. A browser that was let in before goes on at once to where it was sent.
  private func page(_ request: Request, _ context: PageContext) async throws -> Response {
    let code = request.uri.queryParameters["code"].map(String.init) ?? ""
    let next = Self.own(request.uri.queryParameters["next"].map(String.init))
    if let next, let secret = request.cookies[Door.cookie]?.value,
      try views.setting.store.browser(holding: secret) != nil
    {
      // It stood on the command line of the browser, for everybody on the machine to read.
      await codes.spend(code)
      return .seeOther(next)
    }
    return try views.page("enter", View(code: String(code.prefix(20)), next: next), request)
  }

  /// A page of ours; nil for an address that leads a browser elsewhere.
  private static func own(_ path: String?) -> String? {
    guard let path, path.utf8.count <= 500, path.hasPrefix("/"), !path.hasPrefix("//"),
      path.unicodeScalars.allSatisfy({ (0x21...0x7E).contains($0.value) && $0 != "\\" })
    else { return nil }
    return path
  }

  private struct Form: Decodable {
    var code: String?
    var next: String?
  }

  private func enter(_ request: Request, _ context: PageContext) async throws -> Response {
    let form = try await URLEncodedFormDecoder().decode(Form.self, from: request, context: context)
    let words = views.language(of: request).words
    switch await codes.take(String((form.code ?? "").prefix(40))) {
    case .wrong(let left):
      let text = left == 0 ? words.say("codeBurnt") : words.say("codeWrong", ["count": String(left)])
      return try views.page(
        "enter", View(code: "", next: Self.own(form.next), trouble: text), request, status: .forbidden)
    case .right:
      let (secret, now) = (AccessCodes.secret(), views.setting.now())
      let name = Self.name(of: request.headers[.userAgent] ?? "")
      try views.setting.store.letIn(Browser(name: name, createdAt: now, seenAt: now), secret: secret)
      var response = Response.seeOther(Self.own(form.next) ?? "/")
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
#endif
