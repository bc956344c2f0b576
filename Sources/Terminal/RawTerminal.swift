import Foundation

/// A terminal that hands over every key, from `enter` to `leave`; signals that would end or stop the program in between are
/// put into a pipe, so that the terminal is given back before they do.
package final class RawTerminal {
  private let descriptor: Int32
  private var former = termios()
  private var actions: [(signal: Int32, action: sigaction)] = []

  private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH]

  /// Where the handler writes the numbers of signals; written before any handler is there, and never closed.
  nonisolated(unsafe) private static var pipeEnds: [Int32] = []
  nonisolated(unsafe) private static var written: Int32 = -1

  /// The end of the pipe from which the numbers of signals are read, a byte each.
  package static var caught: Int32 { pipeEnds.first ?? -1 }

  /// - Returns: nil where the descriptor is no terminal.
  package init?(descriptor: Int32) {
    self.descriptor = descriptor
    guard isatty(descriptor) == 1, Self.makePipe() else { return nil }
  }

  private static func makePipe() -> Bool {
    guard pipeEnds.isEmpty else { return true }
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return false }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      // A handler must not wait, whatever comes.
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    (pipeEnds, written) = (ends, ends[1])
    return true
  }

  /// Takes single keys, Ctrl-C and Ctrl-Z among them, without echo.
  /// - Returns: false where the terminal is gone.
  package func enter() -> Bool {
    guard tcgetattr(descriptor, &former) == 0 else { return false }
    watchSignals()
    return takeKeys()
  }

  /// As `enter` does, after the program was stopped and whoever had the terminal has left it in some other state.
  @discardableResult
  package func takeKeys() -> Bool {
    var keys = former
    keys.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG | IEXTEN)
    keys.c_iflag &= ~tcflag_t(IXON)
    withUnsafeMutableBytes(of: &keys.c_cc) { codes in
      codes[Int(VMIN)] = 1
      codes[Int(VTIME)] = 0
    }
    return tcsetattr(descriptor, TCSADRAIN, &keys) == 0
  }

  /// Gives the terminal back as it was, and the signals.
  package func leave() {
    giveBack()
    for (signal, action) in actions {
      var action = action
      sigaction(signal, &action, nil)
    }
    actions = []
  }

  /// Gives the terminal back as it was.
  package func giveBack() { tcsetattr(descriptor, TCSADRAIN, &former) }

  private func watchSignals() {
    actions = Self.signals.compactMap { signal in Self.watch(signal).map { (signal, $0) } }
  }

  /// - Returns: what was done at the signal before.
  private static func watch(_ signal: Int32) -> sigaction? {
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { number in
      let saved = errno
      var byte = UInt8(truncatingIfNeeded: number)
      _ = write(RawTerminal.written, &byte, 1)
      errno = saved
    }
    action.sa_flags = SA_RESTART
    var former = sigaction()
    return sigaction(signal, &action, &former) == 0 ? former : nil
  }

  /// Stops the program and all that was started with it, as Ctrl-Z does at other programs; returns when it goes on.
  package func stop() {
    giveBack()
    // The others first; this one by a signal that only this thread takes, so that it has stopped when the call is over.
    signal(SIGTSTP, SIG_IGN)
    kill(0, SIGTSTP)
    signal(SIGTSTP, SIG_DFL)
    Self.raiseHere(SIGTSTP)
    _ = Self.watch(SIGTSTP)
    takeKeys()
  }

  /// Ends the program by a signal, as if nobody had caught it.
  package func end(by number: Int32) -> Never {
    leave()
    signal(number, SIG_DFL)
    Self.raiseHere(number)
    _exit(128 + number)
  }

  /// Sends the program a signal that has done its work when the call is over: the threads that run asynchronous work hold
  /// signals back.
  package static func raiseHere(_ number: Int32) {
    var set = sigset_t()
    var former = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, number)
    pthread_sigmask(SIG_UNBLOCK, &set, &former)
    raise(number)
    pthread_sigmask(SIG_SETMASK, &former, nil)
  }
}
