import ArgumentParser

@main
struct Lab: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "alight-lab", abstract: "The workshop.",
    subcommands: [
      MakeDemoNetwork.self,
      MakeSamples.self,
      BenchMatcher.self,
      BenchVoice.self,
      FuzzMatcher.self,
      FuzzWave.self,
      FuzzFeed.self,
      FuzzLive.self,
      TrainCommands.self, TrainSlips.self,
      MakeRide.self,
      MakeRides.self,
      MeasureAlerts.self,
      MeasureHardRides.self,
      MeasureLiveAlerts.self, MeasureWrongRides.self, BenchLive.self, BenchOnboard.self,
      CheckSentences.self,
      CheckAlerts.self,
      BenchEngine.self,
      BenchRunner.self,
      CheckConnections.self, CheckTrips.self,
      CrashRides.self,
      CrashChild.self,
      Soak.self,
      MeasureRides.self,
      Calibrate.self,
      CalibrateVoice.self,
      MeasureVoice.self,
      BenchVoicePeers.self,
      BenchTyping.self,
      BenchStops.self,
      BenchImport.self,
    ])
}
