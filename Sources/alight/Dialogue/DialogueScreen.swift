import Dialogue

/// Where the rider sees what the wizard puts out.
protocol DialogueScreen {
  /// Shows what a step put out once nothing is left to be looked up: the question that awaits an answer comes last.
  /// - Parameter isAnswered: Whether the answer is at hand, so that nobody has to be asked.
  func show(_ step: DialogueStep, of dialogue: Dialogue, isAnswered: Bool) throws
  /// Shows that an answer is awaited now.
  func mark()
  /// Goes on behind the mark, where the input has ended instead.
  func leaveMark()
  /// Anything to be said that is not the wizard's.
  func tell(_ sentence: String)
}
