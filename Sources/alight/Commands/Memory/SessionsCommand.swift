import ArgumentParser
import Conversation
import Dialogue
import Foundation
import Storage

/// `alight sessions`: what was said in the dialogues that were held.
struct SessionsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sessions", abstract: "List, show, replay and forget conversations.",
    discussion: """
      Every conversation is kept on this machine for \(Int(SessionRetention().days)) days, \(SessionRetention().count) at \
      most: what was asked, what was answered and what was understood, never sound.

      Examples:
        alight sessions show 1a2b
        alight sessions show 1a2b --json > one.json; alight sessions replay one.json
        alight sessions forget --before 2026-12-01 --yes
      """, subcommands: [List.self, Show.self, Replay.self, Forget.self], defaultSubcommand: List.self)
}

extension SessionsCommand {
  /// `alight sessions list`
  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "List the conversations, the last one first.")

    @Option(help: "List so many at most.") var limit: Int?
    @Flag(help: "Print one object a line as JSON.") var json = false
    @OptionGroup var data: DataOptions

    func validate() throws {
      try ListLimit.check(limit)
    }

    func run() async throws {
      let output = Output()
      let sessions = try data.openStore().sessions(limit: limit)
      if sessions.isEmpty, !json { output.talk("No conversation is kept.") }
      for session in sessions.map(SessionLine.init) { json ? try output.json(session) : output.data(session.text) }
    }
  }

  /// `alight sessions show`
  struct Show: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Show a conversation, answer by answer.")

    @Argument(help: "The id of a conversation, or its beginning.") var id: String
    @Flag(help: "Print it as one JSON object, with all that a replay needs.") var json = false
    @OptionGroup var data: DataOptions

    func run() async throws {
      let output = Output()
      let store = try data.openStore()
      let session = try store.session(id)
      let turns = try store.turns(of: session.id)
      let texts = try Assembly.prompts(session.language, Resources.find()).texts
      let transcript = try SessionTranscript(session, turns, texts)
      if json {
        return try output.json(SessionReport(transcript: transcript, recording: SessionFile(session, turns)))
      }
      for line in transcript.lines(zone: session.zone) { output.data(line) }
    }
  }

  /// `alight sessions replay`
  struct Replay: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Put the answers of conversations to the wizard again, and compare what it makes of them.",
      discussion: """
        The exit code is 0 where each is the same byte for byte, or where the texts were edited since and only words differ; \
        1 where something else was done.
        """)

    @Argument(help: "Ids of conversations or their beginnings, or files that \"sessions show ID --json\" wrote.")
    var sessions: [String] = []
    @Flag(help: "Replay all that are kept.") var all = false
    @Flag(help: "Print one object a line as JSON.") var json = false
    @OptionGroup var data: DataOptions

    func validate() throws {
      if sessions.isEmpty != all { throw ValidationError("name a conversation, or give --all") }
    }

    func run() async throws {
      let output = Output()
      let resources = try Resources.find()
      var prompts: [String: Prompts] = [:]
      var failures = 0
      for (name, session, turns) in try recordings() {
        let texts = try prompts[session.language] ?? Assembly.prompts(session.language, resources)
        prompts[session.language] = texts
        let replay = try SessionReplay(session, turns, prompts: texts)
        let report = ReplayReport(
          name, turns.count, replay.outcome, areTextsSame: resources.digestOfTexts(session.language) == session.prompts)
        if !report.isSame { failures += 1 }
        json ? try output.json(report) : output.data(report.text)
      }
      if failures > 0 {
        throw CommandFailure(.checkFailed, "\(failures) of the conversations went another way than they were recorded")
      }
    }

    private func recordings() throws -> [(String, StoredSession, [StoredTurn])] {
      if all {
        let store = try data.openStore()
        return try store.sessions().map { ($0.id.short, $0, try store.turns(of: $0.id)) }
      }
      return try sessions.map { name in
        if FileManager.default.fileExists(atPath: name) {
          let stored = try file(name).stored
          return (name, stored.session, stored.turns)
        }
        let store = try data.openStore()
        let session = try store.session(name)
        return (session.id.short, session, try store.turns(of: session.id))
      }
    }

    private func file(_ path: String) throws -> SessionFile {
      do {
        return try JSONDecoder().decode(SessionReport.Recording.self, from: Data(contentsOf: URL(filePath: path)))
          .recording
      } catch {
        throw CommandFailure(
          .badData, "\(path) is no recorded conversation: write one with \"alight sessions show ID --json\"")
      }
    }

  }

  /// `alight sessions forget`
  struct Forget: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Forget conversations with every word of them.")

    @Argument(help: "The id of a conversation, or its beginning.") var id: String?
    @Flag(help: "Forget all of them.") var all = false
    @Option(help: "Forget those that began before a day (2026-12-01) or an instant.") var before: String?
    @OptionGroup var consent: Consent
    @Flag(help: "Print how many were forgotten as JSON.") var json = false
    @OptionGroup var data: DataOptions

    func validate() throws {
      if [id != nil, all, before != nil].filter(\.self).count != 1 {
        throw ValidationError("name one conversation, or give --all or --before")
      }
    }

    func run() async throws {
      let output = Output()
      let store = try data.openStore()
      let which = try selection(store)
      guard try consent.isGiven(to: "forgetting", asking: "Forget for good?", output) else {
        return output.talk("Nothing was forgotten.")
      }
      let count = try store.forgetSessions(which)
      json ? try output.json(ForgottenSessions(count: count)) : output.data("forgotten: \(count)")
    }

    private func selection(_ store: ReminderStore) throws -> ReminderStore.SessionSelection {
      if let id { return .one(try store.session(id).id) }
      guard let before else { return .all }
      let zone = TimeZone.current.identifier
      guard let end = Instant(argument: before)?.date ?? LocalDay.start(of: before, zone: zone) else {
        throw CommandFailure(.usage, "--before \(before): that is no day \(Instant.years); say 2026-12-01")
      }
      return .before(end)
    }
  }
}

