import Foundation
import Testing

@testable import Fleet

@Suite("Partitions of riders") struct PartitionTests {
  @Test(
    "A rider's is the one that a NATS server maps the same name to",
    // FNV-1a of 32 bits as its authors publish it for these words.
    arguments: [("a", 0xe40c_292c), ("foobar", 0xbf9c_f968), ("b", 0xe70c_2de5), ("foob", 0x3f50_76ef)]
      as [(String, UInt32)])
  func mapping(name: String, hash: UInt32) throws {
    #expect(Partition(of: try #require(RiderID(name))).number == Int(hash % 256))
  }

  @Test("They hold riders about evenly, by names as people and machines give them")
  func even() throws {
    for prefix in ["rider", "a-", "019acd3e-7f"] {
      var counts = [Int](repeating: 0, count: Partition.count)
      for number in 0..<100_000 { counts[Partition(of: try #require(RiderID("\(prefix)\(number)"))).number] += 1 }
      // 391 each on average; six standard deviations of chance.
      #expect(counts.allSatisfy { (272...510).contains($0) }, "\(prefix): \(counts.min() ?? 0) to \(counts.max() ?? 0)")
    }
  }

  @Test("Some of them are said in 64 digits, and what is no such text is none")
  func sets() throws {
    for numbers in [[], [0], [255], [3, 4, 100], Array(0..<256)] {
      let set = PartitionSet(Set(numbers.compactMap { Partition($0) }))
      let data = try JSONEncoder().encode([set])
      #expect(data.count == 68)
      #expect(try JSONDecoder().decode([PartitionSet].self, from: data) == [set])
    }
    for text in ["", "0", String(repeating: "g", count: 64), String(repeating: "0", count: 65)] {
      #expect(throws: DecodingError.self) {
        try JSONDecoder().decode([PartitionSet].self, from: JSONEncoder().encode([text]))
      }
    }
  }

  @Test(
    "What could be more than one token of a subject names no rider",
    arguments: ["", "a.b", "a b", "*", ">", "ä", "a\n", String(repeating: "a", count: 65)])
  func noName(text: String) {
    #expect(RiderID(text) == nil)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([RiderID].self, from: JSONEncoder().encode([text]))
    }
  }
}
