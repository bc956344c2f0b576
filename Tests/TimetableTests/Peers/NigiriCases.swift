/// Cases of nigiri: vehicles that go on as another trip, by block and by transfers of type 4, and its searches forward and backward.
extension PeerCase {
  static let nigiri = of("nigiri", searches, blocks, joins, changes, foldedChanges)

  private static let searches: [PeerCase] = [
    // Of all that leave, or arrive, within an hour there; by our clock, which is two hours ahead of the one it asks by.
    PeerCase(
      "raptor_forward, raptor_backward", "A B C",
      [
        PeerTrip("1337", "A 2:30 B 3:30", repeats: "2:30 26:31 1800"),
        PeerTrip("7331", "B 2:30 C 3:30", repeats: "2:30 25:31 900"),
      ],
      transfers: ["B,B,2,120"],
      asks: [
        .departing(
          "A C", "7:00", count: 2, "1337 A 7:00 B 8:00, 7331 B 8:15 C 9:15",
          "1337 A 7:30 B 8:30, 7331 B 8:45 C 9:45"),
        .arriving(
          "A C", "8:00", count: 2, "1337 A 5:00 B 6:00, 7331 B 6:15 C 7:15",
          "1337 A 5:30 B 6:30, 7331 B 6:45 C 7:45"),
      ])
  ]

  /// One block of six trips, of which others run on each day. Day 5 is the Sunday 2 July 2006 of the case, day 12 the next.
  private static let blocks: [PeerCase] = [
    PeerCase(
      "block_id", "S1 S2 S3 S4 S5 S6 S7 S8",
      [
        PeerTrip("T1", "S1 23:00 S2 23:55/24:00", line: "A", block: "1", days: [5, 7, 8, 9, 10]),
        // It comes to its first stop after it leaves it, as there.
        PeerTrip("T2", "S2 24:05/24:00 S3 25:00", line: "A", block: "1", days: [7, 9, 11]),
        PeerTrip("T3", "S2 24:00 S3 25:00 S4 26:00", line: "A", block: "1", days: [5, 8]),
        PeerTrip("T4", "S3 25:00 S4 26:00 S5 27:00", line: "A", block: "1", days: [9]),
        PeerTrip(
          "T5", "S2 24:00 S3 25:00 S4 26:00 S5 27:00 S6 28:00 S7 29:00", line: "A", block: "1", days: [10, 11]),
        PeerTrip("T6", "S4 26:00 S5 27:00 S6 28:00 S7 29:00 S8 30:00", line: "A", block: "1", days: [5]),
      ],
      asks: [
        .departing("S1 S8", "5+23:00", "T1+T3+T6 S1 5+23:00 S8 6+6:00"),
        .departing("S2 S1", "5+23:00"),
        // T5 is as good here: there it is only asked that nobody changes.
        .departing("S2 S3", "12+0:00", "T2 S2 12+0:00 S3 12+1:00"),
        .departing("S2 S7", "12+0:00", "T5 S2 12+0:00 S7 12+5:00"),
        .departing("S1 S4", "8+23:00", "T1+T3 S1 8+23:00 S4 9+2:00"),
        .departing("S1 S5", "9+23:00", "T1+T2+T4 S1 9+23:00 S5 10+3:00"),
        .departing("S1 S7", "10+23:00", "T1+T5 S1 10+23:00 S7 11+5:00"),
      ])
  ]

