import Foundation
import Matching

/// The fitted numbers beside a language file, in `models/`: what each likeness of a place counts (`make calibrate`), the
/// weights of the language's commands (`make train`), and by which thresholds matches are decided (`alight test --calibrate`).
/// Where a file is missing, what was set by hand holds.
struct FittedModels {
  private let languageFile: URL

  init(beside languageFile: URL) { self.languageFile = languageFile }

  static func thresholds(in folder: URL) -> URL { folder.appending(path: "models/thresholds.json") }

  private var folder: URL { languageFile.deletingLastPathComponent() }

  /// Puts the fitted numbers into the words of a language.
  /// - Parameter weights: whether the model of its commands is read as well.
  /// - Throws: `PromptsError` where a file is there and cannot be used.
  func complete(_ lexicon: inout Lexicon, weights: Bool = true) throws(PromptsError) {
    if let model = try places() { lexicon.placeModel = model }
    if let policy = try policy() { lexicon.policy = policy }
    if weights { lexicon.commandModel = try commands() }
  }

  private func places() throws(PromptsError) -> PlaceModel? {
    guard let data = FileManager.default.contents(atPath: folder.appending(path: "models/places.json").path) else {
      return nil
    }
    guard let file = try? JSONDecoder().decode(PlaceModelFile.self, from: data),
      file.schema == PlaceModelFile.currentSchema
    else {
      throw .invalid(
        file: "places.json", line: 1,
        cause: "this is no model of this version: remove the file, or fit it anew with make calibrate")
    }
    return file.model
  }

  private func policy() throws(PromptsError) -> MatchPolicy? {
    let file = Self.thresholds(in: folder)
    guard let data = FileManager.default.contents(atPath: file.path) else { return nil }
    guard let policy = (try? JSONDecoder().decode(ThresholdsFile.self, from: data))?.policy else {
      throw .invalid(
        file: file.lastPathComponent, line: 1,
        cause: "these are no thresholds of this version: remove the file, or fit them anew with alight test --calibrate"
      )
    }
    return policy
  }

  /// `models/commands-en.weights` beside `en.yaml`; nil where there are none.
  private func commands() throws(PromptsError) -> CommandModel? {
    let name = "commands-\(languageFile.deletingPathExtension().lastPathComponent).weights"
    let weights = folder.appending(path: "models").appending(path: name)
    guard FileManager.default.fileExists(atPath: weights.path) else { return nil }
    do {
      return try CommandModel(contentsOf: weights)
    } catch {
      throw .weights(file: weights.path, cause: "\(error)")
    }
  }
}
