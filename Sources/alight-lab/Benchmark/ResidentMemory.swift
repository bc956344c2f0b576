import Foundation

/// What this process has in memory.
enum ResidentMemory {
  /// Bytes, files that are mapped included.
  static var bytes: Int { field("VmRSS:") }
  /// Bytes that belong to no file.
  static var anonymousBytes: Int { field("RssAnon:") }

  private static func field(_ name: String) -> Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix(name) }
    return (line?.split(separator: " ").compactMap { Int($0) }.first ?? 0) * 1024
  }
}
