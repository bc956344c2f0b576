#if Page
import Conversation
import Devices
import Following
import Foundation
import Journey
import RunnerStorage
import Web

/// The runner behind the page: one of this process, or another program's that has the database.
struct PageRunner {
  private let own: (runner: AlertRunner, session: RunnerSession, source: LiveSource)?
  private let other: OtherRunner
  /// What tells the service manager how a page does that follows no rides itself.
  private let service = ServiceNotifier(isReadyByTurn: false)

  /// - Throws: `CommandFailure`, where the database cannot be locked for another reason than that a runner has it.
  init(
    _ assembly: PageAssembly, _ server: PageServer, _ options: ChannelOptions, _ data: DataOptions,
    feeds: [any PositionFeed], _ output: Output
  ) throws {
    let prompts = assembly.prompts
    other = OtherRunner(database: data.databaseURL)
    let tell: @Sendable (RunnerNotice) -> Void = { notice in
      for line in RunCommand.words(notice, prompts, isLive: true) { output.talk(line) }
    }
    let session: RunnerSession
    do {
      session = try RunnerSession(
        database: data.databaseURL, prompts, isReadyByTurn: false, talk: { output.talk($0) }, tell: tell)
    } catch let failure as CommandFailure where failure.status == .unavailable {
      output.talk("\(failure); the page talks to it, and positions of the page do not reach it")
      own = nil
      return
    }
    let choice = try ChannelChoice(
      options, assembly.store, prompts, assembly.resources, services: assembly.pushOrigins)
    let terminal = TerminalChannel { message in
      let time = message.zone.map { ClockText(zone: $0).text(message.alert.at) + "  " } ?? ""
      output.data(time + message.text)
    } writeNote: { note in
      output.data(prompts.sentence(note.note, metres: note.metres))
    }
    let ledger = StoredLedger(store: assembly.store) { output.talk($0) }
    let runner = AlertRunner(
      ledger: ledger,
      channels: choice.channels(terminal, onAction: session.pressed) + [server.channel],
      wording: { prompts.sentence($0, for: $1, isRepeat: $2) },
      tell: { notice in
        tell(notice)
        if case .channelFailed = notice {
          for line in RunCommand.words(notice, prompts, isLive: true) { server.troubles.note(line) }
        }
        if let line = RunCommand.words(notice, prompts, isLive: true).first { session.status(line) }
      }, decisions: session.decisions, notes: ledger, live: assembly.live,
      vehicles: RiderVehicles(assembly.page.timetable) { output.talk($0) }, onTurn: { session.turned(isUnderWay: $0) })
    let source = LiveSource([server.feed] + feeds) { output.talk(prompts.sentence(about: $0)) }
    own = (runner, session, source)
  }

  /// The page is there.
  func ready() {
    if let own { own.session.ready() } else { service.ready() }
  }

  /// Tells that it lives for as long as tasks get their turn.
  private func turning(_ serve: @escaping @Sendable () async throws -> Void) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await serve() }
      group.addTask { [service] in
        while true {
          try await Task.sleep(for: .seconds(1))
          service.turned()
        }
      }
      defer { group.cancelAll() }
      // Cancelled, whoever sleeps is the first to throw.
      let first = await group.nextResult()
      service.stopping()
      try first?.get()
      try Task.checkCancellation()
    }
  }

  /// Serves while the rides are followed.
  func around(_ serve: @escaping @Sendable (any RideFollower) async throws -> Void) async throws {
    guard let own else { return try await turning { try await serve(other) } }
    try await own.session.around(own.runner) {
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await own.runner.run(own.source) }
        group.addTask { try await serve(own.runner) }
        defer { group.cancelAll() }
        // Whichever ends first ends the other one; ended from outside, both end alike.
        try await group.next()
        try Task.checkCancellation()
      }
    }
  }
}
#endif
