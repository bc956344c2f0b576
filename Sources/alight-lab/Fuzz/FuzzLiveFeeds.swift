import Foundation
import Journey

/// Live feeds about the timetable of `FuzzSeedFeed` that no operator sends, and some that one might: the same for the same seed.
struct FuzzLiveFeeds {
  /// What is done to a feed.
  enum Kind: String, CaseIterable, Sendable {
    case plain, bits, cut, grown, spliced, lengths, noise
  }

  /// 2026-12-01 08:05 in Vienna, when the trips are under way.
  static let now = Date(timeIntervalSince1970: 1_796_108_700)

  private var random: SplitMix

  init(seed: UInt64) { random = SplitMix(seed: seed) }

  mutating func next() -> (kind: Kind, bytes: [UInt8]) {
    var bytes = feed()
    // Most spoilt bytes are refused at once: half are left to be judged by what they say.
    let kind = chance(2) ? .plain : pick(Kind.allCases)
    spoil(&bytes, kind)
    while kind != .plain, chance(4) { spoil(&bytes, pick(Kind.allCases)) }
    return (kind, bytes)
  }

  private mutating func spoil(_ bytes: inout [UInt8], _ kind: Kind) {
    guard !bytes.isEmpty else { return }
    switch kind {
    case .plain: break
    case .bits: for _ in 0..<below(12) + 1 { bytes[below(bytes.count)] ^= 1 << UInt8(below(8)) }
    case .cut: bytes.removeLast(below(bytes.count))
    case .grown: bytes += (0..<below(200)).map { _ in UInt8(below(256)) }
    case .spliced: bytes = Array(bytes.prefix(below(bytes.count))) + feed().suffix(below(400))
    case .lengths: for _ in 0..<below(4) + 1 { bytes[below(bytes.count)] = pick([0, 1, 0x7F, 0x80, 0xFF]) }
    case .noise: for place in bytes.indices where chance(6) { bytes[place] = UInt8(below(256)) }
    }
  }

  // MARK: - What a feed says

  private mutating func feed() -> [UInt8] {
    var header = LiveBytes.text(1, pick(["2.0", "1.0", "", "nine"]))
    if chance(4) { header += LiveBytes.number(2, below(4)) }
    if !chance(8) { header += LiveBytes.number(3, time()) }
    var bytes = chance(30) ? [] : LiveBytes.piece(1, header)
    for _ in 0..<below(12) {
      var entity = LiveBytes.text(1, "e\(below(5))")
      if chance(20) { entity += LiveBytes.number(2, 1) }
      if chance(2) { entity += LiveBytes.piece(3, update()) }
      if chance(3) { entity += LiveBytes.piece(4, vehicle()) }
      if chance(4) { entity += LiveBytes.piece(5, alert()) }
      bytes += LiveBytes.piece(2, entity)
    }
    return bytes
  }

  private mutating func descriptor() -> [UInt8] {
    var bytes: [UInt8] = []
    if !chance(10) { bytes += LiveBytes.text(1, pick(["t", "v", "u", "x1", "y1", "y2", "nobody", ""])) }
    if chance(2) {
      bytes += LiveBytes.text(
        2, pick(["08:00:00", "06:10:00", "25:20:00", "AA:BB:CC", "-1:00:00", "9:0:0", "", ":::"]))
    }
    if chance(2) {
      bytes += LiveBytes.text(
        3, pick(["20261201", "20261130", "20261225", "20261232", "2026-12-01", "", "99999999999"]))
    }
    if chance(2) { bytes += LiveBytes.number(4, below(10)) }
    if chance(3) { bytes += LiveBytes.text(5, pick(["r", "q", "none"])) }
    return bytes
  }

  private mutating func update() -> [UInt8] {
    var bytes = chance(20) ? [] : LiveBytes.piece(1, descriptor())
    for _ in 0..<below(7) { bytes += LiveBytes.piece(2, stopTime()) }
    if chance(3) { bytes += LiveBytes.number(4, time()) }
    if chance(4) { bytes += LiveBytes.number(5, delay()) }
    return bytes
  }

