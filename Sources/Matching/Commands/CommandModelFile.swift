import Foundation

/// What can be wrong with the weights of a model.
public enum CommandModelError: Error, Equatable, CustomStringConvertible {
  case unreadable(cause: String)
  case noHeader(cause: String)
  case unknownFormat(String)
  case contradictory
  case truncated(bytes: Int, expected: Int)
  case damaged

  public var description: String {
    let next = "make it anew with make train, or reinstall Alight"
    return switch self {
    case .unreadable(let cause): "it cannot be read: \(cause)"
    case .noHeader(let cause): "its first line is no header (\(cause)): \(next)"
    case .unknownFormat(let format): "its format \"\(format)\" is not known here: \(next)"
    case .contradictory: "its header contradicts itself: \(next)"
    case .truncated(let bytes, let expected): "it has \(bytes) bytes of weights and not \(expected): \(next)"
    case .damaged: "its weights are not those that were written: \(next)"
    }
  }
}

extension CommandModel {
  /// Reads a file of weights: a line of JSON, then a byte for each bucket and class. The weights stay on disk, mapped.
  /// - Throws: `CommandModelError` for a file that is missing, cut short or damaged.
  public init(contentsOf file: URL) throws(CommandModelError) {
    let data: Data
    do {
      data = try Data(contentsOf: file, options: .alwaysMapped)
    } catch {
      throw .unreadable(cause: (error as NSError).localizedDescription)
    }
    try self.init(data: data)
  }

  /// - Throws: `CommandModelError` for data that is cut short or damaged.
  public init(data: Data) throws(CommandModelError) {
    guard let end = data.firstIndex(of: UInt8(ascii: "\n")) else { throw .noHeader(cause: "there is no line") }
    let header: Header
    do {
      header = try JSONDecoder().decode(Header.self, from: data[..<end])
    } catch {
      throw .noHeader(cause: "it is no JSON of the expected form")
    }
    try self.init(header: header, weights: data[(end + 1)...])
    guard Self.checksum(weights) == header.checksum else { throw .damaged }
  }

  /// The file's bytes: the same for the same model.
  public func encoded() throws -> Data {
    var header = header
    header.checksum = Self.checksum(weights)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(header) + [UInt8(ascii: "\n")] + weights
  }

  /// FNV-1a over words of eight bytes: a hundred microseconds are too many where all of the start-up takes twenty milliseconds.
  private static func checksum(_ weights: Data) -> UInt64 {
    var hash: UInt64 = 14_695_981_039_346_656_037
    weights.withUnsafeBytes { (bytes: UnsafeRawBufferPointer) in
      var place = 0
      while place + 8 <= bytes.count {
        let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
        hash = (hash ^ word) &* 1_099_511_628_211
        place += 8
      }
      while place < bytes.count {
        hash = (hash ^ UInt64(bytes[place])) &* 1_099_511_628_211
        place += 1
      }
    }
    return hash
  }
}
