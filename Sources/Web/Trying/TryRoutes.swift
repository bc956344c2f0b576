#if Page
import Conversation
import Foundation
import HTTPTypes
import Hummingbird
import Journey
import Matching
import Speech
import Timetable

/// One answer tried out: what it means, how sure that is, and why; and kept as a case for `alight test`.
struct TryRoutes: Sendable {
  let views: PageViews
  let cases: KeptCases

  private var setting: PageSetting { views.setting }

  func add(to router: Router<PageContext>) {
    router.get("/try", use: page)
    router.post("/try/keep", use: keep)
    router.post("/try/recording", use: hear)
    router.get("/try/kept.tsv", use: kept)
  }

  private enum Question: String, CaseIterable {
    case from, to, mode, interval, command

    var matched: MatchQuestion {
      switch self {
      case .from: .slot(.from)
      case .to: .slot(.to)
      case .mode: .slot(.mode)
      case .interval: .slot(.interval)
      case .command: .command
      }
    }
  }

  private struct Candidate {
    var name: String
    var value: String
    var percent: Int
  }

  private struct Outcome {
    var decision: String
    var candidates: [Candidate]
    var hasCandidates: Bool
    var lines: [String]
    var hasLines: Bool
    /// As a case says it.
    var expected: String
  }

  private struct Sheet {
    var text: String
    var question: String
    var questions: [Choice]
    var outcome: Outcome?
    var notice: Notice?
    var trouble: String?
    var keptCount: Int
    var hasKept: Bool
  }

  private func page(_ request: Request, _ context: PageContext) async throws -> Response {
    let query = request.uri.queryParameters
    let text = String((query["text"].map(String.init) ?? "").prefix(1000))
    let question = query["question"].flatMap { Question(rawValue: String($0)) } ?? .to
    let language = views.language(of: request)
    let outcome = text.isEmpty ? nil : try outcome(text, question, language)
    return try show(text, question, outcome, request)
  }

  /// A spoken answer in the same way; what it says is then what was said.
  private func hear(_ request: Request, _ context: PageContext) async throws -> Response {
    let language = views.language(of: request)
    let words = language.words
    let question = request.uri.queryParameters["question"].flatMap { Question(rawValue: String($0)) } ?? .to
    do {
      let sent = try await SentRecording(request, context, words)
      let heard = try await language.dialogue.hear(sent.recording, named: words.say("recording"), at: question.matched)
      let policy = language.prompts.lexicon.policy
      let text = heard.transcript.hypotheses.first?.text ?? ""
      return try show(text, question, outcome(heard.match, heard.lines, policy, language), request)
    } catch let error as PageError where error.code == "recording" {
      return try show("", question, nil, request, notice: error.text, status: error.status)
    } catch is SpeechError {
      return try show("", question, nil, request, notice: words.say("notHearing"), status: .unprocessableContent)
    }
  }

  private func show(
    _ text: String, _ question: Question, _ outcome: Outcome?, _ request: Request, notice: String? = nil,
    status: HTTPResponse.Status = .ok
  ) throws -> Response {
    let language = views.language(of: request)
    let count = cases.count
    let sheet = Sheet(
      text: text, question: question.rawValue,
      questions: Question.allCases.map {
        Choice(value: $0.rawValue, name: language.words.say("try-\($0.rawValue)"), isChosen: $0 == question)
      }, outcome: outcome, notice: Notice(request), trouble: notice, keptCount: count, hasKept: count > 0)
    return try views.page("try", sheet, request, status: status).forgettingNotice(request)
  }

  private func outcome(_ text: String, _ question: Question, _ language: PageLanguage) throws -> Outcome {
    let lexicon = language.prompts.lexicon
    var matcher = Matcher(lexicon: lexicon)
    matcher.explains = true
    let index = [.from, .to].contains(question) ? try setting.timetable.stopIndex(lexicon) : nil
    let match = matcher.match(text, question: question.matched, among: index)
    return outcome(match, [match.reason.description] + match.explanation, matcher.policy, language)
  }

  /// - Parameter lines: How it came about.
  private func outcome(_ match: Match, _ lines: [String], _ policy: MatchPolicy, _ language: PageLanguage) -> Outcome {
    let named = match.candidates.first { $0.value == match.value }?.name ?? match.value ?? match.command
    return Outcome(
      decision: language.words.say(
        "try-\(match.command == nil ? match.decision.rawValue : "said")", ["name": named ?? ""]),
      candidates: match.candidates.map {
        Candidate(name: $0.name, value: $0.value, percent: Int(($0.score * 100).rounded()))
      }, hasCandidates: !match.candidates.isEmpty, lines: lines, hasLines: !lines.isEmpty,
      expected: Self.expected(match, policy))
  }

  /// What was understood, as a case of `alight test` says it.
  private static func expected(_ match: Match, _ policy: MatchPolicy) -> String {
    if let command = match.command { return "CMD:\(command)" }
    return switch match.decision {
    case .accept: match.value ?? "NONE"
    case .confirm: "CONFIRM:\(match.value ?? "")"
    case .ask: "ASK:" + match.offered(policy).map(\.value).joined(separator: "|")
    case .reject: "NONE"
    }
  }

  private struct Form: Decodable {
    var text: String?
    var question: String?
    var expected: String?
  }

  private func keep(_ request: Request, _ context: PageContext) async throws -> Response {
    let form = try await URLEncodedFormDecoder().decode(Form.self, from: request, context: context)
    guard let text = form.text, !text.isEmpty, let question = form.question.flatMap(Question.init(rawValue:)),
      let expected = form.expected, !expected.isEmpty
    else { throw PageError(.badRequest, "case", "A case has a question, an answer and what it must mean.") }
    try cases.keep(question: question.rawValue, text: text, expected: expected)
    return .seeOther("/try", told: views.language(of: request).words.say("caseKept"))
  }

  private func kept(_ request: Request, _ context: PageContext) async throws -> Response {
    Response(
      status: .ok,
      headers: [
        .contentType: "text/tab-separated-values; charset=utf-8",
        .contentDisposition: "attachment; filename=\"alight-cases.tsv\"",
      ], body: ResponseBody(byteBuffer: ByteBuffer(bytes: cases.data)))
  }
}

/// Cases that a rider has kept, a line each, as `alight test` reads them.
struct KeptCases: Sendable {
  /// Of this size nobody keeps cases by hand.
  private static let longest = 1 << 20
  private static let heading = "question\tutterance\texpected\n"

  let file: URL

  var data: Data { (try? Data(contentsOf: file)) ?? Data(Self.heading.utf8) }
  var count: Int { max(0, data.split(separator: UInt8(ascii: "\n")).count - 1) }

  /// Adds a case behind the others.
  /// - Throws: `PageError` (507) where it cannot be written.
  func keep(question: String, text: String, expected: String) throws {
    func cell(_ text: String) -> String {
      String(text.prefix(1000).map { $0.isNewline || $0 == "\t" ? " " : $0 })
    }
    let line = [question, text, expected].map(cell).joined(separator: "\t") + "\n"
    let descriptor = open(file.path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    guard descriptor >= 0 else { throw Self.full }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    do {
      let size = try handle.seekToEnd()
      guard size < Self.longest else { throw Self.full }
      // In one write, so that two at once do not mix.
      try handle.write(contentsOf: Data(((size == 0 ? Self.heading : "") + line).utf8))
    } catch {
      throw Self.full
    }
  }

  private static var full: PageError {
    PageError(.init(code: 507), "cases", "The case could not be kept: there is no room, or too many are kept.")
  }
}
#endif
