import Testing

extension Tag {
  /// Waits for real programs, sounds and clocks, which beside hundreds of tests that keep all threads busy would run into their own
  /// time limits: `make test` runs it after the others, one test at a time.
  @Tag static var alone: Self
}
