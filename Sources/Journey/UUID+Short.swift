import Foundation

extension UUID {
  /// Its first eight characters, in lower case: how riders are told it, and enough to name it by.
  public var short: String { uuidString.prefix(8).lowercased() }
}
