import Foundation

/// What a worker tells whoever stands by for a partition: where the engine is with its rides, in order.
///
/// Now and then all of it is told at once, between two marks, for somebody who has heard nothing yet. Whoever is about to take over knows by
/// them that they have heard all: heartbeats come by another way, and say nothing of what has come by this one.
public enum StateWord: Sendable, Hashable {
  case state(StateRecord)
  /// From here on all is told that there is of the partition.
  case begins(Partition)
  /// All has been told, which were so many states: who has heard fewer since it began has missed some.
  case ends(Partition, states: Int)
  /// Of a bus itself: some words may not have come, of whatever partition.
  case missed

  /// All that there is of a partition.
  static func whole(_ states: [StateRecord], of partition: Partition) -> [StateWord] {
    [.begins(partition)] + states.map(StateWord.state) + [.ends(partition, states: states.count)]
  }

  var line: Data {
    switch self {
    case .state(let record): record.line
    case .begins(let partition): Data("\(Self.beginning) \(partition.number)\n".utf8)
    case .ends(let partition, let states): Data("\(Self.ending) \(partition.number) \(states)\n".utf8)
    // Whoever has missed something knows it by itself.
    case .missed: Data()
    }
  }

  /// Nil for what is no such line.
  init?(line: Slice<UnsafeRawBufferPointer>) {
    if let record = StateRecord(line: line) {
      self = .state(record)
      return
    }
    // No mark is as long.
    guard line.count <= 32 else { return nil }
    let words = String(decoding: line, as: UTF8.self).split(separator: " ")
    guard words.count >= 2, let partition = Int(words[1]).flatMap(Partition.init) else { return nil }
    switch (words[0], words.count) {
    case (Self.beginning, 2): self = .begins(partition)
    case (Self.ending, 3):
      guard let states = Int(words[2]) else { return nil }
      self = .ends(partition, states: states)
    default: return nil
    }
  }

  private static let beginning = "begins"
  private static let ending = "ends"

  /// Lines in messages that a bus takes.
  public static func messages(_ words: [StateWord]) -> [Data] {
    var messages: [Data] = []
    for line in words.map(\.line) {
      if let last = messages.last, last.count + line.count <= Self.longest {
        messages[messages.count - 1] += line
      } else {
        messages.append(line)
      }
    }
    return messages
  }

  /// The lines of a message; those that are damaged are left out.
  public static func words(_ message: Data) -> [StateWord] {
    message.withUnsafeBytes { bytes in bytes.split(separator: UInt8(ascii: "\n")).compactMap { StateWord(line: $0) } }
  }

  /// Bytes of a message.
  private static let longest = 48 << 10
}
