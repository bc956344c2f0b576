import Journey
import Alerts
import Matching

/// Names of stops put together from syllables, the same in every run.
struct InventedNames {
  let names: [String]

  init(count: Int) {
    let starts = ["Ha", "Gen", "Lin", "Pre", "Wart", "Un", "Frei", "Kat", "Gal", "Stey", "Ke", "Tref", "Lun", "Mat"]
    let middles = ["gen", "ter", "fer", "neu", "sel", "den", "ling", "wei", "ma", "ros", "bu", "ker"]
    let ends = ["berg", "dorf", "stadt", "markt", "garten", "kirchen", "egg", "ach", "hausen", "feld", "brunn"]
    let kinds = ["", " Bahnhof", " Hauptplatz", " Schule", " Kirche", " Marktplatz", " Straße", " Siedlung"]
    var random = SplitMix(seed: 20_261)
    func pick(_ list: [String]) -> String { list[Int(random.next() % UInt64(list.count))] }
    names = (0..<max(1, count)).map { _ in
      pick(starts) + pick(middles) + pick(ends) + " " + pick(starts) + pick(middles) + pick(ends).lowercased()
        + pick(kinds)
    }
  }

  var options: [MatchOption] { names.enumerated().map { MatchOption(id: "invented:\($0)", name: $1) } }
}
