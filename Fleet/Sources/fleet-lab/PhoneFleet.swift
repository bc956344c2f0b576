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
    /// Before when it says none of that again, and for how long it waits then.
    var saysAgainAt = 0.0
    var pause = PhoneFleet.pause
    /// How long answers take of late: a slow one counts for a while.
    var answersTake = 0.0

    /// Whether it has had no answer for so long that it wonders whether anybody hears it: where they are slow, that is later.
    func doubts(_ now: Double) -> Bool {
      let patience = min(PhoneFleet.mostPatience, max(PhoneFleet.patience, 2 * answersTake))
      return unanswered.first.map { now - $0.at >= patience } ?? false
    }

    /// What it says of where it is: while it doubts, it only asks. What is older must not come after what is newer, where it counts no
    /// more, and to say all again to those who are slow makes them slower.
    mutating func say(_ fix: Data, _ now: Double) -> Data {
      let doubts = doubts(now)
      unanswered.append((now, fix))
      if unanswered.count > PhoneFleet.mostKept { unanswered.removeFirst() }
      return doubts ? PhoneFleet.question : fix
    }

    /// What it says to an answer: some of what is not heard yet, where it doubted that, over all the time that it did.
    mutating func hear(_ heard: Double?, _ now: Double) -> [Data] {
      let doubted = doubts(now)
      if let heard {
        if !doubted, let last = unanswered.last(where: { $0.at <= heard }) {
          answersTake = max(now - last.at, answersTake * 0.95)
        }
        unanswered.removeAll { $0.at <= heard }
      }
      guard doubted, !unanswered.isEmpty, now >= saysAgainAt else { return [] }
      // Where nothing was heard before either, to say all again and again makes slower who is slow.
      pause = heard == nil ? pause * 2 : PhoneFleet.pause
      saysAgainAt = now + pause
      return PhoneFleet.spread(unanswered.map(\.data))
    }
  }

  /// How phones speak.
  struct Manners {
    /// They are silent for as long as the workers say.
    var isAdaptive = false
    /// They keep what no worker has answered, and say it again.
    var isAsking = false
  }

  /// Whoever has had no answer for so many seconds, or for twice as long as answers take of late, asks whether anybody hears it, and keeps
  /// so many fixes until then.
  private static let patience = 2.0
  private static let mostPatience = 10.0
  /// It does not say that again sooner than after so many seconds, and twice as many each time where nothing was heard: whoever is slow
  /// has it, and has not answered yet.
  private static let pause = 2.0
  private static let mostKept = 30
  /// Of those it says so many again: from where the vehicle was when tells as much as from all, and many phones do so at once.
  private static let mostAgain = 10

  /// The first, the last, and others between them in equal steps, in order.
  private static func spread(_ said: [Data]) -> [Data] {
    guard said.count > mostAgain else { return said }
    return (0..<mostAgain).map { said[$0 * (said.count - 1) / (mostAgain - 1)] }
  }

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
      // Once for all: to write an instant takes longer than all else.
      let at = Date(timeIntervalSince1970: now).toTheMillisecond
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
        due.append((phone.rider, state.phones[place].say(Self.askingFix(position, at), now)))
      }
      return due
    }
  }

  private static func fix(_ position: Position, _ now: Double) -> Data {
    Data(#"{"_type":"location","lat":\#(position.latitude),"lon":\#(position.longitude),"tst":\#(now),"acc":8}"#.utf8)
  }

  private static func askingFix(_ position: Position, _ at: String) -> Data {
    Data(
      """
      {"schema":"alight.fix/1","at":"\(at)","lat":\(position.latitude),"lon":\(position.longitude),"accuracy":8,"answer":true}
      """.utf8)
  }

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
    guard let quiet = Self.quiet(record) else { return [] }
    return state.withLock { state in
      guard let place = state.places[rider] else { return [] }
      state.phones[place].quietUntil = state.phones[place].sentAt + quiet.seconds
      let again = state.phones[place].hear(
        quiet.heard.map { $0.timeIntervalSince1970 + 0.0005 }, Date().timeIntervalSince1970)
      state.repeated += again.count
      return again
    }
  }

  /// Phones have processors of their own: here one reads for all of them, as fast as it can, what workers are known to write.
  private static func quiet(_ record: String) -> (seconds: Double, heard: Date?)? {
    let bytes = record.utf8
    guard let after = bytes.firstRange(of: #""seconds":"#.utf8)?.upperBound,
      let seconds = Double(Substring(bytes[after...].prefix { (0x30...0x39).contains($0) }))
    else { return nil }
    guard let heard = bytes.firstRange(of: #""heard":""#.utf8)?.upperBound else { return (seconds, nil) }
    return (seconds, WrittenInstant(String(Substring(bytes[heard...].prefix { $0 != UInt8(ascii: "\"") })))?.date)
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
