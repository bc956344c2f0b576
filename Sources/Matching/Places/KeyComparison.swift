import Foundation

/// Compares the words of an answer with the words of one key after another.
struct KeyComparison {
  private let words: [QueryWord]
  /// Neighbouring words read as one.
  private let compounds: [QueryWord]
  /// Where the words begin in the answer.
  private let start: Int
  private let index: OptionIndex
  private let joined: EditPattern
  private let certain: Double

  init(_ words: [QueryWord], compounds: [QueryWord], start: Int, index: OptionIndex) {
    self.words = words
    self.compounds = compounds
    self.start = start
    self.index = index
    let content = words.filter { !$0.isFiller }
    joined = EditPattern((content.isEmpty ? words : content).flatMap { $0.units.map(UInt32.init) })
    certain = log(1 + Double(index.keys.count))
  }

  func features(_ key: Int) -> PlaceFeatures {
    let places = index.keys.places(ofKey: key)
    var pairing = align(places)
    joinNames(places, &pairing)
    var features = PlaceFeatures()
    weigh(places, pairing, &features)
    countNumbers(places, pairing, &features)
    features[.disorder] = pairing.disorder
    // Whole words are evidence enough; letters would speak for short names.
    features[.joined] = features[.holdsAll] == 1 ? 1 : wholeString(places)
    features[.isName] = index.keys.isName(key) ? 1 : 0
    features[.served] = index.isServed(index.keys.option(ofKey: key))
    if let first = words.indices.first(where: { !words[$0].isFiller }), pairing.partner[first] == 0 {
      features[.sameStart] = 1
    }
    return features
  }

  /// Whether the answer is the name in its order, word for word, each as it is or as an equivalent: "oak avenue" for "Oak Ave".
  func isSame(_ key: Int, _ features: PlaceFeatures) -> Bool {
    features[.holdsAll] == 1 && features[.disorder] == 0 && features[.said] >= 0.96
      && words.count == index.keys.places(ofKey: key).count && !words.contains(where: \.isFiller)
  }

  /// Which words of the answer were read as which words of a name, and what of the name was not said.
  func reading(_ key: Int) -> KeyReading {
    let places = index.keys.places(ofKey: key)
    var pairing = align(places)
    joinNames(places, &pairing)
    let names = places.map { String(decoding: index.words.spelling(index.keys.word(at: $0)), as: UTF16.self) }
    var reading = KeyReading()
    for (number, partner) in pairing.partner.enumerated() where partner >= 0 {
      reading.pairs.append((start + number, names[partner], Double(pairing.ofQuery[number])))
    }
    reading.unsaid = names.indices.filter { pairing.ofKey[$0] == 0 }.map { names[$0] }
    return reading
  }

  /// Which word of the answer was read as which word of the name.
  private struct Pairing {
    /// Likeness, by word of the answer and by word of the name.
    var ofQuery: [Float]
    var ofKey: [Float]
    /// The name's word for each word of the answer, -1 for none.
    var partner: [Int]

    /// The share of neighbouring pairs that stand the other way round.
    var disorder: Double {
      var last = -1
      var (pairs, swapped) = (0, 0)
      for place in partner where place >= 0 {
        if last >= 0 {
          pairs += 1
          if place < last { swapped += 1 }
        }
        last = place
      }
      return pairs == 0 ? 0 : Double(swapped) / Double(pairs)
    }
  }

  private struct Pair {
    var value: Float
    var query: Range<Int>
    var key: Int
  }

  private func align(_ places: Range<Int>) -> Pairing {
    var pairs: [Pair] = []
    for (key, place) in places.enumerated() {
      let word = index.keys.word(at: place)
      for query in words.indices {
        let similarity = words[query].form.similarity(to: word)
        if similarity >= WordSearch.least { pairs.append(Pair(value: similarity, query: query..<query + 1, key: key)) }
      }
      for compound in compounds {
        let similarity = compound.form.similarity(to: word)
        // Words that were split by mistake are nearly whole when joined.
        if similarity >= 0.75 {
          let query = compound.tokens.lowerBound - start..<compound.tokens.upperBound - start
          pairs.append(Pair(value: similarity, query: query, key: key))
        }
      }
    }
    pairs.sort { left, right in
      let (one, other) = (left.value + 0.02 * Float(left.query.count), right.value + 0.02 * Float(right.query.count))
      if one != other { return one > other }
      return (abs(left.query.lowerBound - left.key), left.key) < (abs(right.query.lowerBound - right.key), right.key)
    }
    var pairing = Pairing(
      ofQuery: [Float](repeating: 0, count: words.count), ofKey: [Float](repeating: 0, count: places.count),
      partner: [Int](repeating: -1, count: words.count))
    for pair in pairs where pairing.ofKey[pair.key] == 0 && pair.query.allSatisfy({ pairing.ofQuery[$0] == 0 }) {
      pairing.ofKey[pair.key] = pair.value
      for query in pair.query {
        pairing.ofQuery[query] = pair.value
        pairing.partner[query] = pair.key
      }
    }
    return pairing
  }

