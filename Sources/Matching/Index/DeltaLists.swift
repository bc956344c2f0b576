import BuiltFiles

/// Ascending lists of numbers, each stored as the distances between neighbours, seven bits a byte.
struct DeltaLists {
  /// Where each list begins in `bytes`, and where the last one ends.
  private(set) var starts: [UInt32] = []
  private(set) var bytes: [UInt8] = []

  /// Sorts pairs into lists by counting, so that each list ascends if the pairs' numbers do.
  ///
  /// - Parameters:
  ///   - count: how many lists there are.
  ///   - pairs: calls its argument with a list and a number for each entry, the same ones each time it is called; the numbers
  ///     of one list never descend. A number that comes twice in a row is stored once.
  init(count: Int, pairs: ((Int, UInt32) -> Void) -> Void) {
    var offsets = [UInt32](repeating: 0, count: count + 1)
    pairs { list, _ in offsets[list + 1] += 1 }
    for list in 0..<count { offsets[list + 1] += offsets[list] }
    var next = offsets
    var numbers = [UInt32](repeating: 0, count: Int(offsets[count]))
    pairs { list, number in
      numbers[Int(next[list])] = number
      next[list] += 1
    }
    starts.reserveCapacity(count + 1)
    bytes.reserveCapacity(numbers.count * 2)
    for list in 0..<count {
      starts.append(UInt32(bytes.count))
      var last: UInt32 = 0
      var isFirst = true
      for place in Int(offsets[list])..<Int(offsets[list + 1]) where isFirst || numbers[place] != last {
        append(numbers[place] - last)
        last = numbers[place]
        isFirst = false
      }
    }
    starts.append(UInt32(bytes.count))
  }

  private mutating func append(_ distance: UInt32) {
    var rest = distance
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }
}

/// Reads `DeltaLists` from an index.
struct DeltaReader: Sendable {
  let starts: FlatArray<UInt32>
  let bytes: FlatArray<UInt8>

  var count: Int { starts.count - 1 }

  /// At least as long as the list, in entries.
  func size(_ list: Int) -> Int { Int(starts[list + 1] - starts[list]) }

  @inline(__always)
  func forEach(_ list: Int, _ body: (Int) -> Void) {
    var place = Int(starts[list])
    let end = Int(starts[list + 1])
    precondition(place <= end && end <= bytes.count, "outside the index")
    var number = 0
    while place < end {
      var distance = 0
      var shift = 0
      var byte: UInt8
      repeat {
        byte = bytes.buffer[place]
        distance |= Int(byte & 0x7F) << shift
        shift += 7
        place += 1
      } while byte >= 0x80 && place < end
      number += distance
      body(number)
    }
  }
}
