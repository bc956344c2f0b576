import Foundation
import Journey

/// The only writer to standard output and standard error: data to the one, talk to the other.
struct Output: Sendable {
  /// Whether talk is left out.
  var quiet = false

  /// Writes one line of data.
  func data(_ line: String) { document(Data((line + "\n").utf8)) }

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
    data(String(decoding: try RecordCoding.encoder(pretty: pretty).encode(value), as: UTF8.self))
  }

  /// Writes one line of talk.
  func talk(_ line: String) {
    guard !quiet else { return }
    let lines = TextColumns.wrapped(line, to: TerminalSize.ofTerminal?.columns)
    Self.write(lines.joined(separator: "\n") + "\n", to: FileHandle.standardError)
  }

  /// Writes talk without a line end, for a prompt.
  func prompt(_ text: String) {
    guard !quiet else { return }
    Self.write(text, to: FileHandle.standardError)
  }

  /// Rings the terminal's bell, where there is one.
  func bell() {
    guard isatty(STDERR_FILENO) == 1 else { return }
    Self.write("\u{7}", to: FileHandle.standardError)
  }

  /// Writes a failure, which is told even when quiet.
  func failure(_ sentence: String) {
    Self.write("alight: \(sentence)\n", to: FileHandle.standardError)
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
