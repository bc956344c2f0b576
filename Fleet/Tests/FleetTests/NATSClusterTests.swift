import Fleet
import Foundation
import Testing

@testable import FleetNATS

@Suite(
  "A fleet on several NATS servers", .serialized,
  .enabled(if: NATSServer.program != nil, "nats-server is not installed"))
struct NATSClusterTests {
  /// Two servers that pass on to each other what is listened to.
  private struct Cluster {
    let first: NATSServer
    let second: NATSServer

    init() throws {
      let port = try Self.freePort()
      func configuration(_ listen: Int, _ routes: String) -> String {
        """
        mappings = { "phone.*": "fix.{{partition(256,1)}}.{{wildcard(1)}}" }
        cluster { name: test, listen: "127.0.0.1:\(listen)", routes: [\(routes)] }
        """
      }
      first = try NATSServer(configuration(port, ""))
      second = try NATSServer(configuration(-1, "\"nats://127.0.0.1:\(port)\""))
    }

    func cleanUp() {
      first.cleanUp()
      second.cleanUp()
    }

    private static func freePort() throws -> Int {
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      defer { close(descriptor) }
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      var length = socklen_t(MemoryLayout<sockaddr_in>.size)
      let isBound = withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
        }
      }
      try #require(isBound)
      return Int(UInt16(bigEndian: address.sin_port))
    }
  }

  private static let fix = Data(
    #"{"schema":"alight.fix/1","at":"2026-12-01T08:40:00Z","lat":48.5,"lon":14.25,"accuracy":10}"#.utf8)

  /// A rider of each partition.
  private static func riders() throws -> [Partition: RiderID] {
    var riders: [Partition: RiderID] = [:]
    var number = 0
    while riders.count < Partition.count {
      let rider = try #require(RiderID("rider\(number)"))
      riders[Partition(of: rider)] = rider
      number += 1
    }
    return riders
  }

  @Test("A phone at one server is heard by whoever begins to listen at the other, while somebody there ends to do so")
  func passedOn() async throws {
    let cluster = try Cluster()
    defer { cluster.cleanUp() }
    let riders = try Self.riders()
    let buses: [any FleetBus] = [try NATSBus([cluster.first.address]), try NATSBus([cluster.first.address])]
    let phone = try NATSConnection([cluster.second.address], NATSAccess())
    // What both hear all the time tells that nothing more is under way that was sent before it.
    let always = try #require(Partition.all.first)
    let last = try #require(riders[always])
    let all = Set(Partition.all)
    try await buses[0].follow(all, overhearing: [], standby: [])
    try await buses[1].follow([always], overhearing: [], standby: [])
    for bus in buses {
      while bus.phones.take()[last] == nil {
        try phone.publish(Self.fix, on: "phone.\(last)")
        try await Task.sleep(for: .milliseconds(20))
      }
    }
    for round in 1...1000 {
      let (begins, ends) = (buses[round % 2], buses[1 - round % 2])
      async let begun: Void = begins.follow(all, overhearing: [], standby: [])
      async let ended: Void = ends.follow([always], overhearing: [], standby: [])
      _ = try await (begun, ended)
      var missing = Set(riders.values)
      // Servers take a moment to tell each other, in which something may be missed; not again and again.
      for _ in 0..<100 where !missing.isEmpty {
        for rider in missing where rider != last { try phone.publish(Self.fix, on: "phone.\(rider)") }
        try phone.publish(Self.fix, on: "phone.\(last)")
        try phone.flush()
        var heard: Set<RiderID> = []
        while !heard.contains(last) {
          heard.formUnion(begins.phones.take().keys)
          try await Task.sleep(for: .milliseconds(1))
        }
        missing.subtract(heard)
      }
      #expect(missing.isEmpty, "round \(round): \(missing.count) riders are never heard")
    }
  }
}
