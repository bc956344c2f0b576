/// Cases of navitia for vehicles that go on as another trip of their block while riders keep their seats.
///
/// There a vehicle goes on from wherever it is, with us from close by: the two stops of such a joint are at one spot
/// here (`stop2|stop4`), and one may walk between them where a case does not say that one may not.
///
/// Not taken: who boards a vehicle at its last stop, or rides on to the first of its next trip, where we let them walk
/// (`stay_in_departure_last_of_first_vj`, `journey_departure_from_a_stay_in`, `journey_arrival_in_a_stay_in`); a trip
/// with one stop (`forbidden_uri_in_stay_in`); rounds that are only counted (`finish_on_service_extension`,
/// `finish_on_foot_path`).
extension PeerCase {
  static let stayingIn: [PeerCase] = [
    PeerCase(
      "stay_in_basic", "stop1 stop2 stop3",
      [PeerTrip("A", "stop1 8:00 stop2 8:10", block: "1"), PeerTrip("B", "stop2 8:15 stop3 8:20", block: "1")],
      asks: [.departing("stop1 stop3", "0:05", "A+B stop1 8:00 stop3 8:20")]),
    PeerCase(
      "stay_in_short", "stop1 stop2 stop3",
      [PeerTrip("A", "stop1 8:00 stop2 8:10", block: "1"), PeerTrip("B", "stop2 8:10 stop3 8:20", block: "1")],
      asks: [.departing("stop1 stop3", "0:05", "A+B stop1 8:00 stop3 8:20")]),
    PeerCase(
      "stay_in_nl; stay_in_nl_counterclock; journey_stay_in", "ehv ehb bet btl vg ht hto rs",
      [
        PeerTrip("9658", "ehv 60300/60600 ehb 60780 bet 61080 btl 61560 vg 61920 ht 62340", block: "1"),
        PeerTrip("4462", "ht 62760 hto 62940 rs 63180", block: "1"),
      ],
      asks: [
        .departing("bet rs", "60780", "9658+4462 bet 61080 rs 63180"),
        .arriving("bet rs", "63200", "9658+4462 bet 61080 rs 63180"),
      ]),
    PeerCase(
      "stay_in_teleport; stay_in_basic, backward", "stop1 stop2|stop4 stop3",
      [PeerTrip("A", "stop1 8:00 stop2 8:10", block: "1"), PeerTrip("B", "stop4 8:15 stop3 8:20", block: "1")],
      asks: [
        .departing("stop1 stop3", "0:05", "A+B stop1 8:00 stop3 8:20"),
        .arriving("stop1 stop3", "8:25", "A+B stop1 8:00 stop3 8:20"),
      ]),
    PeerCase(
      "stay_in_complex", "stop1 stop2|stop4 stop3 stop5",
      [
        PeerTrip("A", "stop1 8:00 stop2 9:00 stop3 10:00"), PeerTrip("B", "stop3 10:05 stop2 11:00", block: "1"),
        PeerTrip("C", "stop4 11:05 stop5 11:10", block: "1"),
      ],
      change: 120, transfers: ["stop2,stop4,3"],
      asks: [.departing("stop1 stop5", "0:05", "A stop1 8:00 stop3 10:00, B+C stop3 10:05 stop5 11:10")]),
    PeerCase(
      "stay_in_and_one_earlier_with_connection", "stop1 stop2|stop4 stop3",
      [
        PeerTrip("A", "stop1 8:00 stop2 8:10", block: "1"), PeerTrip("B", "stop4 8:15 stop3 8:20", block: "1"),
        PeerTrip("C", "stop1 8:00 stop2 8:05"), PeerTrip("D", "stop2 8:10 stop3 8:15"),
      ],
      change: 120,
      asks: [
        .departing(
          "stop1 stop3", "0:05", "A+B stop1 8:00 stop3 8:20",
          "C stop1 8:00 stop2 8:05, D stop2 8:10 stop3 8:15")
      ]),
    PeerCase(
      "stay_in_and_one_earlier_with_connection, backward", "stop1 stop2|stop4 stop3",
      [
        PeerTrip("A", "stop1 8:00 stop2 8:10", block: "1"), PeerTrip("B", "stop4 8:15 stop3 8:20", block: "1"),
        PeerTrip("C", "stop1 8:10 stop2 8:15"), PeerTrip("D", "stop2 8:20 stop3 8:25"),
      ],
      change: 120,
      asks: [
        .arriving(
          "stop1 stop3", "8:25", "A+B stop1 8:00 stop3 8:20",
          "C stop1 8:10 stop2 8:15, D stop2 8:20 stop3 8:25")
      ]),
    PeerCase(
      "stay_in_3_vj, both ways", "stop1 stop2|stop4 stop5|stop6 stop3",
      [
        PeerTrip("A", "stop1 8:00 stop2 8:10", block: "1"), PeerTrip("B", "stop4 8:15 stop5 8:20", block: "1"),
        PeerTrip("C", "stop6 8:25 stop3 8:30", block: "1"),
      ],
      asks: [
        .departing("stop1 stop3", "0:05", "A+B+C stop1 8:00 stop3 8:30"),
        .arriving("stop1 stop3", "8:35", "A+B+C stop1 8:00 stop3 8:30"),
      ]),
    // Here the vehicle does not go on from C to D, which begins far off.
    PeerCase(
      "stay_in_loop, both ways", "stop1 stop2|stop4 stop3|stop5",
      [
        PeerTrip("A", "stop1 8:00 stop2 8:10", block: "1"), PeerTrip("B", "stop4 8:15 stop3 8:20", block: "1"),
        PeerTrip("C", "stop5 8:25 stop1 8:30", block: "1"), PeerTrip("D", "stop4 8:35 stop3 8:40", block: "1"),
      ],
      asks: [
        .departing("stop1 stop3", "0:05", "A+B stop1 8:00 stop3 8:20"),
        .arriving("stop1 stop3", "8:25", "A+B stop1 8:00 stop3 8:20"),
      ]),
    PeerCase(
      "stay_in_pass_midnight, both ways", "S1 S2 S3 S4 S5",
      [
        PeerTrip("vj1", "S1 23:45 S2 23:50 S3 24:00", block: "42"),
        PeerTrip("vj2", "S3 24:45 S4 24:50 S5 24:55", block: "42"),
      ],
      asks: [
        .departing("S1 S5", "1+23:00", "vj1+vj2 S1 1+23:45 S5 1+24:55"),
        .arriving("S1 S5", "2+1:00", "vj1+vj2 S1 1+23:45 S5 1+24:55"),
      ]),
    PeerCase(
      "journey_stay_in_teleport", "ehv ehb bet btl vg ht4|ht4a hto rs",
      [
        PeerTrip("9658", "ehv 60300/60600 ehb 60780 bet 61080 btl 61560 vg 61920 ht4 62340", block: "1"),
        PeerTrip("4462", "ht4a 62760 hto 62940 rs 63180", block: "1"),
      ],
      transfers: ["ht4,ht4a,2,120", "ht4a,ht4,2,120"],
      asks: [.departing("bet rs", "16:53", "9658+4462 bet 61080 rs 63180")]),
    PeerCase(
      "journey_stay_in_shortteleport; journey_stay_in_shortteleport_counterclockwise",
      "ehv ehb bet btl vg ht4|ht4a hto rs",
      [
        PeerTrip("9658", "ehv 60300/60600 ehb 60780 bet 61080 btl 61560 vg 61920 ht4 62340", block: "1"),
        PeerTrip("4462", "ht4a 62400 hto 62940 rs 63180", block: "1"),
      ],
      asks: [
        .departing("bet rs", "16:53", "9658+4462 bet 61080 rs 63180"),
        .arriving("bet rs", "17:40", "9658+4462 bet 61080 rs 63180"),
      ]),
  ]

