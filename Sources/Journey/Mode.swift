/// What the rider wants to be warned by: minutes, stations or metres before the destination.
public enum Mode: String, Sendable, Codable, CaseIterable, Hashable {
  case time, stations, distance
}

/// One of the four things that a reminder needs to be told.
public enum Slot: String, Sendable, Codable, CodingKeyRepresentable, CaseIterable, Hashable {
  case from, to, mode, interval
}
