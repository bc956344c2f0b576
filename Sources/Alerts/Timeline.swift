import Foundation
import Journey

/// The timetable of a ride as a line from metres to seconds and back.
///
/// Seconds count from the reference date of `Date`. A timetable of another day gives pace but no delay; then only
/// differences mean anything.
struct Timeline: Sendable, Hashable {
  private let metres: [Double]
  let arrivals: [Double]
  let departures: [Double]

  /// Times that the timetable leaves out are put between their neighbours by distance; nil where an end has no time.
  init?(metres: [Double], arrivals: [Date?], departures: [Date?], dwell: Double) {
    let count = metres.count
    guard count > 1, arrivals.count == count, departures.count == count else { return nil }
    var arriving = zip(arrivals, departures).map { ($0 ?? $1)?.timeIntervalSinceReferenceDate }
    var leaving = zip(arrivals, departures).map { ($1 ?? $0)?.timeIntervalSinceReferenceDate }
    guard arriving[0] != nil, arriving[count - 1] != nil else { return nil }
    var known = 0
    for index in 1..<count {
      guard let end = arriving[index], let start = leaving[known] else { continue }
      for between in (known + 1)..<max(index, known + 1) {
        let way = metres[index] - metres[known]
        let share = way > 0 ? (metres[between] - metres[known]) / way : 0
        arriving[between] = start + share * (end - start)
        leaving[between] = arriving[between]
      }
      known = index
    }
    var last = -Double.greatestFiniteMagnitude
    for index in 0..<count {
      // A timetable that runs backwards would make the line ambiguous.
      var arrival = max(last, arriving[index] ?? last)
      let departure = max(arrival, leaving[index] ?? arrival)
      if index > 0, index < count - 1, departure - arrival < dwell {
        // A vehicle stands before it leaves, though the timetable gives one time for both.
        arrival = max(departure - dwell, last + (arrival - last) * 2 / 3)
      }
      arriving[index] = arrival
      leaving[index] = departure
      last = departure
    }
    self.metres = metres
    self.arrivals = arriving.compactMap(\.self)
    self.departures = leaving.compactMap(\.self)
  }

  var arrival: Double { arrivals[arrivals.count - 1] }

  /// Where the timetable has the vehicle at a moment: standing at a stop between arrival and departure.
  func metres(atSeconds time: Double) -> Double {
    guard let next = arrivals.firstIndex(where: { $0 > time }) else { return metres[metres.count - 1] }
    guard next > 0, time > departures[next - 1] else { return metres[max(0, next - 1)] }
    let share = (time - departures[next - 1]) / (arrivals[next] - departures[next - 1])
    return metres[next - 1] + share * (metres[next] - metres[next - 1])
  }

  /// When the timetable has the vehicle so many metres along.
  func seconds(atMetres along: Double) -> Double {
    var low = 0
    var high = metres.count - 1
    if along <= metres[low] { return departures[low] }
    if along >= metres[high] { return arrivals[high] }
    while high - low > 1 {
      let middle = (low + high) / 2
      if metres[middle] < along { low = middle } else { high = middle }
    }
    let way = metres[high] - metres[low]
    guard way > 0 else { return arrivals[high] }
    return departures[low] + (along - metres[low]) / way * (arrivals[high] - departures[low])
  }
}
