/// Collects the names of all options as keys: each a list of words.
struct KeyCollector {
  struct Word {
    var text: String
    var units: [UInt16]
    var isNumber: Bool
    /// In how many places of names it stands.
    var frequency = 0
  }

  static let asideBit: UInt32 = 1 << 31
  static let nameBit: UInt32 = 1 << 31

  private(set) var words: [Word] = []
  private var numberOfWord: [String: UInt32] = [:]
  private(set) var keyStarts: [UInt32] = [0]
  /// Word numbers in order of first sight until `sortWords` gives them their final ones.
  private(set) var keyWords: [UInt32] = []
  private(set) var keyOptions: [UInt32] = []
  private(set) var nameGroups: [UInt32] = []
  private var groupOfName: [String: UInt32] = [:]
  private let forms: WordForms

  init(_ options: [MatchOption], forms: WordForms) {
    self.forms = forms
    keyWords.reserveCapacity(options.count * 4)
    for (number, option) in options.enumerated() { add(option, number: UInt32(number)) }
    sortWords()
  }

  var keyCount: Int { keyOptions.count }

  func words(ofKey key: Int) -> ArraySlice<UInt32> { keyWords[Int(keyStarts[key])..<Int(keyStarts[key + 1])] }

  private mutating func add(_ option: MatchOption, number: UInt32) {
    let tokens = Normalizer.tokens(option.name)
    let name = tokens.map(\.word).joined(separator: " ")
    let group = groupOfName[name] ?? UInt32(groupOfName.count)
    groupOfName[name] = group
    nameGroups.append(group)
    add(tokens, option.name, number | Self.nameBit)
    for alternative in option.alternatives where alternative.name != option.name {
      add(Normalizer.tokens(alternative.name), alternative.name, number)
    }
  }

  private mutating func add(_ tokens: [Token], _ text: String, _ option: UInt32) {
    add(tokens, option)
    add(shortened(tokens), option & ~Self.nameBit)
    add(parted(tokens), option & ~Self.nameBit)
    if Normalizer.hasUmlaut(text) { add(Normalizer.tokens(text, digraphs: true), option) }
  }

  /// The words with a long phrase in them as the one word that stands for it: "M L King Jr Blvd" as "mlk blvd"; none where no such
  /// phrase is in them.
  private func shortened(_ tokens: [Token]) -> [Token] {
    for place in tokens.indices {
      guard let phrase = forms.phrase(tokens, at: place), phrase.length > 2 else { continue }
      return Array(tokens[..<place]) + [Token(bare: phrase.word)] + Array(tokens[(place + phrase.length)...])
    }
    return []
  }

  /// The words with the kind of place at the end of the last one as a word of its own: 岡山空港 as 岡山 空港. None where it has none.
  private func parted(_ tokens: [Token]) -> [Token] {
    guard let last = tokens.last, let parts = forms.parts(last.word) else { return [] }
    return tokens.dropLast() + parts.map { Token(bare: $0) }
  }

  private mutating func add(_ tokens: [Token], _ option: UInt32) {
    guard !tokens.isEmpty else { return }
    for token in tokens {
      let word = number(of: token)
      words[Int(word)].frequency += 1
      keyWords.append(token.isAside ? word | Self.asideBit : word)
    }
    keyStarts.append(UInt32(keyWords.count))
    keyOptions.append(option)
  }

  private mutating func number(of token: Token) -> UInt32 {
    let text = forms.expanded(token.word)
    if let known = numberOfWord[text] { return known }
    let new = UInt32(words.count)
    numberOfWord[text] = new
    words.append(Word(text: text, units: Array(text.utf16), isNumber: token.isNumber))
    return new
  }

  private mutating func sortWords() {
    let order = words.indices.sorted { words[$0].units.lexicographicallyPrecedes(words[$1].units) }
    var final = [UInt32](repeating: 0, count: words.count)
    for (place, old) in order.enumerated() { final[old] = UInt32(place) }
    words = order.map { words[$0] }
    for place in keyWords.indices {
      let word = keyWords[place]
      keyWords[place] = final[Int(word & ~Self.asideBit)] | (word & Self.asideBit)
    }
  }
}
