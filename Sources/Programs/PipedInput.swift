import Subprocess

/// What a program is given at its standard input, for as long as it reads.
///
/// A player that is stopped in the middle of a prompt, or a program that fails before it reads, leaves the rest unread. That
/// is for its exit code to tell. Subprocess's own inputs throw instead, and then end the whole process because the pipe is
/// still open (swift-subprocess issue 367, not closed in 1.0.2).
public struct PipedInput: InputProtocol {
  private let bytes: [UInt8]

  public init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  public init(_ text: String) {
    bytes = Array(text.utf8)
  }

  public func write(with writer: StandardInputWriter) async {
    guard !bytes.isEmpty else { return }
    _ = try? await writer.write(bytes)
  }
}
