import Foundation
import Journey
import Terminal

/// The only writer to standard output and standard error: data to the one, talk to the other.
///
/// Text is taken in without what steers a terminal at the doors, as it is imported; what has come in by another way, or before there
/// were doors, ends here: all but our own colours is left out.
struct Output: Sendable {
  /// Whether talk is left out.
  var quiet = false

  /// Writes one line of data.
  func data(_ line: String) { document(Data((PlainText.of(line, keeping: .styles) + "\n").utf8)) }

  /// Writes data that are sentences, which are wrapped where they go to a terminal.
  func words(_ text: String) {
    for line in TextColumns.wrapped(text, to: TerminalSize.ofOutput?.columns) { data(line) }
  }

  /// Writes data as they are.
  func document(_ document: Data) {
    do {
      try FileHandle.standardOutput.write(contentsOf: document)
    } catch let error as NSError where error.isBrokenPipe {
      // Whoever reads has seen enough, as `head` has: that ends a program quietly.
      signal(SIGPIPE, SIG_DFL)
      raise(SIGPIPE)
    } catch {
      // Data that nobody gets must not look like success to a script.
      failure("standard output cannot be written: \((error as NSError).localizedDescription)")
      Foundation.exit(ExitStatus.storage.rawValue)
    }
  }

  /// Writes a value as one line of JSON, or indented.
  func json(_ value: some Encodable, pretty: Bool = false) throws {
    let text = String(decoding: try RecordCoding.encoder(pretty: pretty).encode(value), as: UTF8.self)
    document(Data((text.escapingControls + "\n").utf8))
  }

  /// Writes one line of talk.
  func talk(_ line: String) {
    guard !quiet else { return }
    let lines = TextColumns.wrapped(PlainText.of(line, keeping: .lines), to: TerminalSize.ofTerminal?.columns)
    Self.write(lines.joined(separator: "\n") + "\n", to: FileHandle.standardError)
  }

  /// Writes talk without a line end, for a prompt.
  func prompt(_ text: String) {
    guard !quiet else { return }
    Self.write(PlainText.of(text, keeping: .drawing), to: FileHandle.standardError)
  }

  /// Rings the terminal's bell, where there is one.
  func bell() {
    guard isatty(STDERR_FILENO) == 1 else { return }
    Self.write("\u{7}", to: FileHandle.standardError)
  }

  /// Writes a failure, which is told even when quiet.
  func failure(_ sentence: String) {
    Self.write("alight: \(PlainText.of(sentence, keeping: .lines))\n", to: FileHandle.standardError)
  }

  /// Writes what the argument parser says about a command line, which it quotes as it is.
  func usage(_ text: String) {
    Self.write(PlainText.of(text, keeping: .lines) + "\n", to: FileHandle.standardError)
  }

  private static func write(_ text: String, to handle: FileHandle) {
    // Where nobody reads, nobody can be told.
    try? handle.write(contentsOf: Data(text.utf8))
  }
}

extension NSError {
  /// Foundation wraps what the system said.
  fileprivate var isBrokenPipe: Bool {
    if domain == NSPOSIXErrorDomain { return code == Int(EPIPE) }
    return (userInfo[NSUnderlyingErrorKey] as? NSError)?.isBrokenPipe ?? false
  }
}

extension String {
  /// The same JSON: what an encoder leaves as it is, though a terminal obeys it, stands as `\u009b` in its strings.
  fileprivate var escapingControls: String {
    if PlainText.isPlain(self) { return self }
    var found = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      switch scalar.value {
      case 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069:
        found.append(contentsOf: "\\u\(String(format: "%04x", scalar.value))".unicodeScalars)
      default: found.append(scalar)
      }
    }
    return String(found)
  }
}
