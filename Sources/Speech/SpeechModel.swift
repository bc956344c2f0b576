import BuiltFiles
import Foundation

/// Where the acoustic model and the pronunciation dictionary lie.
public struct SpeechModel: Sendable, Hashable {
  /// Folder of the acoustic model.
  public var acousticModel: String
  /// Pronunciations of English words in the 39 phones of the model.
  public var dictionary: String

  public init(acousticModel: String, dictionary: String) {
    self.acousticModel = acousticModel
    self.dictionary = dictionary
  }

  /// Tells it from another acoustic model, by the means of its densities.
  public var digest: String { Digest(contentsOf: acousticModel + "/means")?.description ?? "" }

  /// The folders that are searched: `ALIGHT_SPEECH_MODEL` alone if set, or where the packages put it.
  public static func searchPath(environment: [String: String]) -> [String] {
    if let own = environment["ALIGHT_SPEECH_MODEL"], !own.isEmpty { return [own] }
    return ["/usr/share/pocketsphinx/model/en-us", "/usr/local/share/pocketsphinx/model/en-us"]
  }

  /// The first model that is installed.
  /// - Throws: `SpeechError.noModel`, which names the package to install; `SpeechError.notBuilt` where nothing could use a model.
  public static func find(environment: [String: String] = ProcessInfo.processInfo.environment) throws(SpeechError)
    -> SpeechModel
  {
    #if Voice
    let folders = searchPath(environment: environment)
    for folder in folders {
      let model = SpeechModel(acousticModel: folder + "/en-us", dictionary: folder + "/cmudict-en-us.dict")
      if FileManager.default.fileExists(atPath: model.acousticModel + "/mdef"),
        FileManager.default.isReadableFile(atPath: model.dictionary)
      {
        return model
      }
    }
    throw .noModel(searched: folders)
    #else
    throw .notBuilt
    #endif
  }
}
