import Matching

/// One row of the table: what became of the cases of a question, a tag or a language.
package struct CaseCounts: Encodable {
  package let name: String
  package var cases = 0
  /// Cases that came out as expected, those that were not expected to included.
  package var right = 0
  package var accepted = 0
  package var confirmed = 0
  package var asked = 0
  package var rejected = 0
  /// Cases in which a value or command was taken that nobody meant.
  package var falseAccepts = 0
  /// Cases in which an answer was refused.
  package var falseRejects = 0

  package init(_ name: String) { self.name = name }

  package mutating func add(_ outcome: CaseOutcome) {
    cases += 1
    if outcome.isRight { right += 1 }
    switch outcome.decision {
    case .accept: accepted += 1
    case .confirm: confirmed += 1
    case .ask: asked += 1
    case .reject: rejected += 1
    case nil: break
    }
    if outcome.isFalseAccept { falseAccepts += 1 }
    if outcome.isFalseReject { falseRejects += 1 }
  }

  /// The share of cases that came out as expected, 0...1.
  package var accuracy: Double { Self.share(right, of: cases) }
  package var falseAcceptRate: Double { Self.share(falseAccepts, of: cases) }

  /// Rounded to four places, so that equal counts print equally everywhere.
  package static func share(_ part: Int, of whole: Int) -> Double {
    whole == 0 ? 0 : (Double(part) / Double(whole) * 10000).rounded() / 10000
  }

  package enum CodingKeys: String, CodingKey {
    case name, cases, right, accuracy, accepted, confirmed, asked, rejected
    case falseAccepts = "false_accepts"
    case falseRejects = "false_rejects"
  }

  package func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(name, forKey: .name)
    try fields.encode(cases, forKey: .cases)
    try fields.encode(right, forKey: .right)
    try fields.encode(accuracy, forKey: .accuracy)
    try fields.encode(accepted, forKey: .accepted)
    try fields.encode(confirmed, forKey: .confirmed)
    try fields.encode(asked, forKey: .asked)
    try fields.encode(rejected, forKey: .rejected)
    try fields.encode(falseAccepts, forKey: .falseAccepts)
    try fields.encode(falseRejects, forKey: .falseRejects)
  }

  /// A row for each name, in the order of their first mention or, with `order`, in that.
  package static func rows(
    _ outcomes: [CaseOutcome], order: [String] = [], by names: (CaseOutcome) -> [String]
  ) -> [CaseCounts] {
    var rows: [CaseCounts] = []
    var places: [String: Int] = [:]
    for outcome in outcomes {
      for name in names(outcome) {
        let place = places[name] ?? rows.count
        if place == rows.count { rows.append(CaseCounts(name)) }
        places[name] = place
        rows[place].add(outcome)
      }
    }
    guard !order.isEmpty else { return rows.sorted { $0.name < $1.name } }
    return rows.sorted {
      (order.firstIndex(of: $0.name) ?? order.count, $0.name) < (order.firstIndex(of: $1.name) ?? order.count, $1.name)
    }
  }
}
