/// What stands on the buttons of an alert, in the rider's language; without any there are none.
public struct ActionLabels: Sendable, Hashable {
  public var ofRide: [RiderAction: String]
  /// Of a reminder of a place, where nobody gets off.
  public var ofPlace: [RiderAction: String]

  public init(ofRide: [RiderAction: String] = [:], ofPlace: [RiderAction: String] = [:]) {
    (self.ofRide, self.ofPlace) = (ofRide, ofPlace)
  }

  public var isEmpty: Bool { ofRide.isEmpty && ofPlace.isEmpty }

  /// Those of an alert.
  public func of(_ message: AlertMessage) -> [RiderAction: String] { message.isOfPlace ? ofPlace : ofRide }
}
