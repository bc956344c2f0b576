import Journey
import Matching

/// How riders correct what was understood: the section `corrections` of a language file.
public struct CorrectionWords: Sendable, Decodable {
  /// Phrases in words as the normaliser leaves them, the longest first.
  struct Phrases: Sendable, Decodable {
    private let phrases: [[String]]

    init(_ texts: [String]) {
      phrases = texts.map { Normalizer.tokens($0).map(\.word) }.filter { !$0.isEmpty }.sorted { $0.count > $1.count }
    }

    init(from decoder: any Decoder) throws {
      self.init(try [String](from: decoder))
    }

    /// How many words of the longest phrase stand at a place; 0 where none does.
    func length(at place: Int, of words: [String]) -> Int {
      phrases.first { words[place...].starts(with: $0) }?.count ?? 0
    }
  }

  /// "no"
  let denials: Phrases
  /// "i said", which refers to something that was said before.
  let marks: Phrases
  /// "sorry", "it's": say nothing by themselves.
  let fillers: Phrases
  /// "sorry", which stands between what is wrong and what is right.
  let apologies: Phrases
  /// "not", before what is wrong.
  let not: Phrases
  /// "instead of", before what is wrong, whatever stands before it.
  let instead: Phrases
  /// "is wrong", behind what is wrong and before what is right.
  let wrong: Phrases
  /// "less than", which makes a "not" before it deny nothing.
  let comparing: Phrases
  /// "but", before what is right instead.
  let but: Phrases
  /// "change the"
  let change: Phrases
  /// "to", between the name of a slot and its new value.
  let to: Phrases
  /// "go to", before the name of a question or its number.
  let jump: Phrases
  /// "question", between these.
  let question: Phrases
  /// "the other one"
  private let other: Phrases
  /// "again"
  private let again: Phrases
  /// "edit"
  private let edit: Phrases
  /// "damn", which stands for a no.
  let curses: Phrases
  /// What riders call each slot, by its raw value.
  private let slots: [String: Phrases]

  private enum CodingKeys: String, CodingKey {
    case denials, marks, fillers, apologies, not, instead, wrong, comparing, but, change, to, jump, question, other,
      again, edit,
      curses, slots
  }

  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    denials = try fields.decode(Phrases.self, forKey: .denials)
    marks = try fields.decode(Phrases.self, forKey: .marks)
    fillers = try fields.decode(Phrases.self, forKey: .fillers)
    not = try fields.decode(Phrases.self, forKey: .not)
    but = try fields.decode(Phrases.self, forKey: .but)
    change = try fields.decode(Phrases.self, forKey: .change)
    to = try fields.decode(Phrases.self, forKey: .to)
    func phrases(_ key: CodingKeys) throws -> Phrases {
      try fields.decodeIfPresent(Phrases.self, forKey: key) ?? Phrases([])
    }
    apologies = try phrases(.apologies)
    (instead, wrong, comparing) = (try phrases(.instead), try phrases(.wrong), try phrases(.comparing))
    jump = try phrases(.jump)
    question = try phrases(.question)
    other = try phrases(.other)
    again = try phrases(.again)
    edit = try phrases(.edit)
    curses = try phrases(.curses)
    slots = try fields.decode([String: Phrases].self, forKey: .slots)
  }

  subscript(revision: Revision) -> Phrases {
    switch revision {
    case .other: other
    case .again: again
    case .edit: edit
    case .curse: curses
    }
  }

  /// The slot whose name stands at a place, and the words of the name.
  func slot(at place: Int, of words: [String]) -> (slot: Slot, length: Int)? {
    Slot.allCases.map { ($0, slots[$0.rawValue]?.length(at: place, of: words) ?? 0) }
      .filter { $0.1 > 0 }.max { $0.1 < $1.1 }
  }
}

extension [CorrectionWords.Phrases] {
  /// The place behind all of these phrases that follow each other from a place on.
  func end(from start: Int, of words: [String]) -> Int {
    var place = start
    while place < words.count, let length = lazy.map({ $0.length(at: place, of: words) }).first(where: { $0 > 0 }) {
      place += length
    }
    return place
  }
}
