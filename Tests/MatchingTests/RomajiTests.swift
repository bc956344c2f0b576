import Testing

@testable import Matching

@Suite("Readings in Latin letters")
struct RomajiTests {
  @Test(
    "follow Hepburn, letter by letter and with long vowels short",
    arguments: [
      ("オカヤマエキ", ["okayamaeki"]), ("とうきょう", ["toukyou", "tokyo"]), ("ｵｵﾓﾄ", ["oomoto", "omoto"]),
      ("きっちょう", ["kitchou", "kitcho"]), ("にっぽり", ["nippori"]), ("しんじゅく", ["shinjuku"]),
      ("センター", ["sentaa"]), ("ディスコ マエ", ["disuko mae"]), ("じゃぱん", ["japan"]), ("ファミリー", ["famirii"]),
    ])
  func hepburn(kana: String, latin: [String]) {
    #expect(Romaji.readings(ofKana: kana) == latin)
  }

  @Test("are none of what is not kana alone", arguments: ["", "岡山駅", "Okayama", "オカヤマ駅", "12"])
  func none(text: String) { #expect(Romaji.readings(ofKana: text).isEmpty) }
}

@Suite("A search among options")
struct SearchTests {
  private let index = OptionIndex(
    [
      MatchOption(id: "a", name: "Kirchdorf", served: 0.2), MatchOption(id: "b", name: "Kirchdorf", served: 0.9),
      MatchOption(id: "c", name: "Kirchdorf Süd", served: 1), MatchOption(id: "d", name: "Am Berg"),
      MatchOption(
        id: "e", name: "岡山駅", alternatives: [.init(language: "ja-Hrkt", name: "オカヤマエキ"), .init(name: "4711")]),
    ], lexicon: EnglishWords.lexicon)

  private func ids(_ text: String, limit: Int = 10) -> [String] {
    Matcher(lexicon: EnglishWords.lexicon).search(text, among: index, limit: limit).map { index.options[$0.option].id }
  }

  @Test("gives stops of one name each for itself, the most served first, and exact names before longer ones")
  func sameNames() {
    #expect(ids("kirchdorf") == ["b", "a", "c"])
    #expect(ids("kirchdorf", limit: 1) == ["b"])
  }

  @Test("finds slips, beginnings, readings and codes", arguments: ["岡山駅", "おかやまえき", "ｵｶﾔﾏｴｷ", "4711"])
  func others(text: String) { #expect(ids(text).first == "e") }

  @Test("takes no command or cue word for one")
  func words() {
    #expect(ids("am berg").first == "d")
    #expect(ids("am ber").first == "d")
    #expect(ids("kichdorf").first == "b")
  }

  @Test("finds nothing for nothing", arguments: ["", "  ", "?!", "xqzzwv"])
  func nothing(text: String) { #expect(ids(text).isEmpty) }

  @Test("an index of some options of another one answers as one that was built of them")
  func some() {
    let some = OptionIndex(index, only: [0, 2])
    #expect(some.options.map(\.id) == ["a", "c"])
    let own = OptionIndex(some.options.map(\.self), lexicon: EnglishWords.lexicon)
    #expect(Array(some.image.bytes) == Array(own.image.bytes))
  }
}
