import Journey

extension Matcher {
  /// The command that was said, whatever the question.
  func matchCommand(_ text: String) -> Match {
    let tokens = Normalizer.tokens(text)
    guard !tokens.isEmpty else { return sign(in: text) ?? Self.nothing(text, .init(.empty, "nothing was said")) }
    let evidence = CommandEvidence(tokens, commands, commandModel)
    let chances = probabilities(evidence)
    let named = chances.filter { $0.name != CommandModel.none }
    let candidates = named.prefix(policy.candidates).map {
      Candidate(value: $0.name, name: $0.name, score: Self.rounded($0.probability))
    }
    guard let best = named.first else { return Self.nothing(text, .init(.nothingLikeIt, "no command sounds like it")) }
    let isAccepted = policy.accepts(command: best.name, best.probability)
    let decision: Decision =
      isAccepted ? .accept : best.probability >= policy.confirmCommand ? .confirm : .reject
    let percent = Int((best.probability * 100).rounded())
    let reason: MatchReason =
      switch decision {
      case .accept: .init(.command, "\(best.name)")
      case .confirm: .init(.probably, "\(best.name), by \(percent) %")
      default: .init(.nothingLikeIt, "the likeliest command is \(best.name), by \(percent) %")
      }
    return Match(
      utterance: text, decision: decision, value: decision == .reject ? nil : best.name,
      command: decision == .reject ? nil : best.name, candidates: candidates, score: best.probability,
      margin: Self.margin(candidates), reason: reason, explanation: explanation(evidence, chances, tokens))
  }

  private func sign(in text: String) -> Match? {
    guard let name = commands.sign(in: text) else { return nil }
    return Match(
      utterance: text, decision: .accept, value: name, command: name,
      candidates: [Candidate(value: name, name: name, score: 1)], score: 1, margin: 1,
      reason: .init(.command, "\(name), by a sign"))
  }

  /// The commands, and none, by how probable each is; by templates alone where the language has no model.
  func probabilities(_ evidence: CommandEvidence) -> [CommandChance] {
    evidence.probabilities(commandModel?.header.calibration ?? CommandModel.Calibration())
  }

