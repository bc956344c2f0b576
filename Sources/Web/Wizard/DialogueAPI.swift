#if Page
import Conversation
import Dialogue
import Foundation
import HTTPTypes
import Hummingbird
import Journey
import Speech
import Storage

/// The four questions for programs, as `alight new --ndjson` asks them.
struct DialogueAPI: Sendable {
  let views: PageViews
  let conversations: Conversations

  private var setting: PageSetting { views.setting }

  func add(to router: Router<PageContext>) {
    router.get("/api/dialogue", use: state)
    router.post("/api/dialogue", use: answer)
    router.post("/api/dialogue/begin", use: begin)
    router.post("/api/dialogue/listen", use: listen)
    router.post("/api/dialogue/fixes", use: look)
    router.post("/api/dialogue/recording", use: hear)
    router.get("/api/suggestions", use: suggest)
  }

  /// A conversation as `alight.dialogue/1` with its revision.
  private struct State: Encodable {
    var draft: UUID
    var revision: Int
    var event: DialogueEvent

    init(_ turn: PageConversation.Turn) { (draft, revision, event) = (turn.id, turn.revision, turn.event) }
  }

  private func state(_ request: Request, _ context: PageContext) async throws -> Response {
    try .json(State(try await conversations.conversation(request, context, views).turn))
  }

  private struct Answer: Decodable {
    var text: String?
    var option: String?
    var revision: Int?
    var draft: UUID?
  }

  private func answer(_ request: Request, _ context: PageContext) async throws -> Response {
    let answer = try await request.json(Answer.self, context)
    let input: DialogueInput
    switch (answer.text, answer.option) {
    case (let text?, nil): input = .text(text, .typed)
    case (nil, let option?): input = .option(option)
    default: throw PageError(.badRequest, "answer", "An answer has one of text and option.")
    }
    let conversation = try await conversations.conversation(request, context, views)
    do {
      if let draft = answer.draft, await conversation.turn.id != draft {
        throw PageConversation.Stale(turn: await conversation.turn)
      }
      return try .json(State(try await conversation.answer(input, to: answer.revision)))
    } catch let stale as PageConversation.Stale {
      return try .json(State(stale.turn), status: .conflict)
    }
  }

  private func begin(_ request: Request, _ context: PageContext) async throws -> Response {
    struct Start: Decodable { var draft: UUID? }
    let start = try await request.json(Start.self, context)
    let state = try start.draft.map { id in
      guard let state = try setting.draft(id) else {
        throw PageError(.notFound, "no-such-draft", "There is no such draft any more.")
      }
      return state
    }
    let begun = try await conversations.begin(
      for: context.letIn.id, views.language(of: request), state: state, now: setting.now)
    return try .json(State(await begun.turn))
  }

  private func listen(_ request: Request, _ context: PageContext) async throws -> Response {
    do {
      try await conversations.conversation(request, context, views).listen()
      return Response(status: .noContent)
    } catch is SpeechError {
      throw PageError.notHearing
    }
  }

  /// What is known of the ride that the rider is on.
  private struct Aboard: Encodable {
    var text: String
    /// Whether it is certain, and no more positions are needed.
    var isSure: Bool
  }

  /// Positions of a rider who is on board: they tell from where, when and with which line.
  private func look(_ request: Request, _ context: PageContext) async throws -> Response {
    let fixes = try await SentFix.fixes(request, context, now: setting.now())
    let conversation = try await conversations.conversation(request, context, views)
    let found = try await conversation.take(fixes)
    return try .json(
      found.map { Aboard(text: $0.text, isSure: $0.isSure) }
        ?? Aboard(text: views.language(of: request).prompts.aboardLooking, isSure: false))
  }

  private func hear(_ request: Request, _ context: PageContext) async throws -> Response {
    let recording = try await SentRecording(request, context, views.language(of: request).words)
    let conversation = try await conversations.conversation(request, context, views)
    do {
      return try .json(State(try await conversation.answer(recording.input, to: recording.revision)))
    } catch let stale as PageConversation.Stale {
      return try .json(State(stale.turn), status: .conflict)
    } catch is SpeechError {
      throw PageError.notHearing
    }
  }

  private func suggest(_ request: Request, _ context: PageContext) async throws -> Response {
    struct Suggestion: Encodable {
      var text: String
      var answer: String
    }
    let text = String(request.uri.queryParameters["text"] ?? "")
    guard text.count <= 200 else { throw PageError(.badRequest, "text", "No stop has so long a name.") }
    let found = try await conversations.conversation(request, context, views).suggestions(text)
    return try .json(found.prefix(8).map { Suggestion(text: $0.text, answer: $0.answer) })
  }
}

extension PageError {
  fileprivate static var notHearing: Self {
    PageError(.serviceUnavailable, "speech", "Nothing can be heard on this machine.")
  }
}

/// A spoken answer as it was sent: WAVE in the body.
struct SentRecording: Sendable {
  /// More than anybody says at a question.
  private static let longest = 20.0

  let recording: WaveFile
  private let name: String
  /// As an answer.
  var input: DialogueInput { .recording(recording, named: name) }
  /// Of the question that it is for; nil for the one that is open.
  let revision: Int?

  /// - Throws: `PageError` (413, 415, 422)
  init(_ request: Request, _ context: PageContext, _ words: PageWords) async throws {
    guard request.headers[.contentType]?.hasPrefix("audio/wav") == true else {
      throw PageError(.unsupportedMediaType, "content-type", "The body must be audio/wav.")
    }
    let buffer = try await request.body.collect(upTo: context.maxUploadSize)
    name = words.say("recording")
    do {
      recording = try WaveFile(bytes: Array(buffer.readableBytesView), named: words.say("recording"))
    } catch {
      throw PageError(.unprocessableContent, "recording", words.say("recordingUnreadable"))
    }
    guard recording.seconds <= Self.longest else {
      throw PageError(.contentTooLarge, "recording", words.say("recordingTooLong"))
    }
    revision = request.uri.queryParameters["revision"].flatMap { Int($0) }
  }
}

extension PageSetting {
  /// A conversation that was left, of the last day; nil where there is none that can be read.
  func draft(_ id: UUID) throws -> WizardState? {
    try store.drafts(since: now().addingTimeInterval(-86_400)).first { $0.id == id }
      .flatMap { try? DialogueCoding.decode(WizardState.self, from: $0.state) }
  }
}
#endif
