import Journey

/// What the wizard is asking at present.
public enum Question: String, Sendable, Codable, Hashable, CodingKeyRepresentable {
  case from, to, mode, interval
  /// Asked only where no timetable knows the ride and the rider is to be warned by time.
  case arrival
  /// The whole reminder, to be said yes to.
  case readBack

  public init(_ slot: Slot) {
    switch slot {
    case .from: self = .from
    case .to: self = .to
    case .mode: self = .mode
    case .interval: self = .interval
    }
  }

  /// The slot that the question fills; nil for the arrival and the read-back.
  public var slot: Slot? { Slot(rawValue: rawValue) }
}
