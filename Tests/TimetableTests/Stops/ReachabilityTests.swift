import Foundation
import GRDB
import Journey
import Matching
import Testing

@testable import Timetable

@Suite("Which stop reaches which") struct ReachabilityTests {
  /// Compares all answers with those of the tables.
  private func check(_ store: TimetableStore, every step: Int = 1) throws {
    let reachability = try store.reachability()
    let ids = try store.matchOptions().map(\.id)
    #expect(reachability.count == ids.count)
    for number in stride(from: 0, to: ids.count, by: step) {
      #expect(try reachability.number(ofKey: #require(try store.stationKey(of: ids[number]))) == number)
      #expect(Set(reachability.reached(from: number).map { ids[$0] }) == (try store.reachable(from: ids[number])))
      #expect(Set(reachability.reaching(number).map { ids[$0] }) == (try store.reaching(ids[number])))
    }
  }

  @Test("equals what the tables say, on the demonstration network") func demo() throws {
    try check(try Fixtures.demo())
  }

  @Test("equals what the tables say, on a real feed", .enabled(if: Fixtures.hasBART, "BART is not at hand")) func bart()
    throws
  {
    let store = try TimetableStore.inMemory()
    try store.importFeed(at: Fixtures.sharedFeed("bart-2023.zip") ?? "", name: "bart")
    try check(store)
  }

  @Test("knows where one may not board or get off, and that a loop does not reach itself") func rules() throws {
    var feed = SmallFeed()
    feed["stop_times.txt"] = """
      trip_id,arrival_time,departure_time,stop_id,stop_sequence,pickup_type,drop_off_type
      t,08:00:00,08:00:00,a,1,0,0
      t,08:10:00,08:11:00,b,2,0,1
      t,08:20:00,08:20:00,c,3,1,0
      t,08:30:00,08:30:00,a,4,0,0

      """
    let (store, _) = try feed.imported()
    try check(store)
    let reachability = try store.reachability()
    let ids = try store.matchOptions().map(\.id)
    func reached(_ id: String) -> Set<String> {
      Set(reachability.reached(from: ids.firstIndex(of: "small:\(id)") ?? -1).map { ids[$0] })
    }
    #expect(reached("a") == ["small:c"])
    #expect(reached("b") == ["small:c", "small:a"])
    #expect(reached("c").isEmpty)
    #expect(reachability.reached(from: -1).isEmpty && reachability.reaching(99).isEmpty)
  }
}
