import Foundation
import Journey
import Synchronization

/// Answers questions for connections from a network that was read once. Instants are seconds since 1970.
final class Router: Sendable {
  /// A connection in numbers.
  struct Path: Sendable, Hashable {
    var departure: Int
    var arrival: Int
    /// The rides in their order.
    var legs: [RoutingNetwork.Leg]
    /// The service day of each.
    var days: [ServiceDay]
    /// Seconds on foot to the first ride and from the last one.
    var walk = 0
  }

  let network: RoutingNetwork
  let reversed: RoutingNetwork
  private let zones: [TimeZone]
  private let policy: RoutingPolicy
  /// The last windows asked for, the newest first: questions one after the other are mostly about one day, and where nothing goes then
  /// about the days after it.
  private let last = Mutex<[(span: Span, window: Window)]>([])
  private static let mostKept = 16

  /// - Parameter reversed: the same network with time running backwards.
  init(_ network: RoutingNetwork, reversed: RoutingNetwork, _ policy: RoutingPolicy = .standard) {
    (self.network, self.reversed, self.policy) = (network, reversed, policy)
    zones = network.feeds.map { TimeZone(identifier: $0.zone) ?? .gmt }
  }

  /// The fastest connections between two stations that leave at an instant or later, one for each number of rides that makes it
  /// faster, each leaving as late as it can. As many days on are looked at as the journey takes; where none leaves on the days round
  /// it, later days, for up to a week.
  /// - Parameter rides: so many at most; as many as anybody would take where nil.
  func departing(from: RouterEnd, to: RouterEnd, at instant: Int, rides: Int? = nil) -> [Path] {
    var span = Span(today(at: instant))
    while true {
      let window = window(span)
      let fastest = forward(window, from, to, at: instant, rides: rides ?? policy.mostRides)
      let last = fastest.map(\.arrival).max()
      // What leaves on a day that was not looked at arrives later than all that was found.
      let needed = last.map { $0 + wait(for: fastest, window) }
      if let last, let needed, needed <= window.end || span.after >= Self.mostDays {
        func latest(_ path: Path, walks: Bool) -> Path? {
          backward(
            window, from, to, by: path.arrival, rides: path.legs.count, notBefore: instant, walksAtEnds: walks
          ).last
        }
        let best = fastest.compactMap { latest($0, walks: true) }
        return withoutWalks(beside: best) { rides in
          forward(
            window, from, to, at: instant, rides: rides, notAfter: last + policy.walkWorth, walksAtEnds: false
          ).filter { isWorth($0, beside: best, \.arrival, +1) }.compactMap { latest($0, walks: false) }
        }
      }
      guard last != nil || span.after <= policy.days else { return [] }
      span.after = min(Self.mostDays, span.after + (needed.map { ($0 - window.end) / 86_400 + 1 } ?? 1))
    }
  }

  /// The connections that arrive at an instant or sooner and leave latest, one for each number of rides that lets it leave later, each
  /// arriving as soon as it can.
  func arriving(from: RouterEnd, to: RouterEnd, by instant: Int, rides: Int? = nil) -> [Path] {
    var span = Span(today(at: instant))
    while true {
      let window = window(span)
      let latest = backward(window, from, to, by: instant, rides: rides ?? policy.mostRides)
      let first = latest.map(\.departure).min()
      let needed = first.map { $0 - wait(for: latest, window) }
      if let first, let needed, needed >= window.begin || span.before >= Self.mostDays {
        func soonest(_ path: Path, walks: Bool) -> Path? {
          forward(
            window, from, to, at: path.departure, rides: path.legs.count, notAfter: instant, walksAtEnds: walks
          ).last
        }
        let best = latest.compactMap { soonest($0, walks: true) }
        return withoutWalks(beside: best) { rides in
          backward(
            window, from, to, by: instant, rides: rides, notBefore: first - policy.walkWorth, walksAtEnds: false
          ).filter { isWorth($0, beside: best, \.departure, -1) }.compactMap { soonest($0, walks: false) }
        }
      }
      guard first != nil || span.before <= policy.days else { return [] }
      span.before = min(Self.mostDays, span.before + (needed.map { (window.begin - $0) / 86_400 + 1 } ?? 1))
    }
  }

