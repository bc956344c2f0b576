import Foundation

/// Work of many equal pieces on all cores, with results in the order of the pieces.
enum OnAllCores {
  static func map<Result: Sendable>(_ count: Int, _ work: @escaping @Sendable (Int) -> Result) async -> [Result] {
    let pieces = min(count, 4 * ProcessInfo.processInfo.activeProcessorCount)
    return await withTaskGroup(of: (Int, [Result]).self) { group in
      for piece in 0..<pieces {
        group.addTask {
          (piece, (piece * count / pieces..<(piece + 1) * count / pieces).map(work))
        }
      }
      var parts = [[Result]](repeating: [], count: pieces)
      for await (piece, results) in group { parts[piece] = results }
      return parts.flatMap(\.self)
    }
  }
}
