import Foundation
import Synchronization
import Testing

@testable import Devices

/// Something on a port that is no gpsd, or an odd one: it says what a test wants, and reads when that wants it.
private final class OddServer: Sendable {
  let port: Int
  private let listener: Int32
  private let connection = Mutex<Int32>(-1)

  init() throws {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    self.listener = listener
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { raw in
        bind(listener, raw, length) == 0 && listen(listener, 1) == 0 && getsockname(listener, raw, &length) == 0
      }
    }
    guard isBound else { throw POSIXError(.EIO) }
    port = Int(UInt16(bigEndian: address.sin_port))
  }

  deinit {
    connection.withLock { if $0 >= 0 { close($0) } }
    close(listener)
  }

  /// Waits for a client and says this to it; returns when all of it is on its way.
  func say(_ count: Int = 1, _ piece: @escaping @Sendable (Int) -> String) async {
    await withCheckedContinuation { waiting in
      DispatchQueue.global().async {
        let client = self.connection.withLock { client in
          if client < 0 { client = accept(self.listener, nil, nil) }
          return client
        }
        for number in 0..<count {
          var bytes = Array(piece(number).utf8)[...]
          while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { send(client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { return waiting.resume() }
            bytes = bytes.dropFirst(count)
          }
        }
        waiting.resume()
      }
    }
  }

  /// What the client has said so far.
  func heard() -> String {
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let client = connection.withLock { $0 }
    let count = recv(client, &bytes, bytes.count, Int32(MSG_DONTWAIT))
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }
}

@Suite("A gpsd that lies", .tags(.alone), .serialized)
struct GPSDFloodTests {
  private let position =
    #"{"class":"TPV","mode":3,"time":"\#(Date().ISO8601Format(.init(includingFractionalSeconds: true)))","lat":48.29,"lon":14.29,"eph":10}"#
    + "\n"

  @Test("about receivers without end is asked about eight of them, and its position is still heard")
  func devices() async throws {
    let server = try OddServer()
    let listening = Listening([GPSDFeed(host: "127.0.0.1", port: server.port)])
    await listening.source.sample(every: .seconds(2))
    let before = Self.memory
    await server.say(200_000) { #"{"class":"DEVICE","path":"/dev/tty\#($0)","mincycle":0.1}"# + "\n" }
    let position = position
    await server.say { _ in position }
    await listening.wait { !$0.fixes.isEmpty }
    #expect(listening.fixes.count == 1)
    #expect(Self.memory - before < 50_000_000)
    let asked = server.heard().components(separatedBy: "?DEVICE").count - 1
    await listening.end()
    #expect((1...GPSDMessage.mostReceivers).contains(asked))
  }

  @Test("in garbage, in numbers that are none and in places that are nowhere is left out line by line")
  func garbage() async throws {
    let server = try OddServer()
    let listening = Listening([GPSDFeed(host: "127.0.0.1", port: server.port)])
    let time = Date().ISO8601Format(.init(includingFractionalSeconds: true))
    let odd = [
      "\u{0}\u{1}\u{FF}\n", "{\n", String(repeating: "[", count: 20_000) + "\n",
      #"{"class":"TPV","mode":3,"lat":1e999,"lon":14}"# + "\n", #"{"class":"TPV","mode":3,"lat":NaN,"lon":14}"# + "\n",
      #"{"class":"TPV","mode":3,"time":"\#(time)","lat":91,"lon":14}"# + "\n",
      #"{"class":"TPV","mode":3,"time":"\#(time)","lat":0,"lon":0}"# + "\n",
      #"{"class":"TPV","mode":3,"time":"\#(time)","lat":48,"lon":14,"speed":1e300}"# + "\n",
      #"{"class":"TPV","mode":3,"time":"1900-01-01T00:00:00.000Z","lat":48,"lon":14}"# + "\n",
      #"{"class":"TPV","mode":3,"time":"9999-12-31T23:59:59.000Z","lat":48,"lon":14}"# + "\n",
      #"{"class":"TPV","mode":3,"time":"292277026596-12-04T15:30:08.000Z","lat":48,"lon":14}"# + "\n",
      #"{"class":"DEVICES","devices":[{"path":"","mincycle":-1},{"path":"x","mincycle":1e308}]}"# + "\n",
    ]
    let text = odd.joined() + position
    await server.say { _ in text }
    await listening.wait { !$0.fixes.isEmpty }
    await listening.end()
    #expect(listening.fixes.map(\.position.latitude) == [48.29])
    let name = "gpsd at 127.0.0.1:\(server.port)"
    #expect(
      listening.notices == [
        .remark(feed: name, .impossible(cause: "\(FixFault.place)")), .found(feed: name),
      ])
  }

  /// Bytes that this process holds.
  private static var memory: Int {
    let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ")
    return (pages?.dropFirst().first.flatMap { Int($0) } ?? 0) * 4096
  }
}