  /// The earliest arrival at each of several ends by what leaves an end at an instant or later; nil where none goes within a week.
  /// - Parameter isPatient: Whether days to come are looked at for ends that nothing goes to on this one; else they are nil.
  func arrivals(from: RouterEnd, toEach ends: [RouterEnd], at instant: Int, isPatient: Bool = true) -> [Int?] {
    let targets = ends.map { $0.coming(walks: true) }
    var span = Span(today(at: instant))
    // Who is patient has mostly looked at this day and the next in vain: what goes on them is found with one day more as well.
    if isPatient { span.after += 1 }
    while true {
      let window = window(span)
      var search = ConnectionSearch(network, days: window.forward, mostRides: policy.mostRides)
      let found = search.arrivals(from: from.leaving(walks: true), toEach: targets, at: instant)
      guard isPatient else { return found.map { $0 <= window.end ? $0 : nil } }
      let last = found.max() ?? 0
      // What leaves on a day that was not looked at arrives later than all that was found.
      let isEnough = last < ConnectionSearch.never ? last <= window.end : span.after > policy.days
      if isEnough || span.after >= Self.mostDays { return found.map { $0 < ConnectionSearch.never ? $0 : nil } }
      span.after = min(Self.mostDays, span.after + 1)
    }
  }

  /// All that leaves one end within these instants arrives at another one at the same instant as what leaves at one of them: from after
  /// the last departure that arrives sooner, to the last one that arrives no later.
  /// - Parameters:
  ///   - leaving: An instant from which the earliest arrival is known.
  ///   - arriving: That arrival; nil where nothing goes within a week.
  ///   - first: What leaves sooner is of no use.
  func departures(from: RouterEnd, to: RouterEnd, leaving: Int, arriving: Int?, notBefore first: Int)
    -> ClosedRange<Int>
  {
    var span = Span(today(at: arriving ?? leaving))
    span.before = (zip(span.today, today(at: first)).map { $0 - $1 }.max() ?? 0) + 1
    if arriving == nil { span.after += policy.days }
    let window = window(span)
    func last(by instant: Int, notBefore first: Int) -> Int? {
      backward(window, from, to, by: instant, rides: policy.mostRides, notBefore: first).map(\.departure).max()
    }
    let sooner = last(by: (arriving ?? window.end) - 1, notBefore: first).map { $0 + 1 } ?? first
    let latest = arriving.map { last(by: $0, notBefore: leaving) ?? leaving } ?? lastOfDay(leaving)
    return min(leaving, sooner)...max(leaving, latest)
  }

  /// The last instant of the day of an instant, so far as it is one day in the zones of all feeds; that instant where it is not.
  private func lastOfDay(_ instant: Int) -> Int {
    let today = today(at: instant)
    let next = zip(today, zones).map { ServiceDay(number: $0 + 1).start(in: $1).timeIntervalSince1970 }.min() ?? 0
    return self.today(at: Int(next) - 1) == today ? Int(next) - 1 : instant
  }

  /// How much longer than by what was found a rider may want to wait for one with fewer rides: not at all where the journey is short, or
  /// has no change.
  private func wait(for found: [Path], _ window: Window) -> Int {
    guard let fewest = found.first, fewest.legs.count > 1, let first = fewest.legs.first, let last = fewest.legs.last
    else { return 0 }
    let leaves = instant(of: first, window, network.departure(Int(first.trip), Int(first.board)))
    let comes = instant(of: last, window, network.arrival(Int(last.trip), Int(last.alight)))
    return comes - leaves > policy.longJourney ? policy.longestWait : 0
  }

  /// Seconds between the departure of a connection and that of its first ride, and between the arrival of its last ride and its own.
  func walks(of path: Path) -> (before: Int, behind: Int) {
    guard let first = path.legs.first, let last = path.legs.last, let begins = path.days.first,
      let ends = path.days.last
    else { return (0, 0) }
    func start(_ leg: RoutingNetwork.Leg, _ day: ServiceDay) -> Int {
      Int(day.start(in: zones[Int(network.lineFeeds[Int(leg.line)])]).timeIntervalSince1970)
    }
    return (
      start(first, begins) + network.departure(Int(first.trip), Int(first.board)) - path.departure,
      path.arrival - start(last, ends) - network.arrival(Int(last.trip), Int(last.alight))
    )
  }

  private func instant(of leg: RoutingNetwork.Leg, _ window: Window, _ time: Int) -> Int {
    window.forward.start(Int(network.lineFeeds[Int(leg.line)]), Int(leg.day)) + time
  }

