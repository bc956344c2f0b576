/// Colour and weight of text. What they say must be said by the text as well.
package struct Paint: Equatable {
  package let isOn: Bool

  package init(isOn: Bool) { self.isOn = isOn }

  package func strong(_ text: String) -> String { styled(text, "1") }
  package func faint(_ text: String) -> String { styled(text, "2") }
  /// What is chosen, or what answers the question.
  package func accented(_ text: String) -> String { styled(text, "1;36") }

  private func styled(_ text: String, _ code: String) -> String {
    isOn && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
