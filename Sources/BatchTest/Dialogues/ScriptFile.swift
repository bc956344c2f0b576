import Conversation
import Foundation
import Journey

/// Reads a YAML file of `dialogues`, and perhaps of `cases` with the names of the columns as keys.
///
/// ```yaml
/// now: 2026-12-01T08:00:00+01:00
/// places:
///   - {name: lot 25, at: "48.31,14.31", radius: 80, list: parking}
/// dialogues:
///   - name: both ends at once
///     turns:
///       - say: from linz hbf to hagenberg
///         slots: {from: Linz Hauptbahnhof, to: Hagenberg}
///         state: ask mode
/// ```
struct ScriptFile {
  private let root: [String: ScriptNode]
  private let place: CasePlace
  /// When dialogues are held that do not say.
  private let now: Date?

  /// - Throws: `BatchTestError` that names the line.
  init(_ text: CaseText, now: Date? = nil) throws {
    self.now = now
    let node = try ScriptNode(text)
    place = node.place
    root = try node.fields(["now", "lang", "places", "dialogues", "cases"])
  }

  /// - Throws: `BatchTestError` that names the line.
  func cases() throws -> [TestCase] {
    guard root["dialogues"] != nil || root["cases"] != nil else {
      throw place.failure("there is no case in it: write dialogues: or cases:, and a list")
    }
    let utterances = try root["cases"]?.list().map { try testCase($0) } ?? []
    return try utterances + (root["dialogues"]?.list().map { try dialogue($0) } ?? [])
  }

  private func testCase(_ node: ScriptNode) throws -> TestCase {
    var values = try node.fields(CaseFields.known.sorted()).mapValues {
      $0.isEmpty ? "" : try $0.texts().joined(separator: ",")
    }
    if values["lang"] == nil { values["lang"] = try root["lang"]?.text() }
    return try CaseFields(place: node.place, values: values).testCase()
  }

  private func dialogue(_ node: ScriptNode) throws -> TestCase {
    let fields = try node.fields(["name", "now", "lang", "tags", "xfail", "comment", "turns", "reminder", "ended"])
    guard let name = try fields["name"]?.text() else { throw node.place.failure("the dialogue has no name") }
    let turns = try fields["turns"]?.list().map { try DialogueScript.Turn($0) } ?? []
    guard !turns.isEmpty else { throw node.place.failure("the dialogue \"\(name)\" has no turns") }
    let script = DialogueScript(
      now: try instant(fields["now"] ?? root["now"], node),
      places: try root["places"]?.list().map { try Self.place($0) } ?? [], turns: turns,
      reminder: try reminder(fields["reminder"]),
      ended: try fields["ended"]?.text())
    return TestCase(
      place: node.place, subject: .dialogue(script), utterance: name,
      expected: script.ended ?? (script.reminder.isEmpty ? "\(turns.count) turns" : "saved"),
      language: try (fields["lang"] ?? root["lang"])?.text(), tags: try fields["tags"]?.texts() ?? [],
      xfail: try fields["xfail"]?.text())
  }

  /// `{name: lot 25, at: "48.31,14.31", radius: 80, list: parking}`
  private static func place(_ node: ScriptNode) throws -> NamedPlace {
    let fields = try node.fields(["name", "at", "radius", "list"])
    guard let name = try fields["name"]?.text(), let at = try fields["at"]?.text(),
      let position = try? WrittenPosition(at).position
    else { throw node.place.failure("a place has a name: and its degrees at:, such as \"48.31,14.31\"") }
    let radius = try fields["radius"].flatMap { Double(try $0.text()) } ?? Stop.usualRadius
    guard Stop.radii.contains(radius) else { throw node.place.failure("radius: is 30 to 20000 metres") }
    return NamedPlace(
      name: name, stop: Stop(name: name, position: position, radius: radius), list: try fields["list"]?.text())
  }

  private func instant(_ time: ScriptNode?, _ dialogue: ScriptNode) throws -> Date {
    guard let time else {
      if let now { return now }
      throw dialogue.place.failure(
        "the dialogue needs the time at which it is held: write now: 2026-12-01T08:00:00+01:00, or give --now")
    }
    guard let instant = WrittenInstant(try time.text()) else {
      throw time.place.failure("this is no time such as 2026-12-01T08:00:00+01:00")
    }
    return instant.date
  }

  private func reminder(_ node: ScriptNode?) throws -> [String: String] {
    try node?.fields(DialogueScript.reminderFields).mapValues { try $0.text() } ?? [:]
  }
}
