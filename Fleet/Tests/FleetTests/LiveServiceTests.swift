import Alerts
import FleetService
import Following
import Foundation
import Hummingbird
import Journey
import Synchronization
import Testing

@Suite("Live feeds that a service reads for all") struct LiveServiceTests {
  private final class State: Sendable {
    let port = Mutex<Int?>(nil)
    /// What is asked, and what is answered to it.
    let questions = Mutex<[(key: String?, rides: Int)]>([])
    let failing = Mutex(false)
  }

  /// A service that says of each ride that it is as late as it has stops, in minutes.
  private func withService(_ work: (URL, State) async throws -> Void) async throws {
    struct Question: Decodable { var rides: [Ride] }
    struct Answer: Encodable { var reports: [LiveReport?] }
    let state = State()
    let router = Router()
    router.post("reports") { request, _ -> Response in
      let body = try await request.body.collect(upTo: 8 << 20)
      guard !state.failing.withLock(\.self) else { return Response(status: .serviceUnavailable) }
      let rides = try RecordCoding.decoder().decode(Question.self, from: Data(body.readableBytesView)).rides
      state.questions.withLock { $0.append((request.headers[.authorization], rides.count)) }
      let reports = rides.map { ride -> LiveReport? in
        let late = Double(ride.stops.count * 60)
        return ride.line == "unknown"
          ? nil
          : LiveReport(
            madeAt: NorthRide.start, calls: ride.stops.map { _ in LiveReport.Call(arrival: late, departure: late) })
      }
      let data = try RecordCoding.encoder().encode(Answer(reports: reports))
      return Response(status: .ok, body: ResponseBody(byteBuffer: ByteBuffer(data: data)))
    }
    let application = Application(
      router: router, configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
      onServerRunning: { channel in state.port.withLock { $0 = channel.localAddress?.port } })
    // It serves for as long as the tests run: to be cut off in the middle of a request ends a program that serves.
    Task.detached { try await application.runService(gracefulShutdownSignals: []) }
    while state.port.withLock({ $0 }) == nil { try await Task.sleep(for: .milliseconds(10)) }
    try await work(try #require(URL(string: "http://127.0.0.1:\(state.port.withLock { $0 } ?? 0)")), state)
  }

  @Test("Each ride has its own answer, many are asked about in parts, and the key goes with each question")
  func answers() async throws {
    try await withService { address, state in
      let live = LiveService(address, key: "sesame") { failure in Issue.record("\(failure ?? "works")") }
      let known = try NorthRide.reminder().ride
      var unknown = known
      unknown.line = "unknown"
      let rides = Array(repeating: known, count: 250) + [unknown]
      let reports = await live.reports(on: rides.map { ReportedRide($0) }, at: NorthRide.start)
      #expect(reports.count == 251 && reports[249]?.late == 360 && reports[250] == nil)
      #expect(state.questions.withLock { $0.map(\.rides) } == [200, 51])
      #expect(state.questions.withLock { $0.allSatisfy { $0.key == "Bearer sesame" } })
    }
  }

  @Test("While it fails, what it said last holds, and that it fails is told once")
  func fails() async throws {
    try await withService { address, state in
      let told = Mutex<[String?]>([])
      let live = LiveService(address, key: nil) { failure in told.withLock { $0.append(failure) } }
      let ride = ReportedRide(try NorthRide.reminder().ride)
      let first = await live.reports(on: [ride], at: NorthRide.start)
      state.failing.withLock { $0 = true }
      for _ in 0..<3 { #expect(await live.reports(on: [ride], at: NorthRide.start) == first) }
      state.failing.withLock { $0 = false }
      #expect(await live.reports(on: [ride], at: NorthRide.start) == first)
      #expect(told.withLock(\.self) == ["it answers 503", nil])
    }
  }
}