  private func explanation(_ evidence: CommandEvidence, _ chances: [CommandChance], _ tokens: [Token]) -> [String] {
    let percent = { (share: Double) in "\(Int((share * 100).rounded())) %" }
    guard let best = chances.first(where: { $0.name != CommandModel.none }) else { return [] }
    let rival = chances.first { $0.name != best.name }
    var lines: [String] = []
    for hit in evidence.hits {
      let phrases = hit.phrases.map { "\"\($0)\"" }.joined(separator: " and ")
      lines.append("template of \(hit.name): \(phrases) explains \(percent(hit.share)) of the words")
    }
    if lines.isEmpty { lines.append("no template explains any of it") }
    if let commandModel {
      let other = rival?.name ?? CommandModel.none
      let grams = commandModel.evidence(tokens.map(\.word), for: best.name, against: other)
      if !grams.isEmpty {
        lines.append("for \(best.name) speak \(grams.map { "\"\($0)\"" }.joined(separator: ", "))")
      }
    } else {
      lines.append("no model knows this language: the share of the words stands for the probability")
    }
    let isCostly = policy.costlyCommands.contains(best.name)
    let threshold = isCostly ? policy.acceptCostlyCommand : policy.acceptCommand
    lines.append(
      "\(best.name) has \(percent(best.probability)); it is taken from \(percent(threshold)) on"
        + " and asked back from \(percent(policy.confirmCommand)) on")
    if let rival { lines.append("runner-up: \(rival.name), \(percent(rival.probability))") }
    return lines
  }

  /// A command said as the whole utterance while a slot is open. Quoted words are a name.
  /// - Parameter places: the words of their names are no slips of commands: "Halle" is not "hallo".
  func command(_ text: String, _ tokens: [Token], at slot: Slot, among places: [OptionIndex] = []) -> Match? {
    guard !Self.isQuoted(text) else { return nil }
    let hits = commands.read(tokens, at: slot) { word in
      places.contains { $0.knows(word) }
    }
    guard let hit = hits.first, hit.score >= policy.commandShare else { return nil }
    return taken(text, hit.name, hit.score, "its phrases explain \(Int((hit.score * 100).rounded())) % of the words")
  }

  /// A command that no template has but that the model is sure of, for words that answer no question. Such words are
  /// tried as an answer first: a stop that fits is never taken for a command. A yes or a no must be said in so many words.
  func unusualCommand(_ text: String, _ tokens: [Token], at slot: Slot) -> Match? {
    guard commandModel != nil, !Self.isQuoted(text), tokens.count > 1 else { return nil }
    let here = CommandEvidence(tokens, commands, commandModel, at: slot)
    guard let best = probabilities(here).first, best.name != CommandModel.none,
      best.probability >= policy.acceptCommandAtSlot, best.name != "yes", best.name != "no"
    else { return nil }
    // What is half an answer here is no command, whoever says so.
    if commands.isSuppressed(best.name, tokens, at: slot) { return nil }
    return taken(text, best.name, best.probability, "the model is sure of it by \(Self.rounded(best.probability))")
  }

  private func taken(_ text: String, _ name: String, _ score: Double, _ why: String) -> Match {
    Match(
      utterance: text, decision: .reject, command: name,
      candidates: [Candidate(value: name, name: name, score: Self.rounded(score))], score: score, margin: score,
      reason: .init(.command, "\(name) was said"), explanation: [why])
  }

  func matchMode(_ text: String) -> Match {
    let tokens = Normalizer.tokens(text)
    guard !tokens.isEmpty else { return Self.nothing(text, .init(.empty, "nothing was said")) }
    if let command = command(text, tokens, at: .mode) { return command }
    let named = modes.read(tokens)
    let quantity = quantities.read(text, mode: nil).quantities.first
    let candidates = modeCandidates(named, quantity, tokens)
    guard let best = candidates.first else {
      return Self.nothing(text, .init(.nothingLikeIt, "no way of warning fits"))
    }
    var match = Match(
      utterance: text, decision: .reject, candidates: candidates, score: best.score, margin: Self.margin(candidates),
      reason: .init(.nothingLikeIt, "too little of it is a way of warning"))
    if candidates.count > 1, candidates[1].score >= policy.confirmMode {
      (match.decision, match.reason) = (
        .ask, .init(.ambiguous, "\(best.name) and \(candidates[1].name) were both named")
      )
    } else if tokens.contains(where: { denials.contains($0.word) }), best.score < 1 {
      match.reason = .init(.unclear, "it says what is not wanted")
    } else if best.score >= policy.confirmMode {
      let isSure = best.score >= policy.acceptMode
      match.decision = isSure ? .accept : .confirm
      match.value = best.value
      match.reason = isSure ? .init(.named, "\(best.name)") : .init(.partly, "probably \(best.name)")
    }
    return match
  }

  private func modeCandidates(_ named: [CommandHit], _ quantity: Quantity?, _ tokens: [Token]) -> [Candidate] {
    var scores: [Mode: Double] = [:]
    for hit in named {
      if let mode = Mode(rawValue: hit.name) { scores[mode] = hit.score }
    }
    // An amount names the mode by its unit.
    if let quantity, let interval = quantity.intervals.first {
      // Among several words that say something else it is no answer: "in Russia for a month".
      let others = tokens.filter {
        !quantity.range.overlaps($0.range) && !around.contains($0.word) && !fillers.contains($0.word)
      }
      let share = explained(tokens, by: quantity.range) * (others.count > 1 ? 0.5 : 1)
      if share >= policy.amountAsMode { scores[interval.mode] = max(scores[interval.mode] ?? 0, share) }
    }
    let names = Dictionary(lexicon.options.mode.map { ($0.value, $0.name) }) { own, _ in own }
    return scores.map { Candidate(value: $0.key.rawValue, name: names[$0.key] ?? $0.key.rawValue, score: $0.value) }
      .sorted { ($0.score, $1.value) > ($1.score, $0.value) }
  }
}
