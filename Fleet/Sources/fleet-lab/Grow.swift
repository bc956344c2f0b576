import Alerts
import ArgumentParser
import Fleet
import Foundation
import Journey

/// What more riders cost, in simulated time.
struct Grow: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract:
      "Drive riders whose phones are silent for as long as they may, in simulated time: fixes a trip, and what is late.",
    discussion: """
      A third of them asks by stops, one by metres and one by minutes. Late is what comes later than for a phone that speaks each second.
      """)

  @Option(help: "How many riders.") var riders = 1000
  @Option(help: "How many different rides.") var rides = 1000
  @Option(help: "Minutes within which all depart.") var minutes = 30.0
  @Option(help: "Times as long as the rides of faults.py, so that most trips take half an hour.") var stretch = 12.5
  @Option(help: "When they depart, by chance.") var seed: UInt64 = 9
  @Flag(help: "Of the rides the timetable has the stops alone, and no line between them.") var withoutShapes = false

  func run() throws {
    let began = Usage.processorSeconds
    let empty = Usage.memory
    var load = GrowingLoad(self)
    let prepared = Usage.processorSeconds
    var most = 0
    while load.step() {
      if load.second % 60 == 0 { most = max(most, Usage.memory) }
    }
    let used = Usage.processorSeconds - prepared
    let kinds = load.kinds.map { kind in
      """
      "\(kind.name)":{"riders":\(kind.riders),"fixesPerTrip":\(kind.fixesPerTrip),"secondsPerTrip":\(kind.secondsPerTrip),\
      "timesFewer":\(kind.timesFewer),"expected":\(kind.expected),"told":\(kind.delays.count),"superseded":\(kind.superseded),\
      "laterThan2s":\(kind.delays.count { $0 > 2 }),"p99":\(kind.delay(0.99)),"latest":\(kind.delay(1)),"earliest":\(kind.delay(0))}
      """
    }
    print(
      """
      {"riders":\(riders),\(kinds.joined(separator: ",")),"seconds":\(load.second),"processorSeconds":\(used),\
      "coreShare":\(used / Double(load.second)),"preparing":\(prepared - began),"memoryMB":\((most - empty) >> 20)}
      """)
  }
}

/// Riders in simulated time, with what became of them.
private struct GrowingLoad {
  /// What riders who ask in one way have cost.
  struct Kind {
    let name: String
    var (riders, fixes, dense, expected, superseded) = (0, 0, 0, 0, 0)
    /// Seconds by which levels came later than for a phone that speaks each second.
    var delays: [Double] = []

    init(name: String) { self.name = name }

    var fixesPerTrip: Double { Double(fixes) / Double(riders) }
    var secondsPerTrip: Double { Double(dense) / Double(riders) }
    var timesFewer: Double { Double(dense) / Double(fixes) }

    func delay(_ share: Double) -> Double {
      let sorted = delays.sorted()
      return sorted.isEmpty ? 0 : sorted[min(sorted.count - 1, Int(share * Double(sorted.count)))]
    }
  }

  private struct Phone {
    let name: RiderID
    let departs: Double
    var told: [String: Double] = [:]
    var isFollowed = false
  }

  private static let speaksBefore = 60.0
  private let start = Date(timeIntervalSince1970: 1_800_000_000)
  private let made: [MadeRide]
  private let expected: [[[String: Double]]]
  private let places: [RiderID: Int]
  private let last: Int
  private var shards = Array(repeating: RiderShard(), count: Partition.count)
  private var phones: [Phone]
  /// The phones that speak in each second.
  private var wakes: [Int: [Int32]] = [:]
  private(set) var second = 0
  private(set) var kinds = ["stops", "metres", "minutes", "all"].map(Kind.init(name:))

  init(_ options: Grow) {
    made = (0..<options.rides).map {
      MadeRide($0, seed: 3, stretch: options.stretch, hasShape: !options.withoutShapes)
    }
    expected = made.map { ride in (0..<3).map { ride.expected(rider: $0) } }
    var random = SplitMix(seed: options.seed)
    phones = (0..<options.riders).compactMap { place in
      // In whole minutes, as timetables have it: many riders take the same run of a ride.
      RiderID("rider\(place)").map { Phone(name: $0, departs: Double(random.next() % UInt64(options.minutes)) * 60) }
    }
    places = Dictionary(uniqueKeysWithValues: phones.enumerated().map { ($1.name, $0) })
    last = Int(options.minutes * 60 + (made.map(\.seconds).max() ?? 0)) + 300
    for place in phones.indices { wakes[Int(phones[place].departs), default: []].append(Int32(place)) }
  }

  /// Lets a second pass.
  /// - Returns: Whether there is another one.
  mutating func step() -> Bool {
    let now = start + Double(second) - Self.speaksBefore
    for place in (wakes.removeValue(forKey: second) ?? []).map(Int.init) { speak(place, at: now) }
    for place in shards.indices { count(shards[place].tick(at: now)) }
    second += 1
    return second < last
  }

  private func ride(_ place: Int) -> MadeRide { made[place % made.count] }
  private func kind(_ place: Int) -> Int { place / 4 % 3 }
  private func seconds(_ place: Int) -> Double { Double(second) - Self.speaksBefore - phones[place].departs }

  private mutating func speak(_ place: Int, at now: Date) {
    let (phone, partition) = (phones[place], Partition(of: phones[place].name).number)
    if !phone.isFollowed,
      let reminder = ride(place).reminder(departing: start + phone.departs, rider: kind(place))
    {
      shards[partition].follow(reminder, of: phone.name, told: [], at: now)
      phones[place].isFollowed = true
    }
    let position = ride(place).position(seconds(place), noise: LoadRider.noise(place))
    count(shards[partition].take(Fix(at: now, position: position, accuracy: 8), of: phone.name, at: now))
    for kind in [kind(place), 3] { kinds[kind].fixes += 1 }
    if let quiet = shards[partition].quieten(phone.name, at: now), seconds(place) < ride(place).seconds + 120 {
      wakes[second + max(1, Int(quiet)), default: []].append(Int32(place))
    } else {
      end(place)
    }
  }

  /// A rider has got off: what were they told, and when?
  private mutating func end(_ place: Int) {
    let due = expected[place % made.count][kind(place)]
    let told = phones[place].told
    let delays = told.compactMap { level, at in due[level].map { at - $0 } }
    // A level says all that those below it would have said.
    let superseded = due.keys.count { level in
      told[level] == nil
        && told.contains { $0.key > level && $0.key.first == level.first && $0.value <= (due[level] ?? 0) + 10 }
    }
    for kind in [kind(place), 3] {
      kinds[kind].riders += 1
      kinds[kind].dense += Int(seconds(place) + Self.speaksBefore)
      kinds[kind].expected += due.count
      kinds[kind].superseded += superseded
      kinds[kind].delays += delays
    }
    phones[place].told = [:]
  }

  private mutating func count(_ alerts: [FleetAlert]) {
    for alert in alerts where alert.alert.event == .alert {
      guard let place = places[alert.rider], let level = alert.alert.level.map({ "\(alert.alert.leg).\($0)" }) else {
        continue
      }
      phones[place].told[level] = min(phones[place].told[level] ?? .infinity, seconds(place))
    }
  }
}
