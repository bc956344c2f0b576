import Foundation
import Journey

/// A simulated ride in the form of the recorded ones, which `alight simulate` reads and a scorer judges.
struct RideCase: Encodable {
  struct CaseStop: Encodable {
    var id: String
    var name: String
    var lat: Double
    var lon: Double
  }

  struct CaseFix: Encodable {
    var t: Double
    var lat: Double
    var lon: Double
    var accuracy: Double?
    /// m/s, which are believed of a receiver that is called `gps`.
    var speed: Double?
    var provider: String?

    init(t: Double, position: Position, accuracy: Double?, speed: Double? = nil) {
      self.t = t
      // A centimetre or so: more digits say nothing and make the files long.
      lat = (position.latitude * 1e7).rounded() / 1e7
      lon = (position.longitude * 1e7).rounded() / 1e7
      self.accuracy = accuracy
      self.speed = speed.map { ($0 * 10).rounded() / 10 }
      provider = speed.map { _ in "gps" }
    }
  }

  struct Shape: Encodable {
    var points: [Position]
    var penultimate_m: Double
    var destination_m: Double
  }

  struct Asked: Encodable {
    var mode: Mode
    var interval: String
  }

  struct Line: Encodable {
    struct LineStop: Encodable {
      var id: String
      var name: String
      var lat: Double
      var lon: Double
      var along_m: Double
      /// Seconds after the first fix as the recorded rides write them: `HH:MM:SS`.
      var arrival: String
      var departure: String
    }
    var stops: [LineStop]
  }

  /// What really happened; nil where the ride never got there.
  struct Truth: Encodable {
    var penultimate_reached_t: Double?
    var penultimate_passed_t: Double?
    var penultimate_left_t: Double?
    var destination_reached_t: Double?
  }

  var id: String
  var kind: String
  var vehicle = "simulated"
  var start_epoch_ms: Double
  /// The timetable is that of the ride's own day, and the first stop is where the rider boards.
  var timetable = "of-the-day"
  var boarding = true
  var stops: [CaseStop]
  var fixes: [CaseFix]
  var shape: Shape?
  var line: Line
  /// What the rider asked for; one stop without it.
  var reminder: Asked?
  var truth: Truth

  /// Seconds as the recorded rides write times: `HH:MM:SS`.
  static func clock(_ seconds: Double) -> String {
    let whole = Int(seconds.rounded())
    return [whole / 3600, whole / 60 % 60, whole % 60].map { ($0 < 10 ? "0" : "") + String($0) }.joined(separator: ":")
  }
}
