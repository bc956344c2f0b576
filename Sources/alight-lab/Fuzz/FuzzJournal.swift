import Foundation

/// Where the input at hand lies, a file or a folder, so that one that does harm can be kept beside it.
struct FuzzJournal {
  let input: URL

  /// Like `.wav`; empty for a folder.
  private var ending: String { input.pathExtension.isEmpty ? "" : "." + input.pathExtension }

  /// Keeps the input that crashed a worker.
  /// - Returns: where it lies now.
  func keepCrash(_ number: Int) throws -> URL {
    let kept = input.deletingLastPathComponent().appending(path: "crash-\(number)\(ending)")
    try? FileManager.default.removeItem(at: kept)
    try FileManager.default.moveItem(at: input, to: kept)
    return kept
  }

  /// Keeps the input of which nonsense was made, or that took too long.
  func keepBad(_ number: Int) throws {
    let kept = URL(filePath: "\(input.path).\(number)\(ending)")
    try? FileManager.default.removeItem(at: kept)
    try FileManager.default.copyItem(at: input, to: kept)
  }
}
