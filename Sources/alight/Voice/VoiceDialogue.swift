/// The dialogue by voice: who asks and listens, and how what is put out is said.
struct VoiceDialogue {
  let session: VoiceSession
  let talk: SpokenTalk
}
