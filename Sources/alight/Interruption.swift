import Foundation

/// Ctrl-C ends at once: the draft was stored after the last step, so nothing more is to be done.
enum Interruption {
  static func install() {
    signal(SIGINT) { _ in
      let word: StaticString = "\nalight: interrupted; the draft is kept: go on with \"alight new --resume\"\n"
      _ = write(STDERR_FILENO, word.utf8Start, word.utf8CodeUnitCount)
      _exit(ExitStatus.interrupted.rawValue)
    }
  }
}
