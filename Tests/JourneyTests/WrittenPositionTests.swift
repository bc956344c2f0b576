import Foundation
import Journey
import Testing

@Suite("A place as it is written")
struct WrittenPositionTests {
  @Test(
    "is read in the usual writings",
    arguments: [
      "48.3069,14.2858", " 48.3069 , 14.2858 ", "48.3069 14.2858", "48,3069 14,2858", "48,3069; 14,2858",
      "+48.3069, +14.2858",
      "48.3069° N, 14.2858° E", "N 48.3069 E 14.2858", "48.3069N 14.2858E", "E 14.2858, N 48.3069",
      "48° 18.414' N 14° 17.148' E",
      "N48°18.414' E14°17.148'", "48°18'24.84\"N 14°17'8.88\"E", "48°18′24,84″N, 14°17′8,88″O", "geo:48.3069,14.2858",
      "geo:48.3069,14.2858,260;crs=wgs84;u=35", "GEO:0,0?q=48.3069,14.2858(Linz)",
      "https://www.openstreetmap.org/?mlat=48.3069&mlon=14.2858#map=15/48.31/14.28",
      "https://www.openstreetmap.org/#map=19/48.3069/14.2858", "https://www.google.com/maps/@48.3069,14.2858,15z",
      "https://www.google.com/maps/place/Linz/@48.3,14.2,13z/data=!3m1!4b1!8m2!3d48.3069!4d14.2858",
      "https://maps.google.com/?q=48.3069,14.2858", "https://maps.apple.com/?ll=48.3069,14.2858",
      "https://www.google.com/maps/search/?api=1&query=48.3069%2C14.2858",
      "https://osmand.net/map?lat=48.3069&lon=14.2858",
      "https://www.bing.com/maps?cp=48.3069~14.2858&lvl=12",
    ])
  func read(text: String) throws {
    let position = try WrittenPosition(text).position
    #expect(abs(position.latitude - 48.3069) < 1e-6 && abs(position.longitude - 14.2858) < 1e-6, "\(text): \(position)")
  }

  @Test("has the side of the earth that it names")
  func sides() throws {
    let buenosAires = try WrittenPosition("34°36'S 58°22'W").position
    #expect(abs(buenosAires.latitude + 34.6) < 1e-9 && abs(buenosAires.longitude + 58.366_666) < 1e-5)
    #expect(try WrittenPosition("-34.6,-58.37").position == Position(latitude: -34.6, longitude: -58.37))
    #expect(try WrittenPosition("geo:48.3,14.3;u=35").uncertainty == 35)
    for odd in ["geo:48.3,14.3;", "geo:48.3,14.3;=", "geo:48.3,14.3;;u=3"] {
      #expect(try WrittenPosition(odd).position.latitude == 48.3, "\(odd)")
    }
  }

  @Test(
    "is none where nothing is one",
    arguments: [
      "", "linz hbf", "48", "1,2", "86 4", "48,14", "Platz 7, 4020", "48.3", "48.3,14.3,5", "N 48 S 14", "48°70'N 14°E",
      "geo:",
      "geo:48", "geo:a,b", "geo:0,0?q=Vienna",
      "geo:48.3,14.3;crs=moon", "https://example.org", "48.3 north of 14.3", "line 12 34",
    ])
  func none(text: String) {
    #expect(throws: WrittenPosition.Flaw.none, "\(text)") { try WrittenPosition(text) }
  }

  @Test("that is out of range is told, with the swap that would mend it")
  func outOfRange() {
    #expect(throws: WrittenPosition.Flaw.outOfRange(swapped: Position(latitude: 48.3, longitude: 114.3))) {
      try WrittenPosition("114.3,48.3")
    }
    #expect(throws: WrittenPosition.Flaw.outOfRange(swapped: nil)) { try WrittenPosition("geo:95,200") }
  }
}
