#if Page
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
    router.post("/new/recording", use: hear)
    router.get("/new/question.wav", use: speak)
  }

  // MARK: Pages

  private func show(_ request: Request, _ context: PageContext) async throws -> Response {
    let turn = try await conversations.conversation(request, context, views).turn
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
    let conversation = try await conversations.conversation(request, context, views)
    // A form of a conversation that is over, or of another tab's, answers nothing.
    let open = await conversation.turn
    do {
      guard form.draft == nil || form.draft == open.id.uuidString.lowercased() else {
        throw PageConversation.Stale(turn: open)
      }
      if let option = Self.chosen(beside: form, open) {
        let words = views.language(of: request).words
        return try page(
          open, request, notice: words.say("bothGiven", ["option": option, "text": form.text ?? ""]),
          status: .unprocessableContent)
      }
      let turn = try await conversation.answer(Self.input(form, open), to: form.revision)
      // Asked for anew, so that a browser can go back and reload without answering again; what has ended is shown once.
      return await conversation.hasEnded ? try page(turn, request) : .seeOther("/new")
    } catch let stale as PageConversation.Stale {
      return try page(stale.turn, request, notice: views.language(of: request).words.say("stale"), status: .conflict)
    }
  }

  /// A button before all else: it was pressed last.
  private static func input(_ form: Form, _ open: PageConversation.Turn) -> DialogueInput {
    if let answer = form.answer { return .text(answer, .typed) }
    let text = typed(form)
    if let option = form.option, text.isEmpty || text == open.event.line { return .option(option) }
    return .text(text, .typed)
  }

  /// The option that was chosen where other words stand in the field as well: which of them counts only the rider knows.
  private static func chosen(beside form: Form, _ open: PageConversation.Turn) -> String? {
    let text = typed(form)
    guard form.answer == nil, let value = form.option, !text.isEmpty, text != open.event.line else { return nil }
    return open.event.options?.first { $0.value == value }?.label ?? value
  }

  private static func typed(_ form: Form) -> String {
    (form.text ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Begins anew, also from two stops that were found elsewhere on the page.
  private func begin(_ request: Request, _ context: PageContext) async throws -> Response {
    struct Start: Decodable {
      var draft: String?
      var text: String?
      /// A place on the map that is to be come to from anywhere, as degrees.
      var place: String?
    }
    let start = try await URLEncodedFormDecoder().decode(Start.self, from: request, context: context)
    let browser = try context.letIn.id
    let language = views.language(of: request)
    let state = try start.draft.flatMap { UUID(uuidString: $0) }.flatMap { try setting.draft($0) }
    let conversation = try await conversations.begin(for: browser, language, state: state, now: setting.now)
    if let text = start.text, !text.isEmpty { _ = try await conversation.answer(.text(text, .typed), to: nil) }
    if let place = start.place, (try? WrittenPosition(place)) != nil {
      _ = try await conversation.answer(.text(language.prompts.texts.say(.anywhere), .typed), to: nil)
      _ = try await conversation.answer(.text(place, .typed), to: nil)
    }
    return .seeOther("/new")
  }

  private func page(
    _ turn: PageConversation.Turn, _ request: Request, notice: String? = nil, status: HTTPResponse.Status = .ok
  ) throws -> Response {
    let view = WizardView(turn, views.language(of: request).words, notice: notice)
    return try views.page("new", view, request, title: view.heading, status: status)
  }

  // MARK: Spoken

  /// The open question read aloud, for browsers without a voice of their own.
  private func speak(_ request: Request, _ context: PageContext) async throws -> Response {
    let turn = try await conversations.conversation(request, context, views).turn
    let text = WizardView(turn, views.language(of: request).words).spoken
    guard let sound = await SpokenPrompt.sound(of: String(text.prefix(2000)), language: views.tag(of: request)) else {
      throw PageError(.serviceUnavailable, "no-voice", "Nothing can be read aloud here: espeak-ng is not installed.")
    }
    return Response(
      status: .ok, headers: [.contentType: "audio/wav"], body: ResponseBody(byteBuffer: ByteBuffer(bytes: sound)))
  }

  /// A recording as an answer, decided on as every other one; the answer is the page of the next question.
  private func hear(_ request: Request, _ context: PageContext) async throws -> Response {
    let words = views.language(of: request).words
    let conversation = try await conversations.conversation(request, context, views)
    do {
      let recording = try await SentRecording(request, context, words)
      return try page(try await conversation.answer(recording.input, to: recording.revision), request)
    } catch let stale as PageConversation.Stale {
      return try page(stale.turn, request, notice: words.say("stale"), status: .conflict)
    } catch let error as PageError where error.code == "recording" {
      // What is wrong with it is told, and typing goes on.
      return try page(await conversation.turn, request, notice: error.text, status: error.status)
    } catch is SpeechError {
      return try page(
        await conversation.turn, request, notice: words.say("notHearing"), status: .unprocessableContent)
    }
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
#endif
