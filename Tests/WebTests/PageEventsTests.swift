#if Page
import Foundation
import Journey
import Testing

@testable import Web

@Suite("What is told to open pages") struct PageEventsTests {
  @Test("It comes to each page in order, and what was missed comes first")
  func order() async throws {
    let (events, browser) = (PageEvents(), UUID())
    let first = try #require(events.stream(of: browser, after: nil))
    let reminders = (0..<40).map { _ in UUID() }
    for reminder in reminders.prefix(20) { events.publish(.withdraw(reminder)) }
    let seen = try #require(await first.first { _ in true })
    let second = try #require(events.stream(of: browser, after: seen.number))
    for reminder in reminders.suffix(20) { events.publish(.withdraw(reminder)) }
    events.end()
    for (stream, expected) in [(first, reminders.dropFirst()), (second, reminders.dropFirst())] {
      let told = await stream.reduce(into: [UUID]()) { told, numbered in
        if case .withdraw(let reminder) = numbered.event { told.append(reminder) }
      }
      #expect(told == Array(expected))
    }
    #expect(events.count == 0)
  }

  /// Both hold a lock that the other waits for, where something is told under a lock: then this never ends.
  @Test("Pages that are left while something is told hold up nobody")
  func leave() async throws {
    let events = PageEvents()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<2 {
        group.addTask {
          while !Task.isCancelled {
            events.publish(.reminders)
            await Task.yield()
          }
        }
      }
      for _ in 0..<2 {
        group.addTask {
          for _ in 0..<3000 {
            guard let stream = events.stream(of: UUID(), after: nil) else { continue }
            let page = Task { for await _ in stream {} }
            await Task.yield()
            page.cancel()
            await page.value
          }
        }
      }
      await group.next()
      await group.next()
      group.cancelAll()
    }
    #expect(events.count == 0)
  }
}
#endif
