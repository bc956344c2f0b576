import ArgumentParser
import Dialogue
import Foundation
import Journey

extension TripCommand {
  /// `alight trip add`
  struct Add: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Add a stop, at the end or elsewhere.",
      discussion: """
        Examples:
          alight trip add errands hagenberg --stay 2h
          alight trip add errands "doctor" --stay 30m --by 15:00 --hours "Mo-Fr 08:00-18:00"
          alight trip add errands "linz hbf" --at 2
        """)

    @OptionGroup var trip: TripArgument
    @Argument(help: "A stop, a place of yours, or a point like 48.40,14.60.", completion: Completions.stops)
    var place: String
    @Option(help: "Its number in the trip then (default: the end).") var at: Int?
    @OptionGroup(title: "Its times") var times: TripStopOptions
    @OptionGroup var options: TripOptions

    func run() async throws {
      let session = try options.session()
      try session.change(trip.trip, Output()) { plan in
        let stop = try session.stop(place, times, of: plan)
        if let at, !(1...plan.stops.count + 1).contains(at) { throw TripRefusal.noSuchStop(at, of: plan.stops.count) }
        plan.insert(stop, at: at.map { $0 - 1 })
      }
    }
  }

  /// `alight trip remove`, or `skip`
  struct Remove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Take a stop out, also on the way: what comes after it moves along.", aliases: ["skip"])

    @OptionGroup var trip: TripArgument
    @Argument(help: "The number of the stop.") var stop: Int
    @OptionGroup var options: TripOptions

    func run() async throws {
      let session = try options.session()
      try session.change(trip.trip, Output()) { plan in
        plan.remove(at: try TripSession.index(stop, in: plan))
      }
    }
  }

  /// `alight trip move`
  struct Move: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Move a stop to another place in the trip.")

    @OptionGroup var trip: TripArgument
    @Argument(help: "The number of the stop.") var stop: Int
    @Argument(help: "The number that it has then.") var to: Int
    @OptionGroup var options: TripOptions

    func run() async throws {
      let session = try options.session()
      try session.change(trip.trip, Output()) { plan in
        plan.move(from: try TripSession.index(stop, in: plan), to: try TripSession.index(to, in: plan))
      }
    }
  }

  /// `alight trip stay`
  struct Stay: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Stay longer or shorter at a stop, or say when it is open or by when you want to be there.",
      discussion: """
        Examples:
          alight trip stay errands 2 1h30
          alight trip stay errands 2 --by 15:00 --hours none
        """)

    @OptionGroup var trip: TripArgument
    @Argument(help: "The number of the stop.") var stop: Int
    @Argument(help: "How long: 40m, 2h, 1h30, or in words.") var length: String?
    @OptionGroup(title: "Its times") var times: TripStopOptions
    @OptionGroup var options: TripOptions

    func validate() throws {
      if length == nil, times.isEmpty { throw ValidationError("say how long, like 40m, or give --hours or --by") }
      if length != nil, times.stay != nil { throw ValidationError("say once how long you stay") }
    }

    func run() async throws {
      let session = try options.session()
      try session.change(trip.trip, Output()) { plan in
        let index = try TripSession.index(stop, in: plan)
        if let length { plan.stops[index].stay = try StayArgument(length, session.words).seconds }
        try times.fill(&plan.stops[index], session, of: plan)
        plan.stops[index].leaves = nil
      }
    }
  }

  /// `alight trip choose`
  struct Choose: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Go on from a stop by another connection; what comes after it moves along.",
      discussion: """
        The times are those that "alight trip show --alternatives" lists.

        Examples:
          alight trip choose errands 2 14:35
          alight trip choose errands 2 none
        """)

    @OptionGroup var trip: TripArgument
    @Argument(help: "The number of the stop.") var stop: Int
    @Argument(help: "When it leaves, like 14:35; none for the first one after the stay.") var time: String
    @OptionGroup var options: TripOptions

    func run() async throws {
      let session = try options.session()
      try session.change(trip.trip, Output()) { plan in
        let index = try TripSession.index(stop, in: plan)
        plan.stops[index].leaves = nil
        guard time != "none" else { return }
        let planned = try session.desk.planned(plan)
        let arrival = planned.itinerary.rows[index].arrival ?? plan.start
        let wanted = try session.instant(
          time, option: "the time", after: arrival.addingTimeInterval(-60), zone: plan.zone)
        guard let found = try session.desk.connection(leaving: wanted, of: plan, at: index) else {
          throw CommandFailure(
            .noInput,
            "nothing goes on from \(plan.stops[index].place.name) at \(time): \"alight trip show \(plan.id.short) --alternatives\" lists what does"
          )
        }
        plan.stops[index].leaves = found.departure
      }
    }
  }

  /// `alight trip order`
  struct Order: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Put the stops in the order that ends soonest.",
      discussion: """
        Up to ten stops are put in the best of all orders, by dynamic programming over the times of day; more by the nearest \
        neighbour in time and by moving single stops to where the trip ends sooner. Departures that were chosen are chosen anew.

        Examples:
          alight trip order errands
          alight trip order errands --keep both --dry-run
        """)

    @OptionGroup var trip: TripArgument
    @Option(help: "Which ends keep their place: first, last, both or none.") var keep = TripEnds.first
    @Flag(help: "Show what it would be, and store nothing.") var dryRun = false
    @OptionGroup var options: TripOptions

    func run() async throws {
      let session = try options.session()
      let ordered = try session.desk.ordered(try session.store.tripPlan(trip.trip), keeping: keep)
      guard dryRun else { return try session.show(try session.desk.save(ordered), Output()) }
      let planned = try session.desk.planned(ordered)
      if options.json { return try Output().json(ItineraryReport(planned)) }
      for line in session.sheet(planned).lines { Output().data(line) }
    }
  }
}

extension TripEnds: ExpressibleByArgument {}
