/// Numbers in the bytes of a `SectionFile`, or in memory of their own.
public struct FlatArray<Element: BitwiseCopyable>: RandomAccessCollection, @unchecked Sendable {
  /// Keeps the bytes alive.
  @usableFromInline let owner: AnyObject
  public let buffer: UnsafeBufferPointer<Element>

  @inlinable
  init(owner: AnyObject, _ buffer: UnsafeBufferPointer<Element>) {
    self.owner = owner
    self.buffer = buffer
  }

  @inlinable public var startIndex: Int { 0 }
  @inlinable public var endIndex: Int { buffer.count }

  @inlinable
  @inline(__always)
  public subscript(place: Int) -> Element {
    precondition(place >= 0 && place < buffer.count, "outside the file")
    return buffer[place]
  }
}
