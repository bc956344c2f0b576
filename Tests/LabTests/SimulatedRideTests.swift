import Foundation
import Testing

@testable import alight_lab

@Suite("Simulated rides")
struct SimulatedRideTests {
  private static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  private static func rides(_ count: Int, seed: UInt64) throws -> [RideCase] {
    let options = try RideOptions.parse(["--demo-network", package.appending(path: "Prompts/demo-network").path])
    var maker = RideMaker(try options.source(), seed: seed)
    return try (0..<count).map { _ in try maker.next() }
  }

  @Test("come again to the byte from their seed, and are others from another")
  func seeds() throws {
    func bytes(_ seed: UInt64) throws -> Data {
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      return try encoder.encode(try Self.rides(6, seed: seed))
    }
    #expect(try bytes(3) == bytes(3))
    #expect(try bytes(3) != bytes(4))
  }

  @Test("are told in time: expresses, standstills, tunnels, lines that turn back on themselves")
  func toldInTime() throws {
    var verdicts: [String: [RideVerdict]] = [:]
    for ride in try Self.rides(150, seed: 11) { verdicts[ride.kind, default: []].append(try RideVerdict(ride)) }
    #expect(verdicts.count == SimulatedRide.Kind.allCases.count)
    for (kind, verdicts) in verdicts {
      // Through the wrong door nobody must be sent, ever.
      if kind == SimulatedRide.Kind.wrongWay.rawValue {
        #expect(verdicts.allSatisfy { $0 == .quiet })
        continue
      }
      #expect(!verdicts.contains(.never), "\(kind)")
      // Of 25 rides of a kind one may go wrong: in a tunnel nobody knows how long a train stands.
      #expect(verdicts.count { $0 == .right } >= verdicts.count - 1, "\(kind): \(verdicts)")
    }
  }
}
