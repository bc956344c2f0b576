import Foundation
import Journey
import Testing

@testable import Places

@Suite("Notes along a ride")
struct NotesAheadTests {
  private func stop(_ name: String, _ latitude: Double, metres: Double) -> RideStop {
    RideStop(
      stop: Stop(name: name, position: Position(latitude: latitude, longitude: 14)), arrival: nil, departure: nil,
      metres: metres)
  }

  @Test("come in the order in which they pass, with what is left of the ride then; others are left out")
  func order() throws {
    let length = Position(latitude: 48, longitude: 14).metres(to: Position(latitude: 48.02, longitude: 14))
    let ride = Ride(
      tripID: "t", line: "1", serviceDay: "2026-12-01", zone: "UTC",
      stops: [stop("A", 48, metres: 0), stop("B", 48.02, metres: length)])
    func note(_ title: String, _ latitude: Double, _ longitude: Double) -> Note {
      Note(title: title, position: Position(latitude: latitude, longitude: longitude))
    }
    let found = NotesAhead(
      [note("late", 48.015, 14.001), note("far", 48.01, 14.01), note("early", 48.005, 13.999)], along: ride)
    #expect(found.items.map(\.note.title) == ["early", "late"])
    #expect(abs(found.items[0].metresLeft - length * 0.75) < 5)
    let around = try #require(NotesAhead.surroundings(of: ride))
    #expect(around.metres > length / 2 + 1999)
  }
}
