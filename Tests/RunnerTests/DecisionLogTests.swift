import Alerts
import Foundation
import Journey
import Rehearsal
import Synchronization
import Testing

@testable import Devices
@testable import Following

@Suite("Why alerts came or did not", .tags(.alone))
struct DecisionLogTests {
  private func folder() -> URL {
    FileManager.default.temporaryDirectory.appending(path: "alight-\(UUID().uuidString)/decisions")
  }

  private func ride(_ log: DecisionLog, _ reminder: Reminder) async throws {
    let runner = AlertRunner(
      ledger: MemoryLedger([reminder]), channels: [RecordingChannel()], wording: { _, _, _ in "" }, tell: { _ in },
      decisions: log)
    try await runner.run(FixReplay(SyntheticRide(reminder.ride).fixes()), endsAfterFirst: true)
  }

  @Test("a ride is told in few lines that add up to all of its fixes, for the rider's eyes alone")
  func summed() async throws {
    let folder = folder()
    defer { try? FileManager.default.removeItem(at: folder.deletingLastPathComponent()) }
    let reminder = try #require(SampleReminder.make(.stops(2)))
    try await ride(DecisionLog(folder: folder) { _ in }, reminder)
    let files = DecisionFiles(folder: folder)
    let lines = await files.decisions(of: reminder.id)
    #expect(await files.days(of: reminder.id) == [reminder.ride.serviceDay])
    #expect(lines.filter { $0.kind == .alert }.map(\.level) == [1, 2, 3])
    #expect(zip(lines, lines.dropFirst()).allSatisfy { $0.from <= $1.from })
    let count = lines.reduce(0) { $0 + ($1.fixes?.values.reduce(0, +) ?? 0) }
    #expect(lines.count < 60 && count > 500, "\(lines.count) lines for \(count) fixes")
    let before = try #require(lines.first { $0.kind == .wait })
    #expect(before.wait != nil && before.level == 1)
    let file = try #require(try FileManager.default.contentsOfDirectory(atPath: folder.path).first)
    let mode = try FileManager.default.attributesOfItem(atPath: folder.appending(path: file).path)[.posixPermissions]
    #expect(mode as? Int == 0o600)
  }

  @Test("a file grows to its limit, says so once, and no further")
  func bounded() async throws {
    let folder = folder()
    defer { try? FileManager.default.removeItem(at: folder.deletingLastPathComponent()) }
    let reminder = try #require(SampleReminder.make(.stops(2)))
    var policy = DecisionLog.Policy()
    policy.longest = 0
    policy.largestFile = 20_000
    for _ in 0..<3 { try await ride(DecisionLog(folder: folder, policy: policy) { _ in }, reminder) }
    let file = folder.appending(path: try #require(FileManager.default.contentsOfDirectory(atPath: folder.path).first))
    #expect(try Data(contentsOf: file).count <= 20_001)
    let lines = await DecisionFiles(folder: folder).decisions(of: reminder.id)
    #expect(lines.filter { $0.kind == .full }.count == 1 && lines.last?.kind == .full)
  }

  @Test("a folder that cannot be written is told once and holds no alert back")
  func failing() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "alight-\(UUID().uuidString)")
    try Data().write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let told = Mutex<[String]>([])
    var policy = DecisionLog.Policy()
    policy.flushEvery = .zero
    let log = DecisionLog(folder: file.appending(path: "decisions"), policy: policy) { cause in
      told.withLock { $0.append(cause) }
    }
    let reminder = try #require(SampleReminder.make(.stops(1)))
    let channel = RecordingChannel()
    let runner = AlertRunner(
      ledger: MemoryLedger([reminder]), channels: [channel], wording: { _, _, _ in "" }, tell: { _ in },
      decisions: log)
    try await runner.run(FixReplay(SyntheticRide(reminder.ride).fixes()), endsAfterFirst: true)
    #expect(channel.delivered.map(\.alert.level) == [1, 2, 3])
    #expect(told.withLock { $0.count } == 1)
  }

  @Test("old files are removed when a new runner begins to write")
  func tidied() async throws {
    let folder = folder()
    defer { try? FileManager.default.removeItem(at: folder.deletingLastPathComponent()) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let old = folder.appending(path: "\(UUID().uuidString.lowercased())_2026-01-01.jsonl")
    try Data("{}\n".utf8).write(to: old)
    let date = Date(timeIntervalSinceNow: -40 * 86_400)
    try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: old.path)
    let reminder = try #require(SampleReminder.make(.stops(1)))
    try await ride(DecisionLog(folder: folder) { _ in }, reminder)
    #expect(!FileManager.default.fileExists(atPath: old.path))
  }
}
