import ArgumentParser

/// `alight voice`: what belongs to speaking and listening.
struct VoiceCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "voice", abstract: "Try out and tune what is spoken.",
    // One a line: the order in which the help lists them.
    subcommands: [
      VoiceListenCommand.self,
      VoiceRecordCommand.self,
      VoiceAdaptCommand.self,
      VoiceGrammarCommand.self,
      VoicePronounceCommand.self,
    ])
}
