/// Edits between sequences of phones; a vowel for another is half of one, since hearers differ most there.
enum PhoneAlignment {
  private static let numbers = Dictionary(
    uniqueKeysWithValues: PhoneAlphabet.phones.enumerated().map { ($0.element, $0.offset) })
  private static let isVowel = PhoneAlphabet.phones.map { PhoneAlphabet.vowels.contains($0) }

  /// Phones by their place in the alphabet; what is none is left out.
  static func numbers(_ phones: [String]) -> [Int] { phones.compactMap { numbers[$0] } }

  /// The edits that turn the one into the other.
  static func distance(_ said: [String], _ heard: [String]) -> Double {
    let sounds = numbers(heard)
    return Double(aligned(numbers(said), sounds, from: (0...sounds.count).map(Float.init)).last ?? 0)
  }

  /// The row of edits after a reading, one for each place among the sounds, from the row before it.
  static func aligned(_ reading: [Int], _ sounds: [Int], from start: [Float]) -> [Float] {
    var row = start
    for phone in reading {
      var diagonal = row[0]
      row[0] += 1
      for (place, sound) in sounds.enumerated() {
        let change: Float = phone == sound ? 0 : isVowel[phone] && isVowel[sound] ? 0.5 : 1
        let value = min(diagonal + change, row[place] + 1, row[place + 1] + 1)
        diagonal = row[place + 1]
        row[place + 1] = value
      }
    }
    return row
  }
}
