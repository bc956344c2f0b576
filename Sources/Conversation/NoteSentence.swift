import Journey

extension Prompts {
  /// What is told of something along the way.
  /// - Parameter metres: From the rider to it.
  public func sentence(_ note: Note, metres: Double) -> String {
    // Nearer than a receiver knows it is "here", and all else is said in tens of metres.
    let away = words(metres: max(10, (metres / 10).rounded() * 10))
    let values = ["title": note.title, "text": note.text ?? "", "metres": away]
    return PromptTexts.fill(note.text == nil ? alerts.note : alerts.noteText, values)
  }
}
