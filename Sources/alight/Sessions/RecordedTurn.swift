import Conversation
import Foundation
import Storage

/// A turn as it was recorded, read back.
struct RecordedTurn {
  /// What stands in place of an input where the dialogue begins.
  static let beginning = Data("null".utf8)

  let number: Int
  let at: Date
  /// Nil for the beginning.
  let input: WizardInput?
  let outputs: [WizardOutput]

  /// - Throws: `CommandFailure` (65) where it was written by a program that this one does not understand.
  init(_ turn: StoredTurn) throws {
    number = turn.number
    at = turn.at
    do {
      input = turn.input == Self.beginning ? nil : try DialogueCoding.decode(WizardInput.self, from: turn.input)
      outputs = try DialogueCoding.decode([WizardOutput].self, from: turn.outputs)
    } catch {
      throw CommandFailure(.badData, "turn \(turn.number) cannot be read by this version of Alight: \(error)")
    }
  }
}
