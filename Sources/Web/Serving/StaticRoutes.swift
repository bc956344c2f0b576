#if Page
import Foundation
import HTTPTypes
import Hummingbird

/// Styles, scripts, icons, sounds and Leaflet: the same for everybody.
struct StaticRoutes: Sendable {
  let setting: PageSetting

  private static let types = [
    "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8", "svg": "image/svg+xml",
    "png": "image/png", "wav": "audio/wav", "webmanifest": "application/manifest+json",
  ]

  func add(to router: Router<PageContext>) {
    router.get("/static/:file") { request, context in
      try send(setting.folder, context.parameters.get("file"), request)
    }
    router.get("/static/sounds/:file") { request, context in
      try send(setting.audio, context.parameters.get("file"), request)
    }
    router.get("/static/leaflet/:file") { request, context in
      guard let folder = setting.leaflet else { throw PageError(.notFound, "no-map", "Leaflet is not installed.") }
      return try send(folder, context.parameters.get("file"), request)
    }
    router.get("/static/leaflet/images/:file") { request, context in
      guard let folder = setting.leaflet else { throw PageError(.notFound, "no-map", "Leaflet is not installed.") }
      return try send(folder.appending(path: "images"), context.parameters.get("file"), request)
    }
    // They stand at the top, whose pages they are for.
    router.get("/manifest.webmanifest") { request, _ in try send(setting.folder, "manifest.webmanifest", request) }
    router.get("/worker.js") { request, _ in try send(setting.folder, "worker.js", request) }
  }

  /// A file right in a folder, of a kind that pages have.
  private func send(_ folder: URL, _ name: String?, _ request: Request) throws -> Response {
    guard let name, !name.contains("/"), !name.contains("\\"), !name.hasPrefix("."), !name.contains("%"),
      let type = Self.types[String(name.split(separator: ".").last ?? "")],
      let data = FileManager.default.contents(atPath: folder.appending(path: name).path)
    else { throw PageError(.notFound, "no-such-file", "There is no such file.") }
    // The version is part of nothing, so that a browser asks each time whether it has changed.
    let tag = "\"\(setting.version)-\(data.count)-\(Self.sum(data))\""
    let headers: HTTPFields = [.contentType: type, .eTag: tag, .cacheControl: "no-cache"]
    if request.headers[.ifNoneMatch] == tag { return Response(status: .notModified, headers: headers) }
    return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: data)))
  }

  /// FNV-1a (Fowler, Noll and Vo), which tells one state of a file from another.
  private static func sum(_ data: Data) -> String {
    String(data.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }, radix: 16)
  }
}
#endif
