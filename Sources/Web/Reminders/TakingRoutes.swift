#if Page
import Crypto
import Foundation
import Handoff
import Hummingbird
import Storage

/// The reminders of a file that was opened on this machine: what they are, and a button that takes them over.
///
/// A click on a file that came from elsewhere is no wish to be woken by it, or to have its addresses opened.
struct TakingRoutes: Sendable {
  let views: PageViews

  private var setting: PageSetting { views.setting }

  func add(to router: Router<PageContext>) {
    router.get("/take", use: page)
    router.post("/take", use: answer)
  }

  private struct Sheet {
    struct Row {
      var row: ReminderRow
      /// Nil for one of a place, which has none.
      var day: String?
      var outcome: String
      /// What is opened when it is due; nil for nothing.
      var opens: String?
    }

    var rows: [Row]
    /// What was looked at, by its content: another file may be opened meanwhile.
    var digest: String
    var foreign: String?
    /// Whether anything would change.
    var isNews: Bool
    var trouble: String?
  }

  private struct Offer {
    var file: RecordFile
    var digest: String
  }

  /// Nil where no file was opened, or what is there can no longer be read.
  private func offer() -> Offer? {
    guard let place = setting.offered, let content = try? Data(contentsOf: place),
      let file = try? RecordFile(content)
    else { return nil }
    return Offer(file: file, digest: SHA256.hash(data: content).map { String(format: "%02x", $0) }.joined())
  }

  private func page(_ request: Request, _ context: PageContext) async throws -> Response {
    guard let offer = offer() else { return .seeOther("/") }
    return try page(offer, request)
  }

  private func page(_ offer: Offer, _ request: Request, trouble: String? = nil) throws -> Response {
    let (language, now) = (views.language(of: request), setting.now())
    let outcomes = try setting.store.take(offer.file.records, at: now, isRehearsal: true)
    let rows = zip(offer.file.records, outcomes).map { record, outcome in
      let anchor = record.reminder.anchor
      return Sheet.Row(
        row: ReminderRow(record.reminder, language, at: now),
        day: anchor.departure.map { language.day($0, zone: anchor.zone, now: now) },
        outcome: language.words.say("take-\(outcome.name)"),
        opens: record.reminder.visit?.url.map { language.words.say("takeOpens", ["address": $0]) })
    }
    let foreign = offer.file.foreign
    let sheet = Sheet(
      rows: rows, digest: offer.digest,
      foreign: foreign > 0 ? language.words.say("takeForeign", ["count": String(foreign)]) : nil,
      isNews: outcomes.contains(where: \.isNews), trouble: trouble)
    return try views.page("take", sheet, request)
  }

  private struct Form: Decodable {
    var digest: String?
    /// Absent where nothing is to be taken over.
    var take: String?
  }

  private func answer(_ request: Request, _ context: PageContext) async throws -> Response {
    let form = try await URLEncodedFormDecoder().decode(Form.self, from: request, context: context)
    let words = views.language(of: request).words
    guard let offer = offer() else {
      return form.take == nil ? .seeOther("/") : .seeOther("/", told: words.say("takeGone"))
    }
    guard form.take != nil else {
      // Another one may have been opened since, which has not been answered.
      if form.digest == offer.digest { forget() }
      return .seeOther("/")
    }
    guard form.digest == offer.digest else { return try page(offer, request, trouble: words.say("takeOther")) }
    let outcomes = try setting.store.take(offer.file.records, at: setting.now())
    forget()
    return .seeOther("/", told: words.say("takenOver", ["count": String(outcomes.count(where: \.isNews))]))
  }

  private func forget() {
    if let place = setting.offered { try? FileManager.default.removeItem(at: place) }
  }
}
#endif
