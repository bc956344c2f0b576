import ArgumentParser
import Foundation
import Journey
import Yams

/// Reads the sentences of alerts back into what they claim, by the texts of a language file: as a rider would, who knows nothing of
/// what the program meant.
struct SentenceReader: Sendable {
  let language: String
  private let alerts: Texts
  private let amounts: [String: SentenceTemplate]

  /// - Parameter file: a language file, as `Prompts/en.yaml`.
  init(_ file: URL) throws {
    let root = try Yams.compose(yaml: String(contentsOf: file, encoding: .utf8))
    guard let root, let alerts = root["alerts"], let value = root["texts"]?["value"], let language = root["language"]
    else {
      throw ValidationError("\(file.path) has no alerts: name a language that Alight talks in")
    }
    self.language = language.string ?? ""
    self.alerts = Texts(alerts)
    amounts = Dictionary(
      uniqueKeysWithValues: ["oneMinute", "minutes", "metres", "oneKilometre", "kilometres", "oneStop", "stops"].map {
        ($0, SentenceTemplate(value[$0]?.string ?? "?"))
      })
  }

  /// What a sentence claims; nil where it is none of the language's for the event, or names another stop than the rider's.
  func claims(of sentence: String, event: Alert.Event, level: Int?, ride: Ride) -> SentenceClaims? {
    var (text, claims) = (sentence, SentenceClaims())
    for wrap in ["demonstration", "repeated"] { text = alerts.unwrapped(wrap, text) ?? text }
    for basis in ["timetable", "live", "pace", "nothing"] {
      guard let inner = alerts.unwrapped("estimated.\(basis)", text) else { continue }
      (text, claims.estimatedBy) = (inner, basis)
      break
    }
    let name = ride.stops.last?.stop.name ?? ""
    switch event {
    case .alert: return read(text, level ?? 3, name, claims)
    case .missed: return passed(text, name, claims)
    case .positionLost, .positionDoubted:
      let key = event == .positionLost ? "positionLost" : "positionDoubted"
      for basis in ["timetable", "live", "pace", "nothing"]
      where alerts.reading("\(key).\(basis)", text, stop: name) != nil {
        claims.estimatedBy = basis
        return claims
      }
      return nil
    case .offRoute: return alerts.reading("offRoute", text, stop: name).map { _ in claims }
    case .wrongWay: return alerts.reading("wrongWay", text, stop: name).map { _ in claims }
    case .wrongLine: return alerts.reading("wrongLine", text, stop: name).map { _ in claims }
    case .wrongVehicle, .caught, .setOut, .delayed, .cancelled, .skipped: return nil
    case .followUp: return alerts.reading("followUp", text, stop: name).map { _ in claims }
    }
  }

  private func read(_ text: String, _ level: Int, _ name: String, _ claims: SentenceClaims) -> SentenceClaims? {
    if let past = passed(text, name, claims) { return past }
    var claims = claims
    if alerts.reading("lastCallArrived", text, stop: name) != nil {
      claims.at = name
      return claims
    }
    if level == 3, alerts.reading("levels.2", text, stop: name) != nil {
      (claims.next, claims.count) = (name, 1)
      return claims
    }
    let head =
      alerts.readings("unknown.\(level - 1)", text) + alerts.readings("unknown.\(level - 1)", text, withLeft: true)
    if let reading = head.first(where: { $0["stop"] == name }) { return amount(reading["left"], claims) }
    let frames = level == 3 ? alerts.readings("lastCallAhead", text) : alerts.readings("levels.\(level - 1)", text)
    return frames.lazy.compactMap { $0["where"] }.compactMap { place($0, name, claims) }.first
  }

  private func passed(_ text: String, _ name: String, _ claims: SentenceClaims) -> SentenceClaims? {
    var claims = claims
    claims.isPast = true
    if alerts.reading("missedWithoutNext", text, stop: name) != nil { return claims }
    if let reading = alerts.reading("missedAtNext", text, stop: name) {
      claims.at = reading["next"]
      return claims
    }
    guard let reading = alerts.reading("missed", text, stop: name) else { return nil }
    claims.next = reading["next"]
    return claims
  }

