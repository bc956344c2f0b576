import Foundation
import Journey
import Speech

/// What a front pushes into a conversation.
public enum DialogueInput: Sendable {
  /// A line: typed, or given as a flag. A flag may name a stop by its id.
  case text(String, Provenance.Method)
  /// An option by its id: one that was offered, or any stop, mode or interval.
  case option(String)
  /// A recording, with its name for messages.
  case recording(WaveFile, named: String)
  /// What was heard elsewhere, to be understood by its words.
  case transcript(Transcript)
  /// Nothing was said, or nothing that could be read; the reason is told, and none is "".
  case silence(String)
  /// Ctrl-C.
  case interrupt
  /// Nothing more will come.
  case end
}
