import Journey

/// What batch tests draw, which a seed fixes on every machine.
package struct RepeatableRandom {
  private var random: SplitMix

  package init(seed: Int) { random = SplitMix(seed: UInt64(bitPattern: Int64(seed))) }

  /// A number from 0 up to but not including the bound, which must be positive.
  package mutating func below(_ bound: Int) -> Int { random.below(bound) }

  package mutating func pick<Element>(_ items: [Element]) -> Element? {
    items.isEmpty ? nil : items[below(items.count)]
  }
}
