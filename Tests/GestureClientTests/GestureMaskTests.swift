import GestureCore
import Testing

@testable import GestureClient

@Suite struct GestureMaskTests {
    typealias Mask = ClientMask

    static let masks: [(Mask, GestureCore.GestureMask)] = [
        (.none, .none), (.gesture, .gesture), (.subviews, .subviews), (.all, .all),
    ]

    @Test(arguments: masks)
    func `each mask has a counterpart in the core`(mask: Mask, core: GestureCore.GestureMask) {
        #expect(mask.core == core)
        #expect(Mask(core) == mask)
    }

    @Test func `unknown bits mean nothing to the core`() {
        #expect(Mask(rawValue: 1 << 2).core == GestureCore.GestureMask.none)
        #expect(Mask.gesture.union(Mask(rawValue: 1 << 2)).core == .gesture)
    }

    @Test func `combines as a set`() {
        #expect(Mask.gesture.union(.subviews) == .all)
        #expect(Mask.gesture.union(.none) == .gesture)
        #expect(Mask.all.intersection(.subviews) == .subviews)
        #expect(Mask.gesture.intersection(.subviews) == .none)
        #expect(Mask.all.subtracting(.gesture) == .subviews)
        #expect(Mask.all.subtracting(.all) == .none)
        #expect(Mask.all.symmetricDifference(.gesture) == .subviews)
        #expect(Mask.gesture.symmetricDifference(.subviews) == .all)
        #expect(Mask.none.isEmpty && Mask.all.contains(.gesture) && !Mask.gesture.contains(.subviews))
    }
}
