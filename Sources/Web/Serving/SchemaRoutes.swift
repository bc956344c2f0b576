#if Page
import Foundation
import Hummingbird

/// The description of the addresses for programs, and the schemas that it names.
struct SchemaRoutes: Sendable {
  let setting: PageSetting

  func add(to router: Router<PageContext>) {
    router.get("/api/schema/:file") { _, context in try send(context.parameters.get("file") ?? "") }
  }

  private func send(_ name: String) throws -> Response {
    guard name == "openapi.yaml" || name.hasSuffix(".schema.json"), !name.hasPrefix("."),
      !name.contains(where: { $0 == "/" || $0 == "%" || $0 == "\\" }),
      let data = FileManager.default.contents(atPath: setting.schemas.appending(path: name).path)
    else { throw PageError(.notFound, "no-such-schema", "There is no such schema.") }
    let type = name.hasSuffix(".yaml") ? "application/yaml" : "application/schema+json"
    return Response(
      status: .ok, headers: [.contentType: type], body: ResponseBody(byteBuffer: ByteBuffer(bytes: data)))
  }
}
#endif
