/// Keeps the best of many scored numbers.
struct BoundedHeap {
  private var items: [(score: Float, number: Int)] = []
  private let limit: Int

  init(limit: Int) {
    self.limit = limit
    items.reserveCapacity(limit)
  }

  /// Best first; equals in the order of their numbers.
  var sorted: [Int] {
    items.sorted { ($0.score, $1.number) > ($1.score, $0.number) }.map(\.number)
  }

  mutating func insert(_ score: Float, _ number: Int) {
    if items.count < limit {
      items.append((score, number))
      rise(items.count - 1)
    } else if score > items[0].score {
      items[0] = (score, number)
      sink(0)
    }
  }

  private mutating func rise(_ from: Int) {
    var child = from
    while child > 0, items[child].score < items[(child - 1) / 2].score {
      items.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  private mutating func sink(_ from: Int) {
    var parent = from
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < items.count && items[child].score < items[least].score
      {
        least = child
      }
      if least == parent { return }
      items.swapAt(parent, least)
      parent = least
    }
  }
}
