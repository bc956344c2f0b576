/// Cases of navitia, by the names of its tests: of its Raptor forward (`raptor_test.cpp`) and backward
/// (`reverse_raptor_test.cpp`), of trips by headway and of its answers (`routing_api_test.cpp`). Its day 0 is ours.
///
/// There one changes only where a case says how long it takes. Its bounds for how late a journey may arrive, or how
/// early leave, are not asked here: our questions have none.
///
/// Not taken: what rests on a choice that our questions do not have (stops and lines that are forbidden or alone
/// allowed, wheelchairs and bicycles, the way on foot instead), on times to get on and off, on rides to be ordered, on
/// zones within which nobody is taken along, and on disruptions. Nor where to walk less is an answer of its own
/// (`less_fallback`, `exhaustive_second_pass`, `test_jira1686_should_take_journey_with_minimum_walking_` and the second
/// of those with a change), and where nobody walks from a last stop to the one asked for (`destination_over_writing`).
extension PeerCase {
  static let navitia = of(
    "navitia", directRides, midnights, serviceDays, navitiaChanges, navitiaChoices, navitiaWalks, stayingIn,
    stayingInOrNot, headways)

  private static let directRides: [PeerCase] = [
    PeerCase(
      "direct", "stop1 stop2", [PeerTrip("A", "stop1 8000/8050 stop2 8100/8150")],
      asks: [.departing("stop1 stop2", "7900", "A stop1 8050 stop2 8100")]),
    PeerCase(
      "direct, backward", "stop1 stop2", [PeerTrip("A", "stop1 8000/8050 stop2 9100/9150")],
      asks: [.arriving("stop1 stop2", "9200", "A stop1 8050 stop2 9100")]),
    PeerCase(
      "overlapping_on_first_st", "stop1 stop2",
      [
        PeerTrip("A1", "stop1 8000/8200 stop2 8500", line: "A"),
        PeerTrip("A2", "stop1 8100/8300 stop2 8600", line: "A"),
      ],
      asks: [.departing("stop1 stop2", "7900", "A1 stop1 8200 stop2 8500")]),
    PeerCase(
      "mdi", "stop1 stop2 stop3 stop4 stop5 stop6",
      [
        PeerTrip("B", "<stop1 17:00 stop2 17:15 <stop3 17:30"),
        PeerTrip("C", "stop4 16:00 stop5 16:15 >stop6 16:30"),
      ],
      asks: [
        .departing("stop1 stop3", "0:05"), .departing("stop2 stop3", "0:05", "B stop2 17:15 stop3 17:30"),
        .departing("stop4 stop6", "0:05"), .departing("stop4 stop5", "0:05", "C stop4 16:00 stop5 16:15"),
      ]),
    PeerCase(
      "mdi, backward", "stop1 stop2 stop3 stop4 stop5 stop6",
      [
        PeerTrip("B", "<stop1 17:00 stop2 17:15 stop3 17:30"),
        PeerTrip("C", "stop4 16:00 stop5 16:15 >stop6 16:30"),
      ],
      asks: [
        .arriving("stop1 stop3", "17:30"), .arriving("stop2 stop3", "17:30", "B stop2 17:15 stop3 17:30"),
        .arriving("stop4 stop6", "17:30"), .arriving("stop4 stop5", "17:30", "C stop4 16:00 stop5 16:15"),
      ]),
    PeerCase(
      "journeys_with_min_nb_journeys", "sp1 sp2",
      [
        PeerTrip("vj1", "sp1 8:00/8:01 sp2 8:10/8:11"), PeerTrip("vj2", "sp1 8:02/8:03 sp2 8:12/8:13"),
        PeerTrip("vj3", "sp1 8:04/8:05 sp2 8:14/8:15"), PeerTrip("vj4", "sp1 8:06/8:07 sp2 8:16/8:17"),
      ],
      asks: [
        .departing("sp1 sp2", "8:00", "vj1 sp1 8:01 sp2 8:10"),
        .departing(
          "sp1 sp2", "8:00", count: 4, "vj1 sp1 8:01 sp2 8:10", "vj2 sp1 8:03 sp2 8:12", "vj3 sp1 8:05 sp2 8:14",
          "vj4 sp1 8:07 sp2 8:16"),
        .arriving(
          "sp1 sp2", "8:30", count: 4, "vj1 sp1 8:01 sp2 8:10", "vj2 sp1 8:03 sp2 8:12", "vj3 sp1 8:05 sp2 8:14",
          "vj4 sp1 8:07 sp2 8:16"),
      ]),
  ]

