import ArgumentParser
import Foundation
import Journey
import Timetable

/// `alight-lab check-connections`: connections of random questions against a plain search over the feed itself.
struct CheckConnections: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check-connections", abstract: "Compare connections with those of a plain search, and time them.",
    discussion: """
      The feed is imported and asked for connections between random stations at random times. A Dijkstra that reads the feed's own \
      files must find the same arrivals with the same numbers of rides, and that none can leave later, also of those asked for by \
      their arrival. Exit code 1 where it does not.

      Example: alight-lab check-connections FEED.zip --queries 500
      """)

  @Argument(help: "A GTFS zip file or folder.")
  var feed: String

  @Option(help: "How many questions.")
  var queries = 500

  @Option(help: "Where chance begins: the same seed asks the same.")
  var seed: UInt64 = 1

  @Flag(help: "Time the questions alone, without the plain search.")
  var timeOnly = false

  func run() throws {
    let feed = try FeedUnderTest(feed)
    let plain = timeOnly ? nil : try feed.plain()
    let questions = try ConnectionQuestions(feed.store, count: queries, seed: seed)
    let check = try ConnectionCheck(feed.store, plain, questions)
    print(check.table)
    for difference in check.differences.prefix(10) { print(difference) }
    if !check.differences.isEmpty { throw ExitCode(1) }
  }

  /// The feed's files in a folder.
  static func unpacked(_ feed: String, in folder: URL) throws -> URL {
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: feed, isDirectory: &isFolder), isFolder.boolValue {
      return URL(filePath: feed)
    }
    let files = folder.appending(path: "feed")
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/python3")
    process.arguments = ["-m", "zipfile", "-e", feed, files.path]
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw ValidationError("\(feed) cannot be unpacked") }
    return files
  }
}

/// Random questions for connections: two stations and a time within the feed's days.
struct ConnectionQuestions {
  struct Question: Sendable {
    var from: Stop
    var to: Stop
    var at: Date
  }

  let all: [Question]
  let zone: TimeZone

  /// - Parameter day: The only day that is asked about; nil for four days within the feed's.
  /// - Throws: errors of the store.
  init(_ store: TimetableStore, count: Int, seed: UInt64, day: String? = nil) throws {
    var random = SplitMix(seed: seed)
    let stops = try store.stops()
    let feed = try store.feeds().first
    zone = TimeZone(identifier: feed?.zone ?? "") ?? .gmt
    guard let first = feed?.firstDay.flatMap(ServiceDay.instant), let last = feed?.lastDay.flatMap(ServiceDay.instant),
      stops.count > 1
    else { throw ValidationError("the feed has no days or no stops") }
    // On few days, so that the plain search reads each of them once.
    let length = max(1, Int(last.timeIntervalSince(first) / 86_400))
    let days =
      try day.map { [try Self.noon($0)] }
      ?? (0..<4).map { _ in first.addingTimeInterval(Double(random.below(length)) * 86_400) }
    let zone = zone
    all = (0..<count).map { number in
      let from = random.below(stops.count)
      let to = (from + 1 + random.below(stops.count - 1)) % stops.count
      let noon = days[number * days.count / count]
      let offset = Double(zone.secondsFromGMT(for: noon))
      return Question(
        from: stops[from], to: stops[to], at: noon.addingTimeInterval(-43_200 - offset + Double(random.below(86_400))))
    }
  }
}

extension ConnectionQuestions {
  private static func noon(_ day: String) throws -> Date {
    guard let noon = ServiceDay.instant(day) else { throw ValidationError("\(day) is no day") }
    return noon
  }
}

/// What came of the questions.
struct ConnectionCheck {
  private(set) var differences: [String] = []
  private var seconds: [Double] = []
  private(set) var answered = 0
  /// How many were asked by arrival as well.
  private(set) var arriving = 0
  private var connections = 0
  private(set) var byChanges: [Int: Int] = [:]
  private let clock = ContinuousClock()

  /// - Parameter feed: What the plain search reads; nil to time the questions alone.
  init(_ store: TimetableStore, _ feed: PlainFeed?, _ questions: ConnectionQuestions) throws {
    var plain: (day: String, search: PlainSearch, wide: PlainSearch)?
    for question in questions.all {
      var answer: [Connection] = []
      let taken = try clock.measure {
        answer = try store.connections(from: question.from.id, to: question.to.id, departing: question.at)
      }
      seconds.append(taken.inSeconds)
      if !answer.isEmpty { answered += 1 }
      connections += answer.count
      for connection in answer { byChanges[connection.changes, default: 0] += 1 }
      guard let feed else { continue }
      let day = ServiceDay.text(question.at, zone: questions.zone.identifier)
      if plain?.day != day, let noon = ServiceDay.instant(day) {
        func search(_ days: ClosedRange<Int>) -> PlainSearch {
          PlainSearch(feed, days: days.map { noon.addingTimeInterval(Double($0) * 86_400) })
        }
        plain = (day, search(feed.daysSearched), search(feed.daysAround))
      }
      guard let search = plain?.search, let wide = plain?.wide else { continue }
      compare(answer, question, search)
      guard let latest = answer.first?.arrival, answer.first?.departure ?? .distantFuture < question.at + 43_200 else {
        continue
      }
      // Not the arrival itself, so that there is something to choose.
      try compareArriving(by: latest.addingTimeInterval(Double(seconds.count * 377 % 1800)), question, wide, store)
    }
  }

