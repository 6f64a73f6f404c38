import System
import Testing

@testable import GestureService

@Suite struct HapticsTests {
    @Test func `does not pulse without the device`() {
        let haptics = Haptics(device: "Acme Haptic Touchpad")
        #expect(!haptics.pulse(2, at: EventLoop.now))
        #expect(haptics.nextDeadline == nil)
    }
}
