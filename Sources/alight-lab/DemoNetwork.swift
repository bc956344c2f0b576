/// The demonstration network as data: stops at their real places (to a few hundred metres), and four invented lines.
///
/// A way lists what a line passes in order: stops by id, and points of the road or track between them. The generator
/// draws the shape through all of them and makes the timetable from its length.
enum DemoNetwork {
  struct Place {
    var id: String
    var name: String
    var latitude: Double
    var longitude: Double
    /// Platform codes; a place with platforms is a station.
    var platforms: [String] = []

    init(_ id: String, _ name: String, _ latitude: Double, _ longitude: Double, platforms: [String] = []) {
      self.id = id
      self.name = name
      self.latitude = latitude
      self.longitude = longitude
      self.platforms = platforms
    }
  }

  enum Waypoint {
    /// A place where the line stops; the platforms for the way out and back where it has some.
    case stop(String, out: String? = nil, back: String? = nil)
    /// A point of the road or track.
    case via(Double, Double)
  }

  struct Line {
    var id: String
    var name: String
    /// GTFS: 0 tram, 2 rail, 3 bus.
    var type: Int
    var color: String
    /// Kilometres an hour between stops.
    var pace: Double
    /// Minutes that the vehicle stands at each stop between the ends.
    var dwell: Int
    /// Minutes after midnight of the first and the last departure, and minutes between them.
    var first: Int
    var last: Int
    var headway: Int
    /// Minutes after midnight of the first and last additional departure on working days.
    var peaks: [ClosedRange<Int>] = []
    var way: [Waypoint]
  }

  static let places: [Place] = [
    Place("linz-hbf", "Linz Hauptbahnhof", 48.2903, 14.2915, platforms: ["1", "2", "8", "A", "B"]),
    Place("linz-goethekreuzung", "Linz Goethekreuzung", 48.2963, 14.2985),
    Place("linz-buergerstrasse", "Linz Bürgerstraße", 48.2993, 14.2937),
    Place("linz-mozartkreuzung", "Linz Mozartkreuzung", 48.3021, 14.2916),
    Place("linz-taubenmarkt", "Linz Taubenmarkt", 48.3039, 14.2885),
    Place("linz-hauptplatz", "Linz Hauptplatz", 48.3061, 14.2864, platforms: ["1", "2"]),
    Place("linz-rudolfstrasse", "Linz Rudolfstraße", 48.3110, 14.2826),
    Place("linz-urfahr", "Linz/Urfahr", 48.3150, 14.2812),
    Place("linz-biegung", "Linz Biegung", 48.3141, 14.2867),
    Place("linz-harbach", "Linz Harbach", 48.3216, 14.2911),
    Place("linz-st-magdalena", "Linz St. Magdalena", 48.3285, 14.3046),
    Place("linz-dornach", "Linz Dornach", 48.3325, 14.3118),
    Place("linz-universitaet", "Linz Universität", 48.3357, 14.3211, platforms: ["1", "2", "3"]),
    Place("linz-unionkreuzung", "Linz Unionkreuzung", 48.2857, 14.2978),
    Place("linz-bulgariplatz", "Linz Bulgariplatz", 48.2816, 14.3030),
    Place("linz-neue-welt", "Linz Neue Welt", 48.2690, 14.3126),
    Place("linz-simonystrasse", "Linz Simonystraße", 48.2574, 14.3098),
    Place("linz-auwiesen", "Linz Auwiesen", 48.2443, 14.2994),
    Place("linz-franckstrasse", "Linz Franckstraße", 48.2945, 14.3149),
    Place("steyregg", "Steyregg", 48.2853, 14.3667),
    Place("st-georgen-gusen", "St. Georgen an der Gusen", 48.2719, 14.4480),
    Place("lungitz", "Lungitz", 48.2977, 14.4757),
    Place("katsdorf", "Katsdorf", 48.3187, 14.4742),
    Place("gaisbach-wartberg", "Gaisbach-Wartberg", 48.3372, 14.4995),
    Place("pregarten-bahnhof", "Pregarten Bahnhof", 48.3590, 14.5375, platforms: ["1", "2", "Bus"]),
    Place("selker", "Selker", 48.3850, 14.5388),
    Place("kefermarkt", "Kefermarkt", 48.4430, 14.5388),
    Place("lasberg-st-oswald", "Lasberg-St. Oswald", 48.4795, 14.5185),
    Place("freistadt-bahnhof", "Freistadt Bahnhof", 48.5007, 14.4781),
    Place("freistadt-stifterplatz", "Freistadt Stifterplatz", 48.5098, 14.5040),
    Place("lest", "Lest", 48.4732, 14.5036),
    Place("neumarkt", "Neumarkt im Mühlkreis", 48.4275, 14.4846),
    Place("matzelsdorf", "Matzelsdorf", 48.4093, 14.4868),
    Place("hagenberg", "Hagenberg", 48.3667, 14.5168),
    Place("hagenberg-softwarepark", "Hagenberg Softwarepark", 48.3683, 14.5132),
    Place("pregarten", "Pregarten", 48.3553, 14.5306),
    Place("wartberg", "Wartberg ob der Aist", 48.3484, 14.5081),
    Place("unterweitersdorf", "Unterweitersdorf", 48.3677, 14.4688),
    Place("engerwitzdorf", "Engerwitzdorf", 48.3432, 14.4353),
    Place("gallneukirchen", "Gallneukirchen Marktplatz", 48.3537, 14.4163),
    Place("treffling", "Treffling", 48.3329, 14.3700),
  ]