  /// One word of the answer may be two neighbours of the name: "centronerang".
  private func joinNames(_ places: Range<Int>, _ pairing: inout Pairing) {
    guard places.count > 1 else { return }
    for (query, word) in words.enumerated()
    where pairing.ofQuery[query] < 0.75 && word.known == nil && !word.isNumber && word.units.count > 4 {
      for first in 0..<places.count - 1 {
        let (left, right) = (
          index.keys.word(at: places.lowerBound + first), index.keys.word(at: places.lowerBound + first + 1)
        )
        let length = index.words.spelling(left).count + index.words.spelling(right).count
        guard abs(length - word.units.count) <= 3, !index.words.isNumber(left), !index.words.isNumber(right) else {
          continue
        }
        let free = [first, first + 1].allSatisfy { pairing.ofKey[$0] < 0.75 || pairing.partner[query] == $0 }
        let both = Array(index.words.spelling(left)) + Array(index.words.spelling(right))
        let similarity = word.form.similarity(toLetters: both, sound: [])
        guard free, similarity >= 0.75 else { continue }
        pairing.ofQuery[query] = similarity
        pairing.partner[query] = first
        pairing.ofKey[first] = similarity
        pairing.ofKey[first + 1] = similarity
      }
    }
  }

  private func weigh(_ places: Range<Int>, _ pairing: Pairing, _ features: inout PlaceFeatures) {
    var (explained, asked, said, whole, slips) = (0.0, 0.0, 0.0, 0.0, 0.0)
    var weakest = 1.0
    for (number, word) in words.enumerated() {
      let similarity = Double(pairing.ofQuery[number])
      // A filler counts only where the name holds it.
      let weight = Double(word.weight) * (word.isFiller ? similarity * similarity : 1)
      explained += weight * similarity
      asked += weight
      guard !word.isFiller else { continue }
      weakest = min(weakest, similarity)
      if similarity > 0 { slips += (1 - similarity) * Double(word.units.count) }
    }
    for (number, place) in places.enumerated() {
      let weight = Double(index.words.weights[index.keys.word(at: place)]) * (isMinor(number, places) ? 0.2 : 1)
      said += weight * Double(pairing.ofKey[number])
      whole += weight
    }
    features[.explained] = asked > 0 ? explained / asked : 0
    features[.said] = whole > 0 ? said / whole : 0
    features[.logExplained] = log(max(0.02, features[.explained]))
    features[.logSaid] = log(max(0.02, features[.said]))
    features[.missing] = (asked - explained) / certain
    features[.unsaid] = (whole - said) / certain
    features[.slips] = slips
    features[.weakest] = weakest
    features[.holdsAll] = weakest >= 0.97 ? 1 : 0
  }

  /// Whether people leave the word out: what stands in parentheses, single letters such as the S of S-Bahn, and the "nd" of 42nd.
  private func isMinor(_ number: Int, _ places: Range<Int>) -> Bool {
    let place = places.lowerBound + number
    let word = index.keys.word(at: place)
    if index.keys.isAside(at: place) { return true }
    let spelling = index.words.spelling(word)
    if spelling.count == 1 { return !index.words.isNumber(word) }
    return spelling.count == 2 && number > 0 && index.words.isNumber(index.keys.word(at: place - 1))
      && number + 1 < places.count && index.forms.numerals.isEnding(String(decoding: spelling, as: UTF16.self))
  }

  private func countNumbers(_ places: Range<Int>, _ pairing: Pairing, _ features: inout PlaceFeatures) {
    let numbers = words.indices.filter { words[$0].isNumber }
    guard !numbers.isEmpty else { return }
    features[.wrongNumbers] = Double(numbers.count { pairing.ofQuery[$0] < 1 })
    let left = places.enumerated().count { number, place in
      pairing.ofKey[number] < 1 && index.words.isNumber(index.keys.word(at: place))
    }
    features[.leftNumbers] = Double(left)
  }

  /// The texts without spaces, for words that were joined or split, with and without what people leave out.
  private func wholeString(_ places: Range<Int>) -> Double {
    var units: [UInt16] = []
    var spoken: [UInt16] = []
    for (number, place) in places.enumerated() {
      let word = index.words.spelling(index.keys.word(at: place))
      units += word
      if !isMinor(number, places) { spoken += word }
    }
    let whole = likeness(units)
    return spoken.count == units.count ? whole : max(whole, likeness(spoken))
  }

  private func likeness(_ units: [UInt16]) -> Double {
    let (shorter, longer) = (min(units.count, joined.scalars.count), max(units.count, joined.scalars.count))
    guard longer > 0, shorter * 2 >= longer else { return 0 }
    return joined.similarity(to: units)
  }
}

/// How an answer was read as one name.
struct KeyReading {
  /// The place of a word in the answer, the name's word, and how alike they are.
  var pairs: [(place: Int, name: String, similarity: Double)] = []
  /// Words of the name that were not said.
  var unsaid: [String] = []
}
