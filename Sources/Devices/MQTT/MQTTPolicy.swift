extension MQTTConnection {
  /// Every constant, each with its reason.
  public struct Policy: Sendable, Hashable {
    /// A broker in the same house answers within a second, one far away on a bad line within a few.
    public var connecting: Duration = .seconds(10)
    /// Between signs of life: a phone's line that is gone is noticed within half as much again.
    public var keepAliveSeconds = 20
    /// How soon an end is noticed; messages wake the thread by themselves.
    public var pollMilliseconds = 200

    public init() {}
  }
}
