import Foundation
import GRDB
import Testing

@testable import Timetable

@Suite("Agencies, names in other languages and changes") struct NamesAndChangesTests {
  private func rows(_ feed: SmallFeed, _ sql: String) throws -> [String] {
    try feed.imported().0.database.read { database in
      try Row.fetchAll(database, sql: sql).map { row in
        row.map { "\($0.1.storage.value.map { "\($0)" } ?? "-")" }.joined(separator: " ")
      }
    }
  }

  private static let names = """
    SELECT stop_id, language, n.name FROM stop_name n JOIN stop ON stop.id = n.stop ORDER BY stop_id, language
    """
  private static let changes = """
    SELECT f.stop_id, t.stop_id, r.route_id, s.route_id, transfer.type, seconds FROM transfer
    JOIN stop f ON f.id = from_stop JOIN stop t ON t.id = to_stop
    LEFT JOIN route r ON r.id = from_route LEFT JOIN route s ON s.id = to_route ORDER BY transfer.id
    """

  @Test("Each route has its colours and its agency, the only one where it names none") func routes() throws {
    var feed = SmallFeed()
    feed["routes.txt"] = "route_id,route_type,route_color,route_text_color\nr,3,FF9933,000000\n"
    let query = """
      SELECT route_id, color, text_color, agency_id, a.name, zone FROM route JOIN agency a ON a.id = route.agency
      """
    #expect(try rows(feed, query) == ["r FF9933 000000 a A Europe/Vienna"])
    feed["agency.txt"] = "agency_id,agency_name,agency_timezone\na,A,Europe/Vienna\nb,B,Europe/Vienna\n"
    #expect(try rows(feed, query) == [])
    feed["routes.txt"] = "route_id,route_type,route_color,route_text_color,agency_id\nr,3,,,b\n"
    #expect(try rows(feed, query) == ["r - - b B Europe/Vienna"])
  }

  @Test("Names come from translations of the present form, by id before value") func present() throws {
    var feed = SmallFeed()
    feed["translations.txt"] = """
      table_name,field_name,language,translation,record_id,record_sub_id,field_value
      stops,stop_name,fr,Alphe,,,Alpha
      stops,stop_name,fr,Alphá,a,,
      stops,stop_name,ja-Hrkt,アルファ,a,,
      stops,stop_name,fr,Bêta,,,Beta
      stops,stop_desc,fr,rien,a,,
      routes,route_long_name,fr,ligne,r,,
      """
    #expect(try rows(feed, Self.names) == ["a fr Alphá", "a ja-Hrkt アルファ", "b fr Bêta"])
    let (_, report) = try feed.imported()
    #expect(report.counts.stopNames == 3)
    #expect(report.notices.map(\.rule) == ["other-translation"])
    #expect(report.notices.map(\.count) == [2])
  }

