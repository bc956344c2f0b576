/// What a worker says of itself.
public enum WorkerNotice: Sendable, Hashable {
  /// It looks after so many partitions; so many of them are new, and so many were given away.
  case owns(partitions: Int, taken: Int, given: Int)
  /// An alert was handed to the bus, or to a service: so many times before as well.
  case rung(FleetAlert, before: Int)
  /// A phone has it.
  case heard(FleetAlert)
  /// Somebody else had told it.
  case toldBefore(FleetAlert)
  /// No phone has said to have it, and it is no news any more.
  case unheard(FleetAlert)
  case fails(what: String, cause: String)
  case works(what: String)
}
