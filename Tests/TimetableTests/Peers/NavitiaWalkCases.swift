/// Cases of navitia with walks to the first stop and from the last, which there are part of the question: here they are
/// changes from a stop to a stop, `home` and `there` being stops of no trip.
extension PeerCase {
  static let navitiaWalks: [PeerCase] = [
    PeerCase(
      "sn_debut", "home stop1 stop2",
      [PeerTrip("A", "stop1 8:00 stop2 8:20"), PeerTrip("B", "stop1 9:00 stop2 9:20")],
      transfers: ["home,stop1,2,600"], asks: [.departing("home stop2", "8:00", "from 8:50, B stop1 9:00 stop2 9:20")]),
    PeerCase(
      "sn_fin, backward", "stop1 stop2 there",
      [PeerTrip("A", "stop1 8:00 stop2 8:20"), PeerTrip("B", "stop1 9:00 stop2 9:20")],
      transfers: ["stop2,there,2,600"],
      asks: [.arriving("stop1 there", "9:20", "A stop1 8:00 stop2 8:20, until 8:30")]),
    PeerCase(
      "no_departure_before_given_date", "home stop1 stop2 stop3 stop4 stop5",
      [
        PeerTrip("A", "stop1 8000 stop3 11000"), PeerTrip("B", "stop3 12000 stop5 17000"),
        PeerTrip("C", "stop1 8000 stop2 10000"), PeerTrip("D", "stop2 11000 stop4 13000"),
        PeerTrip("E", "stop4 14000 stop5 16000"), PeerTrip("F", "stop1 7000 stop4 13000"),
      ],
      change: 100, transfers: ["home,stop1,2,1500"],
      asks: [
        .departing(
          "home stop5", "6000", "from 6500, A stop1 8000 stop3 11000, B stop3 12000 stop5 17000",
          "from 6500, C stop1 8000 stop2 10000, D stop2 11000 stop4 13000, E stop4 14000 stop5 16000")
      ]),
    PeerCase(
      "pareto_front", "stop1 stop2 stop3 there",
      [PeerTrip("line1", "stop1 9:00 stop2 9:50"), PeerTrip("line2", "stop2 9:55 stop3 10:00")],
      transfers: ["stop2,stop2,2,120", "stop2,there,2,900", "stop3,there,2,0"],
      asks: [
        .departing(
          "stop1 there", "8:00", "line1 stop1 9:00 stop2 9:50, until 10:05",
          "line1 stop1 9:00 stop2 9:50, line2 stop2 9:55 stop3 10:00")
      ]),
    PeerCase(
      "dont_return_dominated_solutions", "home A B C D",
      [
        PeerTrip("1", "A 8000 B 11000 C 14000"), PeerTrip("2", "D 9000 B 10000"), PeerTrip("3", "B 12000 C 13000"),
      ],
      transfers: ["B,B,2,0", "home,A,2,1000", "home,D,2,3000"],
      asks: [
        .departing(
          "home C", "1000", "from 7000, 1 A 8000 C 14000", "from 7000, 1 A 8000 B 11000, 3 B 12000 C 13000")
      ]),
    PeerCase(
      "walking_doesnt_break_connection", "home A B C",
      [PeerTrip("1", "A 8:00 B 8:10", days: [0]), PeerTrip("2", "B 8:11 C 9:00", days: [0])],
      transfers: ["B,B,2,0", "home,A,2,0", "home,B,2,900"],
      asks: [.departing("home C", "8:00", "1 A 8:00 B 8:10, 2 B 8:11 C 9:00")]),
    PeerCase(
      "test_jira1686_should_arrive_at_earliest", "home A B C",
      [PeerTrip("1", "A 0:10 C 1:00"), PeerTrip("2", "B 0:10 C 1:01")], transfers: ["home,A,2,600", "home,B,2,60"],
      asks: [.departing("home C", "2+0:00", "from 2+0:00, 1 A 2+0:10 C 2+1:00")]),
    PeerCase(
      "test_jira1686_should_take_journey_with_minimum_walking_on_transfert", "home A B C D E F G there",
      [
        PeerTrip("1", "A 0:10 C 1:00 D 2:00"), PeerTrip("2", "B 0:10 C 1:01 E 2:01"), PeerTrip("3", "F 2:30 G 3:00"),
      ],
      transfers: ["home,A,2,600", "home,B,2,60", "D,F,2,120", "E,F,2,120", "G,there,2,60"],
      asks: [
        .departing("home there", "2+0:00", "from 2+0:09, 2 B 2+0:10 E 2+2:01, 3 F 2+2:30 G 2+3:00, until 2+3:01")
      ]),
  ]
}
