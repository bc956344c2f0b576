#if Page
import Conversation
import Dialogue
import Foundation
import Speech
import Storage
import Web

/// The page put together: its languages, templates and databases.
struct PageAssembly {
  var page: PageSetting
  let resources: Resources
  let store: ReminderStore
  /// Of the language that the program talks in.
  let prompts: Prompts

  /// The origins of push services beside those of the browsers.
  var pushOrigins: [String] = []

  /// What live feeds say; nil where none was added.
  let live: FollowedLive?

  init(
    _ data: DataOptions, _ language: LanguageOption, _ store: ReminderStore, address: PageAddress, isBehindProxy: Bool,
    _ output: Output
  ) throws {
    let resources = try Resources.find()
    let folder = resources.prompts.appending(path: "page", directoryHint: .isDirectory)
    let frame = folder.appending(path: "frame.mustache").path
    guard FileManager.default.fileExists(atPath: frame) else {
      throw CommandFailure(
        .unavailable,
        "the page is not installed, there is no \(frame): install the package alight-web, or run \"make install-page\"")
    }
    let preferences = try store.preferences()
    let tag = try language.tag(resources, preferred: preferences.language)
    let assembly = try Assembly(
      language: tag, timetable: data.timetableURL, resources: resources, walking: preferences.walking)
    let recognition = try resources.recognitionPolicy()
    let transcriber = SharedTranscriber(policy: recognition)
    let live = try FollowedLive.make(assembly.timetable, output)
    func made(_ tag: String, _ prompts: Prompts) throws -> PageLanguage {
      var setting = try DialogueSetting(
        prompts: prompts.onPage(), timetable: assembly.timetable, store: store, recognition: recognition,
        transcriber: transcriber, program: Alight.configuration.version,
        promptsDigest: resources.digestOfTexts(tag) ?? "")
      setting.live = live
      return PageLanguage(words: try PageWords.load(from: resources.file(of: tag)), dialogue: setting)
    }
    let standard = try made(tag, assembly.prompts)
    var languages = [tag: standard]
    for other in try resources.talkingLanguages() where other != tag {
      languages[other] = try made(other, Assembly.prompts(other, resources))
    }
    var page = PageSetting(
      languages: languages, standard: standard, standardTag: tag, store: store, timetable: assembly.timetable,
      folder: folder, audio: resources.audio, leaflet: Self.leaflet,
      cases: data.databaseURL.deletingLastPathComponent().appending(path: "kept-cases.tsv"),
      address: address, version: Alight.configuration.version)
    page.isBehindProxy = isBehindProxy
    page.offered = PageInvitation.offer(of: data.databaseURL)
    if let live { page.live = { await live.view(at: $0) } }
    (self.page, self.resources, self.store, self.live, prompts) = (page, resources, store, live, assembly.prompts)
  }

  /// Where Debian's package puts it.
  private static var leaflet: URL? {
    let folder = URL(filePath: "/usr/share/javascript/leaflet", directoryHint: .isDirectory)
    return FileManager.default.fileExists(atPath: folder.appending(path: "leaflet.js").path) ? folder : nil
  }
}
#endif
