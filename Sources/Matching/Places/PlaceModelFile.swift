/// A fitted model of places as it is stored, with what it was fitted on.
public struct PlaceModelFile: Codable, Sendable {
  public static let currentSchema = "alight.place-model/1"

  public var schema = PlaceModelFile.currentSchema
  public var model: PlaceModel
  /// The sources of the answers with their licences.
  public var fittedOn: [String]
  public var answers: Int

  public init(model: PlaceModel, fittedOn: [String], answers: Int) {
    self.model = model
    self.fittedOn = fittedOn
    self.answers = answers
  }
}
