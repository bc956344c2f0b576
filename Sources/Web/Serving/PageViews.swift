#if Page
import Conversation
import Foundation
import HTTPTypes
import Hummingbird
import Mustache

/// The templates of the page, and the language that each browser reads.
struct PageViews: Sendable {
  let setting: PageSetting
  private let templates: MustacheLibrary

  /// - Throws: What is wrong with a template.
  init(_ setting: PageSetting) throws {
    self.setting = setting
    MustacheContentTypes.register(MarkupText(), named: MarkupText.name)
    var templates: [String: MustacheTemplate] = [:]
    let files = try FileManager.default.contentsOfDirectory(atPath: setting.folder.path)
    for file in files where file.hasSuffix(".mustache") {
      let text = try String(contentsOf: setting.folder.appending(path: file), encoding: .utf8)
      templates[String(file.dropLast(9))] = try MustacheTemplate(
        string: "{{% CONTENT_TYPE: \(MarkupText.name)}}" + text)
    }
    self.templates = MustacheLibrary(templates: templates)
  }

  /// The tag of the language that a browser asks for, of those that there are.
  func tag(of request: Request) -> String {
    let preferred = (try? setting.store.preferences())?.language
    if let preferred, setting.languages[preferred] != nil { return preferred }
    let asked = (request.headers[.acceptLanguage] ?? "").split(separator: ",").map {
      part -> (tag: String, weight: Double) in
      let fields = part.split(separator: ";")
      let weight = fields.dropFirst().first.flatMap { Double($0.replacing(" ", with: "").dropFirst(2)) } ?? 1
      let tag = (fields.first ?? "").trimmingCharacters(in: .whitespaces).lowercased().prefix { $0 != "-" }
      return (String(tag), weight)
    }
    // Of equal weights the one named first.
    let best = asked.enumerated().sorted { ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset) }.map(
      \.element.tag)
    return best.first { setting.languages[$0] != nil } ?? setting.standardTag
  }

  func language(of request: Request) -> PageLanguage {
    setting.languages[tag(of: request)] ?? setting.standard
  }

  /// A whole page.
  /// - Parameters:
  ///   - name: Of its template.
  ///   - content: What the template shows.
  func page(
    _ name: String, _ content: some Any, _ request: Request, title: String? = nil, status: HTTPResponse.Status = .ok
  ) throws -> Response {
    let tag = tag(of: request)
    let words = language(of: request).words
    let scene = Scene(words: words.texts, content: content)
    guard let main = templates.render(scene, withTemplate: name) else {
      throw PageError(.internalServerError, "template", "A part of the page is missing: reinstall Alight.")
    }
    let frame = Frame(
      words: words.texts, language: tag, view: name, title: title ?? words.say("title-\(name)"),
      links: Frame.all(words, path: request.uri.path), main: main, version: setting.version)
    let html = templates.render(frame, withTemplate: "frame") ?? main
    return Response(
      status: status,
      headers: [.contentType: "text/html; charset=utf-8", .contentLanguage: tag, .vary: "Accept-Language"],
      body: ResponseBody(byteBuffer: ByteBuffer(string: html)))
  }

  private struct Scene {
    var words: [String: String]
    var content: Any
  }

  private struct Frame {
    struct Link {
      var address: String
      var name: String
      var isHere: Bool
    }

    var words: [String: String]
    var language: String
    var view: String
    var title: String
    var links: [Link]
    var main: String
    var version: String

    static func all(_ words: PageWords, path: String) -> [Link] {
      [
        ("/", "home"), ("/new", "new"), ("/ride", "ride"), ("/trips", "trips"), ("/stops", "stops"), ("/map", "map"),
        ("/status", "status"),
      ]
      .map { Link(address: $0.0, name: words.say("nav-\($0.1)"), isHere: path == $0.0) }
    }
  }
}

/// Text in HTML, escaped scalar by scalar: the library's own goes by characters, and takes a quote that a combining mark stands
/// behind for another character than a quote.
struct MarkupText: MustacheContentType {
  static let name = "MARKUP"

  func escapeText(_ text: String) -> String {
    var escaped = ""
    escaped.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "&": escaped += "&amp;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
#endif
