/// The two logarithmic codes of telephony, eight bits a sample.
///
/// Source: ITU-T Recommendation G.711 (1988), tables 1 and 2; the values fill 16 bits.
enum G711 {
  /// Samples of A-law by code, between -1 and 1.
  static let aLaw: [Float] = (0...255).map { code in
    // Every other bit travels inverted.
    let bits = code ^ 0x55
    let segment = bits >> 4 & 7
    let step = bits & 15
    let magnitude = segment == 0 ? step << 4 | 8 : (step << 4 | 0x108) << (segment - 1)
    return Float(bits & 0x80 != 0 ? magnitude : -magnitude) / 32_768
  }

  /// Samples of mu-law by code, between -1 and 1.
  static let muLaw: [Float] = (0...255).map { code in
    let bits = ~code
    let magnitude = ((bits & 15) << 3 | 0x84) << (bits >> 4 & 7) - 0x84
    return Float(bits & 0x80 != 0 ? -magnitude : magnitude) / 32_768
  }
}
