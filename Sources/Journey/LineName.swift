/// How riders name a line.
public enum LineName {
  /// Whether two are of one line: "REX 3" is "rex3".
  public static func isSame(_ one: String, _ other: String) -> Bool { key(one) == key(other) }

  private static func key(_ name: String) -> String { name.lowercased().filter { !$0.isWhitespace } }
}
