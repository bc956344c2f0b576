/// Cases of navitia for changes: where one changes, to what, and which of several journeys are answers.
extension PeerCase {
  static let navitiaChanges: [PeerCase] = [
    PeerCase(
      "change", "stop1 stop2 stop3 stop4 stop5",
      [
        PeerTrip("A", "stop1 8000/8050 stop2 8100/8150 stop3 8200/8250"),
        PeerTrip("B", "stop4 8000/8050 stop2 8300/8350 stop5 8400/8450"),
      ],
      change: 120,
      asks: [.departing("stop1 stop5", "7900", "A stop1 8050 stop2 8100, B stop2 8350 stop5 8400")]),
    PeerCase(
      "change, backward", "stop1 stop2 stop3 stop4 stop5",
      [
        PeerTrip("A", "stop1 8000/8050 stop2 8200/8250 stop3 8400/8450"),
        PeerTrip("B", "stop4 9000/9050 stop2 9500/9550 stop5 10000/10050"),
      ],
      change: 120,
      asks: [.arriving("stop1 stop5", "13000", "A stop1 8050 stop2 8200, B stop2 9550 stop5 10000")]),
    PeerCase(
      "different_connection_time", "A B C D",
      [
        PeerTrip("VJ1", "A 7:00 B 7:05", line: "1"), PeerTrip("VJ2", "A 7:55 B 8:00", line: "1"),
        PeerTrip("VJ3", "B 7:10 A 7:15", line: "1"), PeerTrip("VJ4", "B 7:20 A 7:25", line: "1"),
        PeerTrip("VJ5", "C 7:10 D 7:15", line: "2"), PeerTrip("VJ6", "C 7:20 D 7:35", line: "2"),
        PeerTrip("VJ7", "D 7:00 C 7:05", line: "2"),
      ],
      change: 120, transfers: ["B,C,2,300", "C,B,2,900"],
      asks: [
        .departing("A D", "7:00", "VJ1 A 7:00 B 7:05, VJ5 C 7:10 D 7:15"),
        .departing("D A", "7:00", "VJ7 D 7:00 C 7:05, VJ4 B 7:20 A 7:25"),
      ]),
    PeerCase(
      "marche_a_pied_milieu", "stop1 stop2 stop3 stop4",
      [PeerTrip("A", "stop1 8000/8050 stop2 8200/8250"), PeerTrip("B", "stop3 9000/9050 stop4 9200/9250")],
      change: 120, transfers: ["stop2,stop3,2,600", "stop3,stop2,2,600"],
      asks: [.departing("stop1 stop4", "7900", "A stop1 8050 stop2 8200, B stop3 9050 stop4 9200")]),
    PeerCase(
      "marche_a_pied_milieu, backward", "stop1 stop2 stop3 stop4",
      [PeerTrip("A", "stop1 8000/8050 stop2 8200/8250"), PeerTrip("B", "stop3 10000/19050 stop4 19200/19250")],
      transfers: ["stop2,stop3,2,600", "stop3,stop2,2,600"],
      asks: [.arriving("stop1 stop4", "27900", "A stop1 8050 stop2 8200, B stop3 19050 stop4 19200")]),
    // There it is only counted that there is one; where A2 is ridden, B1 is as good.
    PeerCase(
      "multiples_vj", "stop1 stop2 stop3 stop4 stop5",
      [
        PeerTrip("A1", "stop1 8:00 stop2 8:10"), PeerTrip("A2", "stop1 8:15 stop2 8:20"),
        PeerTrip("B1", "stop2 8:25 stop3 8:30"), PeerTrip("B2", "stop2 8:35 stop3 8:40"),
        PeerTrip("C", "stop3 8:45 stop4 8:50"), PeerTrip("E1", "stop1 8:00 stop5 8:05"),
        PeerTrip("E2", "stop5 8:10 stop1 8:12"),
      ],
      change: 120,
      asks: [
        .departing(
          "stop1 stop4", "0:05", "A2 stop1 8:15 stop2 8:20, B2 stop2 8:35 stop3 8:40, C stop3 8:45 stop4 8:50")
      ]),
    PeerCase(
      "second_pass", "VG C1 C2 GM/GM1/GM2 DC1 DC2",
      [
        PeerTrip("2", "VG 8:31 C2 8:36"), PeerTrip("1J", "C1 8:42 GM1 8:47 DC1 8:49"),
        PeerTrip("1R", "DC2 8:51 GM2 8:53"), PeerTrip("42", "VG 8:35 DC1 8:45"),
      ],
      transfers: ["C1,C2,2,120", "C2,C1,2,120", "GM1,GM2,2,120", "DC1,DC2,2,120", "DC2,DC1,2,120"],
      asks: [.departing("VG GM", "2+8:30", "2 VG 2+8:31 C2 2+8:36, 1J C1 2+8:42 GM1 2+8:47")]),
    // Its other half forbids a stop.
    PeerCase(
      "forbidden_uri_1", "Cergy Auber Halles Opera Chatelet PMC",
      [
        PeerTrip("A1", "Cergy 8:11 Auber 8:47 Halles 8:49", line: "A"),
        PeerTrip("A2", "Cergy 8:23 Auber 8:58 Halles 9:01", line: "A"),
        PeerTrip("71", "Opera 9:03 Chatelet 9:09 PMC 9:27", line: "7"),
        PeerTrip("72", "Opera 9:08 Chatelet 9:14 PMC 9:31", line: "7"),
        PeerTrip("73", "Opera 9:12 Chatelet 9:18 PMC 9:36", line: "7"),
      ],
      transfers: ["Auber,Opera,2,554", "Halles,Chatelet,2,1032"],
      asks: [.arriving("Cergy PMC", "9:31", "A2 Cergy 8:23 Auber 8:58, 72 Opera 9:08 PMC 9:31")]),
    PeerCase(
      "y_line_the_ultimate_political_blocking_bug", "stop1 stop2 stop3 stop4",
      [
        PeerTrip("A", "stop1 8000 stop2 8100 stop3 8200"), PeerTrip("B", "stop3 8400 stop2 8500 stop4 8600"),
      ],
      change: 10,
      asks: [
        .departing(
          "stop1 stop4", "7900", differs: thereAndBack, "A stop1 8000 stop2 8100, B stop2 8500 stop4 8600"),
        .arriving(
          "stop1 stop4", "9000", differs: thereAndBack, "A stop1 8000 stop2 8100, B stop2 8500 stop4 8600"),
      ]),
    PeerCase(
      "good_connection_when_walking_as_fast_as_bus", "A B C D E",
      [PeerTrip("1", "A 8:00 B 9:00"), PeerTrip("2", "C 10:00 D 11:00 E 12:00")],
      transfers: ["B,C,2,3600", "B,D,2,7200"],
      asks: [
        .departing(
          "A E", "8:00", differs: "one walks to where one can board last, not to the nearest stop",
          "1 A 8:00 B 9:00, 2 C 10:00 E 12:00"),
        .arriving("A E", "12:00", "1 A 8:00 B 9:00, 2 C 10:00 E 12:00"),
      ]),
    PeerCase(
      "no_iti_from_to_same_sa", "A/A1/A2 B1",
      [PeerTrip("1", "A1 8:00 B1 8:10"), PeerTrip("2", "B1 8:20 A2 8:30")], transfers: ["B1,B1,2,60"],
      asks: [.arriving("A1 A2", "2+7:50")]),
    PeerCase(
      "no_going_backward", "A B/B1/B2 C",
      [PeerTrip("l1", "A 8:09 B1 8:10 C 8:20"), PeerTrip("l2", "B2 8:07 A 8:08")], transfers: ["A,A,2,0"],
      asks: [.arriving("B C", "8:30", "l1 B1 8:10 C 8:20")]),
  ]

