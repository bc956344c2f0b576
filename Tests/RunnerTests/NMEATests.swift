import Alerts
import Foundation
import Testing

@testable import Devices

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
    #expect(fixes.count == 2, "where others have a sum, a sentence without one is none")
    #expect(reader.brokenLines == 9)
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

  /// A receiver's line each second, with or without its sum.
  private func lines(_ count: Int, hasSum: Bool) -> [String] {
    (0..<count).map { second in
      let text = sentence(String(format: "GPRMC,0800%02d,A,4817.4240,N,01417.4000,E,0,0,221126,,,A", second))
      return hasSum ? text : String(text.prefix { $0 != "*" }) + "\r\n"
    }
  }

  @Test("without a sum are somebody's own where others have one, and a receiver's where none has")
  func withoutSum() throws {
    var live = NMEAReader(isLive: true)
    let mixed = zip(lines(20, hasSum: true), lines(20, hasSum: false)).flatMap { [$1, $0] }.joined()
    #expect(live.take(mixed.utf8).count == 20)
    // The first came before any had a sum, and was held for nothing.
    #expect(live.brokenLines == 19)
    live = NMEAReader(isLive: true)
    #expect(live.take(lines(20, hasSum: false).joined().utf8).count == 15)
    #expect(live.brokenLines == 0)
    for (text, count, leftOut) in [(mixed, 20, 20), (lines(20, hasSum: false).joined(), 20, 0)] {
      let pipe = Pipe()
      try pipe.fileHandleForWriting.write(contentsOf: Data(text.utf8))
      try pipe.fileHandleForWriting.close()
      let recording = try NMEAFeed(pipe.fileHandleForReading, name: "x").recording()
      #expect(recording.fixes.count == count && recording.leftOut == leftOut)
    }
  }
}
