/// Cases of OpenTripPlanner: of the module tests of its Raptor, and of the test of its interlining.
///
/// There a walk to the first stop and one from the last are part of the question; here they are changes from a stop to a stop.
/// Its seconds for boarding and alighting (E01, E02) are not ours: who is to set out at 0:01:30 has to at 0:01:10 there.
extension PeerCase {
  static let openTripPlanner = of("OpenTripPlanner", modules, interlining)

  /// Not taken: the costs and the shortest durations that these tests compare besides.
  private static let modules: [PeerCase] = [
    PeerCase(
      "D01_SingeRouteBoardAlightRestrictionsTest", "home B C D there",
      [PeerTrip("R1", ">B 0:01 C 0:03 <D 0:05", days: [0])],
      transfers: ["home,B,2,30", "D,there,2,20"],
      asks: [
        .departing("home there", "0:00", "from 0:00:30, R1 B 0:01 D 0:05, until 0:05:20"),
        .arriving("home there", "0:10", "from 0:00:30, R1 B 0:01 D 0:05, until 0:05:20"),
      ]),
    PeerCase(
      "D02_EarlyBoardingMatters", "A B C D E F G H I J",
      [
        PeerTrip("R1", "E 0:02 F 0:04 G 0:06 H 0:08 I 0:10 J 0:12", days: [0], repeats: "0:02 0:15 120"),
        PeerTrip("R2", "A 0:03 I 0:05", days: [0]),
        PeerTrip("R3", "A 0:02 B 0:04", days: [0]),
        PeerTrip("R4", "B 0:06 H 0:08", days: [0]),
        PeerTrip("R5", "B 0:05 C 0:07", days: [0]),
        PeerTrip("R6", "C 0:09 G 0:11", days: [0]),
        PeerTrip("R7", "C 0:08 D 0:10", days: [0]),
        PeerTrip("R8", "D 0:11 E 0:13", days: [0]),
      ],
      asks: [
        .departing(
          "A F", "0:00",
          "R3 A 0:02 B 0:04, R5 B 0:05 C 0:07, R7 C 0:08 D 0:10, R8 D 0:11 E 0:13, R1 E 0:14 F 0:16")
      ]),
    PeerCase(
      "E01_StaySeatedTransferTest", "home A B C there",
      [PeerTrip("R1", "A 0:02 B 0:05", days: [0]), PeerTrip("R2", "B 0:05 C 0:10", days: [0])],
      transfers: ["home,A,2,30", "C,there,2,30", "B,B,4,,,,R1,R2"],
      asks: [
        .departing("home there", "0:00", "from 0:01:30, R1+R2 A 0:02 C 0:10, until 0:10:30"),
        .arriving("home there", "0:30", "from 0:01:30, R1+R2 A 0:02 C 0:10, until 0:10:30"),
      ]),
    PeerCase(
      "E02_GuaranteedWalkTransferTest", "home A B|C D there",
      [PeerTrip("R1", "A 0:02 B 0:05", days: [0]), PeerTrip("R2", "C 0:05 D 0:10", days: [0])],
      transfers: ["home,A,2,30", "D,there,2,30", "B,C,1,,,,R1,R2"],
      asks: [
        .departing("home there", "0:00", "from 0:01:30, R1 A 0:02 B 0:05, R2 C 0:05 D 0:10, until 0:10:30"),
        .arriving("home there", "0:30", "from 0:01:30, R1 A 0:02 B 0:05, R2 C 0:05 D 0:10, until 0:10:30"),
      ]),
    // There the rule names one trip and is taken for its whole route, which is what a rule for routes says.
    PeerCase(
      "E03_NotAllowedConstrainedTransferTest", "home A B C there",
      [
        PeerTrip("R1", "A 0:02 B 0:05", days: [0]),
        PeerTrip("R2a", "B 0:10 C 0:15", line: "R2", days: [0]),
        PeerTrip("R2b", "B 0:12 C 0:17", line: "R2", days: [0]),
        PeerTrip("R3", "B 0:15 C 0:20", days: [0]),
      ],
      transfers: ["home,A,2,30", "C,there,2,30", "B,B,3,,R1,R2"],
      asks: [
        .departing("home there", "0:00", "from 0:01:30, R1 A 0:02 B 0:05, R3 B 0:15 C 0:20, until 0:20:30")
      ]),
  ]

