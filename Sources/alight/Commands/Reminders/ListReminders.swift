import ArgumentParser
import Journey

extension RemindersCommand {
  /// `alight reminders list`
  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "List the reminders by day, and the trips.")

    @Flag(help: "With those that are done or over.") var all = false
    @Flag(help: "Print one record a line as JSON.") var json = false
    @OptionGroup var language: LanguageOption
    @OptionGroup var clock: ClockOption
    @OptionGroup var data: DataOptions

    func run() async throws {
      let output = Output()
      let texts = try language.prompts(.find(), data).texts
      let store = try data.openStore()
      let listing = try store.listing(includingPast: all, at: clock.instant)
      for record in listing.unreadable { output.talk("\(record)") }
      let reminders = listing.reminders
      if json {
        for reminder in reminders { try output.json(reminder) }
        return
      }
      let trips = try store.tripPlans()
      for error in trips.unreadable { output.talk("\(error)") }
      if reminders.isEmpty, listing.unreadable.isEmpty { output.talk(texts.say(.noReminders)) }
      for line in ReminderList(reminders, texts: texts, now: clock.instant).lines { output.data(line) }
      guard !trips.plans.isEmpty else { return }
      if !reminders.isEmpty { output.data("") }
      output.data(texts.say(.tripsHeading))
      for plan in trips.plans { output.data("  " + TripSheet.line(plan, texts)) }
    }
  }
}
