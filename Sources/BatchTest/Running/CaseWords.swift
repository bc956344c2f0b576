import Matching

/// What the cases of one language and one set of options are matched with.
package struct CaseWords: Sendable {
  package var matcher: Matcher
  /// The places that may be meant, where the question is for one.
  package var places: OptionIndex?

  package init(matcher: Matcher, places: OptionIndex? = nil) {
    (self.matcher, self.places) = (matcher, places)
  }

  /// Which words a case needs.
  package struct Key: Sendable, Hashable {
    package let language: String?
    package let isPlace: Bool
    /// A table of places of its own.
    package let options: String?

    package init(_ testCase: TestCase) {
      language = testCase.language
      guard case .answer(let question, let expectation) = testCase.subject else {
        (isPlace, options) = (true, nil)
        return
      }
      var isPlace = question == .from || question == .to
      if case .slots = expectation { isPlace = true }
      self.isPlace = isPlace
      options = isPlace ? testCase.options : nil
    }
  }
}
