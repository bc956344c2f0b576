#if Page
/// How Alight comes to begin when its rider logs in.
public struct LoginStart: Sendable {
  /// Whether it does.
  public var isOn: @Sendable () async -> Bool
  /// Makes it do so from the next time on. It throws an error that says in words why that could not be done.
  public var turnOn: @Sendable () async throws -> Void

  public init(isOn: @escaping @Sendable () async -> Bool, turnOn: @escaping @Sendable () async throws -> Void) {
    (self.isOn, self.turnOn) = (isOn, turnOn)
  }
}
#endif
