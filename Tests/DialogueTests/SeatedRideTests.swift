import Foundation
import Journey
import Testing
import Timetable

@testable import Conversation
@testable import Dialogue

/// Line 1 to Gamma, on as line 2 to Epsilon with the same vehicle; and a walk to where the line begins, which takes what the feed says.
@Suite("A look-up in a timetable of blocks and walks") struct SeatedRideTests {
  private func timetable() throws -> TimetableStore {
    let files = [
      "stops.txt": """
      stop_id,stop_name,stop_lat,stop_lon
      h,Home,48.0000,14.3030
      a,Alpha,48.0000,14.3000
      c,Gamma,48.10,14.30
      e,Epsilon,48.20,14.30
      z,Zeta,48.50,14.30

      """,
      "routes.txt": "route_id,route_short_name,route_type\nr,1,3\nq,2,3\n",
      "trips.txt": "route_id,service_id,trip_id,block_id\nr,daily,t,x\nq,daily,u,x\nr,daily,v,\n",
      "stop_times.txt": """
      trip_id,arrival_time,departure_time,stop_id,stop_sequence
      t,08:00:00,08:00:00,a,1
      t,08:20:00,08:20:00,c,2
      u,08:20:00,08:20:00,c,1
      u,08:40:00,08:40:00,e,2
      v,07:00:00,07:00:00,z,1
      v,07:30:00,07:30:00,h,2

      """,
      "transfers.txt": "from_stop_id,to_stop_id,transfer_type,min_transfer_time\nh,a,2,600\n",
    ]
    return try SmallTimetable.store(files)
  }

  private func found(_ from: String, _ to: String, _ time: RideTime) throws -> Connections? {
    let timetable = try timetable()
    let stops = try [from, to].map { try #require(try timetable.stop(id: "small:\($0)")) }
    return try RideLookUp(timetable: timetable).connections(from: stops[0], to: stops[1], time: time)
  }

  @Test("takes the ride on which the vehicle goes on as another line for a direct one", arguments: [true, false])
  func seated(isArriving: Bool) throws {
    let time: RideTime = isArriving ? .arriving(SmallTimetable.seven + 7200) : .departing(SmallTimetable.seven)
    let found = try #require(try found("a", "e", time))
    #expect(found.onwardRides == nil)
    #expect(found.ride.stops.map(\.stop.name) == ["Alpha", "Gamma", "Epsilon"])
    #expect(found.ride.continuations.map(\.line) == ["2"])
  }

  @Test("tells the walk to the first ride with the time that the feed gives it")
  func walk() throws {
    let found = try #require(try found("h", "c", .departing(SmallTimetable.seven)))
    #expect(found.chosenWalkSeconds == [600, 0])
    var draft = Draft(id: UUID(), createdAt: Date(timeIntervalSince1970: SmallTimetable.seven))
    draft.take(found)
    let (home, goal) = (Stop(name: "Home", position: .init(latitude: 48, longitude: 14.303)), found.ride.stops[1].stop)
    draft.from = Answer(home, Provenance(method: .typed, transcript: "home", score: 1, tier: .accept))
    draft.to = Answer(goal, Provenance(method: .typed, transcript: "gamma", score: 1, tier: .accept))
    #expect(draft.walks.map { $0?.seconds } == [600, nil])
  }
}