  private mutating func compare(_ answer: [Connection], _ question: ConnectionQuestions.Question, _ search: PlainSearch)
  {
    let (from, to) = (Self.id(question.from), Self.id(question.to))
    let at = Int(question.at.timeIntervalSince1970.rounded(.up))
    let expected = search.arrivals(from: from, to: to, at: at)
    // Some are there only since they spare a walk.
    let answer = answer.without { one, other in
      other.arrival < one.arrival || other.arrival == one.arrival && other.departure > one.departure
    }
    let got = answer.map { (rides: $0.rides.count, arrival: Int($0.arrival.timeIntervalSince1970)) }
    // Where nothing goes on the days round it, the search looks on; the plain one does not.
    let isSame = expected.isEmpty || expected.map { [$0.rides, $0.arrival] } == got.map { [$0.rides, $0.arrival] }
    if !isSame {
      differences.append("\(from) to \(to) at \(question.at.ISO8601Format()): \(got), and plainly \(expected)")
    }
    for connection in answer where !expected.isEmpty {
      // One that leaves later with as many rides must arrive later.
      let leaves = Int(connection.departure.timeIntervalSince1970)
      let later = search.arrivals(from: from, to: to, at: leaves + 1).last { $0.rides <= connection.rides.count }
      if leaves < at || later.map({ $0.arrival <= Int(connection.arrival.timeIntervalSince1970) }) ?? false {
        differences.append(
          "\(from) to \(to): \(connection.rides.count) rides leave at \(leaves), not as late as they can")
      }
    }
  }

  /// Asks for connections by their arrival: each must be one that exists, and with no more rides none may leave later.
  private mutating func compareArriving(
    by instant: Date, _ question: ConnectionQuestions.Question, _ search: PlainSearch, _ store: TimetableStore
  ) throws {
    let all = try store.connections(from: question.from.id, to: question.to.id, arriving: instant)
    let answer = all.without { one, other in
      other.departure > one.departure || other.departure == one.departure && other.arrival < one.arrival
    }
    let (from, to, latest) = (Self.id(question.from), Self.id(question.to), Int(instant.timeIntervalSince1970))
    func arrives(leaving: Int, rides: Int) -> Bool {
      search.arrivals(from: from, to: to, at: leaving).contains { $0.rides <= rides && $0.arrival <= latest }
    }
    for (number, connection) in answer.enumerated() {
      let leaves = Int(connection.departure.timeIntervalSince1970)
      // Up to where the next one of the answer begins.
      let next = number + 1 < answer.count ? answer[number + 1].rides.count - 1 : Int.max
      let exists = arrives(leaving: leaves, rides: connection.rides.count)
      if !exists || arrives(leaving: leaves + 1, rides: next) {
        differences.append(
          "\(from) to \(to) by \(instant.ISO8601Format()): \(connection.rides.count) rides leave at \(leaves), which \(exists ? "is not the last" : "are none")"
        )
      }
    }
    arriving += 1
    if answer.isEmpty { differences.append("\(from) to \(to) by \(instant.ISO8601Format()): nothing") }
  }

  private static func id(_ stop: Stop) -> String { stop.gtfs?.stopID ?? "" }

  /// The figures in lines.
  var table: String {
    let sorted = seconds.sorted()
    func share(_ share: Double) -> String {
      String(
        format: "%.2f", 1000 * (sorted.isEmpty ? 0 : sorted[min(sorted.count - 1, Int(share * Double(sorted.count)))]))
    }
    let byChanges = byChanges.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: ", ")
    return """
      questions \(seconds.count), by arrival too \(arriving), answered \(answered), connections \(connections) (by changes \(byChanges)), different \(differences.count)
      first \(String(format: "%.1f", 1000 * (seconds.first ?? 0))) ms, median \(share(0.5)) ms, p95 \(share(0.95)) ms, most \(share(1)) ms
      """
  }
}

extension [Connection] {
  /// Without those for which there is a better one with no more rides, or one as good with fewer.
  fileprivate func without(_ isBetter: (_ one: Connection, _ other: Connection) -> Bool) -> [Connection] {
    filter { one in
      !contains { other in
        other.rides.count <= one.rides.count
          && (isBetter(one, other) || other.rides.count < one.rides.count && !isBetter(other, one))
      }
    }
  }
}
