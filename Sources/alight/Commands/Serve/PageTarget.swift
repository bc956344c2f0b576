#if Page
import Foundation
import Journey

/// A page of ours that is asked for by a word, a place or a file.
enum PageTarget: Equatable {
  case page(String)
  case place(Position)
  /// The path of a file of reminders.
  case file(String)

  /// What each is called on the command line.
  private static let pages = [
    ("reminders", "/"), ("new", "/new"), ("ride", "/ride"), ("map", "/map"), ("stops", "/stops"), ("trips", "/trips"),
    ("settings", "/settings"),
  ]
  static let names = pages.map { $0.0 }.joined(separator: ", ")

  /// - Parameter text: Nil for the first page.
  /// - Throws: `CommandFailure` (64) for none of them.
  init(_ text: String?) throws {
    guard let text else {
      self = .page("/")
      return
    }
    if let page = Self.pages.first(where: { $0.0 == text }) {
      self = .page(page.1)
    } else if let place = try? WrittenPosition(text) {
      self = .place(place.position)
    } else if let path = Self.path(text) {
      self = .file(path)
    } else {
      let isPlace = text.lowercased().hasPrefix("geo:")
      throw CommandFailure(
        .usage,
        isPlace
          ? "\(text) names no place by its degrees: search for it in a map, and share its position from there"
          : "\(text) is neither \(Self.names), nor a place, nor a file: see \"alight serve open --help\"")
    }
  }

  /// Desktops hand files over as they are called, or as addresses.
  private static func path(_ text: String) -> String? {
    let path = text.hasPrefix("file://") ? URL(string: text)?.path : text
    return path.flatMap { FileManager.default.fileExists(atPath: $0) ? $0 : nil }
  }

  /// Of the page, with its query.
  var path: String {
    switch self {
    case .page(let path): path
    case .place(let place): "/map?place=\(place.latitude),\(place.longitude)"
    case .file: "/take"
    }
  }
}
#endif
