/// A feed of everything that an import reads, in few rows.
enum FuzzSeedFeed {
  static let files: FuzzFeeds.Files = texts.mapValues { Array($0.utf8) }

  /// The same with translations of the old form and days alone, as feeds of GTFS-JP have them.
  static let older: FuzzFeeds.Files = {
    var older = files
    older["translations.txt"] = Array("trans_id,lang,translation\nAlpha,en,First\nGamma,ja-Hrkt,ガンマ\n".utf8)
    older["calendar.txt"] = nil
    older["calendar_dates.txt"] = Array("service_id,date,exception_type\ndaily,20261224,1\nonce,20261225,1\n".utf8)
    return older
  }()

  /// The same with lines that cross: changes at one stop, from platform to platform and on foot, from one route to another, to trips
  /// that run by headway, that overtake others, and that go on past midnight.
  static let crossing: FuzzFeeds.Files = {
    var crossing = files
    let more = [
      "routes.txt": "x,a,X,0,,\ny,b,Y,1,,\n",
      "stops.txt": "e,Epsilon,48.331,14.301,0,,,\nf,Zeta,48.40,14.40,0,,,\n",
      "trips.txt": "x,daily,x1,,\nx,daily,x2,,\ny,daily,y1,,\ny,daily,y2,,\n",
      "stop_times.txt": """
      x1,08:30:00,08:30:00,d,1,,,
      x1,08:50:00,08:51:00,f,2,,,
      x1,09:10:00,09:10:00,b,3,,,
      x2,08:40:00,08:40:00,d,1,,,
      x2,08:45:00,08:45:00,f,2,,,
      x2,09:00:00,09:00:00,b,3,,,
      y1,00:00:00,00:00:00,e,1,,,
      y1,00:10:00,00:10:00,f,2,,,
      y2,23:50:00,23:50:00,f,1,,,
      y2,24:10:00,24:12:00,c,2,,,
      y2,25:30:00,25:30:00,e,3,,,

      """,
      "frequencies.txt": "y1,05:00:00,26:00:00,1200\n",
      "transfers.txt": "d,e,2,240,\nf,f,1,,x\nb,a,3,,\n",
    ]
    for (name, text) in more { crossing[name, default: []] += Array(text.utf8) }
    return crossing
  }()

  /// The feeds that spoiling begins with.
  static let all = [files, older, crossing]

  private static let texts = [
    "agency.txt": "agency_id,agency_name,agency_timezone,agency_lang\na,A,Europe/Vienna,de\nb,B,Europe/Vienna,de\n",
    "feed_info.txt": "feed_publisher_name,feed_lang,feed_start_date,feed_end_date\n\"P, Q\",de,20260101,20261130\n",
    "stops.txt": """
    stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station,stop_code,platform_code
    s,"Central ""old"" hall",48.30,14.30,1,,C,
    a,Alpha,48.30,14.30,0,s,,1
    b,Beta,48.30,14.301,,s,,2
    n,,,,3,s,,
    area,,,,4,b,,
    c,Gamma,48.31,14.30,,,,
    d,Delta,48.33,14.30,,,,

    """,
    "routes.txt":
      "route_id,agency_id,route_short_name,route_type,route_color,route_text_color\nr,a,1,3,FF0000,FFFFFF\nq,b,2,3,,\n",
    "calendar.txt": """
    service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date
    daily,1,1,1,1,1,1,1,20260101,20261231

    """,
    "calendar_dates.txt": "service_id,date,exception_type\ndaily,20261224,2\nonce,20261225,1\n",
    "trips.txt":
      "route_id,service_id,trip_id,trip_headsign,shape_id\nr,daily,t,Delta,s\nq,once,u,Alpha,\nr,daily,v,,s\n",
    "stop_times.txt": """
    trip_id,arrival_time,departure_time,stop_id,stop_sequence,pickup_type,drop_off_type,shape_dist_traveled
    t,08:00:00,08:00:00,a,1,0,1,0
    t,,,c,2,0,0,2
    t,08:20:00,08:20:00,d,3,1,0,5
    v,9:00:00,9:00:00,a,1,,,0
    v,9:20:00,9:20:00,d,3,,,5
    u,25:20:00,25:20:00,a,30,,,
    u,25:00:00,25:00:00,d,10,,,

    """,
    "shapes.txt": """
    shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence,shape_dist_traveled
    s,48.30,14.30,1,0
    s,48.32,14.3001,2,3
    s,48.33,14.30,3,5

    """,
    "frequencies.txt": "trip_id,start_time,end_time,headway_secs\nv,06:00:00,08:00:00,600\nv,07:30:00,09:00:00,900\n",
    "transfers.txt": "from_stop_id,to_stop_id,transfer_type,min_transfer_time,from_route_id\na,c,2,120,r\ns,d,0,,\n",
    "pathways.txt": """
    pathway_id,from_stop_id,to_stop_id,pathway_mode,is_bidirectional,length,traversal_time,stair_count
    p,a,n,1,1,30,,
    o,n,area,2,1,,,-20

    """,
    "translations.txt": """
    table_name,field_name,language,translation,record_id,field_value
    stops,stop_name,en,First,a,
    stops,stop_name,ja-Hrkt,ガンマ,,Gamma

    """,
  ]
}