  /// Whether a connection without walks comes not much later, or leaves not much sooner, than one with as few rides does.
  private func isWorth(_ path: Path, beside found: [Path], _ time: KeyPath<Path, Int>, _ sign: Int) -> Bool {
    guard let best = found.filter({ $0.legs.count <= path.legs.count }).map({ sign * $0[keyPath: time] }).min() else {
      return true
    }
    return sign * path[keyPath: time] <= best + policy.walkWorth
  }

  /// Connections with those beside them that begin and end at the stops themselves, where some of them do not: who would not walk is
  /// shown what that costs.
  /// Who is spared a walk does not change twice more for it.
  /// - Parameter search: finds such with so many rides at most.
  private func withoutWalks(beside found: [Path], search: (Int) -> [Path]) -> [Path] {
    guard found.contains(where: { $0.walk > policy.walkMatters }), let fewest = found.map(\.legs.count).min(),
      let most = found.map(\.legs.count).max()
    else { return found }
    let more = search(min(most, fewest + 1)).filter { path in
      !found.contains { $0.legs == path.legs && $0.days == path.days }
    }
    let all = found + more
    // Of two that are as good as each other the first stays.
    return all.indices.filter { place in
      !all.indices.contains { other in
        other != place && all[other].isAsGood(as: all[place])
          && (other < place || !all[place].isAsGood(as: all[other]))
      }
    }.map { all[$0] }
  }

  /// Days further on or back are not looked at: no journey takes so long.
  private static let mostDays = 14

  /// So many connections from an instant on, by departure, each the best for somebody: none of the others leaves no sooner, arrives no
  /// later and has no more rides.
  func following(from: RouterEnd, to: RouterEnd, at instant: Int, count: Int, rides: Int? = nil) -> [Path] {
    var found: [Path] = []
    var next = instant
    // Each question brings one departure at least.
    for _ in 0..<(2 * count) {
      let more = departing(from: from, to: to, at: next, rides: rides).filter { !found.contains($0) }
      guard let first = more.map(\.departure).min(), first - instant < policy.days * 86_400 else { break }
      found += more
      next = first + 1
      if Self.best(found).prefix(while: { $0.departure < next }).count >= count { break }
    }
    let best = Self.best(found)
    return Self.withFewestRides(of: best, in: Array(best.prefix(count)), replacing: count - 1)
  }

  /// The same before an instant of arrival, by departure.
  func preceding(from: RouterEnd, to: RouterEnd, by instant: Int, count: Int, rides: Int? = nil) -> [Path] {
    var found: [Path] = []
    var next = instant
    for _ in 0..<(2 * count) {
      let more = arriving(from: from, to: to, by: next, rides: rides).filter { !found.contains($0) }
      guard let last = more.map(\.arrival).max(), instant - last < policy.days * 86_400 else { break }
      found += more
      next = last - 1
      if Self.best(found).count(where: { $0.arrival > next }) >= count { break }
    }
    let best = Self.best(found)
    return Self.withFewestRides(of: best, in: best.suffix(count), replacing: 0)
  }

  /// Some of the connections, with one of the fewest rides among them: who does not like to change must be shown it, if it leaves
  /// or arrives at the edge of what is shown.
  /// - Parameter place: of the one that makes way for it.
  private static func withFewestRides(of all: [Path], in kept: [Path], replacing place: Int) -> [Path] {
    guard let fewest = all.map(\.legs.count).min(), kept.count > 1, !kept.contains(where: { $0.legs.count == fewest }),
      let one = place == 0
        ? all.last(where: { $0.legs.count == fewest }) : all.first(where: { $0.legs.count == fewest })
    else { return kept }
    var kept = kept
    kept[place] = one
    return kept.sorted { ($0.departure, $0.arrival) < ($1.departure, $1.arrival) }
  }

  /// Without those than which another one is better, by departure.
  private static func best(_ paths: [Path]) -> [Path] {
    paths.filter { path in
      !paths.contains { other in other.isAsGood(as: path) && !path.isAsGood(as: other) }
    }.sorted { ($0.departure, $0.arrival, $0.legs.count) < ($1.departure, $1.arrival, $1.legs.count) }
  }

  /// The service days that are looked at round a day, which is another one by the zone of each feed.
  private struct Span: Hashable {
    var today: [Int]
    /// So many days before those whose trips may still be under way, and so many after the day itself.
    var before = 0
    var after = 1

    init(_ today: [Int]) { self.today = today }
  }

  /// By feed, the service days of a span.
  private struct Window {
    var days: [[ServiceDay]]
    var forward: SearchDays
    var backward: SearchDays
    /// What is on a trip of an earlier day arrives sooner, and what is on one of a later day leaves later.
    var begin: Int
    var end: Int
  }

