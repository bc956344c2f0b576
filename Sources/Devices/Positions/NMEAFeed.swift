import Alerts
import Foundation
import Glibc
import Synchronization

/// Positions from sentences of NMEA 0183: a recording, or a receiver that is listened to.
public struct NMEAFeed: PositionFeed {
  /// Every constant, each with its reason.
  public struct Policy: Sendable, Hashable {
    /// A receiver that works reports each second.
    public var silence: Duration = .seconds(20)
    /// Sentences of a second come at once.
    public var readAtOnce = 4096

    public init() {}
  }

  public let name: String
  private let handle: FileHandle
  private let policy: Policy

  /// - Parameters:
  ///   - handle: Where the sentences come from: a pipe, a terminal line, a file.
  ///   - name: What the rider calls it: a path.
  public init(_ handle: FileHandle, name: String, policy: Policy = Policy()) {
    self.handle = handle
    self.name = name
    self.policy = policy
  }

  /// All positions up to the end, with the times of the receiver.
  /// - Returns: The fixes that can be, and how many lines were not.
  /// - Throws: `NMEAError`
  public func recording() throws(NMEAError) -> Recording {
    var reader = NMEAReader()
    var fixes: [Fix] = []
    do {
      while let bytes = try handle.read(upToCount: 1 << 16), !bytes.isEmpty { fixes += reader.take(bytes) }
    } catch {
      throw .unreadable(file: name, cause: (error as NSError).localizedDescription)
    }
    if let last = reader.endLine() { fixes.append(last) }
    let unproven = reader.hasSums ? Set(reader.withoutSum) : []
    let proven = fixes.enumerated().filter { !unproven.contains($0.offset) }.map(\.element)
    let recording = Recording(proven, name: name, broken: reader.brokenLines + unproven.count)
    guard !recording.fixes.isEmpty else { throw nothing(reader) }
    return recording
  }

  /// Follows a receiver; what ends without a position fails, and what ends after one is lost.
  public func follow(_ report: @escaping @Sendable (PositionReport) -> Void) async {
    let listening = Listening()
    let (ends, end) = AsyncStream<Void>.makeStream()
    // Reading waits for as long as nothing comes, which no shared thread may do.
    let thread = Thread {
      read(listening, report)
      end.finish()
    }
    thread.name = "alight.nmea"
    thread.start()
    await withTaskGroup(of: Void.self) { group in
      group.addTask { for await _ in ends {} }
      group.addTask { await watchSilence(listening, report) }
      await group.next()
      group.cancelAll()
    }
    guard !Task.isCancelled else { return }
    let reader = listening.state.withLock { $0.reader }
    report(
      listening.state.withLock { $0.hasReported } ? .lost(cause: "it has ended") : .failed(nothing(reader)))
  }

  private func read(_ listening: Listening, _ report: @Sendable (PositionReport) -> Void) {
    var buffer = [UInt8](repeating: 0, count: policy.readAtOnce)
    var hasToldBroken = false
    while true {
      let count = Glibc.read(handle.fileDescriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      let received = Date()
      let (fixes, isBroken) = listening.take(count > 0 ? buffer[..<count] : [0x0A], received: received)
      if isBroken, !hasToldBroken {
        hasToldBroken = true
        report(.remark(.unreadable))
      }
      for fix in fixes { report(.fix(fix)) }
      guard count > 0 else { return }
    }
  }

  private func watchSilence(_ listening: Listening, _ report: @Sendable (PositionReport) -> Void) async {
    while true {
      let (heardAt, withoutPosition) = listening.state.withLock { ($0.heardAt, $0.reader.withoutPosition) }
      if heardAt + policy.silence <= .now {
        report(
          .lost(
            cause: withoutPosition > 0
              ? "the receiver sees no satellites: take it to where it sees the sky"
              : "nothing came for \(policy.silence.components.seconds) s: look whether a receiver is attached"))
      }
      let due = max(heardAt + policy.silence, .now + .seconds(1))
      guard (try? await Task.sleep(until: due, clock: .continuous)) != nil else { return }
    }
  }

  private func nothing(_ reader: NMEAReader) -> NMEAError {
    reader.withoutPosition > 0 ? .noPositions(file: name) : .noSentences(file: name)
  }
}

/// What has been read of a receiver's sentences.
private final class Listening: Sendable {
  struct State {
    var reader = NMEAReader(isLive: true)
    var clock = ReceiverClock()
    var heardAt = ContinuousClock.now
    var hasReported = false
  }

  let state = Mutex(State())

  /// - Returns: Positions on this machine's clock, and whether a line was broken.
  func take(_ bytes: ArraySlice<UInt8>, received: Date) -> (fixes: [Fix], isBroken: Bool) {
    state.withLock { state in
      let before = state.reader.brokenLines
      let fixes = state.reader.take(bytes).compactMap { fix -> Fix? in
        guard let at = state.clock.instant(of: fix.at, received: received) else { return nil }
        var fix = fix
        fix.at = at
        return fix
      }
      if !fixes.isEmpty {
        state.heardAt = .now
        state.hasReported = true
      }
      return (fixes, state.reader.brokenLines > before)
    }
  }
}
