import Journey

/// What batch tests draw, which a seed fixes on every machine.
struct RepeatableRandom {
  private var random: SplitMix

  init(seed: Int) { random = SplitMix(seed: UInt64(bitPattern: Int64(seed))) }

  /// A number from 0 up to but not including the bound, which must be positive.
  mutating func below(_ bound: Int) -> Int { random.below(bound) }

  mutating func pick<Element>(_ items: [Element]) -> Element? { items.isEmpty ? nil : items[below(items.count)] }
}
