import Journey
import Alerts
import Foundation

/// WAV files that no recorder writes, and some that one might: the same ones for the same seed.
struct FuzzWaves {
  /// What is done to a good file.
  enum Kind: String, CaseIterable, Sendable {
    case bits, header, format, sizes, order, cut, grown, numbers, spliced, noise
  }

  private var random: SplitMix
  private let seeds: [[UInt8]]

  /// - Parameter files: good recordings to spoil, besides a short one of each encoding.
  init(seed: UInt64, files: [[UInt8]]) {
    random = SplitMix(seed: seed)
    seeds = files + Self.encodings
  }

  /// The next file, spoilt in one way or in several.
  mutating func next() -> (kind: Kind, bytes: [UInt8]) {
    var bytes = pick(seeds)
    let kind = pick(Kind.allCases)
    spoil(&bytes, kind)
    while chance(3) { spoil(&bytes, pick(Kind.allCases)) }
    return (kind, bytes)
  }

  private mutating func spoil(_ bytes: inout [UInt8], _ kind: Kind) {
    guard !bytes.isEmpty else { return }
    switch kind {
    case .bits: for _ in 0..<below(20) + 1 { bytes[below(bytes.count)] ^= 1 << UInt8(below(8)) }
    case .header: for _ in 0..<below(6) + 1 { bytes[below(min(80, bytes.count))] = pick(Self.oddBytes) }
    case .format: spoilFormat(&bytes)
    case .sizes: spoilSizes(&bytes)
    case .order: reorder(&bytes)
    case .cut: bytes.removeLast(chance(2) ? max(0, bytes.count - below(min(100, bytes.count))) : below(bytes.count))
    case .grown: bytes += (0..<below(300)).map { _ in chance(2) ? 0 : UInt8(below(256)) }
    case .numbers: spoilNumbers(&bytes)
    case .spliced:
      let other = pick(seeds)
      bytes = Array(bytes.prefix(below(bytes.count)) + other.suffix(below(other.count)))
    case .noise:
      for place in bytes.indices.dropFirst(chance(2) ? 12 : 0) where chance(2) { bytes[place] = UInt8(below(256)) }
    }
  }

  // MARK: - By what a file holds

  /// The offset of each chunk's name, as far as they can be followed.
  private static func chunks(_ bytes: [UInt8]) -> [(start: Int, size: Int)] {
    var chunks: [(start: Int, size: Int)] = []
    var offset = 12
    while offset + 8 <= bytes.count, chunks.count < 50 {
      let size = (0..<4).reduce(0) { $0 | Int(bytes[offset + 4 + $1]) << (8 * $1) }
      chunks.append((offset, size))
      offset += 8 + size + size % 2
    }
    return chunks
  }

  private mutating func spoilFormat(_ bytes: inout [UInt8]) {
    guard let chunk = Self.chunks(bytes).first(where: { bytes[$0.start...].starts(with: Array("fmt ".utf8)) }) else {
      return
    }
    let fields: [(offset: Int, width: Int)] = [
      (0, 2), (2, 2), (4, 4), (8, 4), (12, 2), (14, 2), (16, 2), (18, 2), (24, 2),
    ]
    for _ in 0..<below(3) + 1 {
      let field = pick(fields)
      let values = Self.oddNumbers + [3, 6, 7, 8, 12, 24, 32, 64, 0xFFFE, 7_999, 8_000, 44_101, 192_000, 192_001]
      overwrite(&bytes, at: chunk.start + 8 + field.offset, pick(values), field.width)
    }
  }

  private mutating func spoilSizes(_ bytes: inout [UInt8]) {
    let places = [0] + Self.chunks(bytes).map(\.start)
    let place = pick(places)
    let size = chance(2) ? pick(Self.oddNumbers) : bytes.count - place - 8 + below(5) - 2
    overwrite(&bytes, at: place + 4, size, 4)
  }

  private mutating func reorder(_ bytes: inout [UInt8]) {
    let cuts = Self.chunks(bytes)
    var parts = cuts.map { Array(bytes[$0.start..<min(bytes.count, $0.start + 8 + $0.size + $0.size % 2)]) }
    guard !parts.isEmpty else { return }
    let names = ["LIST", "fact", "JUNK", "bext", "ds64", "data", "fmt ", "\u{0}\u{0}\u{0}\u{0}"]
    let own = WaveBytes.chunk(pick(names), (0..<below(40)).map { _ in UInt8(below(256)) })
    switch below(4) {
    case 0: parts.swapAt(below(parts.count), below(parts.count))
    case 1: parts.remove(at: below(parts.count))
    case 2: parts.insert(parts[below(parts.count)], at: below(parts.count + 1))
    default: parts.insert(own, at: below(parts.count + 1))
    }
    bytes = Array(bytes.prefix(12)) + parts.joined()
    if chance(4) { bytes.replaceSubrange(0..<4, with: Array(pick(["RF64", "BW64", "RIFX"]).utf8)) }
  }

