import Alerts
import ArgumentParser
import Devices
import Following
import Foundation
import Journey
import RunnerStorage
import Storage

/// `alight-lab crash-child`: the runner on one ride, as a process of its own that stands still where it is to be killed.
struct CrashChild: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "crash-child", abstract: "Follow a ride for crash-rides.", shouldDisplay: false)

  @Option var database: String
  /// The program that shows alerts.
  @Option var show: String
  @Option var seed: UInt64
  @Option var from = 0
  @Option var haltAfterInput: Int?
  @Option var haltAtPoint: Int?

  func run() async throws {
    let store = try ReminderStore(path: database)
    guard let known = try store.reminders(includingPast: true, at: .distantPast).first else {
      throw ValidationError("\(database) holds no reminder")
    }
    let delivered = try store.deliveries(of: known.id, serviceDay: known.ride.serviceDay)
      .filter { $0.deliveredAt != nil }.map { String($0.key.level) }
    print("delivered \(delivered.joined(separator: " "))")
    fflush(nil)
    let inputs = CrashedRide.inputs(of: known, seed: seed)
    let halt = Halt(afterInput: haltAfterInput, atPoint: haltAtPoint)
    if from < inputs.count, let reminder = try store.due(at: inputs[from].at, lead: AlertRunner.lead).reminders.first {
      let runner = AlertRunner(
        ledger: HaltingLedger(ledger: StoredLedger(store: store), halt: halt),
        channels: [HaltingChannel(channel: CommandChannel(program: show), halt: halt)],
        wording: { alert, _, _ in alert.event.rawValue },
        tell: { FileHandle.standardError.write(Data("\(Self.words($0))".utf8)) })
      try await runner.run(
        HaltingSource(inputs: inputs, from: from, halt: halt), reminder: reminder, endsAfterFirst: true)
    }
    print("end \(inputs.count) \(halt.points)")
  }

  /// Only what went wrong.
  private static func words(_ notice: RunnerNotice) -> String {
    switch notice {
    case .channelFailed(let channel, let cause): "\(channel): \(cause)\n"
    case .ledgerFailed(let cause), .leftOut(let cause): "ledger: \(cause)\n"
    default: ""
    }
  }
}
