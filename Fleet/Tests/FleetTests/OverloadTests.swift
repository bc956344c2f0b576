import Testing

@testable import Fleet

@Suite("What a worker leaves out that hears phones late") struct OverloadTests {
  @Test("It hears less from a second on, and all again when nothing was late for some seconds")
  func comesAndGoes() {
    var overload = Overload(WorkerPolicy())
    overload.update(delay: 0.9, at: 0)
    #expect(!overload.isShedding)
    overload.update(delay: 1.1, at: 1)
    #expect(overload.isShedding)
    for second in 2...20 { overload.update(delay: second % 4 == 0 ? 1.5 : 0.9, at: Double(second)) }
    #expect(overload.isShedding, "it was late now and then")
    for second in 21...25 { overload.update(delay: 0.1, at: Double(second)) }
    #expect(overload.isShedding)
    overload.update(delay: 0.1, at: 26)
    #expect(!overload.isShedding)
  }

  @Test(
    "Where all is too much each time, that is tried more and more seldom, and as often as before after a quiet time")
  func backsOff() {
    var overload = Overload(WorkerPolicy())
    var clock = 0.0
    func wait() -> Double {
      overload.update(delay: 2, at: clock)
      let began = clock
      while overload.isShedding {
        clock += 1
        overload.update(delay: 0, at: clock)
      }
      return clock - began
    }
    #expect((0..<8).map { _ in wait() } == [6, 11, 21, 41, 81, 161, 321, 321])
    clock += 1000
    #expect(wait() == 6)
    // A little too much, which takes some time to be late.
    clock += 20
    #expect(wait() == 11)
  }
}
