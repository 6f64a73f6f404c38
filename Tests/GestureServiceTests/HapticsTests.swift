import Testing

@testable import GestureService

@Suite struct HapticsTests {
    @Test func `nothing is kept of a device that the configuration names no more`() throws {
        var haptics: Haptics? = try Haptics(EventLoop(), device: "Acme Haptic Touchpad")
        weak let kept = haptics
        haptics?.stop()
        haptics = nil
        #expect(kept == nil)
    }
}
