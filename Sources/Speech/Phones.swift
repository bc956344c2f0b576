/// Why a line of phones is none.
public enum PhoneError: Error, Sendable, Hashable, CustomStringConvertible {
  case unknown(phone: String)
  case empty
  case malformed(String)

  public var description: String {
    switch self {
    case .unknown(let phone):
      "\"\(phone)\" is none of the 39 phones: \(PhoneAlphabet.phones.joined(separator: " "))"
    case .empty: "there is no phone; the 39 are: \(PhoneAlphabet.phones.joined(separator: " "))"
    case .malformed(let problem): problem
    }
  }
}

extension PhoneAlphabet {
  /// Phones as the model takes them: upper case, without the digits that mark stress in dictionaries, one space between.
  /// - Throws: `PhoneError`, which names the phone that there is none of.
  static func checked(_ text: String) throws(PhoneError) -> String {
    let given = text.split(whereSeparator: \.isWhitespace).map(String.init)
    guard !given.isEmpty else { throw .empty }
    guard given.count <= PronunciationOverrides.mostPhones else {
      throw .malformed("\(given.count) phones are more than \(PronunciationOverrides.mostPhones)")
    }
    var phones: [String] = []
    for phone in given {
      var bare = phone.uppercased()
      if let last = bare.last, ("0"..."2").contains(last) { bare.removeLast() }
      guard Self.phones.contains(bare) else { throw .unknown(phone: phone) }
      phones.append(bare)
    }
    return phones.joined(separator: " ")
  }
}
