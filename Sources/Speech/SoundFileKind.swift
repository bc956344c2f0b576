/// Kinds of files that are taken for WAV recordings by mistake, known by their first bytes.
enum SoundFileKind {
  /// A name for what the bytes are, with its article; nil where they are none of the usual kinds.
  static func name(of bytes: [UInt8]) -> String? {
    for (offset, magic, name) in kinds where bytes.dropFirst(offset).starts(with: magic) { return name }
    // Frames of MPEG audio: eleven set bits, then a version and a layer that exist.
    if bytes.count > 1, bytes[0] == 0xFF, bytes[1] & 0xE0 == 0xE0, bytes[1] & 0x18 != 0x08, bytes[1] & 0x06 != 0 {
      return "an MP3 file"
    }
    let beginning = bytes.prefix(64)
    let isText = beginning.allSatisfy { $0 >= 0x20 && $0 != 0x7F || (0x09...0x0D).contains($0) }
    return isText ? "a text" : nil
  }

  private static let kinds: [(offset: Int, magic: [UInt8], name: String)] = [
    (0, Array("ID3".utf8), "an MP3 file"), (0, Array("OggS".utf8), "an Ogg file"),
    (0, Array("fLaC".utf8), "a FLAC file"), (0, Array("FORM".utf8), "an AIFF file"),
    (0, Array(".snd".utf8), "an AU file"), (4, Array("ftyp".utf8), "an MP4 or M4A file"),
    (0, Array("#!AMR".utf8), "an AMR file"), (0, Array("caff".utf8), "a CAF file"),
    (0, Array("wvpk".utf8), "a WavPack file"), (0, [0x1A, 0x45, 0xDF, 0xA3], "a WebM or Matroska file"),
    (0, [0x30, 0x26, 0xB2, 0x75], "a WMA file"), (0, Array("riff".utf8), "a Wave64 file"),
    (0, Array("RIFX".utf8), "a WAV file with big-endian numbers"), (0, Array("PK\u{3}\u{4}".utf8), "a zip archive"),
    (0, [0x1F, 0x8B], "a gzip archive"),
  ]
}
