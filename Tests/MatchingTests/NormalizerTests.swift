import Foundation
import Matching
import Testing

@Suite("Normalising")
struct NormalizerTests {
  @Test(
    "what cannot be heard is folded away",
    arguments: [
      ("Linz HAUPTPLATZ", "linz hauptplatz"), ("Rudolfstraße", "rudolfstrasse"), ("Besançon-Viotte", "besancon viotte"),
      ("Łódź Fabryczna", "lodz fabryczna"), ("Ølstykke", "olstykke"), ("King's Cross", "kings cross"), ("I'll", "ill"),
      ("L'Hôpital", "l hopital"), ("シンジュク", "しんじゅく"), ("ｶﾞｯｺｳ", "がっこう"), ("１２番", "12 番"), ("stop46", "stop 46"),
      ("  --  ", ""), ("e\u{301}t", "et"),
    ])
  func key(text: String, key: String) {
    #expect(Normalizer.key(text) == key)
  }

  @Test("an umlaut is its vowel, or its vowel and e")
  func umlauts() {
    #expect(Normalizer.key("Zürich") == "zurich")
    #expect(Normalizer.key("Zürich", digraphs: true) == "zuerich")
  }

  @Test("Latin letters lose their marks by compatibility decomposition")
  func letters() {
    let own = Set("ÆÐ×ØÞßæð÷øþĐđıŁłŒœ".unicodeScalars)
    for scalar in (UInt32(0xC0)...0x17F).compactMap(Unicode.Scalar.init) where !own.contains(scalar) {
      let parts = String(Character(scalar)).decomposedStringWithCompatibilityMapping.lowercased().unicodeScalars
      let letters = parts.filter { $0.properties.generalCategory != .nonspacingMark }
      #expect(Normalizer.tokens("x\(scalar)x").map(\.word).joined() == "x\(String(String.UnicodeScalarView(letters)))x")
    }
  }

  @Test("scripts are read apart")
  func scripts() {
    #expect(Normalizer.tokens("shinjukuまで").map(\.word) == ["shinjuku", "まで"])
  }

  @Test("ranges point into the text", arguments: ["from Linz, to Ößling", "新宿 12まで"])
  func ranges(text: String) {
    let bytes = Array(text.utf8)
    for token in Normalizer.tokens(text) {
      let part = String(decoding: bytes[token.range], as: UTF8.self)
      #expect(Normalizer.key(part) == token.word)
    }
  }
}