/// A conversation as `show --json` prints it: to be read, and to be replayed.
private struct SessionReport: Encodable {
  /// The part that a replay reads.
  struct Recording: Decodable {
    var recording: SessionFile
  }

  let transcript: SessionTranscript
  let recording: SessionFile

  enum CodingKeys: String, CodingKey {
    case recording
  }

  func encode(to encoder: any Encoder) throws {
    try transcript.encode(to: encoder)
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(recording, forKey: .recording)
  }
}

/// What came of a replay.
private struct ReplayReport: Encodable {
  let schema = "alight.replay/1"
  let session: String
  let turns: Int
  /// identical, words or different
  let result: String
  /// The first turn that differs.
  let turn: Int?
  /// Whether the language's file is the one that was spoken with.
  let areTextsSame: Bool
  private let words: String

  enum CodingKeys: String, CodingKey {
    case schema, session, turns, result, turn
    case areTextsSame = "sameTexts"
  }

  init(_ name: String, _ turns: Int, _ outcome: SessionReplay.Outcome, areTextsSame: Bool) {
    session = name
    self.turns = turns
    self.areTextsSame = areTextsSame
    switch outcome {
    case .identical: (result, turn, words) = ("identical", nil, "identical, \(turns) turns")
    case .otherWords(let number):
      (result, turn) = ("words", number)
      words = "the same in other words from turn \(number) on" + (areTextsSame ? "" : ": the texts were edited since")
    case .different(let number, let recorded, let replayed):
      (result, turn) = ("different", number)
      words = "different from turn \(number) on\n  recorded: \(recorded)\n  replayed: \(replayed)"
    }
  }

  /// Edited texts are no other way.
  var isSame: Bool { result == "identical" || result == "words" && !areTextsSame }
  var text: String { "\(session)  \(words)" }
}

private struct ForgottenSessions: Encodable {
  let schema = "alight.forgotten-sessions/1"
  let count: Int
}
