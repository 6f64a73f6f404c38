import Testing

@testable import GestureService

@Suite struct HapticsTests {
    @Test func `nothing pulses without the device`() {
        let haptics = Haptics(device: "Acme Haptic Touchpad")
        #expect(!haptics.pulse(2, at: EventLoop.now))
        #expect(haptics.nextDeadline == nil)
    }
}