  private static let midnights: [PeerCase] = [
    PeerCase(
      "over_midnight; passe_minuit, backward", "stop1 stop2 stop3",
      [PeerTrip("A", "stop1 23:00 stop2 24:05"), PeerTrip("B", "stop2 0:10 stop3 0:20")], change: 120,
      asks: [
        .departing("stop1 stop3", "22:00", "A stop1 23:00 stop2 24:05, B stop2 1+0:10 stop3 1+0:20"),
        .arriving("stop1 stop3", "1+22:00", "A stop1 23:00 stop2 24:05, B stop2 1+0:10 stop3 1+0:20"),
      ]),
    // There B has times that go back to 0:10, which is the next day's.
    PeerCase(
      "over_midnight_2; passe_minuit_2, backward", "stop1 stop2 stop3 stop4",
      [PeerTrip("A", "stop1 23:00 stop2 23:59"), PeerTrip("B", "stop4 23:10 stop2 24:10 stop3 24:20")], change: 120,
      asks: [
        .departing("stop1 stop3", "22:00", "A stop1 23:00 stop2 23:59, B stop2 24:10 stop3 24:20"),
        .arriving("stop1 stop3", "1+22:00", "A stop1 23:00 stop2 23:59, B stop2 24:10 stop3 24:20"),
      ]),
    PeerCase(
      "over_midnight_interne; passe_minuit_interne, backward", "stop1 stop2 stop3",
      [PeerTrip("A", "stop1 23:00 stop2 23:30/24:30 stop3 24:40")],
      asks: [
        .departing("stop1 stop3", "22:00", "A stop1 23:00 stop3 24:40"),
        .arriving("stop1 stop3", "1+0:50", "A stop1 23:00 stop3 24:40"),
      ]),
    PeerCase(
      "passe_minuit4, backward", "stop1 stop2", [PeerTrip("A", "stop1 23:55/24:00 stop2 24:15", days: [3])],
      asks: [.arriving("stop1 stop2", "4+0:15", "A stop1 4+0:00 stop2 4+0:15")]),
    // Of the search before its Raptor (`time_dep_test.cpp`).
    PeerCase(
      "passe_minuit_fail", "stop1 stop2 stop3",
      [PeerTrip("A", "stop1 23:00 stop2 24:10"), PeerTrip("B", "stop2 0:05 stop3 0:20")],
      asks: [.departing("stop1 stop3", "22:00", "A stop1 23:00 stop2 24:10, B stop2 2+0:05 stop3 2+0:20")]),
    PeerCase(
      "over_midnight_special", "stop1 stop2 stop3 stop4",
      [
        PeerTrip("A", "stop1 8:00 stop2 8:10"), PeerTrip("B", "stop1 7:00 stop3 7:05"),
        PeerTrip("C", "stop2 7:10 stop3 7:15 stop4 7:20"),
      ],
      change: 120,
      asks: [.departing("stop1 stop4", "6:00", "B stop1 7:00 stop3 7:05, C stop3 7:15 stop4 7:20")]),
    PeerCase(
      "marche_a_pied_pam", "stop1 stop2 stop3 stop4",
      [PeerTrip("A", "stop1 8000 stop2 23:59"), PeerTrip("B", "stop3 2:00 stop4 2:00:20")], change: 120,
      transfers: ["stop2,stop3,2,600", "stop3,stop2,2,600"],
      asks: [
        .departing("stop1 stop4", "7900", "A stop1 8000 stop2 23:59, B stop3 1+2:00 stop4 1+2:00:20")
      ]),
  ]

  private static let serviceDays: [PeerCase] = [
    PeerCase(
      "validity_pattern", "stop1 stop2",
      [
        PeerTrip("D1", "stop1 8000 stop2 8200", line: "D", days: [1]),
        PeerTrip("D2", "stop1 9000 stop2 9200", line: "D", days: [0]),
      ],
      asks: [
        .departing("stop1 stop2", "7800", "D2 stop1 9000 stop2 9200"), .departing("stop1 stop2", "2+7900"),
      ]),
    PeerCase(
      "validity_pattern, backward", "stop1 stop2",
      [PeerTrip("D", "stop1 8000 stop2 8200", days: []), PeerTrip("C", "stop1 9000 stop2 9200", days: [1])],
      asks: [.arriving("stop1 stop2", "1+7000")]),
    PeerCase(
      "pam_veille", "stop0 stop1 stop2 stop3",
      [PeerTrip("A", "stop1 0:03 stop2 0:20"), PeerTrip("B", "stop0 23:00 stop2 24:30 stop3 24:40", days: [0])],
      asks: [.departing("stop2 stop3", "0:50", "B stop2 24:30 stop3 24:40")]),
    PeerCase(
      "pam_3", "stop1 stop2 stop3 stop4",
      [
        PeerTrip("A", "stop1 23:00 stop2 24:05"), PeerTrip("B", "stop1 23:00 stop3 23:05"),
        PeerTrip("C1", "stop2 0:10 stop3 0:20 stop4 0:30", line: "C"),
        PeerTrip("C2", "stop2 23:00 stop3 23:10 stop4 23:40", line: "C"),
      ],
      change: 120,
      asks: [.departing("stop1 stop4", "0:05", "B stop1 23:00 stop3 23:05, C2 stop3 23:10 stop4 23:40")]),
  ]
}
