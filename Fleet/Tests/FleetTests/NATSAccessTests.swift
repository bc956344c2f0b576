import Fleet
import Foundation
import Synchronization
import Testing

@testable import FleetNATS

/// Who may hear and say what, on a server with TLS, two tenants and a phone that speaks for one rider.
@Suite(
  "Who may do what on NATS", .serialized, .enabled(if: NATSServer.program != nil, "nats-server is not installed"))
final class NATSAccessTests {
  private let server: NATSServer
  private let anna: RiderID
  private let bert: RiderID

  init() throws {
    let mappings = #"mappings { "phone.*": "fix.{{partition(256,1)}}.{{wildcard(1)}}" }"#
    let worker = """
      permissions { publish: ["ring.*", "quiet.*", "worker.*", "state.*", "fix.*.*"], subscribe: ["fix.*.*", "worker.*", "state.*"] }
      """
    server = try NATSServer(
      """
      max_payload: 64KB
      tls { cert_file: "FOLDER/server.pem", key_file: "FOLDER/server.key", ca_file: "FOLDER/ca.pem" }
      accounts {
        linz { \(mappings)
          users [
            { user: linz-worker, password: one, \(worker) }
            { user: anna, password: two, permissions { publish: ["fix.*.anna"], subscribe: ["ring.anna", "quiet.anna"] } }
          ] }
        wels { \(mappings)
          users [ { user: wels-worker, password: three, \(worker) } ] }
      }
      """, prepare: Self.makeCertificates)
    anna = try #require(RiderID("anna"))
    bert = try #require(RiderID("bert"))
  }

  deinit { server.cleanUp() }

  private static func makeCertificates(_ folder: URL) throws {
    func openssl(_ arguments: String) throws {
      let process = Process()
      process.executableURL = URL(filePath: "/usr/bin/openssl")
      process.arguments = arguments.split(separator: " ").map(String.init)
      process.currentDirectoryURL = folder
      process.standardError = FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
      try #require(process.terminationStatus == 0, "openssl \(arguments)")
    }
    let key = "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes"
    try openssl("req -x509 \(key) -keyout ca.key -out ca.pem -days 2 -subj /CN=fleet")
    try openssl("req \(key) -keyout server.key -out server.csr -subj /CN=server")
    try Data("subjectAltName=IP:127.0.0.1\n".utf8).write(to: folder.appending(path: "server.ext"))
    try openssl(
      "x509 -req -in server.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -extfile server.ext -out server.pem")
  }

  private var servers: [String] { [server.address.replacing("nats://", with: "tls://")] }

  private func access(_ user: String, _ password: String, authority: String? = "ca.pem") throws -> NATSAccess {
    var access = NATSAccess()
    let file = server.folder.appending(path: "\(user).nats")
    try Data("\(user)\n\(password)\n".utf8).write(to: file)
    access.password = file
    access.authorities = authority.map { server.folder.appending(path: $0) }
    return access
  }

  private func fix(_ second: Double) -> Data {
    Data(#"{"_type":"location","lat":48,"lon":14,"tst":\#(1_800_000_000 + second),"acc":8}"#.utf8)
  }

  @Test("Without the right password, or with a server that nobody vouches for, nobody comes in")
  func refused() throws {
    #expect(throws: BusFailure.self) { try NATSBus(servers, access: access("linz-worker", "wrong")) }
    #expect(throws: BusFailure.self) { try NATSBus(servers, access: access("linz-worker", "one", authority: nil)) }
    #expect(throws: BusFailure.self) { try NATSBus([server.address], access: NATSAccess()) }
    var lines = NATSAccess()
    lines.password = server.folder.appending(path: "server.ext")
    #expect(throws: BusFailure.self) { try NATSBus(servers, access: lines) }
  }

  @Test("A tenant hears and rings nobody of another one")
  func tenants() async throws {
    let linz = try NATSBus(servers, access: access("linz-worker", "one"))
    let wels = try NATSBus(servers, access: access("wels-worker", "three"))
    try linz.follow(Set(Partition.all), overhearing: Set(Partition.all), standby: Set(Partition.all))
    try wels.follow(Set(Partition.all), overhearing: Set(Partition.all), standby: Set(Partition.all))
    let heard = Mutex<[String]>([])
    let phone = try NATSPhoneLine(servers, access: access("anna", "two"), of: anna) { _, word in
      if case .ring(let record) = word { heard.withLock { $0.append(record) } }
    }
    // What another tenant does with the same names comes to nobody here.
    try wels.ring(Data("from wels".utf8), to: anna)
    try wels.beat(Heartbeat(try #require(WorkerID("wels-one"))))
    try wels.send(fix(1), of: anna)
    while wels.phones.counts.fixes == 0 { try await Task.sleep(for: .milliseconds(10)) }
    try phone.send(fix(2), of: anna)
    try linz.ring(Data("from linz".utf8), to: anna)
    try linz.beat(Heartbeat(try #require(WorkerID("linz-one"))))
    while heard.withLock(\.isEmpty) || linz.phones.counts.fixes == 0 { try await Task.sleep(for: .milliseconds(10)) }
    #expect(heard.withLock(\.self) == ["from linz"])
    #expect(linz.phones.take()[anna]?.last?.at.timeIntervalSince1970 == 1_800_000_002)
    #expect(wels.phones.take()[anna]?.last?.at.timeIntervalSince1970 == 1_800_000_001)
    #expect(linz.takeHeartbeats().map(\.worker.text) == ["linz-one"])
  }

  @Test("A phone that speaks for one rider speaks for nobody else, and hears nobody else's alerts")
  func phones() async throws {
    let worker = try NATSBus(servers, access: access("linz-worker", "one"))
    try worker.follow(Set(Partition.all), overhearing: [], standby: [])
    let heard = Mutex<[String]>([])
    let phone = try NATSPhoneLine(servers, access: access("anna", "two")) { rider, _ in
      heard.withLock { $0.append(rider.text) }
    }
    let own = try NATSPhoneLine(servers, access: access("anna", "two"), of: anna) { rider, _ in
      heard.withLock { $0.append(rider.text) }
    }
    try phone.send(fix(1), of: bert)
    try phone.send(fix(2), of: anna)
    while worker.phones.counts.fixes == 0 { try await Task.sleep(for: .milliseconds(10)) }
    #expect(Set(worker.phones.take().keys) == [anna])
    try worker.ring(Data("for bert".utf8), to: bert)
    try worker.ring(Data("for anna".utf8), to: anna)
    while heard.withLock(\.isEmpty) { try await Task.sleep(for: .milliseconds(10)) }
    #expect(Set(heard.withLock(\.self)) == ["anna"])
    withExtendedLifetime(own) {}
  }
}
