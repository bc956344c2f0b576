/// Japanese readings in Latin letters, for whoever types them so.
public enum Romaji {
  /// A reading in kana by the Hepburn system: letter by letter ("toukyou", the first), and with long vowels written short ("tokyo"),
  /// where that differs. None where the text holds anything but kana.
  public static func readings(ofKana text: String) -> [String] {
    let words = Normalizer.tokens(text).map(\.word)
    let latin = words.compactMap(spelt)
    guard !words.isEmpty, latin.count == words.count else { return [] }
    let whole = latin.joined(separator: " ")
    let short = shortened(whole)
    return whole == short ? [whole] : [whole, short]
  }

  /// A word in hiragana, as `Normalizer` makes it of any kana.
  private static func spelt(_ word: String) -> String? {
    let kana = Array(word)
    var latin = ""
    var doubles = false
    var place = 0
    while place < kana.count {
      let pair = place + 1 < kana.count ? String(kana[place...place + 1]) : ""
      if kana[place] == "っ" {
        doubles = true
      } else if kana[place] == "ー" {
        // The vowel before it is long.
        if let vowel = latin.last, "aiueo".contains(vowel) { latin.append(vowel) }
      } else if let sound = pairs[pair] ?? singles[kana[place]] {
        if doubles, let first = sound.first, !"aiueon".contains(first) { latin.append(first == "c" ? "t" : first) }
        doubles = false
        latin += sound
        if pairs[pair] != nil { place += 1 }
      } else {
        return nil
      }
      place += 1
    }
    return latin.isEmpty ? nil : latin
  }

  private static func shortened(_ text: String) -> String {
    ["ou", "oo", "uu"].reduce(text) { $0.replacing($1, with: String($1.prefix(1))) }
  }

  private static let singles: [Character: String] = {
    let rows = [
      ("あいうえお", "a i u e o"), ("かきくけこ", "ka ki ku ke ko"), ("がぎぐげご", "ga gi gu ge go"),
      ("さしすせそ", "sa shi su se so"), ("ざじずぜぞ", "za ji zu ze zo"), ("たちつてと", "ta chi tsu te to"),
      ("だぢづでど", "da ji zu de do"), ("なにぬねの", "na ni nu ne no"), ("はひふへほ", "ha hi fu he ho"),
      ("ばびぶべぼ", "ba bi bu be bo"), ("ぱぴぷぺぽ", "pa pi pu pe po"), ("まみむめも", "ma mi mu me mo"),
      ("やゆよ", "ya yu yo"), ("らりるれろ", "ra ri ru re ro"), ("わゐゑをん", "wa i e o n"),
      ("ぁぃぅぇぉ", "a i u e o"), ("ゃゅょゔゎゕゖ", "ya yu yo vu wa ka ke"),
    ]
    var table: [Character: String] = [:]
    for (kana, sounds) in rows {
      for (character, sound) in zip(kana, sounds.split(separator: " ")) { table[character] = String(sound) }
    }
    return table
  }()

  /// Two kana that are one sound: a small ya, yu or yo behind the i row, and small vowels in foreign words.
  private static let pairs: [String: String] = {
    let stems: [(Character, String)] = [
      ("き", "ky"), ("ぎ", "gy"), ("し", "sh"), ("じ", "j"), ("ち", "ch"), ("ぢ", "j"), ("に", "ny"), ("ひ", "hy"),
      ("び", "by"), ("ぴ", "py"), ("み", "my"), ("り", "ry"),
    ]
    var table: [String: String] = [:]
    for (kana, stem) in stems {
      for (small, vowel) in zip("ゃゅょ", ["a", "u", "o"]) { table["\(kana)\(small)"] = stem + vowel }
    }
    let foreign: [(Character, String)] = [("ふ", "f"), ("ゔ", "v"), ("う", "w"), ("つ", "ts")]
    for (kana, stem) in foreign {
      for (small, vowel) in zip("ぁぃぇぉ", ["a", "i", "e", "o"]) { table["\(kana)\(small)"] = stem + vowel }
    }
    let others = [
      "しぇ": "she", "じぇ": "je", "ちぇ": "che", "てぃ": "ti", "でぃ": "di", "とぅ": "tu", "どぅ": "du", "でゅ": "dyu", "ふゅ": "fyu",
      "うぃ": "wi",
    ]
    return table.merging(others) { $1 }
  }()
}
