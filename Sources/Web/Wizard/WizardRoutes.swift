import Conversation
import Dialogue
import Foundation
import HTTPTypes
import Hummingbird
import Journey
import Speech
import Storage

/// The four questions, as pages that work without a script.
struct WizardRoutes: Sendable {
  let views: PageViews
  let conversations: Conversations

  private var setting: PageSetting { views.setting }

  func add(to router: Router<PageContext>) {
    router.get("/new", use: show)
    router.post("/new", use: take)
    router.post("/new/begin", use: begin)
    router.get("/api/dialogue", use: state)
    router.post("/api/dialogue", use: answer)
    router.post("/new/recording", use: hear)
    router.get("/api/suggestions", use: suggest)
  }

  // MARK: Pages

  private func show(_ request: Request, _ context: PageContext) async throws -> Response {
    let turn = try await conversation(request, context).turn
    return try page(turn, request)
  }

  /// The fields of the form.
  private struct Form: Decodable {
    var draft: String?
    var revision: Int?
    /// Typed.
    var text: String?
    var option: String?
    /// Of a button that answers.
    var answer: String?
  }

  private func take(_ request: Request, _ context: PageContext) async throws -> Response {
    let form = try await URLEncodedFormDecoder().decode(Form.self, from: request, context: context)
    let conversation = try await conversation(request, context)
    // A form of a conversation that is over, or of another tab's, answers nothing.
    let open = await conversation.turn
    do {
      guard form.draft == nil || form.draft == open.id.uuidString.lowercased() else {
        throw PageConversation.Stale(turn: open)
      }
      let turn = try await conversation.answer(Self.input(form), to: form.revision)
      // Asked for anew, so that a browser can go back and reload without answering again; what has ended is shown once.
      return await conversation.hasEnded ? try page(turn, request) : .seeOther("/new")
    } catch let stale as PageConversation.Stale {
      return try page(stale.turn, request, notice: views.language(of: request).words.say("stale"), status: .conflict)
    }
  }

  /// What was typed counts before what was chosen, and a button before both: it was pressed last.
  private static func input(_ form: Form) -> DialogueInput {
    if let answer = form.answer { return .text(answer, .typed) }
    let text = (form.text ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
    if text.isEmpty, let option = form.option { return .option(option) }
    return .text(text, .typed)
  }

  /// Begins anew, also from two stops that were found elsewhere on the page.
  private func begin(_ request: Request, _ context: PageContext) async throws -> Response {
    struct Start: Decodable {
      var draft: String?
      var text: String?
    }
    let start = try await URLEncodedFormDecoder().decode(Start.self, from: request, context: context)
    let browser = try context.letIn.id
    let language = views.language(of: request)
    let old = try start.draft.flatMap { id in
      try setting.store.drafts(since: setting.now().addingTimeInterval(-86_400)).first {
        $0.id.uuidString.lowercased() == id.lowercased()
      }
    }
    let state = old.flatMap { try? DialogueCoding.decode(WizardState.self, from: $0.state) }
    let conversation = try await conversations.begin(for: browser, language, state: state, now: setting.now)
    if let text = start.text, !text.isEmpty { _ = try await conversation.answer(.text(text, .typed), to: nil) }
    return .seeOther("/new")
  }

  private func page(
    _ turn: PageConversation.Turn, _ request: Request, notice: String? = nil, status: HTTPResponse.Status = .ok
  ) throws -> Response {
    let view = WizardView(turn, views.language(of: request).words, notice: notice)
    return try views.page("new", view, request, title: view.heading, status: status)
  }

  private func conversation(_ request: Request, _ context: PageContext) async throws -> PageConversation {
    try await conversations.conversation(of: context.letIn.id, views.language(of: request), now: setting.now)
  }

  // MARK: The same for programs

  /// A conversation as `alight.dialogue/1` with its revision.
  private struct State: Encodable {
    var draft: UUID
    var revision: Int
    var event: DialogueEvent

    init(_ turn: PageConversation.Turn) { (draft, revision, event) = (turn.id, turn.revision, turn.event) }
  }

  private func state(_ request: Request, _ context: PageContext) async throws -> Response {
    try .json(State(try await conversation(request, context).turn))
  }

  /// An answer, as `alight new --ndjson` reads it.
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
    let conversation = try await conversation(request, context)
    do {
      if let draft = answer.draft, await conversation.turn.id != draft {
        throw PageConversation.Stale(turn: await conversation.turn)
      }
      return try .json(State(try await conversation.answer(input, to: answer.revision)))
    } catch let stale as PageConversation.Stale {
      return try .json(State(stale.turn), status: .conflict)
    }
  }

  // MARK: Spoken

  /// More than anybody says at a question.
  private static let longestRecording = 20.0

  /// A recording as an answer, decided on as every other one: WAVE in the body, and the answer is the page of the next question.
  private func hear(_ request: Request, _ context: PageContext) async throws -> Response {
    guard request.headers[.contentType]?.hasPrefix("audio/wav") == true else {
      throw PageError(.unsupportedMediaType, "content-type", "The body must be audio/wav.")
    }
    let buffer = try await request.body.collect(upTo: context.maxUploadSize)
    let words = views.language(of: request).words
    let conversation = try await conversation(request, context)
    do {
      let recording = try WaveFile(bytes: Array(buffer.readableBytesView), named: words.say("recording"))
      guard recording.seconds <= Self.longestRecording else {
        throw PageError(.contentTooLarge, "recording", words.say("recordingTooLong"))
      }
      let revision = request.uri.queryParameters["revision"].flatMap { Int($0) }
      let turn = try await conversation.answer(.recording(recording, named: words.say("recording")), to: revision)
      return try page(turn, request)
    } catch let stale as PageConversation.Stale {
      return try page(stale.turn, request, notice: words.say("stale"), status: .conflict)
    } catch let error as SpeechError {
      // What is wrong with it, or with the recogniser, is told, and typing goes on.
      return try page(
        await conversation.turn, request, notice: Self.sentence(error, words), status: .unprocessableContent)
    }
  }

  private static func sentence(_ error: SpeechError, _ words: PageWords) -> String {
    switch error {
    case .notWave, .badWave, .cannotRead: words.say("recordingUnreadable")
    default: words.say("notHearing")
    }
  }

  private func suggest(_ request: Request, _ context: PageContext) async throws -> Response {
    struct Suggestion: Encodable {
      var text: String
      var answer: String
    }
    let text = String(request.uri.queryParameters["text"] ?? "")
    guard text.count <= 200 else { throw PageError(.contentTooLarge, "text", "No stop has so long a name.") }
    let found = try await conversation(request, context).suggestions(text)
    return try .json(found.prefix(8).map { Suggestion(text: $0.text, answer: $0.answer) })
  }
}

extension PageContext {
  /// The browser that was let in.
  var letIn: Browser {
    get throws {
      guard let browser else { throw PageError(.unauthorized, "not-let-in", "This browser has not been let in.") }
      return browser
    }
  }
}
