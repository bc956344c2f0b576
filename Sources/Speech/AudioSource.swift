/// Where sound comes from while it is made: one channel at 16 kHz, 16 bit.
public protocol AudioSource: Sendable {
  /// Records until the task is cancelled, after which it returns.
  ///
  /// - Parameter deliver: Gets the samples as they arrive, in order.
  /// - Throws: `SpeechError` where there is no device, or none any more: its sound ended or nothing came for some seconds.
  func record(_ deliver: @escaping @Sendable ([Int16]) -> Void) async throws
}
