import Foundation

/// The weights of an acoustic model's densities: read from the decoder's table, written for SphinxTrain, which reads no such table.
///
/// The decoder keeps of each weight its negative logarithm to the base 1.0001, shifted by ten bits, in a byte: by stream, then density, then
/// state.
struct MixtureWeights {
  private let streams: Int
  private let densities: Int
  private let states: Int
  private let table: Data

  private static let base = 1.0001
  private static let shift = 10

  /// - Returns: Nil where it is no such table; one of another layout (clustered) is none.
  init?(table bytes: Data) {
    var place = 0
    func number() -> Int? {
      guard place + 4 <= bytes.count else { return nil }
      defer { place += 4 }
      return (0..<4).reduce(0) { $0 | Int(bytes[bytes.startIndex + place + $1]) << (8 * $1) }
    }
    var fields: [String: Int] = [:]
    while true {
      guard let length = number(), length >= 0, length < 1_000, place + length <= bytes.count else { return nil }
      if length == 0 { break }
      let line = String(
        decoding: bytes[bytes.startIndex + place..<bytes.startIndex + place + length - 1], as: UTF8.self)
      place += length
      let parts = line.split(separator: " ")
      if parts.count == 2, let value = Int(parts[1]) { fields[String(parts[0])] = value }
    }
    guard fields["cluster_count"] ?? 0 == 0, let streams = fields["feature_count"], let densities = number(),
      let states = number(), streams > 0, densities > 0, states > 0, streams < 100, densities < 10_000,
      states < 100_000,
      bytes.count - place == streams * densities * states
    else { return nil }
    (self.streams, self.densities, self.states) = (streams, densities, states)
    table = bytes.suffix(from: bytes.startIndex + place)
  }

  /// As SphinxTrain reads it: by state, then stream, then density.
  var s3: Data {
    let probabilities = (0..<256).map { pow(Self.base, -Double($0 << Self.shift)) }
    var data = Data("s3\nversion 1.0\nendhdr\n".utf8)
    func append(_ bits: UInt32) { withUnsafeBytes(of: bits.littleEndian) { data.append(contentsOf: $0) } }
    append(0x1122_3344)
    for count in [states, streams, densities, states * streams * densities] { append(UInt32(count)) }
    let bytes = [UInt8](table)
    for state in 0..<states {
      for stream in 0..<streams {
        let weights = (0..<densities).map { probabilities[Int(bytes[(stream * densities + $0) * states + state])] }
        let total = weights.reduce(0, +)
        for weight in weights { append(Float(weight / total).bitPattern) }
      }
    }
    return data
  }
}
