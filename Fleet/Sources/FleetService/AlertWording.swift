import Conversation
import Fleet
import Following
import Foundation
import Journey

/// What phones get of an alert: `alight.alert/1` with its sentence in the language of its rider, and its trace beside it.
public struct AlertWording: Sendable {
  private let prompts: [String: Prompts]
  private let usual: Prompts

  /// - Parameters:
  ///   - folder: All language files in it that have texts are read, as `de.yaml`.
  ///   - language: That of riders who have not said theirs, or whose language is none of these.
  /// - Throws: `PromptsError` for a file that is no language or not there, and `CocoaError` for a folder that cannot be read.
  public init(folder: URL, language: String) throws {
    let usual = try Prompts.load(from: folder.appending(path: "\(language).yaml"))
    var prompts = [usual.language: usual]
    for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    where file.lastPathComponent != "\(language).yaml" && file.pathExtension == "yaml" && Prompts.hasTexts(file) {
      let other = try Prompts.load(from: file)
      prompts[other.language] = other
    }
    (self.prompts, self.usual) = (prompts, usual)
  }

  public func record(_ alert: FleetAlert, _ reminder: Reminder, isRepeat: Bool) -> Data? {
    let prompts = prompts(in: alert.language)
    let message = AlertMessage(
      alert.alert, of: reminder, text: prompts.sentence(alert.alert, for: reminder, isRepeat: isRepeat),
      isRepeat: isRepeat)
    return try? RecordCoding.encoder().encode(Traced(record: AlertRecord(message), trace: alert.trace))
  }

  /// The very language, or the same one of another region.
  private func prompts(in language: LanguageTag?) -> Prompts {
    language.flatMap { prompts[$0.text] ?? prompts[$0.language] } ?? usual
  }

  private struct Traced: Encodable {
    let record: AlertRecord
    let trace: AlertTrace

    enum CodingKeys: String, CodingKey { case trace }

    func encode(to encoder: any Encoder) throws {
      try record.encode(to: encoder)
      var fields = encoder.container(keyedBy: CodingKeys.self)
      try fields.encode(trace, forKey: .trace)
    }
  }
}
