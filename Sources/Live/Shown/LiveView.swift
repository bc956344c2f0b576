import Timetable

/// What all live feeds say at one moment, and the timetable as it is by that.
public struct LiveView: Sendable {
  public var board: LiveBoard
  /// In which connections are searched for by how the runs are now; nil where all is as planned, as far as is known.
  public var timetable: TimetableStore?

  public static let empty = LiveView(board: .empty, timetable: nil)

  public init(board: LiveBoard, timetable: TimetableStore?) { (self.board, self.timetable) = (board, timetable) }

  /// Of a timetable with what a board says of it.
  public init(_ board: LiveBoard, _ planned: TimetableStore) {
    let changes = board.changes
    self.init(board: board, timetable: changes.isEmpty ? nil : planned.changed(by: changes))
  }
}