  private static let thereAndBack = "one changes where B is boarded first, if one rides there and back for that"

  static let navitiaChoices: [PeerCase] = [
    PeerCase(
      "test_rattrapage", "stop1 stop2 stop3 stop4 stop5",
      [
        PeerTrip("A", "stop1 8:10 stop2 8:15 stop3 8:35 stop4 8:45"),
        PeerTrip("B", "stop1 8:20 stop2 8:25 stop3 8:40 stop4 8:50"),
        PeerTrip("C", "stop2 8:30 stop5 8:31 stop3 8:32"),
      ],
      change: 120,
      asks: [
        .departing(
          "stop1 stop4", "8:15", "B stop1 8:20 stop4 8:50",
          "B stop1 8:20 stop2 8:25, C stop2 8:30 stop3 8:32, A stop3 8:35 stop4 8:45")
      ]),
    // There it is asked three times, with no change at most, with one and with two, and none of the answers has more.
    PeerCase(
      "max_transfers", "stop1 stop2 stop3 stop4",
      [
        PeerTrip("A", "stop1 8000/8050 stop2 81000/81500"), PeerTrip("B", "stop1 8000 stop3 8500"),
        PeerTrip("C", "stop3 9000 stop2 11000"), PeerTrip("D", "stop3 9000 stop4 9500"),
        PeerTrip("E", "stop4 10000 stop2 10500"),
      ],
      asks: [
        .departing(
          "stop1 stop2", "7900", "A stop1 8050 stop2 81000", "B stop1 8000 stop3 8500, C stop3 9000 stop2 11000",
          "B stop1 8000 stop3 8500, D stop3 9000 stop4 9500, E stop4 10000 stop2 10500")
      ]),
    // There the departure counts in every question, with us in those for several journeys.
    PeerCase(
      "direct_and_1trans_at_same_dt", "A B C",
      [PeerTrip("1", "A 8000 B 11000 C 12000", days: [0]), PeerTrip("2", "A 9000 B 10000", days: [0])],
      transfers: ["B,B,2,100"],
      asks: [
        .departing("A C", "7900", count: 2, "1 A 8000 C 12000", "2 A 9000 B 10000, 1 B 11000 C 12000")
      ]),
    PeerCase(
      "test_2nd_and_3rd_pass", "A B C D",
      [
        PeerTrip("1a", "A 8000 B 9000", line: "1", days: [0]), PeerTrip("1b", "A 9000 B 10000", line: "1", days: [0]),
        PeerTrip("2a", "B 11000 C 12000", line: "2", days: [0]),
        PeerTrip("2b", "B 12000 C 13000", line: "2", days: [0]),
        PeerTrip("3a", "C 14000 D 15000", line: "3", days: [0]),
        PeerTrip("3b", "C 15000 D 16000", line: "3", days: [0]),
      ],
      transfers: ["B,B,2,1000", "C,C,2,1000"],
      asks: [
        .departing(
          "A D", "7900", differs: "one waits at the first change where one may wait at the last",
          "1b A 9000 B 10000, 2a B 11000 C 12000, 3a C 14000 D 15000"),
        .arriving("A D", "16100", "1b A 9000 B 10000, 2a B 11000 C 12000, 3a C 14000 D 15000"),
      ]),
    // There journeys put together by hand are mended: nobody rides past the stop where one goes to, or comes from.
    PeerCase(
      "test_filter_backtrack", "A B C",
      [PeerTrip("1", "A 0:30 B 1:00/1:01 C 2:00"), PeerTrip("2", "C 2:10 B 3:01")],
      asks: [.departing("A B", "0:30", "1 A 0:30 B 1:00")]),
    PeerCase(
      "backtracking_journey_arrival_before", "A B C E",
      [PeerTrip("1", "A 0:30 B 1:00 C 2:00"), PeerTrip("2", "C 2:10 A 3:00/3:01 E 4:01")],
      asks: [.arriving("A E", "4:01", "2 A 3:01 E 4:01")]),
  ]
}
