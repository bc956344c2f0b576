import Foundation
import Testing

@testable import Speech

@Suite("A pronunciation")
struct PronunciationTests {
  @Test("maps the sounds of other languages to the phones of the model")
  func mapping() {
    #expect(PhoneAlphabet.pronunciations(ipa: "sˈɪɾi", language: "en-us") == ["S IH T IY"])
    #expect(PhoneAlphabet.pronunciations(ipa: "pɔ̃", language: "fr-fr") == ["P AO N"])
  }

  @Test("of a German word has the readings of several speakers, the likeliest first")
  func german() {
    func readings(_ ipa: String) -> [String] { PhoneAlphabet.pronunciations(ipa: ipa, language: "de", byNative: true) }
    #expect(readings("lˈɪnts").prefix(2) == ["L IH N T S", "L IY N T S"])
    // Long vowels are closed, and the r behind a vowel is one.
    #expect(readings("tsˈeːn").prefix(2) == ["T S IY N", "T S EY N"])
    #expect(readings("fˈiːɾ").first == "F IY AH")
    // The r before a vowel is no English one, and of the ich-sound there are several.
    #expect(readings("dɾˈaɪ").contains("D HH AY") && readings("dɾˈaɪ").contains("D R AY"))
    #expect(Set(readings("mˈɪç")).isSuperset(of: ["M IH SH", "M IY CH", "M IH K"]))
    // What espeak-ng prints for the vowel of "Burg" is no unknown sound.
    #expect(readings("zˈaltsb??k").first == "Z AA L T S B AO R K")
    #expect(readings("ɛɾtsbɪʃˌœflɪçəɾ").count == 8)
  }

  @Test("is said to the rider by the same phones that are listened for")
  func spoken() {
    #expect(SpeechSynthesizer.mnemonics("HH AA G AH N B ER G") == "h'A:g@nb3:g")
    #expect(SpeechSynthesizer.mnemonics("CH UH NG DH AH TH") == "tS'UND@T")
    // Each phone has its own sound, or two readings would be heard as one.
    let sounds = PhoneAlphabet.phones.map { SpeechSynthesizer.mnemonics("IY \($0)") }
    #expect(Set(sounds).count == PhoneAlphabet.phones.count)
  }

  @Test("with a symbol that nobody knows is left out")
  func unknown() {
    #expect(PhoneAlphabet.pronunciations(ipa: "ˈ??fɑːɾ", language: "fr-fr").isEmpty)
    #expect(PhoneAlphabet.pronunciations(ipa: "", language: "de").isEmpty)
  }

  @Test(
    "of a German phrase is German alone, and of a name also what an English reader makes of it",
    .enabled(if: Recordings.hasModel))
  func riders() async throws {
    let cache = FileManager.default.temporaryDirectory.appending(path: "alight-\(UUID().uuidString)/p.tsv").path
    defer { try? FileManager.default.removeItem(atPath: cache) }
    let pronouncer = Pronouncer(
      dictionary: PronunciationDictionary(path: try SpeechModel.find().dictionary),
      cache: PronunciationCache(path: cache))
    let said = SpokenWord(spelling: "die", language: "de")
    let named = SpokenWord(spelling: "die", language: "de", isName: true)
    let found = try await pronouncer.readings(of: [said, named])
    #expect(found[said]?.contains { $0.source == .dictionary } == false)
    #expect(found[named]?.contains(Reading(phones: "D AY", source: .dictionary)) == true)
  }

  @Test("is guessed from the letters when there is no synthesizer")
  func letters() {
    #expect(LetterToSound.pronunciation(of: "steyr") == "S T AY R")
    #expect(LetterToSound.pronunciation(of: "schärding") == "SH EH R D IH NG")
    #expect(LetterToSound.pronunciation(of: "駅") == nil)
    let phones = Set(PhoneAlphabet.phones)
    for word in ["vöcklabruck", "größe", "łódź", "çavuş", "x1"] {
      let guess = LetterToSound.pronunciation(of: word)
      let isKnown = guess?.split(separator: " ").allSatisfy { phones.contains(String($0)) } ?? false
      #expect(isKnown, "\(word): \(guess ?? "none")")
    }
  }

  @Test("of a listed word is the dictionary's, of any other one read or guessed", .enabled(if: Recordings.hasModel))
  func sources() async throws {
    let cache = FileManager.default.temporaryDirectory.appending(path: "alight-\(UUID().uuidString)/p.tsv").path
    defer { try? FileManager.default.removeItem(atPath: cache) }
    var pronouncer = Pronouncer(
      dictionary: PronunciationDictionary(path: try SpeechModel.find().dictionary),
      cache: PronunciationCache(path: cache))
    pronouncer.synthesizer.program = "no-such-synthesizer"
    let stop = SpokenWord(spelling: "stop", language: "en")
    let made = SpokenWord(spelling: "hagenberg", language: "de")
    let found = try await pronouncer.readings(of: [stop, made])
    #expect(found[stop] == [Reading(phones: "S T AA P", source: .dictionary)])
    #expect(
      found[made] == [Reading(phones: LetterToSound.pronunciation(of: "hagenberg") ?? "", source: .letters)])
    #expect(!FileManager.default.fileExists(atPath: cache))
  }
}

@Suite("A grammar")
struct GrammarNetworkTests {
  private let grammar = AnswerGrammar(
    carriers: ["from", "i leave from"], trailers: ["please"],
    names: [.init("Linz"), .init("Linz Hbf"), .init("Zürich")], phrases: ["help"])

  private var network: GrammarNetwork {
    GrammarNetwork(grammar, policy: RecognitionPolicy()) { "w_\($0.spelling)" }
  }

  @Test("gives back the words of every way through it in the caller's spelling")
  func answers() {
    let words = { (text: String) in text.split(separator: " ").map { "w_\($0)" } }
    #expect(network.answer(words("linz hbf")) == .init(text: "Linz Hbf", key: "Linz Hbf"))
    #expect(network.answer(words("i leave from zürich please"))?.text == "i leave from Zürich please")
    #expect(network.answer(words("help"))?.key == "help")
    for text in ["from", "please", "linz from", "help please", ""] { #expect(network.answer(words(text)) == nil) }
    #expect(grammar.answer(in: "i leave from Zürich please") == "Zürich")
    #expect(grammar.answer(in: "to Zürich") == nil)
  }

  @Test("shares the beginning of names and has arcs between its own states only")
  func shape() {
    let arcs = network.arcs
    let states = 0..<network.stateCount
    #expect(arcs.allSatisfy { states.contains($0.from) && states.contains($0.to) })
    #expect(arcs.filter { $0.word == "w_hbf" }.count == 1)
    #expect(Set(arcs).count == arcs.count)
  }

  @Test("leaves out what cannot be pronounced")
  func unpronounceable() {
    let partial = GrammarNetwork(grammar, policy: RecognitionPolicy()) { $0.spelling == "zürich" ? nil : $0.spelling }
    #expect(partial.answer(["linz"])?.text == "Linz")
    #expect(partial.answer(["zürich"]) == nil)
  }
}
