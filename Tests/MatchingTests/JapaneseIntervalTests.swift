import Matching
import Testing

@Suite("Japanese amounts")
struct JapaneseIntervalTests {
  private let matcher = LanguageWords.japanese

  @Test(
    "amounts are found in a text without spaces",
    arguments: [
      ("四駅前で起こしてください", "stops:4"), ("六つ前の駅", "stops:6"), ("ひとつ手前", "stops:1"), ("あと二駅になったら", "stops:2"),
      ("８分前", "duration:480s"), ("到着の十二分前に教えて", "duration:720s"), ("二時間半", "duration:9000s"),
      ("四分半前", "duration:270s"), ("1時間と20分", "duration:4800s"), ("八百メートル手前", "distance:800m"),
      ("ﾒｰﾄﾙで300ﾒｰﾄﾙ", "distance:300m"), ("２．５キロ", "distance:2500m"), ("半キロ", "distance:500m"),
    ])
  func unspaced(text: String, value: String) {
    #expect(matcher.interval(text) == value)
  }

  @Test(
    "numbers in syllables are read with their sound changes",
    arguments: [
      ("ろっぷんまえ", "duration:360s"), ("じゅうごふん前", "duration:900s"), ("さんえきまえ", "stops:3"),
      ("さんびゃくメートル", "distance:300m"), ("いちじかん", "duration:3600s"),
    ])
  func syllables(text: String, value: String) {
    #expect(matcher.interval(text) == value)
  }

  @Test("a particle is no number")
  func particles() {
    #expect(matcher.interval("9分前に") == "duration:540s")
    #expect(matcher.interval("3駅前に駅で") == "stops:3")
  }

  @Test("a bare number takes the unit of the mode")
  func bare() {
    #expect(matcher.interval("二千六十", mode: .distance) == "distance:2060m")
    #expect(matcher.interval("一三〇", mode: .distance) == "distance:130m")
    #expect(matcher.interval("じゅうよん", mode: .time) == "duration:840s")
    #expect(matcher.decision("七") == .ask)
  }

  @Test("two amounts are asked back", arguments: ["四、五駅前", "三か四駅前", "5〜6分前", "七八分"])
  func alternatives(text: String) {
    #expect(matcher.decision(text) == .ask)
  }

  @Test("other dimensions and times of day are refused", arguments: ["三リットル", "八百円", "午前9時", "五人", "渋谷駅", "時速80キロ"])
  func refused(text: String) {
    #expect(matcher.decision(text) == .reject)
  }
}
