import ArgumentParser
import Foundation
import Live
import Timetable

/// `alight-lab fuzz-live`: looks for live feeds that crash the reader, that take it long, or that it makes nonsense of.
struct FuzzLive: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fuzz-live", abstract: "Read live feeds that were spoilt in every way.",
    discussion: """
      Feeds about a small timetable say what nobody means, and are spoilt as bytes; the same seed gives the same ones in the same order. \
      They are read in a process of its own kind, so that one that crashes it can be kept. Exits with 1 where one crashed, took more \
      than the limit, or was read as what no feed can hold.

      Built with the address sanitizer it finds reads beyond the end as well:
        swift build --sanitize=address --scratch-path .build/address --product alight-lab
        ASAN_OPTIONS=detect_leaks=0 .build/address/debug/alight-lab fuzz-live --minutes 10
      """)

  @OptionGroup var fuzz: FuzzOptions

  @Option(help: "How many milliseconds of a processor a feed may take.")
  var limit = 500.0

  @Option(help: "The folder for feeds that did harm.")
  var save = ".build/fuzz-live"

  func run() async throws {
    let fuzzing = ReaderFuzzing(
      command: "fuzz-live", seeds: [], words: ("feeds", "read"), options: fuzz, limit: limit)
    guard let journal = fuzz.journal else { return try await fuzzing.run(folder: save, name: "last.pb") }
    try work(FuzzJournal(input: URL(filePath: journal)), fuzzing)
  }

  private func work(_ journal: FuzzJournal, _ fuzzing: ReaderFuzzing) throws {
    let reader = try LiveReader(Self.timetable(), feed: "seed")
    var (inputs, runs) = (FuzzLiveFeeds(seed: fuzz.seed), 0)
    try fuzzing.work(journal) {
      let input = inputs.next()
      runs += 1
      try Data(input.bytes).write(to: journal.input)
      return Self.read(input, reader, run: runs)
    }
  }

  private static func timetable() throws -> TimetableStore {
    let folder = FileManager.default.temporaryDirectory.appending(path: "alight-fuzz-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, bytes) in FuzzSeedFeed.crossing { try Data(bytes).write(to: folder.appending(path: name)) }
    let store = try TimetableStore.inMemory()
    try store.importFeed(at: folder.path, name: "seed", progress: nil)
    return store
  }

  private static func read(_ input: (kind: FuzzLiveFeeds.Kind, bytes: [UInt8]), _ reader: LiveReader, run: Int)
    -> ReadFinding
  {
    let start = ProcessorTime.milliseconds
    var (flaws, isRead) = ([String](), false)
    do {
      flaws = self.flaws(try reader.snapshot(Data(input.bytes), now: FuzzLiveFeeds.now))
      isRead = true
    } catch is LiveError {
      // That is what it is for.
    } catch {
      flaws = ["refused by \(error)"]
    }
    return ReadFinding(
      kind: input.kind.rawValue, milliseconds: ProcessorTime.milliseconds - start, isRead: isRead, flaws: flaws,
      run: run, byteCount: input.bytes.count)
  }

  /// What no reading may come to, whatever was read.
  private static func flaws(_ snapshot: LiveSnapshot) -> [String] {
    var flaws: [String] = []
    let year: TimeInterval = 2 * 366 * 86_400
    if snapshot.matched > snapshot.updates { flaws.append("more matched than there are") }
    if let made = snapshot.madeAt, abs(made.timeIntervalSince(FuzzLiveFeeds.now)) > year {
      flaws.append("made at \(made)")
    }
    for trip in snapshot.trips.values {
      let times = trip.calls.flatMap { [$0.arrival, $0.departure] }.compactMap(\.self)
      if times != times.sorted() { flaws.append("times that fall") }
      if times.contains(where: { abs($0.timeIntervalSince(FuzzLiveFeeds.now)) > 70 * year }) {
        flaws.append("a time far off")
      }
      if trip.calls.contains(where: { ($0.uncertainty ?? 0) < 0 }) { flaws.append("an uncertainty below zero") }
      if trip.state == .running, trip.calls.count(where: { !$0.isSkipped }) < 2 { flaws.append("runs without stops") }
    }
    for vehicle in snapshot.vehicles {
      if !vehicle.position.isOnEarth { flaws.append("a vehicle off the earth") }
      if let speed = vehicle.speed, !speed.isFinite { flaws.append("a speed of \(speed)") }
    }
    for added in snapshot.added where added.calls != added.calls.sorted(by: { $0.arrival < $1.arrival }) {
      flaws.append("an added trip that falls")
    }
    return flaws
  }
}
