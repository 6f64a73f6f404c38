import Testing
import TouchDevices

@Suite struct LaptopSwitchTests {
    /// SW_LID and SW_TABLET_MODE of linux/input-event-codes.h, and their names in messages.
    @Test func `the switches have the kernel's numbers and the protocol's names`() {
        #expect(LaptopSwitch.allCases.map(\.rawValue) == [0, 1])
        #expect(LaptopSwitch.allCases.map { "\($0.name)" } == ["lid", "tabletMode"])
    }
}
