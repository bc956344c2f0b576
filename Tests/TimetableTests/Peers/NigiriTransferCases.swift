/// Cases of nigiri for the rules of transfers.txt. There all runs on one day, and a change that nothing is said of takes two
/// minutes, which those cases that it matters for say themselves.
///
/// Not taken: what its trips that no rule names get from rules for others at the same stop (the second half of
/// `majority_fold_uniform`: where all rules for trips say the same, it is taken for what the stop says), and what its profiles, hubs,
/// offsets and real-time updates make of rules (`test/routing/transfer_rules_test.cc`).
extension PeerCase {
  static let changes: [PeerCase] = [
    // There the two rules are only read; the trips are ours.
    PeerCase(
      "read_transfers_example_data", "a b S6|S7 y z",
      [
        PeerTrip("to6", "a 8:00 S6 8:10"), PeerTrip("to7", "b 8:30 S7 8:40"),
        PeerTrip("too-soon", "S7 8:14 z 8:20"), PeerTrip("from7", "S7 8:15 z 8:21"),
        PeerTrip("from6", "S6 9:00 y 9:10"),
      ],
      transfers: ["S6,S7,2,300", "S7,S6,3"],
      asks: [.departing("a z", "8:00", "to6 a 8:00 S6 8:10, from7 S7 8:15 z 8:21"), .departing("b y", "8:00")]),
    PeerCase(
      "transfer_rules_station_level_min_time", "A XS/X1/X2 B",
      [
        PeerTrip("T1", "A 10:00 X1 10:30", line: "R1", days: [0]),
        PeerTrip("T2", "X2 10:35 B 11:00", line: "R2", days: [0]),
        PeerTrip("T3", "X2 10:42 B 11:10", line: "R2", days: [0]),
      ],
      transfers: ["XS,XS,2,600"], asks: [.departing("A B", "10:00", "T1 A 10:00 X1 10:30, T3 X2 10:42 B 11:10")]),
    PeerCase(
      "transfer_rules_route_qualified", "A2 Y C D",
      [
        PeerTrip("U1", "A2 12:00 Y 12:30", line: "R10", days: [0]),
        PeerTrip("U2", "Y 12:31 C 13:00", line: "R11", days: [0]),
        PeerTrip("U3", "Y 12:31 D 13:00", line: "R12", days: [0]),
      ],
      transfers: ["Y,Y,2,120", "Y,Y,2,0,R10,R11"],
      asks: [
        .departing("A2 C", "12:00", "U1 A2 12:00 Y 12:30, U2 Y 12:31 C 13:00"), .departing("A2 D", "12:00"),
      ]),
    PeerCase(
      "transfer_rules_forbidden", "A3 FS/F1/F2 E",
      [
        PeerTrip("V1", "A3 14:00 F1 14:30", line: "R20", days: [0]),
        PeerTrip("V2", "F2 14:40 E 15:00", line: "R21", days: [0]),
        PeerTrip("V2L", "F2 23:30 E 23:50", line: "R21", days: [0]),
      ],
      transfers: ["F1,F2,3"], asks: [.departing("A3 E", "14:00")]),
    PeerCase(
      "transfer_rules_trip_beats_route", "A4 Z BZ CZ",
      [
        PeerTrip("W1", "A4 16:00 Z 16:30", line: "RZ1", days: [0]),
        PeerTrip("W2", "Z 16:31 BZ 17:00", line: "RZ2", days: [0]),
        PeerTrip("W3", "Z 16:31 CZ 17:10", line: "RZ2", days: [0]),
      ],
      transfers: ["Z,Z,2,120", "Z,Z,2,0,RZ1,RZ2", "Z,Z,3,,,,W1,W2"],
      asks: [
        .departing("A4 BZ", "16:00"), .departing("A4 CZ", "16:00", "W1 A4 16:00 Z 16:30, W3 Z 16:31 CZ 17:10"),
      ]),
    PeerCase(
      "transfer_rules_majority_fold_uniform", "A5 M G",
      [
        PeerTrip("M1", "A5 18:00 M 18:30", line: "R30", days: [0]),
        PeerTrip("M2", "M 18:30 G 19:00", line: "R31", days: [0]),
      ],
      transfers: ["M,M,1,,,,M1,M2"], asks: [.departing("A5 G", "18:00", "M1 A5 18:00 M 18:30, M2 M 18:30 G 19:00")]),
    PeerCase(
      "transfer_rules_majority_fold_exception", "A6 A7 N I J",
      [
        PeerTrip("N1", "A6 20:00 N 20:30", line: "R40", days: [0]),
        PeerTrip("N4", "A7 20:05 N 20:29", line: "R43", days: [0]),
        PeerTrip("N2", "N 20:32 I 21:00", line: "R41", days: [0]),
        PeerTrip("N3", "N 20:32 J 21:00", line: "R42", days: [0]),
      ],
      transfers: ["N,N,2,60,,,N1,N2", "N,N,2,60,,,N4,N2", "N,N,2,600,,,N1,N3"],
      asks: [
        .departing("A6 I", "20:00", "N1 A6 20:00 N 20:30, N2 N 20:32 I 21:00"), .departing("A6 J", "20:00"),
      ]),
    PeerCase(
      "transfer_rules_self_pair", "A8 P K L",
      [
        PeerTrip("P1", "A8 22:00 P 22:30", line: "RP", days: [0]),
        PeerTrip("P2", "P 22:35 K 23:00", line: "RP", days: [0]),
        PeerTrip("P3", "P 22:35 L 23:00", line: "RQ", days: [0]),
      ],
      transfers: ["P,P,2,120", "P,P,2,600,RP,RP"],
      asks: [
        .departing("A8 K", "22:00"), .departing("A8 L", "22:00", "P1 A8 22:00 P 22:30, P3 P 22:35 L 23:00"),
      ]),
    PeerCase(
      "transfer_rules_mutual_restriction", "A9 Q QA QB",
      [
        PeerTrip("Q1", "A9 8:00 Q 8:30", line: "RQ1", days: [0]),
        PeerTrip("Q2", "Q 8:32 QA 9:00", line: "RQ2", days: [0]),
        PeerTrip("Q2L", "Q 8:41 QA 9:10", line: "RQ2", days: [0]),
        PeerTrip("Q3", "Q 8:32 QB 9:00", line: "RQ3", days: [0]),
      ],
      transfers: ["Q,Q,2,120", "Q,Q,2,600,,,Q1,Q2", "Q,Q,2,600,,,Q2,Q1"],
      asks: [
        .departing("A9 QA", "8:00", "Q1 A9 8:00 Q 8:30, Q2L Q 8:41 QA 9:10"),
        .departing("A9 QB", "8:00", "Q1 A9 8:00 Q 8:30, Q3 Q 8:32 QB 9:00"),
      ]),
    PeerCase(
      "transfer_rules_slow_member", "A10 SS SSA SSB SSC",
      [
        PeerTrip("TS0", "A10 8:50 SS 9:20", line: "RSS", days: [0]),
        PeerTrip("TS1", "A10 9:00 SS 9:30", line: "RSX", days: [0]),
        PeerTrip("TS2", "SS 9:32 SSA 10:00", line: "RSY", days: [0]),
        PeerTrip("TS3", "SS 9:33 SSB 10:00", line: "RSS", days: [0]),
        PeerTrip("TS4", "SS 9:23 SSC 10:00", line: "RSY", days: [0]),
      ],
      transfers: ["SS,SS,2,120", "SS,SS,2,600,RSS,RSS", "SS,SS,2,600,,,TS1,TS2"],
      asks: [
        .departing("A10 SSA", "9:00"),
        .departing("A10 SSB", "9:00", "TS1 A10 9:00 SS 9:30, TS3 SS 9:33 SSB 10:00"),
        .departing("A10 SSC", "8:45", "TS0 A10 8:50 SS 9:20, TS4 SS 9:23 SSC 10:00"),
      ]),
    PeerCase(
      "transfer_rules_fast_rule_stays_on_its_route", "GO1 GO2 GO3 GU GUD",
      [
        PeerTrip("GA", "GO1 8:00 GU 9:00", line: "RGA", days: [0]),
        PeerTrip("GB", "GO2 9:30 GU 10:00", line: "RGB", days: [0]),
        PeerTrip("GC", "GO3 9:40 GU 9:55", line: "RGC", days: [0]),
        PeerTrip("GX", "GU 10:01 GUD 10:30", line: "RGX", days: [0]),
      ],
      transfers: ["GU,GU,2,180,RGA,RGX", "GU,GU,2,180,RGB,RGX", "GU,GU,2,0,RGC,RGX"],
      asks: [
        .departing("GO3 GUD", "9:30", "GC GO3 9:40 GU 9:55, GX GU 10:01 GUD 10:30"),
        .departing("GO2 GUD", "9:00"),
        .departing("GO1 GUD", "7:30", "GA GO1 8:00 GU 9:00, GX GU 10:01 GUD 10:30"),
      ]),
    PeerCase(
      "transfer_rules_forbidden_same_stop_unqualified", "T6A T6N T6J",
      [
        PeerTrip("T6X1", "T6A 14:30 T6N 15:00", line: "R76", days: [0]),
        PeerTrip("T6Y1", "T6N 15:15 T6J 15:30", line: "R77", days: [0]),
        PeerTrip("T6Y2", "T6N 18:00 T6J 18:20", line: "R77", days: [0]),
      ],
      transfers: ["T6N,T6N,3"],
      asks: [.departing("T6A T6N", "14:30", "T6X1 T6A 14:30 T6N 15:00"), .departing("T6A T6J", "14:30")]),
    PeerCase(
      "transfer_rules_forbidden_same_stop_route", "T7A T7Q T7K T7L",
      [
        PeerTrip("T7X1", "T7A 14:30 T7Q 15:00", line: "R78", days: [0]),
        PeerTrip("T7X2", "T7Q 15:15 T7K 15:30", line: "R78", days: [0]),
        PeerTrip("T7X3", "T7Q 19:20 T7K 19:40", line: "R78", days: [0]),
        PeerTrip("T7Y1", "T7Q 15:15 T7L 15:30", line: "R79", days: [0]),
      ],
      transfers: ["T7Q,T7Q,2,120", "T7Q,T7Q,3,,R78,R78"],
      asks: [
        .departing("T7A T7L", "14:30", "T7X1 T7A 14:30 T7Q 15:00, T7Y1 T7Q 15:15 T7L 15:30"),
        .departing("T7A T7K", "14:30"),
      ]),
  ]

