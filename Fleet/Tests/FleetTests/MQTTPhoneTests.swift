import Fleet
import FleetNATS
import Foundation
import Testing

/// A phone that speaks MQTT to the gateway of nats-server, as OwnTracks does, by the clients of Mosquitto.
@Suite(
  "Phones that speak MQTT", .serialized,
  .enabled(if: NATSServer.program != nil && MQTTClient.isInstalled, "nats-server or mosquitto-clients is not installed")
)
final class MQTTPhoneTests {
  private let server: NATSServer
  private let port: Int
  private let anna: RiderID

  init() async throws {
    server = try NATSServer(
      """
      server_name: one
      jetstream { store_dir: "FOLDER/js" }
      mqtt { listen: "127.0.0.1:-1" }
      mappings = {
        "phone.*": "fix.{{partition(256,1)}}.{{wildcard(1)}}"
        "owntracks.*.*": "fix.{{partition(256,1)}}.{{wildcard(1)}}"
      }
      """)
    anna = try #require(RiderID("anna"))
    // It chooses the port itself, and tells it in its log alone.
    let log = server.folder.appending(path: "log")
    var found: Int?
    while found == nil {
      let text = try String(contentsOf: log, encoding: .utf8)
      found = text.firstMatch(of: /mqtt:\/\/127\.0\.0\.1:(\d+)/).flatMap { Int($0.output.1) }
      if found == nil { try await Task.sleep(for: .milliseconds(20)) }
    }
    port = try #require(found)
  }

  deinit { server.cleanUp() }

  @Test("What OwnTracks publishes, and our own messages, come to the worker of the rider", arguments: [0, 1])
  func says(quality: Int) async throws {
    let bus = try NATSBus([server.address])
    try bus.follow(Set(Partition.all), overhearing: [], standby: [])
    let words = [
      ("owntracks/anna/phone", #"{"_type":"location","lat":48.31,"lon":14.29,"tst":1800000000,"acc":12}"#),
      ("phone/anna", #"{"schema":"alight.fix/1","at":"2027-01-15T08:00:01Z","lat":48.31,"lon":14.29,"answer":true}"#),
    ]
    for (topic, message) in words { try MQTTClient.publish(message, on: topic, quality: quality, port: port) }
    while bus.phones.counts.fixes < 2 { try await Task.sleep(for: .milliseconds(10)) }
    #expect(bus.phones.takeAsking() == [anna])
    #expect(bus.phones.take()[anna]?.map(\.at.timeIntervalSince1970) == [1_800_000_000, 1_800_000_001])
  }

  @Test("It hears what its rider is told, and what it is answered, and nothing of others")
  func hears() async throws {
    let bus = try NATSBus([server.address])
    let bert = try #require(RiderID("bert"))
    let heard = try MQTTClient.listen(["ring/anna", "quiet/anna"], messages: 2, port: port)
    // Nobody can see when it listens: it is told until it has heard.
    while heard.isRunning {
      try bus.ring(Data("for bert".utf8), to: bert)
      try bus.ring(Data("for anna".utf8), to: anna)
      try bus.answer([anna: PhoneAnswer(seconds: 20)])
      try await Task.sleep(for: .milliseconds(50))
    }
    #expect(
      Set(heard.lines)
        == ["ring/anna for anna", #"quiet/anna {"schema":"alight.quiet/1","seconds":20}"#])
  }
}

/// Mosquitto's programs for one message.
private final class MQTTClient {
  static let isInstalled = ["mosquitto_pub", "mosquitto_sub"].allSatisfy {
    FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)")
  }

  private let process = Process()
  private let output = Pipe()

  private init(_ program: String, _ arguments: [String], port: Int) throws {
    process.executableURL = URL(filePath: "/usr/bin/\(program)")
    process.arguments = ["-h", "127.0.0.1", "-p", "\(port)", "-V", "mqttv311"] + arguments
    process.standardOutput = output
    try process.run()
  }

  static func publish(_ message: String, on topic: String, quality: Int, port: Int) throws {
    let client = try MQTTClient("mosquitto_pub", ["-q", "\(quality)", "-t", topic, "-m", message], port: port)
    client.process.waitUntilExit()
    try #require(client.process.terminationStatus == 0, "mosquitto_pub \(topic)")
  }

  /// Hears so many messages, each as its topic and what it says, and ends.
  static func listen(_ topics: [String], messages: Int, port: Int) throws -> MQTTClient {
    try MQTTClient("mosquitto_sub", topics.flatMap { ["-t", $0] } + ["-C", "\(messages)", "-F", "%t %p"], port: port)
  }

  var isRunning: Bool { process.isRunning }

  var lines: [String] {
    let data = (try? output.fileHandleForReading.readToEnd()) ?? nil
    return String(decoding: data ?? Data(), as: UTF8.self).split(separator: "\n").map(String.init)
  }
}
