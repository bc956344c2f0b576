import Alerts
import ArgumentParser
import Foundation

/// Writes simulated train rides along the lines of a timetable.
struct MakeRides: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "make-rides", abstract: "Write simulated rides along real lines, as cases of recorded rides.",
    discussion: """
      Rides that no last call is due on (the train goes the other way) are put into a folder of their own, wrong-way.

      Example: alight-lab make-rides --timetable timetable.sqlite --out rides --count 600
      """)

  @OptionGroup var options: RideOptions

  @Option(help: "The folder to write to.")
  var out: String

  func run() throws {
    let folder = URL(filePath: out)
    let aside = folder.appending(path: SimulatedRide.Kind.wrongWay.rawValue)
    try FileManager.default.createDirectory(at: aside, withIntermediateDirectories: true)
    var maker = RideMaker(try options.source(), seed: options.seed)
    for _ in 0..<options.count {
      let ride = try maker.next()
      let place = ride.kind == SimulatedRide.Kind.wrongWay.rawValue ? aside : folder
      try JSONEncoder().encode(ride).write(to: place.appending(path: "\(ride.id).json"))
    }
    print("\(options.count) rides in \(out)")
  }
}