  @Test("Names come from translations of the old form, kana as they are given, for all stops of the name") func old()
    throws
  {
    var feed = SmallFeed()
    feed["feed_info.txt"] = "feed_publisher_name,feed_lang\nP,ja\n"
    feed["stops.txt"] =
      "stop_id,stop_name,stop_lat,stop_lon\na,岡山駅,48.30,14.30\nb,岡山駅,48.31,14.30\nc,さい,48.33,14.30\n"
    feed["translations.txt"] = """
      trans_id,lang,translation
      岡山駅,ja,岡山駅
      岡山駅,ja-Hrkt,オカヤマエキ
      岡山駅,en,Okayama Sta.
      さい,ja-Hrkt,サイ
      """
    #expect(
      try rows(feed, Self.names) == [
        "a en Okayama Sta.", "a ja-Hrkt オカヤマエキ", "b en Okayama Sta.", "b ja-Hrkt オカヤマエキ", "c ja-Hrkt サイ",
      ])
  }

  @Test("Changes are the rules of transfers.txt for stops, stations and routes, without those of single trips")
  func transfers() throws {
    var feed = SmallFeed()
    feed["stops.txt"] += "s,Central,48.30,14.30\n"
    feed["stops.txt"] = """
      stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station
      s,Central,48.30,14.30,1,
      a,Alpha,48.30,14.30,,s
      b,Beta,48.31,14.30,,
      c,Gamma,48.33,14.30,,
      """
    feed["routes.txt"] = "route_id,route_short_name,route_type\nr,1,3\nq,2,3\n"
    feed["transfers.txt"] = """
      from_stop_id,to_stop_id,transfer_type,min_transfer_time,from_route_id,to_route_id,from_trip_id,to_trip_id
      s,b,2,180,,,,
      a,b,,,,,,
      a,b,1,30,r,q,,
      b,a,3,99,,,,
      b,c,0,,,,t,
      ,,4,,,,t,t
      """
    #expect(try rows(feed, Self.changes) == ["s b - - 2 180", "a b - - 0 -", "a b r q 1 30", "b a - - 3 -"])
    let (_, report) = try feed.imported()
    #expect(report.counts.transfers == 5)
    #expect(report.notices.map(\.rule) == ["same-trip"])
    #expect(report.notices.map(\.action) == [.skipped])
  }

  /// A station of three platforms; the third has a boarding area. From a one walks up 20 steps, then 22 m to b, or takes a lift
  /// of 50 s; to c one comes by an escalator that only leads there.
  private func station() -> SmallFeed {
    var feed = SmallFeed()
    feed["stops.txt"] = """
      stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station
      s,Central,48.30,14.30,1,
      a,Alpha,48.30,14.30,0,s
      b,Beta,48.30,14.301,0,s
      c,Gamma,48.30,14.302,0,s
      n,,,,3,s
      area,,,,4,c
      far,Far,48.40,14.30,0,
      """
    feed["stop_times.txt"] = """
      trip_id,arrival_time,departure_time,stop_id,stop_sequence
      t,08:00:00,08:00:00,a,1
      t,08:20:00,08:20:00,far,2
      """
    feed["pathways.txt"] = """
      pathway_id,from_stop_id,to_stop_id,pathway_mode,is_bidirectional,length,traversal_time,stair_count
      stairs,a,n,2,1,9,,-20
      walk,n,b,1,1,22,,
      lift,a,b,5,1,,50,
      up,n,area,4,0,,15,
      """
    return feed
  }

  @Test("Where there are pathways, the walk between platforms takes the shortest of them") func pathways() throws {
    let feed = station()
    #expect(try rows(feed, Self.changes) == ["a b - - 2 30", "a c - - 2 25", "b a - - 2 30", "b c - - 2 35"])
    #expect(try feed.imported().1.notices.isEmpty)
  }

  @Test(
    "A rule of transfers.txt goes before the pathways, for its direction, and for all platforms where it is a station's"
  )
  func ruledPathways() throws {
    var feed = station()
    feed["transfers.txt"] = "from_stop_id,to_stop_id,transfer_type,min_transfer_time\na,b,2,77\n"
    #expect(try rows(feed, Self.changes) == ["a b - - 2 77", "a c - - 2 25", "b a - - 2 30", "b c - - 2 35"])
    feed["transfers.txt"] = "from_stop_id,to_stop_id,transfer_type,min_transfer_time\ns,s,2,120\n"
    #expect(try rows(feed, Self.changes) == ["s s - - 2 120"])
    feed["transfers.txt"] =
      "from_stop_id,to_stop_id,transfer_type,min_transfer_time,from_route_id,to_route_id\na,b,2,5,r,r\n"
    #expect(try rows(feed, Self.changes).count == 5)
  }

  @Test("A feed has expired when its calendars are over where it runs, whatever it declares itself")
  func validity() throws {
    var feed = SmallFeed()
    for declared in ["20260301,20260531", "20100101,20101231", "20260101,20301231"] {
      feed["feed_info.txt"] = "feed_publisher_name,feed_start_date,feed_end_date\nP,\(declared)\n"
      let (store, report) = try feed.imported()
      let summary = try #require(try store.feeds().first)
      #expect([summary.firstDay, summary.lastDay] == ["2026-01-01", "2026-12-31"])
      #expect(try store.expiredFeeds(at: instant("2026-12-31T23:59:00+01:00")).isEmpty)
      #expect(try store.expiredFeeds(at: instant("2027-01-01T00:00:00+01:00")).map(\.name) == ["small"])
      #expect(report.notices.contains { $0.rule == "feed-ends-sooner" } == !declared.hasSuffix("20301231"))
    }
  }
}
