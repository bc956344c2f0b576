import Foundation

/// The times of a trip at each of its stops, in seconds after its start (its first departure).
///
/// Packed for storage as zigzag varints: for each stop the seconds since the last departure, then the seconds it stands.
struct TripTimes: Hashable, Sendable {
  var arrivals: [Int] = []
  var departures: [Int] = []

  init(arrivals: [Int], departures: [Int]) {
    self.arrivals = arrivals
    self.departures = departures
  }

  /// Reads the packed form; nil where it is damaged.
  init?(packed: Data) {
    var clock = 0
    var value: UInt64 = 0
    var shift: UInt64 = 0
    var isArrival = true
    for byte in packed {
      guard shift < 63 else { return nil }
      value |= UInt64(byte & 0x7f) << shift
      shift += 7
      guard byte & 0x80 == 0 else { continue }
      clock += Int(value >> 1) ^ -Int(value & 1)
      if isArrival { arrivals.append(clock) } else { departures.append(clock) }
      (value, shift, isArrival) = (0, 0, !isArrival)
    }
    guard shift == 0, arrivals.count == departures.count else { return nil }
  }

  var packed: Data {
    var bytes = Data(capacity: arrivals.count * 3)
    var clock = 0
    for (arrival, departure) in zip(arrivals, departures) {
      for time in [arrival, departure] {
        let step = time - clock
        var value = UInt64(bitPattern: Int64((step << 1) ^ (step >> 63)))
        while value >= 0x80 {
          bytes.append(UInt8(value & 0x7f) | 0x80)
          value >>= 7
        }
        bytes.append(UInt8(value))
        clock = time
      }
    }
    return bytes
  }
}
