#if Page
import Foundation
import HTTPTypes
import Hummingbird

/// What was done, told once on the page that is shown next, so that reloading that page does nothing a second time.
struct Notice {
  static let cookie = "alight-notice"
  private static let longest = 400

  var text: String
  /// Whether the change can be taken back.
  var canUndo: Bool

  /// Nil where nothing is to be told.
  init?(_ request: Request) {
    guard let value = request.cookies[Self.cookie]?.value, let told = value.removingPercentEncoding,
      let kind = told.first, told.count > 1
    else { return nil }
    text = String(told.dropFirst().prefix(Self.longest))
    canUndo = kind == "u"
  }

  fileprivate static func cookie(_ text: String, canUndo: Bool) -> Cookie {
    let told = (canUndo ? "u" : "n") + text.prefix(longest)
    let value = told.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    return Cookie(name: cookie, value: value, maxAge: 60, path: "/", httpOnly: true, sameSite: .strict)
  }
}

extension Response {
  /// Another page, which tells what was done.
  /// - Parameter kind: "undo" where it can be taken back.
  static func seeOther(_ path: String, told text: String, _ kind: String? = nil) -> Response {
    var response = Response.seeOther(path)
    response.setCookie(Notice.cookie(text, canUndo: kind == "undo"))
    return response
  }

  /// The page has told it.
  func forgettingNotice(_ request: Request) -> Response {
    guard request.cookies[Notice.cookie] != nil else { return self }
    var response = self
    response.setCookie(Cookie(name: Notice.cookie, value: "", maxAge: 0, path: "/", httpOnly: true, sameSite: .strict))
    return response
  }
}
#endif
