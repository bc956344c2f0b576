import Foundation

/// What this process has in memory.
enum ResidentMemory {
  /// Bytes, files that are mapped included.
  static var bytes: Int { field("VmRSS:") }
  /// Bytes that belong to no file.
  static var anonymousBytes: Int { field("RssAnon:") }

  /// Bytes that the program has asked the allocator for and not given back, by the word of the GNU C library; nil with another one.
  static var heldBytes: Int? {
    guard let symbol = dlsym(nil, "malloc_info") else { return nil }
    var (text, length): (UnsafeMutablePointer<CChar>?, Int) = (nil, 0)
    guard let stream = open_memstream(&text, &length) else { return nil }
    typealias MallocInfo = @convention(c) (CInt, UnsafeMutableRawPointer) -> CInt
    let failure = unsafeBitCast(symbol, to: MallocInfo.self)(0, UnsafeMutableRawPointer(stream))
    fclose(stream)
    defer { free(text) }
    guard failure == 0, let text, let end = String(cString: text).components(separatedBy: "</heap>").last else {
      return nil
    }
    // After the heaps come the sums: what is free in bins, what was mapped for large pieces, and what the system gave.
    func size(_ element: String) -> Int {
      guard let line = end.split(separator: "\n").first(where: { $0.hasPrefix(element) }) else { return 0 }
      return line.split(separator: "\"").compactMap { Int($0) }.last ?? 0
    }
    return size("<system type=\"current\"") + size("<total type=\"mmap\"") - size("<total type=\"fast\"")
      - size("<total type=\"rest\"")
  }

  private static func field(_ name: String) -> Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix(name) }
    return (line?.split(separator: " ").compactMap { Int($0) }.first ?? 0) * 1024
  }
}
