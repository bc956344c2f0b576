/// Why cases cannot be run, or what came of them cannot be written.
package struct BatchTestError: Error, Hashable, CustomStringConvertible {
  package enum Kind: Sendable, Hashable {
    case badData
    /// A file that is not there.
    case noInput
    case usage
    /// A file that cannot be written.
    case storage
    case interrupted
    /// A mistake of the program's own.
    case `internal`
  }

  package let kind: Kind
  package let description: String

  package init(_ kind: Kind, _ description: String) {
    self.kind = kind
    self.description = description
  }
}
