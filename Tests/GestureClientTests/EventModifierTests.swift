import GestureCore
import Testing

@testable import GestureClient

@Suite struct EventModifierTests {
    typealias Modifiers = ClientModifiers

    static let keys: [(Modifiers, GestureCore.EventModifiers)] = [
        (.capsLock, .capsLock), (.shift, .shift), (.control, .control), (.option, .alt), (.command, .super),
    ]

    @Test(arguments: keys)
    func `each key of the service has a name`(key: Modifiers, core: GestureCore.EventModifiers) {
        #expect(key.core == core)
        #expect(Modifiers(core) == key)
    }

    @Test func `every combination of keys goes to the core and back`() {
        for rawValue in UInt8(0)..<32 {
            let core = GestureCore.EventModifiers(rawValue: rawValue)
            #expect(Modifiers(core).core == core)
        }
    }

    @Test(arguments: [.numericPad, .function, [.shift, .numericPad], .all, Modifiers(rawValue: 1 << 7)])
    func `keys that the service does not read have no counterpart`(modifiers: Modifiers) {
        #expect(modifiers.core == nil)
    }

    @Test func `combines as a set`() {
        let both: Modifiers = [.shift, .option]
        #expect(both.union(.control) == [.shift, .option, .control])
        #expect(both.intersection([.option, .command]) == .option)
        #expect(both.subtracting(.shift) == .option)
        #expect(both.symmetricDifference([.shift, .command]) == [.option, .command])
        #expect(both.isSubset(of: .all) && !both.contains(.command))
        #expect(Modifiers.all.rawValue == 0b111_1111)
    }
}
