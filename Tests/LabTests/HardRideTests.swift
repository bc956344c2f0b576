import Alerts
import Foundation
import Journey
import Testing
import Rehearsal

@testable import alight_lab

@Suite("Hard rides")
struct HardRideTests {
  /// Metres in a second that a fast train, its error and the accuracy's jumps stay below.
  private static let fastest = 50.0

  private static func outings(_ kind: HardRideKind, _ count: Int) -> [Outing] {
    (0..<count).map { number in
      var random = SplitMix(seed: UInt64(number) &* 7919 &+ 11)
      return kind.make(&random)
    }
  }

  @Test("come in at least twenty kinds, each with a name of its own, in two halves")
  func kinds() {
    let kinds = HardRideKind.all
    #expect(kinds.count >= 20)
    #expect(Set(kinds.map(\.name)).count == kinds.count)
    let tuned = kinds.indices.count { HardRideKind.half(at: $0) == .tuned }
    #expect(tuned * 2 == kinds.count)
  }

  @Test("come again from their seed, and are others from another", arguments: HardRideKind.all.map(\.name))
  func seeds(name: String) throws {
    let kind = try #require(HardRideKind.all.first { $0.name == name })
    func inputs(_ seed: UInt64) -> [AlertInput] { kind.ride(3, seed: seed, hasShape: true).moments.map(\.input) }
    #expect(inputs(5) == inputs(5))
    #expect(inputs(5) != inputs(6))
  }

  @Test("never leap, whatever carries the rider", arguments: HardRideKind.all.map(\.name))
  func noLeap(name: String) throws {
    let kind = try #require(HardRideKind.all.first { $0.name == name })
    for outing in Self.outings(kind, 4) {
      let points = outing.track.points
      let farthest = zip(points, points.dropFirst()).map { $0.metres(to: $1) }.max() ?? 0
      #expect(farthest < Self.fastest)
    }
  }

  @Test("are at the destination when their truth says so", arguments: HardRideKind.all.map(\.name))
  func truth(name: String) throws {
    let kind = try #require(HardRideKind.all.first { $0.name == name })
    for outing in Self.outings(kind, 4) {
      guard let arrival = outing.truth.arrival else {
        // Who never gets there is never near the stop.
        let place = outing.line.places[outing.destination]
        let nearest = outing.track.points.map { $0.metres(to: place) }.min() ?? 0
        #expect(nearest > 80)
        continue
      }
      let (before, leaves) = (try #require(outing.truth.leavesBefore), try #require(outing.truth.leaves))
      #expect(before < arrival && arrival < leaves)
      let second = Int(arrival - outing.track.start)
      let place = outing.line.places[outing.destination]
      #expect(outing.track.place(at: second).metres(to: place) < 60)
      let doors = Int(leaves - outing.track.start)
      #expect(outing.track.place(at: doors).metres(to: place) < 30)
    }
  }

  @Test("give the engine a clock that goes on by the second, and fixes that come after they were taken")
  func streams() throws {
    let kind = try #require(HardRideKind.all.first { $0.name == "sparse-fixes" })
    let ride = kind.ride(0, seed: 1, hasShape: true)
    let ticks = ride.moments.compactMap { if case .tick(let instant) = $0.input { instant } else { nil } }
    #expect(zip(ticks, ticks.dropFirst()).allSatisfy { $1.timeIntervalSince($0) == 1 })
    let fixes = ride.moments.compactMap { if case .fix(let fix) = $0.input { fix } else { nil } }
    #expect(zip(fixes, fixes.dropFirst()).allSatisfy { $1.at.timeIntervalSince($0.at) >= 27 })
    #expect(ride.moments.allSatisfy { $0.input.at.timeIntervalSince(ride.epoch) <= $0.second })
  }

  @Test("can be written as a case that reads back to the same ride")
  func cases() throws {
    let kind = try #require(HardRideKind.all.first { $0.name == "passed-stop" })
    let ride = kind.ride(0, seed: 1, hasShape: true)
    let interval = ride.intervals[2]
    let file = try #require(ride.file(interval, number: 0))
    let read = try RecordedRide(json: JSONEncoder().encode(file))
    #expect(read.ride.stops.count == ride.ride.stops.count)
    #expect(read.interval == interval)
    let arrival = try #require(read.ride.arrival)
    #expect(abs(arrival.timeIntervalSince(try #require(ride.ride.arrival))) < 1)
    let clockless = try #require(HardRideKind.all.first { $0.name == "clock-back" }).ride(0, seed: 1, hasShape: true)
    #expect(clockless.file(clockless.intervals[0], number: 0) == nil)
  }

  @Test("are judged by the first last call, and a doubt counts only while the doors are open")
  func verdicts() {
    let truth = HardRide.Truth(leavesBefore: 100, arrival: 160, leaves: 180)
    func outcome(_ told: (Double, Alert.Event)..., truth: HardRide.Truth) -> HardRideVerdict.Outcome {
      HardRideVerdict(
        told.map { second, event in
          let instant = Date(timeIntervalSince1970: second)
          return (second, Alert(event: event, level: event == .alert ? 3 : nil, at: instant, estimated: false))
        }, truth: truth
      ).outcome
    }
    #expect(outcome((110, .alert), truth: truth) == .right)
    #expect(outcome((50, .alert), (110, .alert), truth: truth) == .early)
    #expect(outcome((170, .positionDoubted), truth: truth) == .doubted)
    #expect(outcome((190, .positionDoubted), truth: truth) == .never)
    #expect(outcome((40, .positionDoubted), (50, .alert), truth: truth) == .early)
    var jam = truth
    jam.forgivesEarly = true
    #expect(outcome((40, .positionDoubted), (50, .alert), truth: jam) == .doubted)
    #expect(outcome((50, .alert), (60, .positionDoubted), truth: jam) == .early)
    #expect(outcome((40, .positionLost), (50, .alert), truth: jam) == .early)
    #expect(outcome((50, .alert), truth: HardRide.Truth()) == .falseAlarm)
    #expect(outcome((50, .wrongLine), truth: HardRide.Truth()) == .quiet)
  }
}
