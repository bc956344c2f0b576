import Foundation

/// Asks questions at a terminal by a line and a list below it, drawn anew with each key in the place where it stands.
package final class SelectionSession {
  private let terminal: RawTerminal
  private let descriptor: Int32
  private let screen: any TerminalScreen
  private let paint: Paint
  private var keys = KeyParser()
  /// Bytes that came behind an answer; they belong to the next question.
  private var waiting: [UInt8] = []

  /// How long an escape byte waits for the rest of a sequence, in milliseconds.
  private static let escapeTime: Int32 = 50

  /// - Returns: nil where keys cannot be had one by one.
  package init?(descriptor: Int32 = STDIN_FILENO, screen: any TerminalScreen, paint: Paint) {
    guard let terminal = RawTerminal(descriptor: descriptor) else { return nil }
    self.terminal = terminal
    self.descriptor = descriptor
    self.screen = screen
    self.paint = paint
  }

  /// Puts a question and waits for its answer; the list is gone afterwards and the answer stands in its place.
  /// - Parameter text: the question, for a terminal that showed something else in between.
  package func ask(_ question: SelectionQuestion, text: String) -> SelectionAnswer {
    guard terminal.enter() else { return .end }
    screen.prompt("\u{1B}[?2004h")
    defer { terminal.leave() }
    var selection = Selection(question)
    var block = TerminalBlock()
    while true {
      if let answer = takeWaiting(&selection, &block, text) {
        close(&block, after: answer)
        return answer
      }
      draw(selection, &block)
      switch wait() {
      case .bytes(let bytes): waiting += bytes
      case .nothing:
        if let key = keys.endEscape(), let answer = selection.take(key) {
          close(&block, after: answer)
          return answer
        }
      case .signal(SIGINT):
        close(&block, after: .interrupted)
        return .interrupted
      case .signal(SIGWINCH): continue
      case .signal(SIGCONT): terminal.takeKeys()
      case .signal(SIGTSTP): suspend(&block, text)
      case .signal(let number):
        close(&block, after: .end)
        terminal.end(by: number)
      case .end:
        close(&block, after: .end)
        return .end
      }
    }
  }

  private func takeWaiting(_ selection: inout Selection, _ block: inout TerminalBlock, _ text: String)
    -> SelectionAnswer?
  {
    while !waiting.isEmpty {
      guard let key = keys.take(waiting.removeFirst()) else { continue }
      switch key {
      case .control("z"): suspend(&block, text)
      case .control("l"):
        screen.prompt("\u{1B}[H\u{1B}[2J")
        block = TerminalBlock()
        screen.talk(text)
      case .control("\\"):
        close(&block, after: .end)
        terminal.end(by: SIGQUIT)
      default: if let answer = selection.take(key) { return answer }
      }
    }
    return nil
  }

  private func draw(_ selection: Selection, _ block: inout TerminalBlock) {
    let size = TerminalSize.current
    let view = SelectionView(width: size.columns, height: size.rows, paint: paint)
    screen.prompt(block.draw(view.frame(of: selection), width: size.columns))
  }

  /// Takes the list away; what was answered stays to be read.
  private func close(_ block: inout TerminalBlock, after answer: SelectionAnswer) {
    let shown =
      switch answer {
      case .line(_, let shown): shown
      case .help: "?"
      case .back, .end, .interrupted: ""
      }
    screen.prompt(block.erase(width: TerminalSize.current.columns) + "\u{1B}[?2004l> " + paint.strong(shown) + "\r\n")
  }

  /// Ctrl-Z: the terminal as it was, and all of the question anew when the rider comes back.
  private func suspend(_ block: inout TerminalBlock, _ text: String) {
    screen.prompt(block.erase(width: TerminalSize.current.columns) + "\u{1B}[?2004l")
    terminal.stop()
    screen.prompt("\u{1B}[?2004h")
    screen.talk(text)
  }

  private enum Happening {
    case bytes([UInt8])
    case signal(Int32)
    /// An escape byte stayed alone.
    case nothing
    case end
  }

  private func wait() -> Happening {
    var files = [RawTerminal.caught, descriptor].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    while true {
      let ready = poll(&files, nfds_t(files.count), keys.awaitsEscape ? Self.escapeTime : -1)
      if ready < 0, errno == EINTR { continue }
      if ready == 0 { return .nothing }
      if ready < 0 { return .end }
      if files[0].revents != 0, let number = read(RawTerminal.caught, atMost: 1)?.first {
        return .signal(Int32(number))
      }
      if files[1].revents != 0 { return read(descriptor, atMost: 4096).map(Happening.bytes) ?? .end }
    }
  }

  /// - Returns: nil at the end of the file.
  private func read(_ descriptor: Int32, atMost count: Int) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: count)
    let count = buffer.withUnsafeMutableBytes { Foundation.read(descriptor, $0.baseAddress, $0.count) }
    return count > 0 ? Array(buffer[..<count]) : count < 0 && errno == EINTR ? [] : nil
  }
}
