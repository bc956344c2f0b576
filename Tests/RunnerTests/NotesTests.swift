import Alerts
import Devices
import Following
import Foundation
import Journey
import Rehearsal
import Synchronization
import Testing

@Suite("Notes along the way")
struct NotesTests {
  /// Notes in memory, each told once a day.
  private final class Book: NoteBook {
    let notes: [NearbyNote]
    let told = Mutex<[Int64: String]>([:])

    init(_ notes: [NearbyNote]) { self.notes = notes }

    func notes(around place: Position, metres: Double, on day: String) -> [NearbyNote] {
      let told = told.withLock { $0 }
      return notes.filter { told[$0.id] != day && $0.note.position.metres(to: place) <= metres }
    }

    func told(_ note: NearbyNote, on day: String) { told.withLock { $0[note.id] = day } }
  }

  private final class Listener: AlertChannel {
    let name = "listener"
    let alerts = Mutex<[AlertMessage]>([])
    let notes = Mutex<[NoteMessage]>([])

    func deliver(_ message: AlertMessage) { alerts.withLock { $0.append(message) } }
    func tell(_ note: NoteMessage) { notes.withLock { $0.append(note) } }
  }

  /// A ride with its reminder and what a receiver said of it.
  private struct Ridden {
    var name: String
    var reminder: Reminder
    var fixes: [Fix]
  }

  /// A ride of ten minutes, the recorded ones of the project, and where it lies beside the checkout the larger set of them.
  private static func rides() throws -> [Ridden] {
    let sample = try #require(SampleReminder.make(.stops(1)))
    let synthetic = Ridden(name: "synthetic", reminder: sample, fixes: SyntheticRide(sample.ride).fixes())
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let folders = [
      root.appending(path: "Tests/Recorded/rides"),
      root.deletingLastPathComponent().appending(path: "shared/data/traces"),
    ]
    let files = folders.flatMap {
      (try? FileManager.default.contentsOfDirectory(at: $0, includingPropertiesForKeys: nil)) ?? []
    }.filter { $0.pathExtension == "json" }
    let recorded = files.sorted { $0.path < $1.path }.compactMap { file -> Ridden? in
      guard let ride = try? RecordedRide(json: Data(contentsOf: file)) else { return nil }
      var reminder = sample
      reminder.ride = ride.ride
      reminder.levels = Level.expand(ride.interval, over: ride.ride)
      reminder.anchor = .init(departure: ride.ride.departure, arrival: ride.ride.arrival, zone: ride.ride.zone)
      reminder.validUntil = nil
      return Ridden(name: file.lastPathComponent, reminder: reminder, fixes: ride.fixes)
    }
    return [synthetic] + recorded
  }

  /// Follows a ride, and gives what was told on it.
  private func follow(_ ridden: Ridden, _ book: Book?) async throws -> (alerts: [Alert], notes: [NoteMessage]) {
    let listener = Listener()
    let runner = AlertRunner(
      ledger: MemoryLedger([ridden.reminder]), channels: [listener], wording: { alert, _, _ in "\(alert.event)" },
      tell: { _ in }, notes: book)
    try await runner.run(FixReplay(ridden.fixes), reminder: ridden.reminder, endsAfterFirst: false)
    // Notes are told beside the ride, which does not wait for them.
    let told = book?.told.withLock(\.count) ?? 0
    while listener.notes.withLock(\.count) < told { await Task.yield() }
    return (listener.alerts.withLock { $0.map(\.alert) }, listener.notes.withLock { $0 })
  }

  /// Places round the way as a generator has them, each tenth a favourite.
  private func notes(along fixes: [Fix], count: Int) -> [NearbyNote] {
    var random = SplitMix(seed: 7)
    return (0..<count).map { number in
      let fix = fixes[Int.random(in: 0..<fixes.count, using: &random)]
      let place = fix.position.moved(
        north: Double.random(in: -400...400, using: &random), east: Double.random(in: -400...400, using: &random))
      let note = Note(title: "Note \(number)", position: place, radius: Double.random(in: 50...300, using: &random))
      return NearbyNote(id: Int64(number), note: note, isFavourite: number % 10 == 0)
    }
  }

  @Test("of 5,000 along a ride the right ones are told, and no level comes later")
  func along() async throws {
    let rides = try Self.rides()
    #expect(rides.count > 6)
    for ridden in rides {
      let book = Book(notes(along: ridden.fixes, count: 5000))
      let with = try await follow(ridden, book)
      let without = try await follow(ridden, nil)
      #expect(with.alerts == without.alerts, "\(ridden.name)")
      if ridden.name == "synthetic" { #expect(with.notes.count >= 2, "\(with.notes.count)") }
      try check(with.notes, of: book, with.alerts, ridden)
    }
  }

  private func check(_ notes: [NoteMessage], of book: Book, _ alerts: [Alert], _ ridden: Ridden) throws {
    #expect(Set(notes.map(\.note.title)).count == notes.count, "\(ridden.name): once a day each")
    let order = notes.sorted { $0.at < $1.at }
    for (one, next) in zip(order, order.dropFirst()) {
      #expect(next.at.timeIntervalSince(one.at) >= 60, "\(ridden.name): at most one a minute")
    }
    let levels = alerts.filter(\.isCall).map(\.at)
    var told: Set<String> = []
    for note in order {
      #expect(note.metres <= note.note.radius)
      let near = levels.map { $0.timeIntervalSince(note.at) }.filter { abs($0) < 120 }
      #expect(near.isEmpty, "\(ridden.name): \(near) seconds from a call")
      let place = try #require(ridden.fixes.last { $0.at <= note.at }).position
      let inReach = book.notes.filter {
        $0.note.position.metres(to: place) <= $0.note.radius && !told.contains($0.note.title)
      }
      let isFavourite = inReach.contains { $0.isFavourite && $0.note.title == note.note.title }
      #expect(isFavourite || !inReach.contains(where: \.isFavourite), "\(ridden.name): a favourite comes first")
      told.insert(note.note.title)
    }
  }
}
