/// Picks cases by words: each must occur in the case, or with "not " before it must not.
package struct CaseFilter {
  private let terms: [(text: String, isWanted: Bool)]

  package init(_ terms: [String]) {
    self.terms = terms.map { term in
      let isWanted = !term.lowercased().hasPrefix("not ")
      return ((isWanted ? term : String(term.dropFirst(4))).lowercased(), isWanted)
    }
  }

  package func picks(_ testCase: TestCase) -> Bool {
    let text = ([testCase.place.file, testCase.title, testCase.expected, testCase.language ?? ""] + testCase.tags)
      .joined(separator: " ").lowercased()
    return terms.allSatisfy { text.contains($0.text) == $0.isWanted }
  }
}
