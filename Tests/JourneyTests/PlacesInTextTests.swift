import Journey
import Testing

@Suite("Places on the map among other words")
struct PlacesInTextTests {
  @Test(
    "are put together, so that nothing parts them",
    arguments: [
      ("to 48.3216,14.3, 1 km before", "to 48.3216/14.3, 1 km before"),
      ("from linz to 48.36812, 14.51327 by bus", "from linz to 48.36812/14.51327 by bus"),
      ("to geo:48.4,14.6;u=20.", "to 48.4/14.6."),
      ("then 48° 18.5' N, 14° 17' E for an hour", "then 48.308333/14.283333 for an hour"),
      ("nach N 48°18'30\" O 14°17' und heim", "nach 48.308333/14.283333 und heim"),
      ("pay at https://www.openstreetmap.org/?mlat=48.4&mlon=14.6 please", "pay at 48.4/14.6 please"),
      ("nach 48,3216; 14,3041 mit dem Bus", "nach 48.3216/14.3041 mit dem Bus"),
      ("to -33.8612 151.2099 and back", "to -33.8612/151.2099 and back"),
    ])
  func joined(text: String, told: String) {
    #expect(WrittenPosition.joined(in: text) == told)
    #expect(WrittenPosition.all(in: told).count == 1)
  }

  @Test(
    "what is no place among other words stays as it is said",
    arguments: [
      "48.3216,14.3", "at 8.30, 9.15 at the latest", "buses 8.30 9.15", "between 8.30-9.15", "line 86, 4 stops",
      "1.5,2.5 km", "2.000, 1.000, 500 m",
      "to pay 23.450, 12.300", "51.5072, 0.30000000000000004",
      "to 91.5,200.2", "48°" + String(repeating: " 1.", count: 600),
      "2,5 oder 3,5 km", "https://example.org/",
    ])
  func left(text: String) {
    #expect(WrittenPosition.joined(in: text) == text)
  }
}
