#if Page
import Alerts
import Foundation
import Journey
import Rehearsal
import Testing

/// The small module by which a phone rings alone, held against the engine over recorded rides.
@Suite("What a phone works out alone", .tags(.alone))
struct PhoneAlarmTests {
  /// Recorded rides of the project, and where it lies beside the checkout the larger set of them.
  private static var files: [URL] {
    let folders = [
      Program.root.appending(path: "Tests/Recorded/rides"),
      Program.root.deletingLastPathComponent().appending(path: "shared/data/traces"),
    ]
    return folders.flatMap { folder in
      ((try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? [])
        .filter { $0.pathExtension == "json" }.sorted { $0.path < $1.path }
    }
  }

  private struct Case: Encodable {
    struct Record: Encodable {
      var route: Ride
      var levels: [Level]
    }

    struct PhoneFix: Encodable {
      var at: Double
      var lat: Double
      var lon: Double
      var speed: Double?
    }

    var record: Record
    var fixes: [PhoneFix]
  }

  /// When the engine calls, by level, in seconds since 1970.
  private func calls(_ recorded: RecordedRide, _ plan: AlertPlan) -> [Int: Double] {
    var state = AlertState()
    var calls: [Int: Double] = [:]
    for moment in RideReplay(recorded.fixes) {
      for case .deliver(let alert) in AlertEngine.advance(plan, &state, moment.input) where alert.event == .alert {
        if let level = alert.level { calls[level] = alert.at.timeIntervalSince1970 }
      }
    }
    return calls
  }

  private struct Found: Decodable {
    struct Call: Decodable {
      var at: Double
      var progress: Double?
    }

    var calls: [String: Call]
    var stops: [Double]
  }

  @Test("never misses a call that the engine makes, and is at most a stop early")
  func agrees() throws {
    let program = try Program()
    defer { program.cleanUp() }
    var (cases, expected, names): ([Case], [[Int: Double]], [String]) = ([], [], [])
    for file in Self.files {
      guard let recorded = try? RecordedRide(json: Data(contentsOf: file)), let plan = recorded.plan() else { continue }
      let fixes = recorded.fixes.filter(\.at.isCountable).map {
        Case.PhoneFix(
          at: $0.at.timeIntervalSince1970, lat: $0.position.latitude, lon: $0.position.longitude, speed: $0.speed)
      }
      cases.append(
        Case(
          record: .init(route: recorded.ride, levels: Level.expand(recorded.interval, over: recorded.ride)),
          fixes: fixes.sorted { $0.at < $1.at }))
      expected.append(calls(recorded, plan))
      names.append(file.lastPathComponent)
    }
    #expect(cases.count >= 6)
    let input = program.folder.appending(path: "rides.json")
    try RecordCoding.encoder().encode(["rides": cases]).write(to: input)
    let told = try PageVisit.run("engine", program, [input.path])
    #expect(told.status == 0, "\(told.talk)")
    let found = try JSONDecoder().decode([Found].self, from: Data(told.output.utf8))
    try #require(found.count == cases.count)
    for (number, name) in names.enumerated() {
      // Where the recording begins before the first stop that is known, the phone is off the way at first, as no rider is.
      let isWhole = cases[number].record.route.stops.count > 2
      for (level, at) in expected[number].sorted(by: { $0.key < $1.key }) where level > 1 || isWhole {
        let call = found[number].calls[String(level)]
        #expect(call != nil, "\(name) misses level \(level)")
        guard let call else { continue }
        // Recordings begin on the way, where the first level may be due at once and the pace is not measured yet.
        let latest = at + (level == 1 ? 90 : 25)
        #expect(call.at <= latest, "\(name) calls level \(level) \(Int(call.at - at)) s after the engine")
      }
      guard let last = found[number].calls["3"]?.progress, let end = found[number].stops.last else { continue }
      // The last call comes behind the second last stop but one: at most one stop early.
      let stops = found[number].stops
      let earliest = stops.count > 2 ? stops[stops.count - 3] : 0
      #expect(last >= earliest - 100, "\(name): the last call comes \(Int(end - last)) m before the end")
    }
  }
}
#endif
