import ArgumentParser

/// What all commands that fuzz are asked for.
struct FuzzOptions: ParsableArguments {
  @Option(help: "How long to go on.")
  var minutes = 1.0

  @Option(help: "Where the random numbers begin.")
  var seed: UInt64 = 1

  /// Where a worker notes what it is about to try; nil where the command starts workers itself.
  @Option(help: .hidden)
  var journal: String?

  func validate() throws {
    guard minutes > 0 else { throw ValidationError("--minutes \(minutes): give more than 0.") }
  }
}
