import Fleet
import Foundation
import Journey
import Synchronization

/// The phones of all riders of a load: each says where it is once a second, or as seldom as it may, and writes down what it hears.
final class PhoneFleet: Sendable {
  private struct Phone {
    let rider: RiderID
    let ride: Int
    let departs: Double
    let noise: Double
    /// Until when it may stay silent.
    var quietUntil = 0.0
    var sentAt = 0.0
    /// What no worker has answered yet, with its instant.
    var unanswered: [(at: Double, data: Data)] = []
    /// When it said all of that again.
    var saidAgainAt = 0.0

    /// Whether it has had no answer for so long that it wonders whether anybody hears it.
    func doubts(_ now: Double) -> Bool { unanswered.first.map { now - $0.at >= PhoneFleet.patience } ?? false }

    /// What it says of where it is: while it doubts, it only asks. What is older must not come after what is newer, where it counts no
    /// more, and to say all again to those who are slow makes them slower.
    mutating func say(_ fix: Data, _ now: Double) -> Data {
      let doubts = doubts(now)
      unanswered.append((now, fix))
      if unanswered.count > PhoneFleet.mostKept { unanswered.removeFirst() }
      return doubts ? PhoneFleet.question : fix
    }

    /// What it says to an answer: all that is not heard yet, where it doubted that.
    mutating func hear(_ heard: Double?, _ now: Double) -> [Data] {
      let doubted = doubts(now)
      if let heard { unanswered.removeAll { $0.at <= heard } }
      guard doubted, heard == nil, now - saidAgainAt >= PhoneFleet.pause else { return [] }
      saidAgainAt = now
      return unanswered.map(\.data)
    }
  }

  /// How phones speak.
  struct Manners {
    /// They are silent for as long as the workers say.
    var isAdaptive = false
    /// They keep what no worker has answered, and say it again.
    var isAsking = false
  }

  /// Whoever has had no answer for so many seconds asks whether anybody hears it, and keeps so many fixes until then.
  private static let patience = 2.0
  /// It does not say all again sooner than after so many seconds: whoever is slow has it, and has not answered yet.
  private static let pause = 5.0
  private static let mostKept = 30
  private static let question = Data(#"{"schema":"alight.ask/1"}"#.utf8)

  private struct State {
    var phones: [Phone]
    var places: [RiderID: Int]
    var sent = 0
    var repeated = 0
    var lines: [String] = []
  }

  private let rides: [MadeRide]
  private let state: Mutex<State>
  private let manners: Manners
  let end: Double

  init(_ riders: [LoadRider], seed: UInt64, manners: Manners) {
    let made = (0...(riders.map(\.ride).max() ?? 0)).map { MadeRide($0, seed: seed) }
    let phones = riders.enumerated().map { place, rider in
      Phone(rider: rider.rider, ride: rider.ride, departs: rider.departs, noise: LoadRider.noise(place))
    }
    (rides, self.manners) = (made, manners)
    state = Mutex(
      State(phones: phones, places: Dictionary(uniqueKeysWithValues: riders.enumerated().map { ($1.rider, $0) })))
    end = (riders.map { $0.departs + made[$0.ride].seconds }.max() ?? 0) + 45
  }

  /// What phones say at a hundredth of a second since 1970: each of a hundredth of them that is on its way.
  func due(_ tick: Int) -> [(RiderID, Data)] {
    let now = Double(tick) / 100
    return state.withLock { state in
      var due: [(RiderID, Data)] = []
      for place in stride(from: tick % 100, to: state.phones.count, by: 100) {
        let phone = state.phones[place]
        let second = now - phone.departs
        guard second >= -MadeRide.speaksBefore, second < rides[phone.ride].seconds + 40,
          !manners.isAdaptive || phone.quietUntil <= now
        else {
          continue
        }
        let position = rides[phone.ride].position(second, noise: phone.noise)
        state.phones[place].sentAt = Date().timeIntervalSince1970
        state.sent += 1
        guard manners.isAsking else {
          due.append((phone.rider, Self.fix(position, now)))
          continue
        }
        due.append((phone.rider, state.phones[place].say(Self.askingFix(position, now), now)))
      }
      return due
    }
  }

  private static func fix(_ position: Position, _ now: Double) -> Data {
    Data(#"{"_type":"location","lat":\#(position.latitude),"lon":\#(position.longitude),"tst":\#(now),"acc":8}"#.utf8)
  }

  private static func askingFix(_ position: Position, _ now: Double) -> Data {
    let at = Date(timeIntervalSince1970: now).formatted(style)
    return Data(
      """
      {"schema":"alight.fix/1","at":"\(at)","lat":\(position.latitude),"lon":\(position.longitude),"accuracy":8,"answer":true}
      """.utf8)
  }

  private static let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

  /// A phone hears an alert.
  /// - Returns: What it answers.
  func hear(_ record: String, _ rider: RiderID) -> Data? {
    struct Alert: Decodable {
      var trace: String
      var event: String
      var level: Int?
      var reminder: String
      var leg: Int?
      var round: Int?
      var estimated: Bool
    }
    let now = Date().timeIntervalSince1970
    guard let alert = try? JSONDecoder().decode(Alert.self, from: Data(record.utf8)) else { return nil }
    state.withLock { state in
      let sent = state.places[rider].map { state.phones[$0].sentAt } ?? 0
      state.lines.append(
        """
        {"at":\(now),"rider":"\(rider)","reminder":"\(alert.reminder)","event":"\(alert.event)","level":\(alert.level ?? 0),\
        "leg":\(alert.leg ?? 0),"round":\(alert.round ?? 0),"trace":"\(alert.trace)","estimated":\(alert.estimated),\
        "sinceFix":\(sent > 0 ? now - sent : -1)}

        """)
    }
    return Data(#"{"schema":"alight.heard/1","traces":["\#(alert.trace)"]}"#.utf8)
  }

  /// A phone hears for how long it may stay silent, and what was heard of it.
  /// - Returns: What it says to that.
  func hear(answer record: String, _ rider: RiderID) -> [Data] {
    struct Quiet: Decodable {
      var seconds: Double
      var heard: String?
    }
    guard let quiet = try? JSONDecoder().decode(Quiet.self, from: Data(record.utf8)) else { return [] }
    let heard = quiet.heard.flatMap { try? Date($0, strategy: Self.style) }
    return state.withLock { state in
      guard let place = state.places[rider] else { return [] }
      state.phones[place].quietUntil = state.phones[place].sentAt + quiet.seconds
      let again = state.phones[place].hear(
        heard.map { $0.timeIntervalSince1970 + 0.001 }, Date().timeIntervalSince1970)
      state.repeated += again.count
      return again
    }
  }

  /// What was heard since it was taken last.
  func takeLines() -> String {
    state.withLock { state in
      defer { state.lines = [] }
      return state.lines.joined()
    }
  }

  /// How many fixes were said, and how many of them again.
  var sent: (fixes: Int, again: Int) { state.withLock { ($0.sent, $0.repeated) } }
}

/// Reads riders that `fleet-lab riders` has made.
func readRiders(_ path: String) throws -> [LoadRider] {
  let data = try Data(contentsOf: URL(filePath: path))
  let decoder = RecordCoding.decoder()
  return try data.split(separator: 0x0A).map { try decoder.decode(LoadRider.self, from: Data($0)) }
}
