#if Page
import Foundation
import HTTPTypes
import Hummingbird
import Journey

extension Response {
  /// A value as JSON, written as Alight writes records.
  static func json(_ value: some Encodable, status: HTTPResponse.Status = .ok) throws -> Response {
    Response(
      status: status, headers: [.contentType: "application/json"],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: try RecordCoding.encoder().encode(value))))
  }

  static var nothing: Response { Response(status: .noContent) }

  /// Another page, asked for by GET.
  static func seeOther(_ path: String) -> Response { Response(status: .seeOther, headers: [.location: path]) }
}

extension Request {
  /// The body as JSON.
  /// - Throws: `PageError` (400, 413, 415)
  func json<Value: Decodable>(_ type: Value.Type, _ context: PageContext) async throws -> Value {
    guard headers[.contentType]?.hasPrefix("application/json") == true else {
      throw PageError(.unsupportedMediaType, "content-type", "The body must be application/json.")
    }
    let buffer = try await body.collect(upTo: context.maxUploadSize)
    do {
      return try Self.decoder.decode(type, from: Data(buffer.readableBytesView))
    } catch {
      throw PageError(.badRequest, "body", "The body is no JSON of the form that this address takes.")
    }
  }

  /// Instants may have fractions of a second, as browsers write them.
  private static var decoder: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom { decoder in
      let value = try decoder.singleValueContainer()
      guard let instant = WrittenInstant(try value.decode(String.self)) else {
        throw DecodingError.dataCorruptedError(in: value, debugDescription: "no instant")
      }
      return instant.date
    }
    return decoder
  }
}
#endif
