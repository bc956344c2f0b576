/// Cases of navitia for trips that run again and again (`frequency_raptor_test.cpp`).
///
/// There a span says when vehicles come to the first stop, and one comes at its end as well; in a feed it says when
/// they leave, and its end is no part of it.
extension PeerCase {
  static let headways: [PeerCase] = [
    PeerCase(
      "freq_vj", "stop1 stop2", [PeerTrip("A1", "stop1 8:00 stop2 8:10", repeats: "8:00 18:01 300")],
      asks: [
        .departing("stop1 stop2", "8:00", "A1 stop1 8:00 stop2 8:10"),
        .departing("stop1 stop2", "9:00", "A1 stop1 9:00 stop2 9:10"),
      ]),
    PeerCase(
      "freq_vj_pam", "stop1 stop2", [PeerTrip("A1", "stop1 8:00 stop2 8:10", repeats: "8:00 26:01 300")],
      asks: [
        .departing("stop1 stop2", "23:00", "A1 stop1 23:00 stop2 23:10"),
        .departing("stop1 stop2", "24:00", "A1 stop1 24:00 stop2 24:10"),
        .departing("stop1 stop2", "25:00", "A1 stop1 25:00 stop2 25:10"),
      ]),
    PeerCase(
      "freq_vj_stop_times", "stop1 stop2 stop3",
      [PeerTrip("A1", "stop1 8:00/8:10 stop2 8:15/8:25 stop3 8:30/8:40", repeats: "8:10 18:11 3600")],
      asks: [
        .departing("stop1 stop3", "9:00", "A1 stop1 9:10 stop3 9:30"),
        .arriving("stop1 stop3", "9:30", "A1 stop1 9:10 stop3 9:30"),
      ]),
    PeerCase(
      "freq_vj_different_departure_arrival_duration", "stop1 stop2 stop3",
      [PeerTrip("A1", "stop1 8:00/8:10 stop2 8:15/8:40 stop3 9:00/9:05", repeats: "8:10 18:11 3600")],
      asks: [
        .departing("stop1 stop3", "9:05", "A1 stop1 9:10 stop3 10:00"),
        .arriving("stop1 stop3", "10:00", "A1 stop1 9:10 stop3 10:00"),
      ]),
    PeerCase(
      "freq_vj_overmidnight_different_dep_arr", "stop1 stop2 stop3",
      [PeerTrip("A1", "stop1 8:00/8:10 stop2 8:30/8:35 stop3 9:20/9:40", repeats: "8:10 26:11 3600")],
      asks: [
        .departing("stop1 stop3", "2+22:15", "A1 stop1 2+23:10 stop3 3+0:20"),
        .arriving("stop1 stop3", "3+1:00", "A1 stop1 2+23:10 stop3 3+0:20"),
      ]),
    PeerCase(
      "freq_vj_transfer_with_regular_vj", "stop1 stop2 stop3 stop4 stop5",
      [
        PeerTrip("A", "stop1 8:00/8:10 stop2 8:30/8:35 stop3 9:20/9:40", repeats: "8:10 26:11 3600"),
        PeerTrip("B", "stop4 12:00/12:05 stop2 12:10/12:11 stop5 12:30/12:35"),
      ],
      transfers: ["stop2,stop2,2,120"],
      asks: [
        .departing("stop1 stop5", "2+10:20", "A stop1 2+11:10 stop2 2+11:30, B stop2 2+12:11 stop5 2+12:30"),
        .arriving("stop1 stop5", "2+12:40", "A stop1 2+11:10 stop2 2+11:30, B stop2 2+12:11 stop5 2+12:30"),
      ]),
    PeerCase(
      "transfer_between_freq", "stop1 stop2 stop3 stop4 stop5 stop6",
      [
        PeerTrip("A", "stop1 8:00/8:10 stop2 8:30 stop3 9:20/9:40", repeats: "8:10 26:11 3600"),
        PeerTrip("B", "stop4 8:00/8:14 stop5 8:35/8:44 stop6 9:25/9:34", repeats: "14:14 20:15 600"),
      ],
      transfers: ["stop3,stop4,2,1200"],
      asks: [
        .departing("stop1 stop5", "2+11:10", "A stop1 2+12:10 stop3 2+13:20, B stop4 2+14:14 stop5 2+14:35"),
        .arriving("stop1 stop5", "2+14:35", "A stop1 2+12:10 stop3 2+13:20, B stop4 2+14:14 stop5 2+14:35"),
      ]),
    // There it is also asked on day 1, when no vehicle runs: with us that of the next day is the answer. Of the other
    // answers it is only counted that there is one.
    PeerCase(
      "freq_vj_end_time_is_smaller_than_start_time", "stop1 stop2 stop3",
      [
        PeerTrip(
          "A", "stop1 20:00/20:10 stop2 21:00/21:10 stop3 22:00/22:10", days: [2, 3, 4, 5],
          repeats: "20:10 30:11 3600")
      ],
      asks: [
        .departing("stop1 stop3", "2+21:30", "A stop1 2+22:10 stop3 3+0:00"),
        .departing("stop1 stop3", "3+21:30", "A stop1 3+22:10 stop3 4+0:00"),
        .departing("stop1 stop3", "5+21:30", "A stop1 5+22:10 stop3 6+0:00"),
        .departing("stop1 stop3", "6+21:30"),
      ]),
  ]
}