  /// Where riders get off before the vehicle goes on, or it does not.
  static let stayingInOrNot: [PeerCase] = [
    PeerCase(
      "stay_in_invalid_vp", "stop1 stop2|stop4 stop3",
      [
        PeerTrip("A", "stop1 8:00 stop2 8:10", block: "1"),
        PeerTrip("B", "stop4 8:15 stop3 8:20", block: "1", days: []),
      ],
      asks: [.departing("stop1 stop3", "0:05")]),
    // There it is also asked on the day before, which has no journey: with us this one is the answer to that as well.
    PeerCase(
      "invalid_stay_in_overmidnight", "stop1 stop2 stop3 stop4",
      [
        PeerTrip("A", "stop1 8:00 stop2 8:10", block: "1", days: [0, 1, 2]),
        PeerTrip("B", "stop2 8:15 stop3 24:20/24:25 stop4 24:30/24:35", block: "1", days: [1]),
      ],
      asks: [.departing("stop1 stop4", "1+6:00", "A+B stop1 1+8:00 stop4 1+24:30")]),
    PeerCase(
      "stay_in_unnecessary", "stop1 stop2 stop3",
      [PeerTrip("A", "stop2 8:00 stop3 8:10", block: "1"), PeerTrip("B", "stop1 7:00 stop2 8:00", block: "1")],
      asks: [.departing("stop1 stop2", "0:05", "B stop1 7:00 stop2 8:00")]),
    PeerCase(
      "stay_in_unnecessary2", "stop1 stop2 stop3 stop4",
      [
        PeerTrip("B", "stop2 8:00 stop3 9:00", block: "1"), PeerTrip("A", "stop1 7:00 stop2 8:00", block: "1"),
        PeerTrip("line2", "stop2 9:55 stop4 10:00"),
      ],
      transfers: ["stop2,stop2,2,120"],
      asks: [.departing("stop1 stop4", "0:05", "A stop1 7:00 stop2 8:00, line2 stop2 9:55 stop4 10:00")]),
    PeerCase(
      "test_2nd_and_3rd_pass_ext", "A B C D E F",
      [
        PeerTrip("1a", "A 8000 B 9000", line: "1", days: [0]), PeerTrip("1b", "A 9000 B 10000", line: "1", days: [0]),
        PeerTrip("2a", "B 11000 E 11100", line: "2", block: "1", days: [0]),
        PeerTrip("4a", "E 11100 F 11200", line: "4", block: "1", days: [0]),
        PeerTrip("5a", "F 11200 C 12000", line: "5", block: "1", days: [0]),
        PeerTrip("2b", "B 12000 E 12100", line: "2", block: "2", days: [0]),
        PeerTrip("4b", "E 12100 F 12200", line: "4", block: "2", days: [0]),
        PeerTrip("5b", "F 12200 C 13000", line: "5", block: "2", days: [0]),
        PeerTrip("3a", "C 14000 D 15000", line: "3", days: [0]),
        PeerTrip("3b", "C 15000 D 16000", line: "3", days: [0]),
      ],
      transfers: ["B,B,2,100", "C,C,2,100"],
      asks: [
        .departing(
          "A D", "7900", differs: "one waits at the first change where one may wait at the last",
          "1b A 9000 B 10000, 2a+4a+5a B 11000 C 12000, 3a C 14000 D 15000"),
        .arriving("A D", "16100", "1b A 9000 B 10000, 2a+4a+5a B 11000 C 12000, 3a C 14000 D 15000"),
      ]),
    PeerCase(
      "penalty_on_vj_extentions", "A B C D there",
      [PeerTrip("1", "A 9:00 B 10:00 C 11:00", block: "42"), PeerTrip("2", "C 11:00 D 12:00", block: "42")],
      transfers: ["B,there,2,120", "D,there,2,60"],
      asks: [.departing("A there", "2+8:00", "1 A 2+9:00 B 2+10:00, until 2+10:02")]),
    PeerCase(
      "reader_with_invalid_vj_extensions", "A B C D E",
      [
        PeerTrip("1", "A 9:00 B 10:00"), PeerTrip("2", "B 10:10 C 10:40"),
        PeerTrip("10", "B 10:10 E 10:20", block: "1", days: [0, 1]), PeerTrip("11", "E 10:25 C 10:40", block: "1"),
        PeerTrip("3", "C 11:00 D 12:00"),
      ],
      asks: [
        .arriving("A D", "4+12:05", "1 A 4+9:00 B 4+10:00, 2 B 4+10:10 C 4+10:40, 3 C 4+11:00 D 4+12:00")
      ]),
    PeerCase(
      "fix_datetime_represents_arrival_departure", "A B/B0/B1 C",
      [
        PeerTrip("vjA", "A 8:05 B0 8:40", line: "A", block: "1"),
        PeerTrip("vjB", "B1 8:40/9:05 C 11:50", line: "A", block: "1"),
      ],
      asks: [
        .departing("A B", "8:00", "vjA A 8:05 B0 8:40"), .arriving("A B", "9:00", "vjA A 8:05 B0 8:40"),
      ]),
    PeerCase(
      "optimize_extention_before_min_wait", "1 2|3 4 5 6",
      [
        PeerTrip("A1", "1 8:00 2 9:00", line: "A", block: "A"), PeerTrip("A2", "3 9:00 4 12:00", line: "A", block: "A"),
        PeerTrip("B", "5 10:00 6 11:00", block: "B"),
      ],
      transfers: ["2,5,2,120", "3,5,2,60"], asks: [.departing("1 6", "8:00", "A1 1 8:00 2 9:00, B 5 10:00 6 11:00")]),
    PeerCase(
      "journey_arrival_before_a_stay_in", "ehv ehb start btl vg end|ht4a hto rs",
      [
        PeerTrip("9658", "ehv 60300/60600 ehb 60780 start 61080 btl 61560 vg 61920 end 62340", block: "1"),
        PeerTrip("4462", "ht4a 62400 hto 62940 rs 63180", block: "1"),
      ],
      asks: [.departing("start end", "16:53", "9658 start 61080 end 62340")]),
    PeerCase(
      "journey_arrival_before_a_stay_in_without_teleport", "ehv ehb start btl vg end hto rs",
      [
        PeerTrip("9658", "ehv 60300/60600 ehb 60780 start 61080 btl 61560 vg 61920 end 62340", block: "1"),
        PeerTrip("4462", "end 62340 hto 62940 rs 63180", block: "1"),
      ],
      asks: [.departing("start end", "16:53", "9658 start 61080 end 62340")]),
    // There a journey put together by hand is mended, which rides on past the stop where one goes to.
    PeerCase(
      "backtracking_journey_stay_in", "A B C D",
      [
        PeerTrip("Stay1", "A 0:30/0:31 B 1:00/1:01 C 2:00", block: "1"),
        PeerTrip("Stay2", "C 2:00 D 2:10 B 3:01", block: "1"),
      ],
      asks: [.departing("A B", "0:30", "Stay1 A 0:31 B 1:00")]),
  ]
}