  /// Numbers that are no samples, at the places of 32 and 64 bit floats.
  private mutating func spoilNumbers(_ bytes: inout [UInt8]) {
    let values: [Double] = [.nan, .infinity, -.infinity, 1e300, -1e300, 4_294_967_296, .leastNonzeroMagnitude, 1, -1]
    let values32: [Float] = [.nan, .infinity, -.infinity, 3e38, -3e38, .leastNonzeroMagnitude, 1]
    for _ in 0..<below(60) + 1 {
      let place = 44 + below(max(1, bytes.count - 44)) / 4 * 4
      if chance(2) {
        overwrite(&bytes, at: place, Int(bitPattern: UInt(pick(values).bitPattern)), 8)
      } else {
        overwrite(&bytes, at: place, Int(pick(values32).bitPattern), 4)
      }
    }
  }

  private func overwrite(_ bytes: inout [UInt8], at place: Int, _ value: Int, _ width: Int) {
    guard place >= 0, place + width <= bytes.count else { return }
    bytes.replaceSubrange(place..<place + width, with: WaveBytes.number(value, width))
  }

  private static let oddBytes: [UInt8] = [0, 1, 2, 7, 8, 16, 0x20, 0x7F, 0x80, 0xFE, 0xFF]
  private static let oddNumbers = [
    0, 1, 2, 3, 7, 15, 16, 17, 255, 256, 32_767, 32_768, 65_534, 65_535, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFE,
    0xFFFF_FFFF,
  ]

  // MARK: - Good files

  /// A fifth of a second of a tone that swells in every encoding, and with everything that a header may hold.
  private static let encodings: [[UInt8]] = {
    let tone = (0..<3_200).map { (sample: Int) -> Double in
      let swell = Double(sample % 800)
      return 0.6 * sin(Double(sample) / 7) * swell / 800
    }
    func integers(_ bytes: Int) -> [UInt8] {
      tone.flatMap { WaveBytes.number(Int($0 * Double(1 << (8 * bytes - 1))), bytes) }
    }
    func data(_ body: [UInt8]) -> [UInt8] { WaveBytes.chunk("data", body) }
    let float = tone.flatMap { WaveBytes.number(Int(Float($0).bitPattern), 4) }
    let double = tone.flatMap { WaveBytes.number(Int(bitPattern: UInt($0.bitPattern)), 8) }
    let eight = tone.map { UInt8(clamping: Int($0 * 127) + 128) }
    let list = WaveBytes.chunk("LIST", Array("INFOISFT\u{5}\u{0}\u{0}\u{0}test\u{0}".utf8))
    typealias Format = WaveBytes.Format
    var long = WaveBytes.riff([
      WaveBytes.chunk(
        "ds64", WaveBytes.number(0, 8) + WaveBytes.number(integers(2).count, 8) + WaveBytes.number(0, 12)),
      Format().chunk, Array("data".utf8) + WaveBytes.number(0xFFFF_FFFF, 4) + integers(2), list,
    ])
    long.replaceSubrange(0..<4, with: Array("RF64".utf8))
    return [
      WaveBytes.riff([Format(bits: 8).chunk, data(eight)]), WaveBytes.riff([Format().chunk, data(integers(2))]),
      WaveBytes.riff([Format(bits: 24).chunk, data(integers(3))]),
      WaveBytes.riff([Format(bits: 32).chunk, data(integers(4))]),
      WaveBytes.riff([Format(bits: 24, container: 32, isExtensible: true).chunk, data(integers(4))]),
      WaveBytes.riff([Format(codec: 3, bits: 32).chunk, data(float)]),
      WaveBytes.riff([Format(codec: 3, bits: 64, isExtensible: true).chunk, data(double)]),
      WaveBytes.riff([Format(codec: 6, rate: 8_000, bits: 8).chunk, data(eight)]),
      WaveBytes.riff([Format(codec: 7, rate: 8_000, bits: 8).chunk, data(eight)]),
      WaveBytes.riff([list, Format(channels: 2, rate: 44_100).chunk, list, data(integers(2)), list]),
      WaveBytes.riff([Format(channels: 6, rate: 192_000, bits: 24).chunk, data(integers(3))]), long,
    ]
  }()

  // MARK: - Chance

  private mutating func below(_ count: Int) -> Int { count > 0 ? Int(random.next() % UInt64(count)) : 0 }
  private mutating func chance(_ one: Int) -> Bool { random.next() % UInt64(one) == 0 }
  private mutating func pick<T>(_ list: [T]) -> T { list[Int(random.next() % UInt64(list.count))] }
}
