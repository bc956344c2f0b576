import Conversation
import Dialogue
import Foundation
import GRDB
import Storage
import Testing

@testable import alight

@Suite("Conversations that an earlier release recorded")
struct EarlierSessionsTests {
  /// What the program stored, as its database's dump.
  private func dump() throws -> String {
    let file = Program.root.appending(path: "Tests/Stored/sessions-0.1.0.sql.gz")
    let (gzip, pipe) = (Process(), Pipe())
    gzip.executableURL = URL(filePath: "/usr/bin/env")
    gzip.arguments = ["gzip", "-dc", file.path]
    gzip.standardOutput = pipe
    try gzip.run()
    let bytes = try pipe.fileHandleForReading.readToEnd() ?? Data()
    gzip.waitUntilExit()
    return try #require(String(data: bytes, encoding: .utf8))
  }

  @Test("are replayed by this one with the same questions, the same deeds and the same ending")
  func replayed() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let path = program.folder.appending(path: "earlier.sqlite").path
    let sql = try dump()
    try DatabaseQueue(path: path).writeWithoutTransaction { try $0.execute(sql: sql) }
    let store = try ReminderStore(path: path)
    let sessions = try store.sessions()
    #expect(sessions.count == 12)
    #expect(Set(sessions.map(\.language)) == ["en", "de"])
    for session in sessions {
      let prompts = try Prompts.load(from: Program.root.appending(path: "Prompts/\(session.language).yaml"))
      let turns = try store.turns(of: session.id)
      #expect(turns.count > 2)
      let replay = try SessionReplay(session, turns, prompts: prompts)
      if case .different(let turn, let recorded, let replayed) = replay.outcome {
        Issue.record("\(session.id), turn \(turn): recorded \(recorded), replayed \(replayed)")
      }
      #expect(replay.state.ending?.name == session.ending || session.ending == nil)
    }
  }
}
