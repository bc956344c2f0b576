import Foundation
import GRDB
import Storage
import Testing

private let now = Date(timeIntervalSince1970: 1_796_000_000)

private func session(_ id: UUID = UUID(), at start: Date = now) -> StoredSession {
  StoredSession(
    id: id, startedAt: start, language: "en", program: "0.1.0", prompts: "abc", zone: "Europe/Vienna",
    initialState: Data(#"{"open":"from"}"#.utf8))
}

private func turn(_ number: Int, _ input: String = #"{"text":"linz"}"#) -> StoredTurn {
  StoredTurn(
    number: number, at: now.addingTimeInterval(Double(number)), input: Data(input.utf8), outputs: Data("[]".utf8))
}

@Suite("Conversations on disk")
struct SessionTests {
  @Test("a step is stored whole: the draft, the conversation and its turns")
  func step() throws {
    let store = try ReminderStore.inMemory()
    let draft = StoredDraft(id: UUID(), updatedAt: now, summary: "Linz → ?", state: Data("{}".utf8))
    var talk = session()
    try store.recordStep(draft: draft, session: talk, turns: [turn(1), turn(2)])
    #expect(try store.drafts(since: .distantPast) == [draft])
    #expect(try store.session(String(talk.id.uuidString.prefix(5)).lowercased()) == talk)
    #expect(try store.turns(of: talk.id) == [turn(1), turn(2)])
    talk.endedAt = now.addingTimeInterval(9)
    talk.ending = "saved"
    try store.recordStep(draft: nil, deleting: draft.id, session: talk, turns: [turn(3)])
    #expect(try store.drafts(since: .distantPast).isEmpty)
    #expect(try store.session(talk.id.uuidString) == talk)
    #expect(try store.turns(of: talk.id).map(\.number) == [1, 2, 3])
  }

  @Test("a step that cannot be stored leaves nothing of itself")
  func atomic() throws {
    let store = try ReminderStore.inMemory()
    let draft = StoredDraft(id: UUID(), updatedAt: now, summary: "", state: Data("{}".utf8))
    #expect(throws: StorageError.self) {
      try store.recordStep(draft: draft, session: session(), turns: [turn(1), turn(2, "no json")])
    }
    #expect(try store.drafts(since: .distantPast).isEmpty)
    #expect(try store.sessions().isEmpty)
  }

  @Test("the last one comes first, and a prefix must name one alone")
  func listed() throws {
    let store = try ReminderStore.inMemory()
    let first = session(try #require(UUID(uuidString: "AB000000-0000-4000-8000-000000000001")), at: now)
    let second = session(
      try #require(UUID(uuidString: "ABC00000-0000-4000-8000-000000000002")), at: now.addingTimeInterval(60))
    for one in [first, second] { try store.recordStep(draft: nil, session: one, turns: []) }
    #expect(try store.sessions().map(\.id) == [second.id, first.id])
    #expect(try store.sessions(limit: 1).map(\.id) == [second.id])
    #expect(throws: StorageError.ambiguousSession("ab", matches: ["AB000000-0000", "ABC00000-0000"])) {
      try store.session("ab")
    }
    #expect(throws: StorageError.noSuchSession("%")) { try store.session("%") }
  }

  @Test("is forgotten with every word: one, those before a day, or all")
  func forgotten() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "alight.sqlite").path
    let store = try ReminderStore(path: path)
    let talks = (0..<4).map { session(at: now.addingTimeInterval(Double($0) * 86400)) }
    for talk in talks { try store.recordStep(draft: nil, session: talk, turns: [turn(1)]) }
    #expect(try store.forgetSessions(.one(talks[3].id)) == 1)
    #expect(try store.forgetSessions(.before(now.addingTimeInterval(86400))) == 1)
    #expect(try store.sessions().map(\.id) == [talks[2].id, talks[1].id])
    #expect(try store.forgetSessions(.all) == 2)
    let turns = try DatabaseQueue(path: path).read { try Int.fetchOne($0, sql: "SELECT count(*) FROM turns") }
    #expect(turns == 0)
  }

  @Test("old ones and those beyond the limit go when a new one begins")
  func retention() throws {
    let store = try ReminderStore.inMemory()
    var few = SessionRetention()
    few.count = 3
    let old = session(at: now.addingTimeInterval(-91 * 86400))
    try store.recordStep(draft: nil, session: old, turns: [turn(1)], retention: few, now: old.startedAt)
    var talks: [StoredSession] = []
    for minute in 0..<4 {
      talks.append(session(at: now.addingTimeInterval(Double(minute) * 60)))
      try store.recordStep(draft: nil, session: talks[minute], turns: [], retention: few, now: now)
      if minute == 0 { #expect(try store.sessions().map(\.id) == [talks[0].id], "90 days are over") }
    }
    #expect(try store.sessions().map(\.id) == [talks[3].id, talks[2].id, talks[1].id])
  }
}
