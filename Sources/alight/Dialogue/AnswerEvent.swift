import Foundation

/// An answer of another front end, one JSON object a line: `{"text": "Hagenberg"}` or `{"audio": "to.wav"}`.
enum AnswerEvent: Equatable {
  case text(String)
  case recording(String)
  /// A sentence that says what is wrong with it.
  case invalid(String)

  private struct Fields: Decodable {
    var text: String?
    var audio: String?
  }

  init(_ line: String) {
    guard let fields = try? JSONDecoder().decode(Fields.self, from: Data(line.utf8)) else {
      self = .invalid("the line \"\(line.prefix(60))\" is no answer: \(Self.example)")
      return
    }
    switch (fields.text, fields.audio) {
    case (let text?, nil): self = .text(text)
    case (nil, let file?): self = .recording(file)
    default: self = .invalid("an answer has either a text or an audio: \(Self.example)")
    }
  }

  private static let example = #"write {"text": "Hagenberg"} or {"audio": "to.wav"}, an object a line"#
}
