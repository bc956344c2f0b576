import Foundation
import Testing

@testable import Speech

@Suite("The cache of pronunciations")
struct PronunciationCacheTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "alight-\(UUID().uuidString)")
  private var file: URL { folder.appending(path: "p.tsv") }

  private func cache(limit: Int? = nil) -> PronunciationCache {
    var cache = PronunciationCache(path: file.path)
    if let limit { cache.largestFile = limit }
    return cache
  }

  @Test("finds each word of each voice again, and no other")
  func keeps() {
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(cache().load(["de": ["linz"]]).isEmpty)
    let words = Dictionary(uniqueKeysWithValues: (0..<500).map { ("wort\($0)", "w\($0)ɔʁt") })
    cache().add(["de": words, "en-us": ["linz": "lɪnz"]])
    cache().add(["de": ["linz": "lɪnts", "a": "", "zzz": "ts"]])
    #expect(cache().load(["de": Set(words.keys)]) == ["de": words])
    let found = cache().load(["de": ["linz", "a", "zzz", "lin", "linzz"], "en-us": ["linz", "wort1"], "fr": ["linz"]])
    #expect(found == ["de": ["linz": "lɪnts", "a": "", "zzz": "ts"], "en-us": ["linz": "lɪnz"]])
  }

  @Test("that was cut or changed anywhere is not believed, and is made anew")
  func damaged() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    cache().add(["de": ["linz": "lɪnts", "wels": "vɛls"]])
    let whole = try Data(contentsOf: file)
    for length in 0..<whole.count {
      try whole.prefix(length).write(to: file)
      #expect(cache().load(["de": ["linz", "wels"]]).isEmpty)
    }
    for place in whole.indices {
      var changed = whole
      changed[place] ^= 1
      try changed.write(to: file)
      #expect(cache().load(["de": ["linz", "wels"]]).isEmpty)
    }
    cache().add(["de": ["linz": "lɪnts"]])
    #expect(cache().load(["de": ["linz"]]) == ["de": ["linz": "lɪnts"]])
  }

  @Test("that is a folder, a pipe or cannot be written costs nothing but time")
  func unusable() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: file, withIntermediateDirectories: true)
    cache().add(["de": ["linz": "lɪnts"]])
    #expect(cache().load(["de": ["linz"]]).isEmpty)
    let nowhere = PronunciationCache(path: "/proc/no/such/p.tsv")
    nowhere.add(["de": ["linz": "lɪnts"]])
    #expect(nowhere.load(["de": ["linz"]]).isEmpty)
    let pipe = PronunciationCache(path: folder.appending(path: "pipe").path)
    #expect(mkfifo(pipe.path, 0o600) == 0)
    #expect(pipe.load(["de": ["linz"]]).isEmpty)
  }

  @Test("takes no word that would break its lines")
  func hostile() {
    defer { try? FileManager.default.removeItem(at: folder) }
    cache().add([
      "de": ["a\nde\tlinz": "x", "tab\tbed": "y", "linz": "lɪnts", "long": String(repeating: "a", count: 5000)]
    ])
    #expect(cache().load(["de": ["linz", "long", "tab", "tab\tbed"]]) == ["de": ["linz": "lɪnts"]])
  }

  @Test("keeps the words of writers that write at once")
  func writers() async {
    defer { try? FileManager.default.removeItem(at: folder) }
    await withTaskGroup(of: Void.self) { group in
      for writer in 0..<8 {
        group.addTask {
          for word in 0..<10 { cache().add(["de": ["w\(writer)x\(word)": "v"]]) }
        }
      }
    }
    // Whoever finds it locked for long leaves its word out, but what is there is whole.
    let all = Set((0..<8).flatMap { writer in (0..<10).map { "w\(writer)x\($0)" } })
    let found = cache().load(["de": all])["de"] ?? [:]
    #expect(found.count >= 40)
    cache().add(["de": ["last": "v"]])
    #expect(cache().load(["de": all.union(["last"])])["de"]?.count == found.count + 1)
  }

  @Test("stays below its size, the new words first")
  func limit() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    for round in 0..<5 {
      let words = Dictionary(uniqueKeysWithValues: (0..<40).map { ("round\(round)word\($0)", "v") })
      cache(limit: 2000).add(["de": words])
      #expect(cache(limit: 2000).load(["de": Set(words.keys)])["de"]?.count == 40)
      #expect(try Data(contentsOf: file).count <= 2000)
    }
  }
}