  /// Where there rules that say the same are put together, which must not change what they say.
  static let foldedChanges: [PeerCase] = [
    folded(
      "keeps_exception_to_faster_rule", ["S1,S1,2,120", "S1,S1,2,0,RF,RH", "S1,S1,2,120,,,F,H"],
      .departing("A C", "10:00", "F A 10:00 S1 10:30, HL S1 11:01 C 11:30")),
    folded(
      "keeps_exception_to_ban", ["S1,S2,2,120", "S1,S2,3,,RF", "S1,S2,2,120,,,F,"],
      .departing("A B", "10:00", "F A 10:00 S1 10:30, G S2 10:40 B 11:00")),
    folded(
      "station_majority_reaches_base_locations", ["S,S,2,900,RF,RG", "S,S,2,900,RF,RH"],
      .departing("A B", "10:00", "F A 10:00 S1 10:30, GL S2 11:10 B 11:30")),
    folded(
      "station_majority_with_exception", ["S,S,2,900,RF,RG", "S,S,2,900,RF,RH", "S,S,2,60,,,F,G"],
      .departing("A B", "10:00", "F A 10:00 S1 10:30, G S2 10:40 B 11:00")),
    PeerCase(
      "transfer_rules_fold_keeps_station_trip_rule_over_route_rule_of_base_locations", "J T/T1/T2 K",
      [
        PeerTrip("DA", "J 16:00 T1 16:30", line: "RD1", days: [0]),
        PeerTrip("DB", "T2 16:33 K 17:00", line: "RD2", days: [0]),
        PeerTrip("DB2", "T2 16:45 K 17:15", line: "RD2", days: [0]),
      ],
      transfers: ["T,T,2,120,,,DA,DB", "T1,T2,2,300", "T1,T2,2,480,RD1,RD2"],
      asks: [.departing("J K", "16:00", "DA J 16:00 T1 16:30, DB T2 16:33 K 17:00")]),
    PeerCase(
      "transfer_rules_fold_keeps_explicit_station_default", "JA SJ/J1/J2 JB",
      [
        PeerTrip("JT1", "JA 10:00 J1 10:30", line: "RJ1", days: [0]),
        PeerTrip("JC", "J2 10:35 JB 11:00", line: "RJ3", days: [0]),
        PeerTrip("JC2", "J2 10:45 JB 11:15", line: "RJ3", days: [0]),
      ],
      transfers: ["SJ,SJ,2,600", "J1,J2,2,180,RJ1,RJ2"],
      asks: [.departing("JA JB", "10:00", "JT1 JA 10:00 J1 10:30, JC2 J2 10:45 JB 11:15")]),
    PeerCase(
      "transfer_rules_fold_station_default_holds_at_virtual_locations", "LO LO2 LS/L1/L2 LD LD2",
      [
        PeerTrip("LT5", "LO 10:00 L1 10:30", line: "RL5", days: [0]),
        PeerTrip("LT6", "L1 10:40 LD 11:00", line: "RL6", days: [0]),
        PeerTrip("LT7", "L1 10:32 LD2 11:00", line: "RL7", days: [0]),
        PeerTrip("LT8", "L1 10:36 LD2 11:05", line: "RL7", days: [0]),
        PeerTrip("LT9", "LO2 10:00 L1 10:30", line: "RL9", days: [0]),
      ],
      transfers: ["LS,LS,2,60", "L1,L1,2,300,RL1,RL2", "L1,L1,2,300,RL3,RL4", "L1,L1,2,0,,,LT5,LT6"],
      asks: [
        .departing("LO2 LD2", "10:00", "LT9 LO2 10:00 L1 10:30, LT7 L1 10:32 LD2 11:00"),
        .departing("LO LD2", "10:00", "LT5 LO 10:00 L1 10:30, LT7 L1 10:32 LD2 11:00"),
      ]),
    PeerCase(
      "transfer_rules_fold_drops_default_rows_next_to_rules_for_other_trips", "KA K KB",
      [
        PeerTrip("KT1", "KA 8:00 K 8:30", line: "RK1", days: [0]),
        PeerTrip("KT2", "K 8:30 KB 9:00", line: "RK2", days: [0]),
        PeerTrip("KT3", "KA 9:30 K 10:00", line: "RK1", days: [0]),
        PeerTrip("KT4", "K 10:04 KB 10:30", line: "RK2", days: [0]),
        PeerTrip("KT5", "KA 10:30 K 11:00", line: "RK1", days: [0]),
        PeerTrip("KT6", "K 11:10 KB 11:40", line: "RK2", days: [0]),
        PeerTrip("KT7", "KA 11:30 K 12:00", line: "RK1", days: [0]),
        PeerTrip("KT8", "K 12:10 KB 12:40", line: "RK2", days: [0]),
        PeerTrip("KT9", "K 10:10 KB 10:40", line: "RK2", days: [0]),
      ],
      transfers: ["K,K,1,,,,KT1,KT2", "K,K,2,300,,,KT3,KT4", "K,K,2,300,,,KT5,KT6", "K,K,2,300,,,KT7,KT8"],
      asks: [
        .departing("KA KB", "8:00", "KT1 KA 8:00 K 8:30, KT2 K 8:30 KB 9:00"),
        .departing("KA KB", "9:30", "KT3 KA 9:30 K 10:00, KT9 K 10:10 KB 10:40"),
      ]),
  ]

  /// One of those that there are asked about one network.
  private static func folded(_ name: String, _ transfers: [String], _ question: PeerQuestion) -> PeerCase {
    PeerCase(
      "transfer_rules_fold_\(name)", "A A2 S/S1/S2/S3/S4 B C D X/X1/X2",
      [
        PeerTrip("F", "A 10:00 S1 10:30", line: "RF", days: [0]),
        PeerTrip("F0", "A2 9:00 S3 9:30", line: "RF", days: [0]),
        PeerTrip("F2", "S1 10:36 D 11:06", line: "RF", days: [0]),
        PeerTrip("G", "S2 10:40 B 11:00", line: "RG", days: [0]),
        PeerTrip("GL", "S2 11:10 B 11:30", line: "RG", days: [0]),
        PeerTrip("H", "S1 10:31 C 11:00", line: "RH", days: [0]),
        PeerTrip("HL", "S1 11:01 C 11:30", line: "RH", days: [0]),
        PeerTrip("P", "A 12:00 S1 12:30 X1 12:50", line: "RP", days: [0]),
        PeerTrip("Q", "S2 12:40 X2 13:00 B 13:20", line: "RQ", days: [0]),
      ],
      transfers: transfers, asks: [question])
  }
}
