import Conversation
import Dialogue
import Foundation
import Journey
import Storage
import Testing

@testable import alight

/// What riders say at all times, in no order that makes sense.
private let utterances = [
  "linz hbf", "hagenberg", "pregarten", "from linz hbf to hagenberg", "from pregarten to linz two stops before",
  "linz", "hagnberg", "by stops", "by time", "distance", "two stops", "500 metres before", "5 minutes", "99 stops",
  "no, I said pregarten", "no, I meant by time", "not hagenberg, pregarten", "change the destination",
  "make it ten minutes", "back", "undo", "redo", "swap", "help", "skip", "maybe", "more", "options", "repeat", "review",
  "1", "2", "#1", "the last one", "yes", "no", "neither", "start over", "cancel", "at 10:10", "later", "earlier",
  "qwertzuiop", "", "why", "what time is it", "thanks", "the usual", "5", "6",
]

@Suite("A recorded conversation")
struct SessionReplayTests {
  private static let now = Date(timeIntervalSince1970: 1_796_108_400)

  /// The program's parts, with the demonstration network.
  private func assemble(_ folder: URL) throws -> Assembly {
    let resources = Resources(
      prompts: Program.root.appending(path: "Prompts"), audio: Program.root.appending(path: "Audio"))
    return try Assembly(
      timetable: folder.appending(path: "timetable.sqlite"), resources: resources,
      cache: FileManager.default.temporaryDirectory.appending(path: "alight-tests-cache/alight"))
  }

  /// Holds a dialogue with these lines, on a clock that goes on by some seconds for each.
  private func hold(_ lines: [String], _ assembly: Assembly, _ store: ReminderStore) async throws {
    var seconds = 0.0
    var dialogue = try Dialogue(try assembly.setting(store), state: try assembly.setting(store).beginning(at: Self.now))
    {
      seconds += 1.234567
      return Self.now.addingTimeInterval(seconds)
    }
    var step = try dialogue.begin()
    for line in lines where step.ending == nil { step = try await dialogue.answer(.text(line, .typed)) }
    if step.ending == nil { _ = try await dialogue.answer(.end) }
  }

  @Test("replays byte for byte, fifty of any kind, and leaves the state that the draft on disk has")
  func fifty() async throws {
    let program = try Program()
    defer { program.cleanUp() }
    let assembly = try assemble(program.folder)
    let store = try ReminderStore(path: program.database.path)
    var numbers = SplitMix(seed: 5)
    for _ in 0..<50 {
      let count = Int.random(in: 2...16, using: &numbers)
      let lines = (0..<count).map { _ in utterances.randomElement(using: &numbers) ?? "" }
      try await hold(lines + (Bool.random(using: &numbers) ? ["yes", "yes"] : []), assembly, store)
    }
    let sessions = try store.sessions()
    #expect(sessions.count == 50)
    #expect(Set(sessions.compactMap(\.ending)).count > 1, "they end in more than one way")
    let drafts = Dictionary(uniqueKeysWithValues: try store.drafts(since: .distantPast).map { ($0.id, $0.state) })
    var kept = 0
    for session in sessions {
      let replay = try SessionReplay(session, store.turns(of: session.id), prompts: assembly.prompts)
      #expect(replay.outcome == .identical)
      if let draft = drafts[replay.state.draft.id] {
        #expect(try DialogueCoding.encode(replay.state) == draft)
        kept += 1
      }
      let transcript = try SessionTranscript(session, store.turns(of: session.id), assembly.prompts.texts)
      #expect(!transcript.exchanges.isEmpty)
    }
    #expect(kept == drafts.count && kept > 5)
  }

  @Test(
    "that was cut off by a kill ends with a whole step: the draft on disk is what its turns lead to", arguments: 0..<12)
  func killed(seed: Int) throws {
    let program = try Program()
    defer { program.cleanUp() }
    let assembly = try assemble(program.folder)
    var numbers = SplitMix(seed: UInt64(seed))
    let input = Pipe()
    let output = program.folder.appending(path: "events")
    let process = program.process([])
    let child = try ChildProgram(
      Program.executable.path, ["new", "--ndjson", "--now", Program.now], environment: process.environment ?? [:],
      input: input.fileHandleForReading.fileDescriptor, output: output)
    func events() -> Int { (try? Data(contentsOf: output))?.count { $0 == UInt8(ascii: "\n") } ?? 0 }
    let answers = Int.random(in: 1...8, using: &numbers)
    for answer in 0..<answers {
      while events() <= answer, child.isRunning { usleep(2_000) }
      let text = utterances.randomElement(using: &numbers) ?? ""
      let line = try JSONSerialization.data(withJSONObject: ["text": text]) + Data("\n".utf8)
      // Whoever has said cancel is not there any more.
      guard child.isRunning else { break }
      try? input.fileHandleForWriting.write(contentsOf: line)
    }
    usleep(UInt32.random(in: 0...40_000, using: &numbers))
    child.send(SIGKILL)
    child.end()
    let store = try ReminderStore(path: program.database.path)
    let drafts = try store.drafts(since: .distantPast)
    guard let session = try store.sessions().first else {
      #expect(drafts.isEmpty)
      return
    }
    let replay = try SessionReplay(session, store.turns(of: session.id), prompts: assembly.prompts)
    #expect(replay.outcome == .identical)
    if let draft = drafts.first {
      #expect(try DialogueCoding.encode(replay.state) == draft.state)
    } else {
      // Or it became a reminder in that very moment.
      let isSaved = (try? store.reminder(replay.state.draft.id.uuidString)) != nil
      #expect(replay.state.draft.filledSlots.isEmpty || replay.state.ending != nil || isSaved)
    }
  }
}
