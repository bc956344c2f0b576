import Foundation

/// How often each kind of slip happens, by which what it costs is found: the rarer, the dearer.
///
/// A memoryless transducer as E. Ristad and P. Yianilos have it ("Learning string-edit distance", IEEE PAMI 1998), with swaps of
/// neighbours besides and with letters tied into kinds, since pairs are thousands and pairs of letters hundreds.
package struct SlipModel: Sendable, Hashable {
  /// What happens to a letter that was meant, or between two.
  package enum Slip: String, CaseIterable, Sendable {
    /// None.
    case same
    /// Another letter: one that sounds alike, the key beside it, any other.
    case alike, beside, other
    /// One too many: the one before again, any other.
    case doubled, added
    /// One too few: of a double letter, one that is often silent, any other.
    case dropped, silent, missing
    /// Two in the other's place.
    case swapped
  }

  /// What was written for what was meant, in lower-case letters of ASCII.
  package struct Pair: Sendable, Hashable {
    let written: [UInt8]
    let meant: [UInt8]

    /// Nil where there are other letters, or none.
    package init?(written: String, meant: String) {
      (self.written, self.meant) = (Array(written.utf8), Array(meant.utf8))
      let all = self.written + self.meant
      guard !self.written.isEmpty, !self.meant.isEmpty, all.allSatisfy({ (0x61...0x7A).contains($0) }) else {
        return nil
      }
    }
  }

  /// Of a letter that was meant and where a slip of the kind can happen.
  package internal(set) var rates: [Slip: Double]
  /// How much rarer a slip is at the first letter, as a factor.
  package internal(set) var first: Double

  /// What learning begins with: all slips alike rare.
  init() {
    rates = Dictionary(uniqueKeysWithValues: Slip.allCases.map { ($0, $0 == .same ? 0.9 : 0.02) })
    first = 0.5
  }

  private static let letters = (UInt8(ascii: "a")...UInt8(ascii: "z"))

  /// How many letters of a kind there are beside each, from a to z.
  private static let choices: [Slip: [Double]] = Dictionary(
    uniqueKeysWithValues: [Slip.alike, .beside, .other].map { kind in
      (kind, letters.map { own in Double(letters.count { $0 != own && replacing(own, by: $0) == kind }) })
    })

  /// Which kind of slip one letter for another is.
  static func replacing(_ meant: UInt8, by written: UInt8) -> Slip {
    switch EditCosts.letters.ofReplacing(meant, by: written) {
    case EditCosts.alike: .alike
    case EditCosts.besideKey: .beside
    default: .other
    }
  }

  /// A letter of what was written that may stand for one that was meant.
  func standing(_ written: UInt8, for meant: UInt8, isFirst: Bool) -> (Slip, Double) {
    if written == meant { return (.same, self[.same]) }
    let slip = Self.replacing(meant, by: written)
    let count = Self.choices[slip]?[Int(meant - 0x61)] ?? 1
    return (slip, self[slip] / max(count, 1) * (isFirst ? first : 1))
  }

  func adding(_ letter: UInt8, behind: UInt8?) -> (Slip, Double) {
    if letter == behind { return (.doubled, self[.doubled]) }
    return (.added, self[.added] / Double(Self.letters.count) * (behind == nil ? first : 1))
  }

  func leavingOut(_ letter: UInt8, behind: UInt8?) -> (Slip, Double) {
    let slip = Self.leavingOut(letter, behind: behind)
    return (slip, self[slip] * (behind == nil ? first : 1))
  }

  static func leavingOut(_ letter: UInt8, behind: UInt8?) -> Slip {
    if letter == behind { return .dropped }
    return letter == UInt8(ascii: "h") || letter == UInt8(ascii: "e") ? .silent : .missing
  }

  subscript(slip: Slip) -> Double { rates[slip] ?? 0 }

  /// What each kind costs where any other letter costs 1: the negative logarithm of how often one such slip happens. What a first
  /// letter costs more stands apart.
  package var costs: (slips: [Slip: Double], first: Double) {
    func mean(_ slip: Slip) -> Double {
      let counts = Self.choices[slip] ?? []
      return counts.reduce(0, +) / Double(max(counts.count, 1))
    }
    var raw: [Slip: Double] = [:]
    for slip in Slip.allCases where slip != .same {
      let share: Double =
        switch slip {
        case .alike, .beside, .other: mean(slip)
        case .added: Double(Self.letters.count)
        default: 1
        }
      raw[slip] = -log(self[slip] / share)
    }
    let unit = raw[.other] ?? 1
    return (raw.mapValues { $0 / unit }, -log(first) / unit)
  }

  /// The costs that the matcher uses.
  package static var inUse: (slips: [Slip: Double], first: Double) {
    let costs: [Slip: Float] = [
      .alike: EditCosts.alike, .beside: EditCosts.besideKey, .other: 1, .doubled: EditCosts.doubled,
      .added: EditCosts.added, .dropped: EditCosts.dropped, .silent: EditCosts.silent, .missing: EditCosts.missing,
      .swapped: EditCosts.swap,
    ]
    return (costs.mapValues(Double.init), Double(EditCosts.first))
  }
}
