import ArgumentParser
import Rehearsal

/// What goes wrong on a simulated ride.
struct ConditionOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Let the ride run late by this, from a stop by chance on, like 5m or 90s.", valueName: "time"),
    transform: TimeSpan.init(parsing:))
  var delay: TimeSpan?

  @Option(
    help: ArgumentHelp(
      "Take the position away for this long round the stop before the destination, which is the worst place.",
      valueName: "time"), transform: TimeSpan.init(parsing:))
  var tunnel: TimeSpan?

  @Option(
    help: ArgumentHelp("Let the positions wander by this, like 20m.", valueName: "metres"),
    transform: MetreSpan.init(parsing:))
  var noise: MetreSpan?

  @Option(
    help: ArgumentHelp("Lose this share of the positions, like 50%.", valueName: "percent"),
    transform: Percentage.init(parsing:))
  var lose: Percentage?

  @Option(help: ArgumentHelp("Where chance begins: the same number gives the same ride.", valueName: "number"))
  var seed: UInt64 = 1

  /// The options that were given, for messages.
  var names: [String] {
    [("--delay", delay != nil), ("--tunnel", tunnel != nil), ("--noise", noise != nil), ("--lose", lose != nil)]
      .filter(\.1).map(\.0)
  }

  var conditions: RideConditions {
    RideConditions(
      delay: delay?.seconds ?? 0, tunnel: tunnel?.seconds ?? 0, noise: noise?.metres ?? 0, lost: lose?.share ?? 0,
      seed: seed)
  }
}
