import Foundation

/// An answer of another front end, one JSON object a line: `{"text": "Hagenberg"}`, `{"option": "feed:stop"}` or
/// `{"audio": "to.wav"}`.
public enum AnswerEvent: Sendable, Equatable {
  case text(String)
  /// An option by its value, or a stop by its id.
  case option(String)
  case recording(String)
  /// A sentence that says what is wrong with it.
  case invalid(String)

  private struct Fields: Decodable {
    var text: String?
    var option: String?
    var audio: String?
  }

  public init(_ line: String) {
    guard let fields = try? JSONDecoder().decode(Fields.self, from: Data(line.utf8)) else {
      self = .invalid("the line \"\(line.prefix(60))\" is no answer: \(Self.example)")
      return
    }
    switch (fields.text, fields.option, fields.audio) {
    case (let text?, nil, nil): self = .text(text)
    case (nil, let id?, nil): self = .option(id)
    case (nil, nil, let file?): self = .recording(file)
    default: self = .invalid("an answer has one of text, option and audio: \(Self.example)")
    }
  }

  private static let example =
    #"write {"text": "Hagenberg"}, {"option": "feed:stop"} or {"audio": "to.wav"}, an object a line"#
}
