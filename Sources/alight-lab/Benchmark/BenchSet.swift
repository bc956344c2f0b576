import Journey
import Alerts
import ArgumentParser
import Foundation
import Matching

/// The stops that are searched, and queries of which it is known which stop was meant.
struct BenchSet {
  struct Query {
    var text: String
    /// The normalised name that was meant.
    var wanted: String
    /// How it was spoilt.
    var noise: String
  }

  /// What it is, for the report.
  let name: String
  let files: [String]
  let stops: [MatchOption]
  let queries: [Query]

  /// Real stops of four countries with the queries beside them.
  /// - Returns: nil where the folder does not hold them.
  init?(folder: URL) throws {
    let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
    let files = names.filter {
      $0.hasPrefix("stations_") && $0.hasSuffix(".tsv") && $0 != "stations_queries.tsv"
        && $0 != "stations_ambiguous.tsv"
    }
    guard !files.isEmpty, names.contains("stations_queries.tsv") else { return nil }
    self.files = files.map { folder.appending(path: $0).path }
    stops = try OptionsFile.read(self.files)
    let lines = try String(contentsOf: folder.appending(path: "stations_queries.tsv"), encoding: .utf8)
      .split(whereSeparator: \.isNewline).map { $0.split(separator: "\t", omittingEmptySubsequences: false) }
    guard let header = lines.first, let text = header.firstIndex(of: "utterance"),
      let gold = header.firstIndex(of: "gold"), let noise = header.firstIndex(of: "noise"),
      let expected = header.firstIndex(of: "expected")
    else {
      throw ValidationError("\(folder.path)/stations_queries.tsv needs the columns utterance, expected, gold and noise")
    }
    // What several stops are called has no single right answer.
    queries = lines.dropFirst().filter { $0.count == header.count && $0[expected] != "ask" }.map {
      Query(text: String($0[text]), wanted: Normalizer.key(String($0[gold])), noise: String($0[noise]))
    }
    name = "real stops of four countries"
  }

  /// Invented stops, each asked for with two neighbouring letters swapped.
  init(inventing count: Int, queries: Int, into folder: URL) throws {
    let stops = InventedNames(count: count).options
    self.stops = stops
    self.queries = (0..<queries).map { number in
      let name = stops[number &* 7919 % stops.count].name
      return Query(text: Self.misspelt(name, number), wanted: Normalizer.key(name), noise: "typo1")
    }
    let file = folder.appending(path: "invented.tsv")
    let lines = ["id\tname"] + stops.map { "\($0.id)\t\($0.name)" }
    try (lines.joined(separator: "\n") + "\n").write(to: file, atomically: false, encoding: .utf8)
    files = [file.path]
    name = "invented stops"
  }

  /// So many of the queries, the same ones for the same seed.
  func sample(_ count: Int, seed: UInt64) -> [Query] {
    var random = SplitMix(seed: seed)
    return Array(queries.shuffled(using: &random).prefix(count))
  }

  /// So many of the stops, those that the queries mean among them.
  func stops(_ count: Int, for queries: [Query], seed: UInt64) -> [MatchOption] {
    guard count < stops.count else { return stops }
    var random = SplitMix(seed: seed)
    let wanted = Set(queries.map(\.wanted))
    let order = stops.indices.shuffled(using: &random)
    let first = order.filter { wanted.contains(Normalizer.key(stops[$0].name)) }
    let others = order.filter { !wanted.contains(Normalizer.key(stops[$0].name)) }
    return (first + others).prefix(count).sorted().map { stops[$0] }
  }

  /// The name with two neighbouring letters swapped, at a place that depends on the number.
  private static func misspelt(_ name: String, _ number: Int) -> String {
    var letters = Array(name.lowercased())
    guard letters.count > 4 else { return name }
    let place = 1 + number % (letters.count - 3)
    letters.swapAt(place, place + 1)
    return String(letters)
  }
}
