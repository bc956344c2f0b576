import Foundation
import Hummingbird
import Journey

/// Why a request is not done, and what to do.
struct FrontRefusal: HTTPResponseError {
  let status: HTTPResponse.Status
  let cause: String

  init(_ status: HTTPResponse.Status, _ cause: String) { (self.status, self.cause) = (status, cause) }

  func response(from request: Request, context: some RequestContext) -> Response { .written(status, ["error": cause]) }
}

extension Response {
  /// A value as JSON, written as Alight writes records.
  static func written(_ status: HTTPResponse.Status, _ value: some Encodable) -> Response {
    let data = (try? RecordCoding.encoder().encode(value)) ?? Data()
    return Response(
      status: status, headers: [.contentType: "application/json"],
      body: ResponseBody(byteBuffer: ByteBuffer(data: data)))
  }
}

extension PhoneKeys {
  /// Who makes a request, by its token.
  func speaker(of request: Request) throws(FrontRefusal) -> Speaker {
    guard let token = request.headers[.authorization].flatMap({ $0.hasPrefix("Bearer ") ? $0.dropFirst(7) : nil })
    else {
      throw FrontRefusal(
        .unauthorized, "who speaks is not said: send \"Authorization: Bearer TOKEN\" of alight-fleet token")
    }
    guard let speaker = speaker(String(token)) else { throw FrontRefusal(.forbidden, "this token is not valid") }
    return speaker
  }
}
