import Foundation

/// Standard input while there is also a microphone: bytes as they arrive, from a thread that waits for them.
public struct Keyboard: Sendable {
  public let isTerminal: Bool
  private let descriptor: Int32

  public init(descriptor: Int32 = STDIN_FILENO) {
    self.descriptor = descriptor
    isTerminal = isatty(descriptor) == 1
  }

  /// Reads until the end of the input; the thread ends with it or with the program.
  public func read(_ deliver: @escaping @Sendable ([UInt8]) -> Void, atEnd: @escaping @Sendable () -> Void) {
    Thread.detachNewThread { [descriptor] in
      var buffer = [UInt8](repeating: 0, count: 4096)
      while true {
        let count = buffer.withUnsafeMutableBytes { Foundation.read(descriptor, $0.baseAddress, $0.count) }
        if count < 0, errno == EINTR { continue }
        if count <= 0 { break }
        deliver(Array(buffer[..<count]))
      }
      atEnd()
    }
  }

  /// Single keys, without echo; signals go on as before.
  /// - Returns: The terminal's state, to be given back.
  public func takeKeys() -> termios? {
    guard isTerminal else { return nil }
    var state = termios()
    guard tcgetattr(descriptor, &state) == 0 else { return nil }
    var keys = state
    keys.c_lflag &= ~tcflag_t(ICANON | ECHO)
    tcsetattr(descriptor, TCSADRAIN, &keys)
    return state
  }

  public func giveBack(_ state: termios?) {
    guard var state else { return }
    tcsetattr(descriptor, TCSADRAIN, &state)
  }
}
