import Foundation
import Journey
import Synchronization
import Testing

@testable import Devices
@testable import Following

@Suite("What goes on after an alert was given", .tags(.alone))
struct DeliveryTests {
  /// Writes down what it is told, after a while.
  private final class SlowChannel: AlertChannel {
    let name: String
    private let pause: Duration
    private let told = Mutex<[String]>([])

    init(_ name: String = "slow", pause: Duration = .milliseconds(100)) {
      self.name = name
      self.pause = pause
    }

    var words: [String] { told.withLock { $0 } }

    private func tell(_ word: String) async {
      guard (try? await Task.sleep(for: pause)) != nil else { return }
      told.withLock { $0.append(word) }
    }

    func deliver(_ message: AlertMessage) async throws { await tell("deliver") }
    func withdraw(_ reminder: UUID) async { await tell("withdraw") }
    func end(atOnce: Bool) async { await tell(atOnce ? "cut off" : "fade") }
  }

  private func delivery(_ channels: any AlertChannel...) -> Delivery {
    Delivery(channels: channels, patience: .milliseconds(300), tell: { _ in })
  }

  @Test("is withdrawn from all channels, and one that hangs keeps nobody waiting")
  func withdraw() async {
    let (one, other) = (SlowChannel(), SlowChannel("quiet"))
    await delivery(one, SlowChannel("hanging", pause: .seconds(86_400)), QuietChannel(other)).withdraw([UUID()])
    #expect(one.words == ["withdraw"] && other.words == ["withdraw"])
  }

  @Test("fades when the runner ends by itself")
  func settle() async {
    let channel = SlowChannel()
    await delivery(channel).settle()
    #expect(channel.words == ["fade", "cut off"])
  }

  @Test("is cut off when the runner is interrupted, which is waited for")
  func interrupted() async {
    let channel = SlowChannel()
    let delivery = delivery(channel)
    let task = Task {
      try? await Task.sleep(for: .seconds(3600))
      await delivery.cancel()
    }
    task.cancel()
    await task.value
    #expect(channel.words == ["cut off"])
  }
}