  /// Trains that are joined, and parted again, by transfers of type 4. Day 2 is the Thursday 12 June 2025 of the case.
  private static let joins: [PeerCase] = [
    // The trips that run behind midnight have the service day of the ones before here, and times after 24:00.
    PeerCase(
      "join_split complex, on one service day", "A B C|C1|C2 D|D1|D2 E F",
      [
        PeerTrip("i", "A 25:00 C1 25:59", days: [2, 6, 7, 8, 9]),
        PeerTrip("k", "B 25:00 C2 26:00", days: [2, 6, 7, 8, 9]),
        PeerTrip("x", "C 26:00 D 27:00", days: [2, 3, 8, 10, 12]),
        PeerTrip("x1", "C 26:00 D 27:00", days: [9]),
        PeerTrip("j", "D1 27:01 E 28:01", days: [2, 3, 4, 6, 9, 10, 11]),
        PeerTrip("l", "D2 27:00 F 28:00", days: [2, 3, 4, 6, 9, 10, 11]),
      ],
      transfers: joinedTrips,
      asks: [
        .departing("A E", "2+0:00", "i+x+j A 3+1:00 E 3+4:01"),
        .departing("A F", "2+0:00", "i+x+l A 3+1:00 F 3+4:00"),
        .departing("B E", "2+0:00", "k+x+j B 3+1:00 E 3+4:01"),
        .departing("B F", "2+0:00", "k+x+l B 3+1:00 F 3+4:00"),
        .departing("C E", "3+0:00", "x+j C 3+2:00 E 3+4:01"),
        .departing("C F", "3+0:00", "x+l C 3+2:00 F 3+4:00"),
        .departing("C E", "4+0:00", "x+j C 4+2:00 E 4+4:01"),
        .departing("C F", "4+0:00", "x+l C 4+2:00 F 4+4:00"),
        // To C one walks from C1 and C2, which are other stops.
        .departing("A C", "7+0:00", "i A 7+1:00 C1 7+1:59, until 7+1:59:30"),
        .departing("B C", "7+0:00", "k B 7+1:00 C2 7+2:00, until 7+2:00:30"),
        .departing("D1 E", "7+0:00", "j D1 7+3:01 E 7+4:01"),
        .departing("D2 F", "7+0:00", "l D2 7+3:00 F 7+4:00"),
        .departing("A D", "8+0:00", "i+x A 9+1:00 D 9+3:00"),
        .departing("B D", "8+0:00", "k+x B 9+1:00 D 9+3:00"),
      ]),
    PeerCase(
      "join_split complex, on two service days", "A B C|C1|C2 D|D1|D2 E F",
      [
        PeerTrip("i", "A 25:00 C1 25:59", days: [2, 6, 7, 8, 9]),
        PeerTrip("k", "B 25:00 C2 26:00", days: [2, 6, 7, 8, 9]),
        PeerTrip("x", "C 2:00 D 3:00", days: [3, 4, 9, 11, 13]),
        PeerTrip("x1", "C 50:00 D 51:00", days: [8]),
        PeerTrip("j", "D1 3:01 E 4:01", days: [3, 4, 5, 7, 10, 11, 12]),
        PeerTrip("l", "D2 3:00 F 4:00", days: [3, 4, 5, 7, 10, 11, 12]),
      ],
      transfers: joinedTrips,
      asks: [
        .departing(
          "A E", "2+0:00", differs: "only trips of one service day are joined", "i+x+j A 3+1:00 E 3+4:01")
      ]),
    // There it is only loaded.
    PeerCase(
      "join_split simple", "A B C", [PeerTrip("a", "A 7:00 B 8:00"), PeerTrip("b", "B 8:00 C 9:00")],
      transfers: [",,4,,,,a,b"], asks: [.departing("A C", "6:00", "a+b A 7:00 C 9:00")]),
    PeerCase(
      "join_split over_night", "A B C", [PeerTrip("a", "A 24:00 B 25:00"), PeerTrip("b", "B 25:00 C 26:00")],
      transfers: [",,4,,,,a,b"], asks: [.departing("A C", "23:00", "a+b A 24:00 C 26:00")]),
  ]

  private static let joinedTrips = [
    ",,4,,,,i,x", ",,4,,,,k,x", ",,4,,,,x,j", ",,4,,,,x,l", ",,4,,,,i,x1", ",,4,,,,k,x1", ",,4,,,,x1,j", ",,4,,,,x1,l",
  ]
}
