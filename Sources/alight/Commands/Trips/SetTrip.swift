import ArgumentParser
import Conversation
import Dialogue
import Foundation
import Journey

extension TripCommand {
  /// `alight trip set`
  struct SetTrip: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "set", abstract: "Set the reminders of a trip: when to leave, what to get on, where to get off.",
      discussion: """
        What is changed of the trip later moves its reminders along. A trip with times that cannot be met needs a yes; one with a \
        stop that nothing reaches is not set.

        Examples:
          alight trip set errands
          alight trip set errands --yes
        """)

    @OptionGroup var trip: TripArgument
    @OptionGroup var consent: Consent
    @OptionGroup var options: TripOptions

    func run() async throws {
      let output = Output()
      let session = try options.session()
      let planned = try session.desk.planned(trip.trip)
      if planned.unreached == nil, let row = planned.impossible {
        let wording = Wording(zone: planned.plan.zone)
        let what = wording.notes(row, of: planned.itinerary).map(session.texts.say).joined(separator: " ")
        let name = planned.plan.stops[row].place.name
        output.talk("Stop \(row + 1), \(name): \(what)")
        let isMeant = try consent.isGiven(
          to: "setting a trip with times that cannot be met", asking: "Set it all the same?", output)
        guard isMeant else { return }
      }
      try report(try session.desk.set(planned), session, output)
    }

    private func report(_ planned: TripDesk.Planned, _ session: TripSession, _ output: Output) throws {
      if options.json { return try output.json(ItineraryReport(planned)) }
      for line in session.sheet(planned).lines { output.data(line) }
      output.talk(session.desk.sentence(ofSetting: planned))
    }
  }

  /// `alight trip unset`
  struct Unset: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Take the reminders of a trip back, and keep the trip.")

    @OptionGroup var trip: TripArgument
    @OptionGroup var options: TripOptions

    func run() async throws {
      let session = try options.session()
      let plan = try session.desk.unset(trip.trip)
      if options.json { return try Output().json(ItineraryReport(try session.desk.planned(plan))) }
      Output().talk(TripSheet.head(plan, session.texts))
    }
  }

  /// `alight trip next`
  struct Next: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "After a missed connection: take the next one, with all that comes after it.",
      discussion: """
        You are still at the stop from which you were to have left last, or at the one that you name. What goes next from there \
        is shown, and the trip and its reminders move with one answer.

        Examples:
          alight trip next errands
          alight trip next errands --from 2 --yes
        """)

    @OptionGroup var trip: TripArgument
    @Option(help: "The number of the stop where you are.") var from: Int?
    @OptionGroup var consent: Consent
    @OptionGroup var options: TripOptions

    func run() async throws {
      let output = Output()
      let session = try options.session()
      let plan = try session.store.tripPlan(trip.trip)
      let found = try session.desk.afterMissing(plan, at: try from.map { try TripSession.index($0, in: plan) })
      if !options.json { for line in session.sheet(found).lines { output.talk(line) } }
      guard try consent.isGiven(to: "moving the trip \(plan.name)", asking: "Move the trip so?", output) else { return }
      let saved = try session.desk.save(found.plan)
      if options.json { return try output.json(ItineraryReport(saved)) }
      output.data(TripSheet.line(saved, session.texts))
      output.talk(session.desk.sentence(ofSetting: saved))
    }
  }
}