  /// Where the ride is said to be, and what is said to be left.
  private func place(_ text: String, _ name: String, _ claims: SentenceClaims) -> SentenceClaims? {
    for reading in alerts.readings("place.at", text) {
      var claims = claims
      claims.at = reading["at"]
      if let read = reading["text"].flatMap({ place($0, name, claims) }) { return read }
    }
    for (key, index) in alerts.places {
      for reading in alerts.readings(key, text) + alerts.readings(key, text, withLeft: true) {
        guard reading["stop"] == name else { continue }
        var claims = claims
        claims.next = reading["next"] ?? name
        claims.count = index ?? reading["count"].flatMap { number("stops", $0).map(Int.init) }
        guard claims.count != nil, let read = amount(reading["left"], claims) else { continue }
        return read
      }
    }
    return nil
  }

  private func amount(_ left: String?, _ claims: SentenceClaims) -> SentenceClaims? {
    guard let left else { return claims }
    var claims = claims
    for (key, isAbout, isStraight) in [
      ("straight", true, true), ("straightUnder", false, true), ("about", true, false), ("under", false, false),
    ] {
      guard let text = alerts.readings("left.\(key)", left).first?["amount"] else { continue }
      func said(_ value: Double) -> SentenceClaims.Amount { isAbout ? .about(value) : .under(value) }
      if let metres = metres(text) {
        if isStraight { claims.straightMetres = said(metres) } else { claims.metres = said(metres) }
        return claims
      }
      guard !isStraight, let minutes = minutes(text) else { continue }
      claims.seconds = said(60 * minutes)
      return claims
    }
    return nil
  }

  private func metres(_ text: String) -> Double? {
    if amounts["oneKilometre"]?.readings(of: text).isEmpty == false { return 1000 }
    return number("kilometres", text).map { 1000 * $0 } ?? number("metres", text)
  }

  private func minutes(_ text: String) -> Double? {
    amounts["oneMinute"]?.readings(of: text).isEmpty == false ? 1 : number("minutes", text)
  }

  private func number(_ unit: String, _ text: String) -> Double? {
    amounts[unit]?.readings(of: text).first?["n"].flatMap { Double($0.replacing(",", with: ".")) }
  }

  /// The texts of the section `alerts`, by their paths.
  private struct Texts: Sendable {
    private var templates: [String: SentenceTemplate] = [:]
    private var withLeft: [String: SentenceTemplate] = [:]
    /// The texts that tell where the ride is, with the number of stops that each stands for.
    private(set) var places: [(key: String, count: Int?)] = []

    init(_ node: Node) {
      func collect(_ node: Node, _ path: String) {
        if let mapping = node.mapping {
          for (key, value) in mapping {
            collect(value, path.isEmpty ? key.string ?? "" : "\(path).\(key.string ?? "")")
          }
        } else if let items = node.sequence {
          for (index, item) in items.enumerated() { collect(item, "\(path).\(index)") }
        } else if let text = node.string {
          templates[path] = SentenceTemplate(text)
          withLeft[path] = SentenceTemplate(text + " {left}")
        }
      }
      collect(node, "")
      let count = node["place"]?["ahead"]?.sequence?.count ?? 0
      places = (0..<count).map { ("place.ahead.\($0)", $0 + 1) } + [("place.further", nil)]
    }

    func readings(_ key: String, _ text: String, withLeft: Bool = false) -> [[String: String]] {
      (withLeft ? self.withLeft[key] : templates[key])?.readings(of: text) ?? []
    }

    func reading(_ key: String, _ text: String, stop: String) -> [String: String]? {
      readings(key, text).first { $0["stop"] == stop }
    }

    func unwrapped(_ key: String, _ text: String) -> String? { readings(key, text).first?["text"] }
  }
}
