/// One line below the line that is typed.
package struct SelectionRow: Equatable {
  /// What is typed to take it, such as `1`; empty where it can only be chosen.
  package var mark: String
  package var text: String
  /// The line that choosing it answers with.
  package var answer: String

  package init(mark: String, text: String, answer: String) {
    (self.mark, self.text, self.answer) = (mark, text, answer)
  }
}

/// A question that is answered by a line, or by a row of the list below it.
package struct SelectionQuestion {
  /// Shown while nothing is typed.
  package var options: [SelectionRow]
  /// What an empty line stands for, where it stands for something.
  package var standard: String?
  /// What stands in the line at first, to be edited.
  package var line: String
  /// The keys that help, in a few words.
  package var hint: String
  /// The rows for what has been typed so far; called at each key.
  package var suggest: (String) -> [SelectionRow]

  package init(
    options: [SelectionRow] = [], standard: String? = nil, line: String = "", hint: String = "",
    suggest: @escaping (String) -> [SelectionRow] = { _ in [] }
  ) {
    (self.options, self.standard, self.line) = (options, standard, line)
    (self.hint, self.suggest) = (hint, suggest)
  }
}

/// How a question ended.
package enum SelectionAnswer: Equatable {
  /// A line, and how it is shown where the list was.
  case line(String, shown: String)
  /// Esc on an empty line.
  case back
  /// `?` on an empty line.
  case help
  /// Ctrl-D on an empty line.
  case end
  /// Ctrl-C.
  case interrupted
}

/// The state of a question between two keys: a line, rows that fit it, and which of them is active.
///
/// Arrows go into the list. Its letters j and k move too, but only there, so that a stop may begin with either.
package struct Selection {
  package let question: SelectionQuestion
  package private(set) var line = LineEditor()
  package private(set) var rows: [SelectionRow]
  /// The row that Enter takes; nil where it takes the line.
  package private(set) var active: Int?
  /// The row that Tab has put into the line.
  private var completed: Int?

  package init(_ question: SelectionQuestion) {
    self.question = question
    rows = question.options
    guard !question.line.isEmpty else { return }
    line.set(question.line)
    rows = question.suggest(question.line)
  }

  /// - Returns: nil while the question goes on.
  package mutating func take(_ key: Key) -> SelectionAnswer? {
    switch key {
    case .enter: return chosen
    case .control("c"): return .interrupted
    case .control("d") where line.isEmpty: return .end
    case .escape: return escape()
    case .character("?") where line.isEmpty: return .help
    case .tab: complete(by: 1)
    case .backTab: complete(by: -1)
    case .down, .control("n"): move(by: 1)
    case .up, .control("p"): move(by: -1)
    case .character("j") where isInOptions: move(by: 1)
    case .character("k") where isInOptions: move(by: -1)
    default: edit(key)
    }
    return nil
  }

  private var isInOptions: Bool { line.isEmpty && active != nil }

  private var chosen: SelectionAnswer {
    guard let active else { return .line(line.text, shown: line.isEmpty ? question.standard ?? "" : line.text) }
    return .line(rows[active].answer, shown: rows[active].text)
  }

  /// Leaves the list, then clears the line, and only then the question.
  private mutating func escape() -> SelectionAnswer? {
    guard active == nil else {
      active = nil
      return nil
    }
    guard !line.isEmpty else { return .back }
    line = LineEditor()
    refresh()
    return nil
  }

  /// Above the first row and below the last lies the line.
  private mutating func move(by step: Int) {
    guard !rows.isEmpty else { return }
    let places = rows.count + 1
    let place = ((active.map { $0 + 1 } ?? 0) + step + places) % places
    active = place == 0 ? nil : place - 1
  }

  private mutating func complete(by step: Int) {
    guard !rows.isEmpty else { return }
    let next = active ?? completed.map { ($0 + step + rows.count) % rows.count } ?? (step > 0 ? 0 : rows.count - 1)
    completed = next
    active = nil
    line.set(rows[next].text)
  }

  private mutating func edit(_ key: Key) {
    let before = line.text
    guard line.take(key) else { return }
    active = nil
    if line.text != before { refresh() }
  }

  private mutating func refresh() {
    (active, completed) = (nil, nil)
    rows = line.isEmpty ? question.options : question.suggest(line.text)
  }
}
