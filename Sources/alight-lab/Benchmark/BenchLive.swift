import ArgumentParser
import Foundation
import Journey
import Live
import Rehearsal
import Timetable

/// `alight-lab bench-live`: what it costs to read a large live feed, and what connections cost by it.
struct BenchLive: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench-live",
    abstract:
      "Measure reading a large live feed, building the network by it, and connections in that beside the plain one.",
    discussion: """
      The feed is made up: trips that run round the instant, each some minutes late from a call on. Questions are put to the \
      plain network and to the one by live times in turn, and the medians of both compared.

      Example: alight-lab bench-live --timetable hart.sqlite --at 2018-05-16T12:00:00Z
      """)

  @Option(help: "A file of imported timetables, with one feed.") var timetable: String
  @Option(help: "The instant round which the trips run.") var at = "2018-05-16T12:00:00Z"
  @Option(help: "How many updates of trips.") var updates = 20_000
  @Option(help: "So many seconds late at most.") var late = 600.0
  @Option(help: "How many questions.") var questions = 300
  @Option(help: "Where chance begins.") var seed: UInt64 = 1

  func run() throws {
    let now = try Date(at, strategy: .iso8601)
    let store = try TimetableStore(path: timetable, readOnly: true)
    guard let feed = try store.feeds().first?.name else { throw ValidationError("the timetable has no feed") }
    var random = SplitMix(seed: seed)
    let stations = try store.stops().map(\.id)
    let trips = try runs(store, stations, feed, around: now)
    let data = made(trips, at: now, &random)
    print("feed: \(updates) updates of \(trips.count) trips, \(data.count / 1024) KiB")
    let reader = try LiveReader(store, feed: feed)
    let before = ResidentMemory.bytes
    let first = try Timings.microseconds { _ = try reader.snapshot(data, now: now) }
    let again = try Timings((0..<5).map { _ in try Timings.microseconds { _ = try reader.snapshot(data, now: now) } })
    let snapshot = try reader.snapshot(data, now: now)
    print("read: \(Self.milliseconds(first)) the first time, \(Self.milliseconds(again.median)) then")
    print("matched: \(snapshot.matched) of \(snapshot.updates), of \(snapshot.trips.count) trips")
    let changes = LiveBoard([snapshot], at: now, LivePolicy()).changes
    let ends = (stations[0], stations[stations.count - 1])
    _ = try store.connections(from: ends.0, to: ends.1, departing: now)
    let built = try Timings(
      (0..<5).map { _ in
        let live = store.changed(by: changes)
        return try Timings.microseconds { _ = try live.connections(from: ends.0, to: ends.1, departing: now) }
      })
    let plain = try Timings.microseconds { _ = try store.connections(from: ends.0, to: ends.1, departing: now) }
    print(
      "network by live times with its first question: \(Self.milliseconds(built.median)) (plain question \(Self.milliseconds(plain)))"
    )
    try ask(store, store.changed(by: changes), stations, now, &random)
    print("memory: \((ResidentMemory.bytes - before) / 1_048_576) MiB more than before the first reading")
  }

  /// The trips that run near an instant: as many of the stops' departures tell of as are asked for.
  private func runs(_ store: TimetableStore, _ stations: [String], _ feed: String, around now: Date) throws
    -> [ScheduledTrip]
  {
    var ids: Set<String> = []
    for station in stations where ids.count < updates {
      for departure in try store.departures(from: station, at: now - 3600, limit: 60) { ids.insert(departure.tripID) }
    }
    return try store.scheduledTrips(ids.sorted(), of: feed).sorted { $0.key < $1.key }.map(\.value)
  }

  /// As many updates as are asked for: where there are fewer trips, those of other days are named again with their day.
  private func made(_ trips: [ScheduledTrip], at now: Date, _ random: inout SplitMix) -> Data {
    let made = Int(now.timeIntervalSince1970)
    var bytes = LiveBytes.piece(1, LiveBytes.text(1, "2.0") + LiveBytes.number(2, 0) + LiveBytes.number(3, made))
    for number in 0..<updates {
      let trip = trips[number % trips.count]
      let day = ServiceDates.text(now, plus: number / trips.count)
      var update = LiveBytes.piece(1, LiveBytes.text(1, trip.tripID) + LiveBytes.text(3, day))
      for place in [trip.calls.count / 3, 2 * trip.calls.count / 3] {
        let late = Int(late * random.uniform() * random.uniform())
        let event = LiveBytes.number(1, late)
        update += LiveBytes.piece(
          2, LiveBytes.piece(2, event) + LiveBytes.piece(3, event) + LiveBytes.text(4, trip.calls[place].stopID))
      }
      bytes += LiveBytes.piece(2, LiveBytes.text(1, "\(number)") + LiveBytes.piece(3, update))
    }
    return Data(bytes)
  }

  private func ask(
    _ plain: TimetableStore, _ live: TimetableStore, _ stations: [String], _ now: Date, _ random: inout SplitMix
  ) throws {
    var (one, other): ([Double], [Double]) = ([], [])
    for number in 0..<questions {
      let from = stations[Int(random.uniform() * Double(stations.count))]
      let to = stations[Int(random.uniform() * Double(stations.count))]
      let instant = now + 7200 * random.uniform()
      func ask(_ store: TimetableStore) throws -> Double {
        try Timings.microseconds { _ = try store.connections(from: from, to: to, departing: instant) }
      }
      // Each is asked once before, and who is asked first has no advantage.
      _ = try (ask(plain), ask(live))
      let pair =
        try number % 2 == 0
        ? (ask(plain), ask(live))
        : {
          let last = try ask(live); return try (ask(plain), last)
        }()
      one.append(pair.0)
      other.append(pair.1)
    }
    let medians = (Timings(one).median, Timings(other).median)
    print(
      "question: \(Self.milliseconds(medians.0)) plain, \(Self.milliseconds(medians.1)) by live times, "
        + String(format: "%.2f times as long", medians.1 / medians.0) + " (medians of \(questions))")
  }

  private static func milliseconds(_ microseconds: Double) -> String { String(format: "%.1f ms", microseconds / 1000) }
}

/// Dates as GTFS writes them.
private enum ServiceDates {
  /// `20180516`
  static func text(_ instant: Date, plus days: Int) -> String {
    String((instant + Double(days) * 86_400).ISO8601Format().prefix(10)).replacing("-", with: "")
  }
}
