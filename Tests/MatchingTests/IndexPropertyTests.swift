import BuiltFiles
import Journey
import Foundation
import Testing

@testable import Matching

@Suite("A stored index")
struct IndexPropertyTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "alight-index-\(UUID().uuidString)")
  private let options = PropertyStops.inventedOptions(200)
  private let source = Digest("the options of this test")
  private let lexicon = PropertyStops.lexicon

  private func stored(in folder: URL, built: (() -> Void)? = nil) -> OptionIndex {
    OptionIndex.stored(in: folder, source: source, lexicon: lexicon) {
      built?()
      return options
    }
  }

  private func remove() { try? FileManager.default.removeItem(at: folder) }

  private func files(_ folder: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path)
  }

  private func answers(_ index: OptionIndex) -> [Match] {
    var random = SplitMix(seed: 4)
    return options.prefix(60).map { option in
      PropertyStops.matcher.match(random.spoilt(option.name), question: .slot(.to), among: index)
    }
  }

  @Test("answers as the one that was built in memory")
  func mapped() {
    defer { remove() }
    var builds = 0
    let built = stored(in: folder) { builds += 1 }
    let mapped = stored(in: folder) { builds += 1 }
    #expect(builds == 1)
    #expect(Array(mapped.options) == options)
    #expect(answers(mapped) == answers(built))
    #expect(answers(mapped) == answers(OptionIndex(options, lexicon: lexicon)))
  }

  @Test("that is cut short or altered anywhere is refused and built again")
  func damaged() throws {
    defer { remove() }
    let right = answers(stored(in: folder))
    let file = folder.appending(path: try #require(try files(folder).first))
    let whole = try Data(contentsOf: file)
    var random = SplitMix(seed: 5)
    var damages = [0, 1, 63, 64, 100, whole.count / 2, whole.count - 1].map { whole.prefix($0) }
    for _ in 0..<40 {
      var altered = whole
      altered[Int(random.next() % UInt64(whole.count))] ^= UInt8(1 << (random.next() % 8))
      damages.append(altered)
    }
    damages.append(whole + Data([0]))
    for (number, damage) in damages.enumerated() {
      try damage.write(to: file)
      var isBuilt = false
      let index = stored(in: folder) { isBuilt = true }
      #expect(isBuilt || damage == whole, "damage \(number)")
      if number % 12 == 0 { #expect(answers(index) == right, "damage \(number)") }
      #expect(try Data(contentsOf: file) == whole, "damage \(number)")
    }
  }

  @Test("is left whole by several that build it at once")
  func atOnce() throws {
    defer { remove() }
    let right = answers(OptionIndex(options, lexicon: lexicon))
    let (folder, source, lexicon, options) = (folder, source, lexicon, options)
    for _ in 0..<4 {
      DispatchQueue.concurrentPerform(iterations: 6) { _ in
        let index = OptionIndex.stored(in: folder, source: source, lexicon: lexicon) { options }
        #expect(index.options.count == options.count)
      }
      #expect(try files(folder).count == 1)
      #expect(answers(stored(in: folder) { Issue.record("it was not stored") }) == right)
      remove()
    }
  }

  @Test("is done without where its folder cannot be written")
  func unwritable() throws {
    defer { remove() }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    // A file in the place of the folder stops even those who may write everywhere.
    let place = folder.appending(path: "taken")
    try Data().write(to: place)
    var builds = 0
    for _ in 0..<2 { #expect(stored(in: place) { builds += 1 }.options.count == options.count) }
    #expect(builds == 2)
  }

  @Test(
    "is done without on a full disk, and leaves nothing half made", .enabled(if: getuid() == 0, "mounting needs root"))
  func fullDisk() throws {
    defer { remove() }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    guard mount("tmpfs", folder.path, "tmpfs", 0, "size=16k") == 0 else {
      print("skipped: no tmpfs can be mounted here")
      return
    }
    defer { umount(folder.path) }
    var builds = 0
    for _ in 0..<2 { #expect(stored(in: folder) { builds += 1 }.options.count == options.count) }
    #expect(builds == 2)
    #expect(try files(folder).isEmpty)
  }
}
