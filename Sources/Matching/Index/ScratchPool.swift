import Synchronization

/// A sum for each of many numbers, of which few are touched; clearing it costs only those. One query has it at a time, which
/// `ScratchPool` sees to.
///
/// Plain memory, because this is the innermost loop of a query and checks of arrays would be a third of its time.
final class Accumulator: @unchecked Sendable {
  private let sums: UnsafeMutablePointer<Float>
  private let order: UnsafeMutablePointer<Int32>
  private let size: Int
  private var used = 0

  init(size: Int) {
    self.size = size
    sums = .allocate(capacity: max(1, size))
    sums.initialize(repeating: 0, count: max(1, size))
    order = .allocate(capacity: max(1, size))
    order.initialize(repeating: 0, count: max(1, size))
  }

  deinit {
    sums.deallocate()
    order.deallocate()
  }

  /// The numbers that have a sum, in the order in which they got one.
  var touched: UnsafeBufferPointer<Int32> { UnsafeBufferPointer(start: order, count: used) }

  /// - Parameter value: above zero.
  @inline(__always)
  func add(_ value: Float, to number: Int) {
    precondition(number >= 0 && number < size, "outside the index")
    if sums[number] == 0 {
      order[used] = Int32(truncatingIfNeeded: number)
      used += 1
    }
    sums[number] += value
  }

  /// Adds to what has been touched already, and to nothing else.
  @inline(__always)
  func addIfTouched(_ value: Float, to number: Int) {
    precondition(number >= 0 && number < size, "outside the index")
    if sums[number] != 0 { sums[number] += value }
  }

  @inline(__always)
  func sum(_ number: Int) -> Float { sums[number] }

  func clear() {
    for number in touched { sums[Int(number)] = 0 }
    used = 0
  }
}

/// Accumulators that are not in use, so that a query need not clear an array of all keys.
final class ScratchPool: Sendable {
  private let free = Mutex<[Accumulator]>([])
  private let size: Int

  /// - Parameter size: one more than the greatest number to be added up.
  init(size: Int) { self.size = size }

  func with<Result>(_ body: (Accumulator) -> Result) -> Result {
    let accumulator = free.withLock { $0.popLast() } ?? Accumulator(size: size)
    defer {
      accumulator.clear()
      free.withLock { $0.append(accumulator) }
    }
    return body(accumulator)
  }
}
