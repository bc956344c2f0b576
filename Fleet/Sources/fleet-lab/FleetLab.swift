import ArgumentParser

@main struct FleetLab: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fleet-lab",
    abstract: "Puts riders, their phones and faults on a fleet, and measures what comes of it. No part of the service.",
    subcommands: [
      Riders.self, Phones.self, Single.self, BenchShard.self, Gaps.self, BenchTakeover.self, Grow.self, Hostile.self,
      ServePlanted.self,
    ])
}
