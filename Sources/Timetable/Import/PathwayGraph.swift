import Foundation
import HeapModule

/// The ways on foot within stations, from pathways.txt, with the time that each takes.
struct PathwayGraph {
  /// What a row of pathways.txt says of its length.
  struct Walk {
    /// As in GTFS: 1 a walkway, 2 stairs, 3 a moving walkway, 4 an escalator, 5 a lift, 6 and 7 gates.
    var mode: Int
    /// In metres.
    var length: Double?
    var traversalTime: Int?
    /// Steps, fewer than zero for those that lead down.
    var stairs: Int?

    /// An unhurried walker, whom luggage and other people do not keep from the change.
    static let metresPerSecond = 1.1
    /// Two steps a second, up or down.
    static let secondsPerStep = 0.5

    /// - Parameter straight: metres between both ends, for a row that says nothing itself.
    func seconds(straight: Double) -> Double {
      if let traversalTime, traversalTime > 0 { return Double(traversalTime) }
      let climb = stairs.flatMap { $0 == 0 ? nil : abs(Double($0)) * Self.secondsPerStep }
      if mode == 2, let climb { return climb }
      if let length, length > 0 { return length / Self.metresPerSecond }
      return climb ?? straight / Self.metresPerSecond
    }
  }

  private var edges: [Int64: [(to: Int64, seconds: Double)]] = [:]

  private var ends: Set<Int64> = []

  mutating func connect(_ from: Int64, _ to: Int64, seconds: Double, isBidirectional: Bool) {
    ends.formUnion([from, to])
    edges[from, default: []].append((to, seconds))
    if isBidirectional { edges[to, default: []].append((from, seconds)) }
  }

  /// Whether some way ends or begins at a place.
  func leads(to place: Int64) -> Bool { ends.contains(place) }

  private struct Reach: Comparable {
    var seconds: Double
    var place: Int64

    static func < (one: Self, other: Self) -> Bool {
      (one.seconds, one.place) < (other.seconds, other.place)
    }
  }

  /// The shortest times to all places that can be walked to (Dijkstra's algorithm).
  func seconds(from start: Int64) -> [Int64: Double] {
    var reached: [Int64: Double] = [:]
    var open: Heap = [Reach(seconds: 0, place: start)]
    while let nearest = open.popMin() {
      guard reached[nearest.place] == nil else { continue }
      reached[nearest.place] = nearest.seconds
      for edge in edges[nearest.place] ?? [] where reached[edge.to] == nil {
        open.insert(Reach(seconds: nearest.seconds + edge.seconds, place: edge.to))
      }
    }
    return reached
  }
}