  private func today(at instant: Int) -> [Int] {
    zones.map { ServiceDay(of: Date(timeIntervalSince1970: Double(instant)), in: $0).number }
  }

  private func window(_ span: Span) -> Window {
    last.withLock { last in
      if let known = last.first(where: { $0.span == span }) { return known.window }
      let window = makeWindow(span)
      last = [(span, window)] + last.prefix(Self.mostKept - 1)
      return window
    }
  }

  private func makeWindow(_ span: Span) -> Window {
    let days = zip(network.feeds, span.today).map { feed, today in
      let into = min(feed.latest / 86_400 + 1 + span.before, SearchDays.most - 1 - span.after)
      return ((today - into)...(today + span.after)).map { ServiceDay(number: $0) }
    }
    let starts = zip(days, zones).map { days, zone in
      days.map { Int($0.start(in: zone).timeIntervalSince1970) }
    }
    let begins = zip(zip(days, zones), network.feeds).compactMap { days, feed -> Int? in
      days.0.first.map { Int(($0 - 1).start(in: days.1).timeIntervalSince1970) + feed.latest }
    }
    let ends = zip(days, zones).compactMap { days, zone in
      days.last.map { Int(($0 + 1).start(in: zone).timeIntervalSince1970) }
    }
    let forward = SearchDays(network, starts: starts, runs: network.runs(days))
    return Window(
      days: days, forward: forward, backward: SearchDays(reversing: forward, reversed), begin: begins.max() ?? 0,
      end: ends.min() ?? 0)
  }

  /// The earliest arrivals, with more rides the later in the list.
  private func forward(
    _ window: Window, _ from: RouterEnd, _ to: RouterEnd, at instant: Int, rides: Int,
    notAfter: Int = ConnectionSearch.never,
    walksAtEnds: Bool = true
  ) -> [Path] {
    var search = ConnectionSearch(network, days: window.forward, mostRides: rides, latest: notAfter)
    let ends = (from.leaving(walks: walksAtEnds), to.coming(walks: walksAtEnds))
    return search.run(from: ends.0, to: ends.1, at: instant).map { found in
      Path(
        departure: instant, arrival: found.arrival, legs: found.legs, days: days(of: found.legs, window),
        walk: walk(found.legs, from, to))
    }
  }

  /// Seconds on foot from one end to where the first ride begins, and to the other from where the last one ends.
  private func walk(_ legs: [RoutingNetwork.Leg], _ from: RouterEnd, _ to: RouterEnd) -> Int {
    guard let first = legs.first, let last = legs.last else { return 0 }
    return from.seconds(to: network.boarding(first)) + to.seconds(from: network.alighting(last))
  }

  /// The latest departures, with more rides the later in the list.
  private func backward(
    _ window: Window, _ from: RouterEnd, _ to: RouterEnd, by instant: Int, rides: Int,
    notBefore: Int = -ConnectionSearch.never,
    walksAtEnds: Bool = true
  ) -> [Path] {
    var search = ConnectionSearch(reversed, days: window.backward, mostRides: rides, latest: -notBefore)
    let ends = (from.leaving(walks: walksAtEnds), to.coming(walks: walksAtEnds))
    return search.run(from: ends.1, to: ends.0, at: -instant).map { found in
      let legs = found.legs.reversed().map(turned)
      return Path(
        departure: -found.arrival, arrival: instant, legs: legs, days: days(of: legs, window),
        walk: walk(legs, from, to))
    }
  }

  private func days(of legs: [RoutingNetwork.Leg], _ window: Window) -> [ServiceDay] {
    legs.map { window.days[Int(network.lineFeeds[Int($0.line)])][Int($0.day)] }
  }

  /// A leg of the reversed network as one of the network.
  private func turned(_ leg: RoutingNetwork.Leg) -> RoutingNetwork.Leg {
    let (line, last) = (Int(leg.line), Int32(network.calls(Int(leg.line)) - 1))
    let trip = network.lineTrips[line] + network.lineTrips[line + 1] - 1 - leg.trip
    return RoutingNetwork.Leg(
      line: leg.line, trip: trip, board: last - leg.alight, alight: last - leg.board, day: leg.day)
  }
}

extension Router.Path {
  /// Whether it leaves no sooner than another one, arrives no later, and has no more rides and no farther to walk.
  fileprivate func isAsGood(as other: Self) -> Bool {
    departure >= other.departure && arrival <= other.arrival && legs.count <= other.legs.count && walk <= other.walk
  }
}
