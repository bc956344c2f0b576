import Foundation
import Journey
import Testing

@testable import Fleet

@Suite("What is read of bytes is what the library reads") struct PlainFixTests {
  /// Messages as phones write them, and such as nobody should.
  private static let messages = [
    #"{"schema":"alight.fix/1","at":"2026-12-01T08:40:00.257Z","lat":48.31,"lon":-14.29,"accuracy":12,"speed":9.5,"answer":true}"#,
    #"{"_type":"location","lat":48.31,"lon":14.29,"tst":1796110800,"acc":12,"vel":34,"tid":"ab","batt":85,"conn":"w"}"#,
    " {\t\"lat\" : 4.831e1 ,\n\"lon\":14.0E+0, \"at\":\"2026-12-01T09:40:00+01:00\",\"schema\":\"alight.fix/1\"}\r\n",
    #"{"schema":"alight.fix/1","at":"2026-12-01T08:40:00Z","lat":-0,"lon":0.5e-3,"accuracy":1e300,"answer":false}"#,
  ]
  /// What is put in place of a byte, or between two.
  private static let marks = Array("0123456789+-.eE\"\\{}[],: \n\r\t\u{0}tfnullé😀".utf8)

  @Test("As phones write it, it is read without the library", arguments: messages)
  func plain(_ message: String) throws {
    let read = try #require(PlainFix.message(Data(message.utf8)))
    #expect(read == PhoneMessage.read(Data(message.utf8)))
  }

  @Test(
    "What is not plain, or not right, is left to the library",
    arguments: [
      #"{"schema":"alight.ask/1"}"#, #"{"schema":"alight.heard/1","traces":["00f3c2a9b14d77e0"]}"#, "", "{}", "{", "[]",
      "lat",
      #"{"schema":"alight.fix/1","at":"2026-12-01T08:40:00Z","lat":48.31,"lon":14.29,"lon":14.3}"#,
      #"{"schema":"alight.fix/1","at":"2026-12-01T08:40:00Z","lat":48.31,"lon":14.29,"speed":null}"#,
      #"{"schema":"alight.fix/1","at":"2026-12-01T08:40:00Z","lat":48.31,"lon":014.29}"#,
      #"{"schema":"alight.fix/1","at":"2026-12-01T08:40:00Z","lat":48.31,"lon":14.}"#,
      #"{"schema":"alight.fix/1","at":"2026-12-01T08:40:00Z","lat":48.31,"lon":1e999}"#,
      #"{"schema":"alight.fix/1","at":"2026-12-01T08:40:00Z","lat":48.31,"lon":14.29} x"#,
      #"{"schema":"alight.fix\/1","at":"2026-12-01T08:40:00Z","lat":48.31,"lon":14.29}"#,
      #"{"schema":"alight.fix/1","at":"2026-12-01T08:40:00Z","lat":148.31,"lon":14.29}"#,
      #"{"_type":"location","lat":48.31,"lon":14.29,"tst":1796110800,"inregions":["home"]}"#,
      "{\"schema\":\"alight.fix/1\\n\",\"at\":\"2026-12-01T08:40:00Z\",\"lat\":48.31,\"lon\":14.29}",
      "{\"schema\":\"alight.fix/1\",\"at\":\"2026-12-01T08:40:00Z\t\",\"lat\":48.31,\"lon\":14.29}",
    ])
  func left(_ message: String) {
    #expect(PlainFix.message(Data(message.utf8)) == nil)
  }

  @Test("Whatever is changed, left out or put in, what it takes is what the library makes of it", arguments: messages)
  func changed(_ message: String) {
    var random = SplitMix(seed: 4)
    func below(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }
    var taken = 0
    for _ in 0..<20_000 {
      var bytes = Array(message.utf8)
      for _ in 0...below(3) {
        let place = below(bytes.count)
        switch below(3) {
        case 0: bytes[place] = Self.marks[below(Self.marks.count)]
        case 1: bytes.insert(Self.marks[below(Self.marks.count)], at: place)
        default: bytes.remove(at: place)
        }
      }
      let data = Data(bytes)
      guard let read = PlainFix.message(data) else { continue }
      taken += 1
      #expect(read == PhoneMessage.read(data), "\(String(decoding: bytes, as: UTF8.self))")
    }
    #expect(taken > 1000)
  }
}
