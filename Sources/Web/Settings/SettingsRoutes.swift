#if Page
import Foundation
import HTTPTypes
import Hummingbird

/// The preferences as a form, on the page of how things are.
struct SettingsRoutes: Sendable {
  let views: PageViews
  let desk: any PreferenceDesk

  func add(to router: Router<PageContext>) {
    router.get("/settings", use: page)
    router.post("/settings", use: change)
  }

  /// Those that are on or off.
  private static let switches = ["vibration", "alarm", "speech", "quiet"]

  private struct Switch {
    var key: String
    var name: String
    var isOn: Bool
  }

  private struct Sheet {
    var switches: [Switch]
    var volume: String
    var languages: [Choice]
    var maxWalk: String
    var trouble: String?
    var notice: Notice?
  }

  private func page(_ request: Request, _ context: PageContext) async throws -> Response {
    try page(request, trouble: nil).forgettingNotice(request)
  }

  private func page(_ request: Request, trouble: String?) throws -> Response {
    let (values, words) = (try desk.values(), views.language(of: request).words)
    let tags = views.setting.languages.keys.sorted()
    let sheet = Sheet(
      switches: Self.switches.map {
        Switch(key: $0, name: words.say("setting-\($0)"), isOn: values[$0] == "on")
      }, volume: values["volume"] ?? "",
      languages: [Choice(value: "", name: words.say("languageOfBrowser"), isChosen: values["language"] == nil)]
        + tags.map { Choice(value: $0, name: Self.name(of: $0), isChosen: values["language"] == $0) },
      maxWalk: values["max-walk"] ?? "", trouble: trouble, notice: Notice(request))
    return try views.page(
      "settings", sheet, request, status: trouble == nil ? .ok : .unprocessableContent)
  }

  /// What a language calls itself.
  private static func name(of tag: String) -> String {
    (Locale(identifier: tag).localizedString(forLanguageCode: tag) ?? tag).capitalized
  }

  private struct Form: Decodable {
    var vibration: String?
    var alarm: String?
    var speech: String?
    var quiet: String?
    var volume: String?
    var language: String?
    var maxWalk: String?
  }

  private func change(_ request: Request, _ context: PageContext) async throws -> Response {
    let form = try await URLEncodedFormDecoder().decode(Form.self, from: request, context: context)
    func text(_ value: String?) -> String? {
      let text = (value ?? "").trimmingCharacters(in: .whitespaces)
      return text.isEmpty ? nil : text
    }
    let isOn = [form.vibration, form.alarm, form.speech, form.quiet].map { $0 == nil ? "off" : "on" }
    var values: [String: String?] = Dictionary(uniqueKeysWithValues: zip(Self.switches, isOn.map(Optional.some)))
    values["volume"] = .some(text(form.volume))
    values["language"] = .some(text(form.language))
    values["max-walk"] = .some(text(form.maxWalk))
    do {
      try desk.set(values)
    } catch let refusal as PreferenceRefusal {
      return try page(request, trouble: refusal.text)
    }
    return .seeOther("/settings", told: views.language(of: request).words.say("settingsSaved"))
  }
}
#endif
