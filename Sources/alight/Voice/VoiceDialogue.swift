import Conversation
import Speech

/// The dialogue by voice: who asks and listens, and the wizard whose words are for the ear.
struct VoiceDialogue {
  let session: VoiceSession
  let wizard: Wizard
  let talk: SpokenTalk
}
