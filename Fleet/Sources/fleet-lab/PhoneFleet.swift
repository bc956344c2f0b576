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
  }

  private struct State {
    var phones: [Phone]
    var places: [RiderID: Int]
    var sent = 0
    var lines: [String] = []
  }

  private let rides: [MadeRide]
  private let state: Mutex<State>
  private let isAdaptive: Bool
  let end: Double

  init(_ riders: [LoadRider], seed: UInt64, isAdaptive: Bool) {
    let made = (0...(riders.map(\.ride).max() ?? 0)).map { MadeRide($0, seed: seed) }
    let phones = riders.enumerated().map { place, rider in
      Phone(rider: rider.rider, ride: rider.ride, departs: rider.departs, noise: LoadRider.noise(place))
    }
    (rides, self.isAdaptive) = (made, isAdaptive)
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
          !isAdaptive || phone.quietUntil <= now
        else {
          continue
        }
        let position = rides[phone.ride].position(second, noise: phone.noise)
        state.phones[place].sentAt = Date().timeIntervalSince1970
        due.append((phone.rider, Self.fix(position, now)))
      }
      state.sent += due.count
      return due
    }
  }

  private static func fix(_ position: Position, _ now: Double) -> Data {
    Data(#"{"_type":"location","lat":\#(position.latitude),"lon":\#(position.longitude),"tst":\#(now),"acc":8}"#.utf8)
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

  /// A phone hears for how long it may stay silent.
  func quieten(_ record: String, _ rider: RiderID) {
    struct Quiet: Decodable { var seconds: Double }
    guard let quiet = try? JSONDecoder().decode(Quiet.self, from: Data(record.utf8)) else { return }
    state.withLock { state in
      if let place = state.places[rider] { state.phones[place].quietUntil = state.phones[place].sentAt + quiet.seconds }
    }
  }

  /// What was heard since it was taken last.
  func takeLines() -> String {
    state.withLock { state in
      defer { state.lines = [] }
      return state.lines.joined()
    }
  }

  var sent: Int { state.withLock(\.sent) }
}

/// Reads riders that `fleet-lab riders` has made.
func readRiders(_ path: String) throws -> [LoadRider] {
  let data = try Data(contentsOf: URL(filePath: path))
  let decoder = RecordCoding.decoder()
  return try data.split(separator: 0x0A).map { try decoder.decode(LoadRider.self, from: Data($0)) }
}