  static let lines: [Line] = [
    Line(
      id: "1", name: "Linz – Pregarten – Hagenberg", type: 3, color: "C62828", pace: 32, dwell: 0,
      first: 270, last: 1470, headway: 30, peaks: [375...525, 945...1095],
      way: [
        .stop("linz-hbf", out: "A", back: "B"), .via(48.2925, 14.2937), .via(48.2945, 14.2978),
        .stop("linz-goethekreuzung"), .via(48.2998, 14.2968), .via(48.3035, 14.2935),
        .stop("linz-hauptplatz", out: "1", back: "2"), .via(48.3085, 14.2848),
        .stop("linz-rudolfstrasse"), .via(48.3131, 14.2812),
        .stop("linz-urfahr"), .via(48.3172, 14.2850), .via(48.3207, 14.2938), .via(48.3259, 14.3055),
        .via(48.3318, 14.3148),
        .stop("linz-universitaet", out: "3", back: "3"), .via(48.3349, 14.3300), .via(48.3322, 14.3455),
        .via(48.3318, 14.3660), .via(48.3372, 14.3822), .via(48.3441, 14.3921), .via(48.3508, 14.4052),
        .stop("gallneukirchen"), .via(48.3509, 14.4215), .via(48.3459, 14.4266),
        .stop("engerwitzdorf"), .via(48.3473, 14.4447), .via(48.3553, 14.4547), .via(48.3631, 14.4608),
        .stop("unterweitersdorf"), .via(48.3640, 14.4772), .via(48.3583, 14.4895), .via(48.3524, 14.4990),
        .stop("wartberg"), .via(48.3497, 14.5167), .via(48.3534, 14.5243), .via(48.3563, 14.5322),
        .stop("pregarten-bahnhof", out: "Bus", back: "Bus"), .via(48.3583, 14.5344), .via(48.3561, 14.5330),
        .stop("pregarten"), .via(48.3585, 14.5262), .via(48.3622, 14.5196), .via(48.3657, 14.5128),
        .stop("hagenberg-softwarepark"), .via(48.3688, 14.5152),
        .stop("hagenberg"),
      ]),
    Line(
      id: "2", name: "Linz Auwiesen – Linz Universität", type: 0, color: "1565C0", pace: 22, dwell: 0,
      first: 270, last: 1500, headway: 20,
      way: [
        .stop("linz-auwiesen"), .via(48.2465, 14.3055), .via(48.2520, 14.3092),
        .stop("linz-simonystrasse"), .via(48.2630, 14.3118),
        .stop("linz-neue-welt"), .via(48.2742, 14.3100),
        .stop("linz-bulgariplatz"), .via(48.2838, 14.3008),
        .stop("linz-unionkreuzung"), .via(48.2880, 14.2942),
        .stop("linz-hbf", out: "1", back: "2"), .via(48.2928, 14.2940),
        .stop("linz-goethekreuzung"), .via(48.2974, 14.2957),
        .stop("linz-buergerstrasse"),
        .stop("linz-mozartkreuzung"),
        .stop("linz-taubenmarkt"),
        .stop("linz-hauptplatz", out: "1", back: "2"), .via(48.3085, 14.2848),
        .stop("linz-rudolfstrasse"), .via(48.3124, 14.2842),
        .stop("linz-biegung"), .via(48.3177, 14.2887),
        .stop("linz-harbach"), .via(48.3246, 14.2969),
        .stop("linz-st-magdalena"), .via(48.3304, 14.3086),
        .stop("linz-dornach"), .via(48.3339, 14.3166),
        .stop("linz-universitaet", out: "1", back: "2"),
      ]),
    Line(
      id: "3", name: "Linz – Pregarten – Freistadt", type: 2, color: "2E7D32", pace: 58, dwell: 1,
      first: 285, last: 1485, headway: 60,
      way: [
        .stop("linz-hbf", out: "8", back: "8"), .via(48.2872, 14.3010), .via(48.2885, 14.3092),
        .stop("linz-franckstrasse"), .via(48.2978, 14.3220), .via(48.2981, 14.3349), .via(48.2932, 14.3508),
        .stop("steyregg"), .via(48.2737, 14.3850), .via(48.2650, 14.4118), .via(48.2659, 14.4338),
        .stop("st-georgen-gusen"), .via(48.2800, 14.4572), .via(48.2890, 14.4691),
        .stop("lungitz"), .via(48.3078, 14.4768),
        .stop("katsdorf"), .via(48.3274, 14.4810), .via(48.3325, 14.4917),
        .stop("gaisbach-wartberg"), .via(48.3430, 14.5122), .via(48.3485, 14.5275), .via(48.3541, 14.5362),
        .stop("pregarten-bahnhof", out: "1", back: "2"), .via(48.3680, 14.5411), .via(48.3771, 14.5368),
        .stop("selker"), .via(48.3988, 14.5460), .via(48.4138, 14.5382), .via(48.4290, 14.5443),
        .stop("kefermarkt"), .via(48.4565, 14.5345), .via(48.4680, 14.5264),
        .stop("lasberg-st-oswald"), .via(48.4887, 14.5080), .via(48.4943, 14.4903),
        .stop("freistadt-bahnhof"),
      ]),
    Line(
      id: "4", name: "Linz/Urfahr – Hagenberg – Freistadt", type: 3, color: "EF6C00", pace: 40, dwell: 0,
      first: 280, last: 1480, headway: 60,
      way: [
        .stop("linz-urfahr"), .via(48.3172, 14.2850), .via(48.3207, 14.2938), .via(48.3272, 14.3052),
        .stop("linz-dornach"), .via(48.3352, 14.3250), .via(48.3326, 14.3450),
        .stop("treffling"), .via(48.3372, 14.3822), .via(48.3441, 14.3921), .via(48.3508, 14.4052),
        .stop("gallneukirchen"), .via(48.3509, 14.4215), .via(48.3459, 14.4266),
        .stop("engerwitzdorf"), .via(48.3473, 14.4447), .via(48.3553, 14.4547), .via(48.3631, 14.4608),
        .stop("unterweitersdorf"), .via(48.3687, 14.4801), .via(48.3668, 14.4953), .via(48.3661, 14.5079),
        .stop("hagenberg-softwarepark"), .via(48.3688, 14.5152),
        .stop("hagenberg"), .via(48.3701, 14.5205), .via(48.3780, 14.5120), .via(48.3921, 14.5008),
        .stop("matzelsdorf"), .via(48.4180, 14.4832),
        .stop("neumarkt"), .via(48.4415, 14.4871), .via(48.4573, 14.4958),
        .stop("lest"), .via(48.4851, 14.5079), .via(48.4981, 14.5073),
        .stop("freistadt-stifterplatz"),
      ]),
  ]
}
