import Conversation
import Dialogue
import Foundation
import Journey
import Speech
import Storage
import Timetable

/// A front as a page would be: it keeps nothing but the last event, and pushes in what its visitor chooses.
struct PageLikeFront {
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  static let now = Date(timeIntervalSince1970: 1_796_108_400)  // 2026-12-01 08:00 in Vienna

  private(set) var event: DialogueEvent?
  private var dialogue: Dialogue

  /// The demonstration network, or a feed, beside a database of the test's own.
  static func setting(_ folder: URL, language: String = "en", feed: URL? = nil) throws -> DialogueSetting {
    if let feed {
      let timetable = try TimetableStore(path: folder.appending(path: "timetable.sqlite").path)
      try timetable.importFeed(at: feed.path, name: "town", progress: nil)
    }
    let timetable = try TimetableSource.open(
      timetable: folder.appending(path: "timetable.sqlite"), demoNetwork: root.appending(path: "Prompts/demo-network"),
      cache: FileManager.default.temporaryDirectory.appending(path: "alight-tests-cache/alight"))
    return try DialogueSetting(
      prompts: try Prompts.load(from: root.appending(path: "Prompts/\(language).yaml")), timetable: timetable,
      store: try ReminderStore(path: folder.appending(path: "alight.sqlite").path))
  }

  /// Begins, or goes on with what was stored last of a conversation that was cut off.
  init(_ setting: DialogueSetting, resuming state: WizardState? = nil) throws {
    dialogue = try Dialogue(setting, state: state) { Self.now }
    try show(try dialogue.begin())
  }

  /// The conversations that can be gone on with, the newest first.
  static func kept(_ setting: DialogueSetting) throws -> [WizardState] {
    try setting.store.drafts(since: .distantPast).map { try DialogueCoding.decode(WizardState.self, from: $0.state) }
  }

  var draft: UUID { dialogue.state.draft.id }

  /// Where the ride begins and ends, as far as it is known.
  var ends: (from: Stop?, to: Stop?) { (dialogue.state.draft.from?.value, dialogue.state.draft.to?.value) }

  mutating func type(_ text: String) async throws { try show(try await dialogue.answer(.text(text, .typed))) }

  mutating func choose(_ id: String) async throws { try show(try await dialogue.answer(.option(id))) }

  mutating func speak(_ recording: URL) async throws {
    try show(
      try await dialogue.answer(.recording(WaveFile(path: recording.path), named: recording.lastPathComponent)))
  }

  mutating func say(yes isMeant: Bool) async throws { try await type(isMeant ? "yes" : "no") }

  /// What the visitor gets, by way of JSON.
  private mutating func show(_ step: DialogueStep) throws {
    guard let event = try dialogue.event(of: step) else { return }
    self.event = try JSONDecoder().decode(DialogueEvent.self, from: JSONEncoder().encode(event))
  }
}
