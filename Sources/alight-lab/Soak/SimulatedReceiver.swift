import Alerts
import Foundation
import Journey
import Synchronization
import Rehearsal

/// A receiver behind a port of this machine that speaks gpsd's language and moves along a ride by the clock.
final class SimulatedReceiver: Sendable {
  let port: Int
  private let listener: Int32
  private let ride: SyntheticRide
  private let rate: Double
  private let count = Atomic<Int>(0)

  /// Positions sent so far.
  var sent: Int { count.load(ordering: .relaxed) }

  /// - Parameter rate: positions a second.
  init(_ ride: SyntheticRide, rate: Double) throws {
    (self.ride, self.rate) = (ride, rate)
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listener = listener
    let isOpen = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, size) == 0 && listen(listener, 4) == 0 && getsockname(listener, $0, &size) == 0
      }
    }
    guard isOpen else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    port = Int(UInt16(bigEndian: address.sin_port))
  }

  /// Serves one listener after the other, on a thread of its own that ends with the process.
  func start() {
    Thread.detachNewThread { [self] in
      while true {
        let client = accept(listener, nil, nil)
        guard client >= 0 else { continue }
        serve(client)
        close(client)
      }
    }
  }

  private func serve(_ client: Int32) {
    guard write(client, #"{"class":"VERSION","release":"3.25","proto_major":3,"proto_minor":15}"#) else { return }
    // Times are kept by the clock and not by counting sleeps, so that the rate is what was asked for.
    let began = ContinuousClock.now
    var number = 0
    while true {
      let due = began + .seconds(Double(number) / rate)
      let wait = (due - .now) / .microseconds(1)
      if wait > 0 { usleep(UInt32(wait)) }
      number += 1
      guard write(client, Self.report(ride, at: Date())) else { return }
      count.wrappingAdd(1, ordering: .relaxed)
    }
  }

  private static func report(_ ride: SyntheticRide, at now: Date) -> String {
    let place = ride.position(at: now)
    let speed = ride.metres(at: now) - ride.metres(at: now.addingTimeInterval(-1))
    let time = Date.ISO8601FormatStyle(includingFractionalSeconds: true).format(now)
    return #"{"class":"TPV","device":"/dev/simulated","mode":3,"time":"\#(time)","#
      + #""lat":\#(place.latitude),"lon":\#(place.longitude),"eph":8.0,"speed":\#(speed)}"#
  }

  private func write(_ client: Int32, _ line: String) -> Bool {
    let bytes = Array((line + "\r\n").utf8)
    return send(client, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
  }
}
