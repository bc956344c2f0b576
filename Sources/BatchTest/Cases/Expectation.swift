import Journey
import Matching

/// What is expected of an utterance, in the notation of the cases.
package indirect enum Expectation: Sendable, Equatable {
  /// `id` or a name: taken with this value.
  case accept(String)
  /// `CONFIRM:id`: this value is asked back.
  case confirm(String)
  /// A value of the tier `any`: taken, asked back or among the choices, and nothing else in its place.
  case heard(String)
  /// No notation, for cases that are made by noise: nothing else may be taken, and no command obeyed.
  case unmistaken(String)
  /// `ASK:a|b`: the rider must choose between exactly these; `ASK` alone between any.
  case ask([String])
  /// `NONE`: refused.
  case refuse
  /// `CMD:back`: the command is recognised, be it that it is asked back.
  case command(String)
  /// `TYPED`: what the words of a recording mean when they are typed.
  case asTyped
  /// `from=a;to=b;arrival=12:00`: several answers in one utterance, and no others; times only where one is named.
  case slots([Slot: Expectation], times: [TravelTime.Event: String])

  package static let typed = "TYPED"

  /// How surely a value must be understood: the column `tier`.
  package enum Tier: String, CaseIterable {
    case accept, confirm, any
  }

  /// Reads the notation.
  /// - Throws: `BatchTestError` that names the place.
  package init(_ text: String, tier: Tier = .accept, at place: CasePlace) throws {
    func rest(_ prefix: String) -> String? {
      text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : nil
    }
    if text == "NONE" {
      self = .refuse
    } else if text == Self.typed {
      self = .asTyped
    } else if text == "ASK" {
      self = .ask([])
    } else if let values = rest("ASK:") {
      self = .ask(values.split(separator: "|").map(String.init))
    } else if let value = rest("CONFIRM:") {
      self = .confirm(value)
    } else if let name = rest("CMD:") {
      self = .command(name)
    } else if text.contains("=") {
      self = try Self.slots(text, tier: tier, at: place)
    } else {
      switch tier {
      case .accept: self = .accept(text)
      case .confirm: self = .confirm(text)
      case .any: self = .heard(text)
      }
    }
  }

  private static func slots(_ text: String, tier: Tier, at place: CasePlace) throws -> Expectation {
    var slots: [Slot: Expectation] = [:]
    var times: [TravelTime.Event: String] = [:]
    for part in text.split(separator: ";") {
      let pieces = part.split(separator: "=", maxSplits: 1).map(String.init)
      guard pieces.count == 2, !pieces[1].contains("=") else {
        throw place.failure("\(part) is not of the form \(names.map { "\($0)=…" }.joined(separator: ", "))")
      }
      if let event = TravelTime.Event(rawValue: pieces[0]) {
        guard times.updateValue(pieces[1], forKey: event) == nil else {
          throw place.failure("\(pieces[0]) is expected twice")
        }
      } else if let slot = Slot(rawValue: pieces[0]) {
        guard slots.updateValue(try Expectation(pieces[1], tier: tier, at: place), forKey: slot) == nil else {
          throw place.failure("\(pieces[0]) is expected twice")
        }
      } else {
        throw place.failure("\(pieces[0]) is none of \(names.joined(separator: ", "))")
      }
    }
    return .slots(slots, times: times)
  }

  private static var names: [String] { Slot.allCases.map(\.rawValue) + TravelTime.Event.allCases.map(\.rawValue) }

  /// The values that are named, whatever is to become of them.
  package var values: [String] {
    switch self {
    case .accept(let value), .confirm(let value), .heard(let value), .unmistaken(let value): [value]
    case .ask(let values): values
    case .refuse, .command, .asTyped: []
    case .slots(let slots, _): slots.values.flatMap(\.values)
    }
  }
}

extension Expectation {
  /// Whether a match is what was expected; several slots are no match of one question.
  package func fits(_ match: Match, policy: MatchPolicy) -> Bool {
    switch self {
    case .accept(let value): match.decision == .accept && match.names(value)
    case .confirm(let value): match.decision == .confirm && match.names(value)
    case .heard(let value):
      switch match.decision {
      case .accept, .confirm: match.names(value)
      case .ask: match.offered(policy).contains { $0.isCalled(value) }
      case .reject: false
      }
    case .unmistaken(let value):
      switch match.decision {
      case .accept: match.names(value)
      case .confirm, .ask: true
      case .reject: match.command == nil
      }
    case .refuse: match.decision == .reject && match.command == nil
    case .command(let name): match.command == name
    case .ask(let values):
      match.decision == .ask && (values.isEmpty || Self.areSame(match.offered(policy), values))
    case .slots, .asTyped: false
    }
  }

  private static func areSame(_ offered: [Candidate], _ values: [String]) -> Bool {
    offered.allSatisfy { candidate in values.contains(where: candidate.isCalled) }
      && values.allSatisfy { value in offered.contains { $0.isCalled(value) } }
  }
}

extension Match {
  /// Whether the value taken or asked back is meant by an id or a name.
  package func names(_ text: String) -> Bool {
    guard let value else { return false }
    return value == text || candidates.contains { $0.value == value && $0.isCalled(text) }
  }

  /// What was understood, in the notation of the cases.
  package func notation(_ policy: MatchPolicy) -> String {
    let name = candidates.first { $0.value == value }?.name ?? value ?? ""
    switch decision {
    case .accept: return command == nil ? name : "CMD:\(command ?? "")"
    case .confirm: return command == nil ? "CONFIRM:\(name)" : "CONFIRM:CMD:\(command ?? "")"
    case .ask: return "ASK:" + offered(policy).map(\.name).joined(separator: "|")
    case .reject: return command.map { "CMD:\($0)" } ?? "NONE"
    }
  }
}

extension Candidate {
  /// Whether a text is the id or the name, differences that nobody hears aside.
  package func isCalled(_ text: String) -> Bool {
    value == text || Normalizer.key(name) == Normalizer.key(text)
  }
}
