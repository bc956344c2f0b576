#if Page
import Conversation
import Dialogue
import Foundation
import HTTPTypes
import Hummingbird
import Journey
import Timetable

/// The four questions on one page. What is sent goes through the same conversation as four answers one after the other.
struct FormRoutes: Sendable {
  let views: PageViews
  let conversations: Conversations

  private var setting: PageSetting { views.setting }

  func add(to router: Router<PageContext>) {
    router.get("/new/form", use: page)
    router.post("/new/form", use: take)
  }

  private struct Form: Decodable {
    var from: String?
    /// Chosen of several that were like what was written, and what that was: with other words it is no choice any more.
    var fromChoice: String?
    var fromAsked: String?
    var to: String?
    var toChoice: String?
    var toAsked: String?
    var mode: String?
    var interval: String?

    var origin: String { from == fromAsked ? fromChoice ?? from ?? "" : from ?? "" }
    var destination: String { to == toAsked ? toChoice ?? to ?? "" : to ?? "" }
  }

  private struct Choice {
    /// Of which field.
    var field = ""
    var value: String
    var name: String
    var isChosen: Bool
  }

  /// A field that names a stop.
  private struct StopField {
    var name: String
    var heading: String
    var value: String
    var trouble: String?
    var choices: [Choice] = []
    var hasChoices = false
  }

  private struct Sheet {
    var stops: [StopField]
    var modes: [Choice]
    var interval: String
    var intervalTrouble: String?
  }

  private func page(_ request: Request, _ context: PageContext) async throws -> Response {
    try views.page("form", try sheet(Form(), request).sheet, request)
  }

  /// What the fields say, and how the page looks with it.
  private func sheet(_ form: Form, _ request: Request, isSent: Bool = false) throws -> (
    sheet: Sheet, from: Stop?, to: Stop?, mode: Mode, interval: String
  ) {
    let language = views.language(of: request)
    let (texts, wording) = (language.prompts.texts, Wording(zone: "UTC"))
    let preferences = try setting.store.preferences()
    let mode = form.mode.flatMap(Mode.init(rawValue:)) ?? preferences.mode ?? .stations
    let usual = preferences.interval(for: mode) ?? language.prompts.choices[mode].standard
    let interval = form.interval ?? texts.say(wording.value(usual))
    let (from, origin) = try field("from", form.origin, language, isSent: isSent)
    var (to, destination) = try field("to", form.destination, language, isSent: isSent)
    var end = destination
    if let origin, let destination, origin.id == destination.id {
      to.trouble = language.words.say("sameStop", ["stop": origin.name])
      end = nil
    }
    let sheet = Sheet(
      stops: [from, to],
      modes: Mode.allCases.map {
        Choice(value: $0.rawValue, name: texts.say(wording.value($0)), isChosen: $0 == mode)
      }, interval: interval,
      intervalTrouble: isSent ? trouble(interval, mode, language) : nil)
    return (sheet, origin, end, mode, interval)
  }

  private func field(_ name: String, _ text: String, _ language: PageLanguage, isSent: Bool) throws -> (
    StopField, Stop?
  ) {
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    var field = StopField(name: name, heading: language.words.say("step-\(name)"), value: text)
    guard isSent else { return (field, nil) }
    switch try PlaceField(text, language, setting) {
    case .place(let stop):
      field.value = stop.name
      return (field, stop)
    case .trouble(let trouble, let choices):
      field.trouble = trouble
      field.choices = choices.map { Choice(field: name, value: $0.value, name: $0.name, isChosen: false) }
      field.hasChoices = !choices.isEmpty
    }
    return (field, nil)
  }

  private func trouble(_ interval: String, _ mode: Mode, _ language: PageLanguage) -> String? {
    language.interval(interval, mode: mode) == nil ? language.words.say("intervalUnclear", ["text": interval]) : nil
  }

  private func take(_ request: Request, _ context: PageContext) async throws -> Response {
    let form = try await URLEncodedFormDecoder().decode(Form.self, from: request, context: context)
    let (sheet, from, to, mode, interval) = try sheet(form, request, isSent: true)
    guard let from, let to, sheet.intervalTrouble == nil else {
      return try views.page("form", sheet, request, status: .unprocessableContent)
    }
    let conversation = try await conversations.begin(
      for: context.letIn.id, views.language(of: request), state: nil, now: setting.now)
    let answers: [(slot: String, input: DialogueInput)] = [
      ("from", .option(from.id)), ("to", .option(to.id)), ("mode", .option(mode.rawValue)),
      ("interval", .text(interval, .typed)),
    ]
    for answer in answers {
      // A ride that allows one mode or one interval alone asks for no other.
      guard await conversation.turn.event.slot == answer.slot else { continue }
      _ = try await conversation.answer(answer.input, to: nil)
    }
    return .seeOther("/new")
  }
}
#endif
