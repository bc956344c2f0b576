import Foundation
import Journey

/// Reads lines of text from a file descriptor, whatever they hold: no line can exhaust the memory or break the encoding.
package final class LineReader {
  /// What a line turned out to be. Numbers count from 1.
  package enum Outcome: Equatable {
    case line(String)
    case invalidText(number: Int)
    case tooLong(number: Int, bytes: Int)
    case end
  }

  /// Far beyond any answer; the rest of such a line is dropped.
  package static let longestLine = 64 * 1024

  private let descriptor: Int32
  private var buffer: [UInt8] = []
  private var position = 0
  private var isAtEnd = false
  private var number = 0

  package init(descriptor: Int32 = STDIN_FILENO) {
    self.descriptor = descriptor
  }

  package func next() -> Outcome {
    var line: [UInt8] = []
    var bytes = 0
    var sawAnything = false
    while let byte = nextByte() {
      sawAnything = true
      if byte == UInt8(ascii: "\n") { return finish(line, bytes) }
      bytes += 1
      if bytes <= Self.longestLine { line.append(byte) }
    }
    return sawAnything ? finish(line, bytes) : .end
  }

  private func finish(_ line: [UInt8], _ bytes: Int) -> Outcome {
    number += 1
    if bytes > Self.longestLine { return .tooLong(number: number, bytes: bytes) }
    let bare = line.last == UInt8(ascii: "\r") ? line.dropLast() : line[...]
    guard let text = String(validating: bare, as: UTF8.self) else { return .invalidText(number: number) }
    return .line(PlainText.of(text))
  }

  private func nextByte() -> UInt8? {
    if position == buffer.count {
      guard !isAtEnd, fill() else { return nil }
    }
    defer { position += 1 }
    return buffer[position]
  }

  private func fill() -> Bool {
    buffer = [UInt8](repeating: 0, count: 16 * 1024)
    position = 0
    while true {
      let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      buffer.removeLast(buffer.count - max(0, count))
      isAtEnd = count <= 0
      return count > 0
    }
  }
}