  /// There the trips have no places and times of their own, and what is compared is which of them are joined. The days are
  /// those of the cases: 0 is the first of January there, 4 the fifth.
  private static let interlining: [PeerCase] = [
    PeerCase(
      "InterlineProcessorTest, all on one day", "s0 s1 s2 s3 s4 s5",
      [
        PeerTrip("trip-1", "s0 8:00 s1 8:10", block: "block-1", days: [0, 4]),
        PeerTrip("trip-2", "s1 8:15 s2 8:25", block: "block-1", days: [0, 4]),
        PeerTrip("trip-3", "s2 8:30 s3 8:40", block: "block-1", days: [0]),
        PeerTrip("trip-4", "s3 8:45 s4 8:55", block: "block-1", days: [0]),
        PeerTrip("trip-5", "s4 9:00 s5 9:10", block: "block-2", days: [0]),
      ],
      asks: [
        .departing("s0 s5", "7:00", "trip-1+trip-2+trip-3+trip-4 s0 8:00 s4 8:55, trip-5 s4 9:00 s5 9:10"),
        .departing("s0 s2", "4+7:00", "trip-1+trip-2 s0 4+8:00 s2 4+8:25"),
        .departing("s0 s3", "4+7:00"),
      ]),
    PeerCase(
      "InterlineProcessorTest, the next one depends on the day", "s0 s1 s2 s3 s4 s5",
      [
        PeerTrip("trip-1", "s0 8:00 s1 8:10", block: "block-1", days: [0, 4]),
        PeerTrip("trip-2", "s1 8:15 s2 8:25", block: "block-1", days: [0, 4]),
        PeerTrip("trip-3", "s2 8:30 s3 8:40", block: "block-1", days: [0]),
        PeerTrip("trip-4", "s2 8:30 s4 8:40", block: "block-1", days: [4]),
        PeerTrip("trip-5", "s4 9:00 s5 9:10", block: "block-2", days: [0]),
      ],
      asks: [
        .departing("s0 s3", "7:00", "trip-1+trip-2+trip-3 s0 8:00 s3 8:40"),
        .departing("s0 s4", "4+7:00", "trip-1+trip-2+trip-4 s0 4+8:00 s4 4+8:40"),
      ]),
    PeerCase(
      "InterlineProcessorTest, no common days", "s0 s1 s2 s3 s4 s5",
      [
        PeerTrip("trip-1", "s0 8:00 s1 8:10", block: "block-1", days: [0, 4]),
        PeerTrip("trip-2", "s1 8:15 s2 8:25", block: "block-1", days: [0, 4]),
        PeerTrip("trip-3", "s2 8:30 s3 8:40", block: "block-1", days: [1]),
        PeerTrip("trip-4", "s3 8:45 s4 8:55", block: "block-1", days: [2]),
        PeerTrip("trip-5", "s4 9:00 s5 9:10", block: "block-2", days: [0]),
      ],
      asks: [
        .departing("s0 s2", "7:00", "trip-1+trip-2 s0 8:00 s2 8:25"),
        .departing("s0 s3", "7:00", "trip-1+trip-2 s0 8:00 s2 8:25, trip-3 s2 1+8:30 s3 1+8:40"),
      ]),
    PeerCase(
      "InterlineProcessorTest, staySeatedNotAllowed", "s0 s1 s2",
      [
        PeerTrip("trip-1", "s0 8:00 s1 8:10", block: "block-1", days: [0]),
        PeerTrip("trip-2", "s1 8:15 s2 8:25", block: "block-1", days: [0]),
      ],
      transfers: [",,5,,,,trip-1,trip-2"],
      asks: [.departing("s0 s2", "7:00", "trip-1 s0 8:00 s1 8:10, trip-2 s1 8:15 s2 8:25")]),
  ]
}
