/// The version of Alight: of its programs, its records and its packages, which all read it here.
public enum AlightVersion {
  /// As semver.org has it.
  public static let text = "0.1.0"
}
