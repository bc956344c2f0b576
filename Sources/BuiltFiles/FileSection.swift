/// The parts of a kind of file in the order in which they are stored, numbered from 0 without gaps.
public protocol FileSection: RawRepresentable, CaseIterable, Sendable where RawValue == Int {
  /// The first eight bytes of such files.
  static var magic: UInt64 { get }
  /// To be raised with every change of what a section holds.
  static var version: UInt32 { get }
}
