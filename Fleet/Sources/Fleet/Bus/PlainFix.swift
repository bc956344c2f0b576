import Foundation
import Journey

/// The fields of what a phone says of where it is, where that is a plain object.
struct PlainFix {
  private var (schema, kind, at): (String?, String?, String?) = (nil, nil, nil)
  private var (latitude, longitude): (Double?, Double?) = (nil, nil)
  private var (accuracy, speed, asks): (Double?, Double?, Bool?) = (nil, nil, nil)
  /// As OwnTracks says it.
  private var (time, precision, velocity): (Double?, Double?, Double?) = (nil, nil, nil)

  /// Nil for what is to be read by `PhoneMessage.init(from:)`, whatever that makes of it.
  static func message(_ data: Data) -> PhoneMessage? {
    data.withUnsafeBytes { bytes in
      var fix = PlainFix()
      return PlainJSON.read(bytes.assumingMemoryBound(to: UInt8.self)) { fix.put($1, $0) } ? fix.message : nil
    }
  }

  private var message: PhoneMessage? {
    guard let latitude, let longitude else { return nil }
    switch (schema, kind) {
    case ("alight.fix/1", _):
      return at.flatMap { at in
        PhoneMessage.fix(
          at: WrittenInstant(at)?.date, latitude, longitude, accuracy: accuracy, metresPerSecond: speed,
          asks: asks ?? false)
      }
    case (nil, "location"):
      return time.flatMap { time in
        PhoneMessage.fix(
          at: Date(timeIntervalSince1970: time), latitude, longitude, accuracy: precision,
          metresPerSecond: velocity.map { $0 / 3.6 })
      }
    default: return nil
    }
  }

  /// - Returns: Whether it is what a field of this name has, and the first of it.
  private mutating func put(_ value: PlainJSON.Value, _ name: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    switch String(decoding: name, as: UTF8.self) {
    case "schema": Self.set(&schema, value)
    case "_type": Self.set(&kind, value)
    case "at": Self.set(&at, value)
    case "lat": Self.set(&latitude, value)
    case "lon": Self.set(&longitude, value)
    case "accuracy": Self.set(&accuracy, value)
    case "speed": Self.set(&speed, value)
    case "answer": Self.set(&asks, value)
    case "tst": Self.set(&time, value)
    case "acc": Self.set(&precision, value)
    case "vel": Self.set(&velocity, value)
    default: true
    }
  }

  private static func set(_ field: inout String?, _ value: PlainJSON.Value) -> Bool {
    guard field == nil, case .text(let text) = value else { return false }
    field = String(decoding: text, as: UTF8.self)
    return true
  }

  private static func set(_ field: inout Double?, _ value: PlainJSON.Value) -> Bool {
    guard field == nil, case .number(let number) = value else { return false }
    field = number
    return true
  }

  private static func set(_ field: inout Bool?, _ value: PlainJSON.Value) -> Bool {
    guard field == nil, case .flag(let flag) = value else { return false }
    field = flag
    return true
  }
}
