#if !Voice
/// Stands where the program was built without the recogniser: it cannot be made, so that nothing here is ever called.
final class PocketSphinx {
  /// - Throws: `SpeechError.notBuilt`.
  init(model: SpeechModel, transform: SpeakerTransform? = nil) throws(SpeechError) { throw .notBuilt }

  func define(_ readings: [String]) throws(SpeechError) -> String? { nil }
  func define(
    search name: String, states: Int, start: Int, final: Int, arcs: [GrammarNetwork.Arc], beams: Beams = Beams()
  ) throws(SpeechError) {}
  func define(_ readings: [String], as identifier: String) throws(SpeechError) {}
  var wordCount: Int { 0 }
  func define(search name: String, arpa: String, isRough: Bool = false) throws(SpeechError) -> Bool { false }
  func forget(search name: String) {}
  func define(search name: String, _ network: GrammarNetwork) throws(SpeechError) {}
  func decode(_ samples: [Int16], search name: String, withSegments: Bool = false) throws(SpeechError) -> Pass {
    Pass()
  }
  func decodeAgain(_ samples: [Int16], search name: String, withSegments: Bool = false) throws(SpeechError) -> Pass {
    Pass()
  }
  func sentences(_ count: Int) -> [(words: [String], score: Double)] { [] }
}
#endif