  private mutating func stopTime() -> [UInt8] {
    var bytes: [UInt8] = []
    if chance(2) { bytes += LiveBytes.number(1, pick([0, 1, 2, 3, 10, 30, -1, 4_294_967_295])) }
    if !chance(4) { bytes += LiveBytes.text(4, pick(["a", "b", "c", "d", "s", "e", "f", "nowhere", ""])) }
    if chance(2) { bytes += LiveBytes.piece(2, event()) }
    if chance(2) { bytes += LiveBytes.piece(3, event()) }
    if chance(4) { bytes += LiveBytes.number(5, below(6)) }
    if chance(8) { bytes += LiveBytes.piece(6, LiveBytes.text(1, pick(["b", "a", "nowhere"]))) }
    return bytes
  }

  private mutating func event() -> [UInt8] {
    var bytes: [UInt8] = []
    if chance(2) { bytes += LiveBytes.number(1, delay()) }
    if chance(2) { bytes += LiveBytes.number(2, time()) }
    if chance(3) { bytes += LiveBytes.number(3, delay()) }
    return bytes
  }

  private mutating func vehicle() -> [UInt8] {
    let numbers: [Float] = [
      48.3, 48.32, 14.3, 14.301, 0, -0, 91, -181, .nan, .infinity, -.infinity, 3e38, .leastNonzeroMagnitude,
    ]
    var bytes = chance(6) ? [] : LiveBytes.piece(1, descriptor())
    if !chance(6) {
      bytes += LiveBytes.piece(
        2, LiveBytes.float(1, pick(numbers)) + LiveBytes.float(2, pick(numbers)) + LiveBytes.float(5, pick(numbers)))
    }
    if chance(2) { bytes += LiveBytes.number(3, pick([0, 1, 2, 30, -1])) }
    if chance(2) { bytes += LiveBytes.number(4, below(5)) }
    if chance(2) { bytes += LiveBytes.number(5, time()) }
    if chance(2) { bytes += LiveBytes.text(7, pick(["a", "d", "nowhere"])) }
    return bytes
  }

  private mutating func alert() -> [UInt8] {
    var bytes: [UInt8] = []
    for _ in 0..<below(3) {
      bytes += LiveBytes.piece(1, LiveBytes.number(1, time()) + LiveBytes.number(2, time()))
    }
    for _ in 0..<below(4) {
      var subject: [UInt8] = []
      if chance(2) { subject += LiveBytes.text(2, pick(["r", "none"])) }
      if chance(2) { subject += LiveBytes.piece(4, descriptor()) }
      if chance(2) { subject += LiveBytes.text(5, pick(["a", "nowhere"])) }
      bytes += LiveBytes.piece(5, subject)
    }
    bytes += LiveBytes.number(6, below(20)) + LiveBytes.number(7, below(20)) + LiveBytes.number(14, below(8))
    let words = [Array("Gesperrt".utf8), [0xFF, 0xFE, 0x80], [], Array("\u{1B}[2J\u{202E}".utf8)]
    return bytes + LiveBytes.piece(10, LiveBytes.piece(1, LiveBytes.piece(1, pick(words)) + LiveBytes.text(2, "de")))
  }

  private mutating func time() -> Int {
    let now = Int(Self.now.timeIntervalSince1970)
    switch below(4) {
    case 0: return pick([0, 1, -1, now * 1000, .max, .min, 4_102_444_800, now + 3600 * 24 * 400])
    default: return now + below(4000) - 1200
    }
  }

  private mutating func delay() -> Int {
    chance(4) ? pick([Int(Int32.max), Int(Int32.min), 86_400, -86_400, 0, .max]) : below(1800) - 300
  }

  private mutating func below(_ count: Int) -> Int { count > 0 ? Int(random.next() % UInt64(count)) : 0 }
  private mutating func chance(_ one: Int) -> Bool { random.next() % UInt64(one) == 0 }
  private mutating func pick<T>(_ list: [T]) -> T { list[Int(random.next() % UInt64(list.count))] }
}
