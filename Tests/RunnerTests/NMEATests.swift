import Alerts
import Foundation
import Testing

@testable import Runner

@Suite("Sentences of a receiver")
struct NMEATests {
  private func sentence(_ text: String) -> String {
    "$" + text + "*" + String(format: "%02X", text.utf8.reduce(0, ^)) + "\r\n"
  }

  private func read(_ text: String) -> (fixes: [Fix], reader: NMEAReader) {
    var reader = NMEAReader()
    var fixes = reader.take(text.utf8)
    if let last = reader.endLine() { fixes.append(last) }
    return (fixes, reader)
  }

  @Test(
    "tell position, time, speed and accuracy, over midnight, by whatever satellites",
    arguments: ["GP", "GN", "GL", "GA", "BD"])
  func reads(talker: String) throws {
    let text =
      sentence("\(talker)GGA,235959.50,4817.4240,N,01417.4000,E,1,08,2.0,260.0,M,45.0,M,,")
      + sentence("\(talker)RMC,235959.50,A,4817.4240,N,01417.4000,E,20.0,0.0,311215,,,A")
      + sentence("\(talker)RMC,000001,A,4817.4240,S,01417.4000,W,,,010116,,,A")
    let (fixes, reader) = read(text)
    #expect(fixes.map(\.at.timeIntervalSince1970) == [1_451_606_399.5, 1_451_606_401])
    #expect(abs(fixes[0].position.latitude - 48.2904) < 1e-9 && abs(fixes[0].position.longitude - 14.29) < 1e-9)
    #expect(fixes[1].position.latitude < 0 && fixes[1].position.longitude < 0)
    #expect(fixes[0].accuracy == 10 && abs((fixes[0].speed ?? 0) - 10.289) < 0.001)
    #expect(fixes[1].accuracy == nil && fixes[1].speed == nil)
    #expect(reader.brokenLines == 0)
  }

  @Test("are left out and counted where they are broken, and no position is none")
  func broken() {
    let good = sentence("GPRMC,080000,A,4817.4240,N,01417.4000,E,0,0,221126,,,A")
    let lines = [
      "17.4,N,half a line\r\n", good, good.replacing("4817", with: "4818"), "$GPRMC,080001\r\n", "$\r\n",
      String(repeating: "x", count: 5_000_000) + "\r\n", "\u{0}\u{FF}\r\n",
      sentence("GPRMC,080002,A,9917.4240,N,01417.4000,E,0,0,221126,,,A"),
      sentence("GPRMC,080002,A,48nan,N,01417.4000,E,0,0,221126,,,A"),
      sentence("GPRMC,080002,A,4817.4240,N,01417.4000,E,0,0,310226,,,A"),
      sentence("GPRMC,080002,V,,,,,,,221126,,,N"), sentence("GPRMC,080002,A,4817.4,N,01417.4,E,,,221126,,,N"),
      sentence("PUBX,00,1"), sentence("GPGSV,1,1,00"), good.replacing("*", with: "").dropLast(4) + "\r\n", good,
    ]
    let (fixes, reader) = read(lines.joined())
    #expect(fixes.count == 3)
    #expect(reader.brokenLines == 8)
    #expect(reader.withoutPosition == 2)
  }

  @Test("come one after the other, in whatever pieces they arrive")
  func pieces() {
    let text = (0..<50).map { sentence(String(format: "GPRMC,0800%02d,A,4817.4240,N,01417.4000,E,0,0,221126,,,A", $0)) }
    var reader = NMEAReader()
    var count = 0
    for byte in text.joined().utf8 { count += reader.take([byte]).count }
    #expect(count == 50 && reader.brokenLines == 0)
  }
}
