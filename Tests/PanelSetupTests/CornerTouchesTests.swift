import GestureCore
import Testing
import TouchDecoding

@testable import PanelSetup

/// Corners that a person touches, and the orientation that follows.
@Suite struct CornerTouchesTests {
    private static func touches(_ corners: [ScreenCorner]) -> (CornerTouches, CornerTouches.Refusal?) {
        var touches = CornerTouches()
        var refusal: CornerTouches.Refusal?
        for corner in corners { refusal = touches.add(corner.position) }
        return (touches, refusal)
    }

    @Test func `eight orientations follow from the corners, and no two are alike`() {
        var found: [Orientation] = []
        for first in ScreenCorner.allCases {
            for step in [1, 3] {
                let corners = (0..<4).compactMap { ScreenCorner(rawValue: (first.rawValue + $0 * step) % 4) }
                let (touches, refusal) = Self.touches(corners)
                #expect(refusal == nil && touches.next == nil)
                guard let orientation = touches.orientation else {
                    Issue.record("no orientation for \(corners)")
                    continue
                }
                #expect(!found.contains(orientation))
                found.append(orientation)
                for (panel, seen) in zip(corners, ScreenCorner.allCases) {
                    #expect(orientation.map.of(panel.position).distance(to: seen.position) < 1e-9)
                }
            }
        }
        #expect(found.count == 8)
    }

    @Test(arguments: [(0.29, true), (0.3, true), (0.31, false), (0.69, false), (0.71, true)])
    func `a corner is at most 30 % of a side away`(part: Double, counts: Bool) {
        var touches = CornerTouches()
        let position = Vector(x: part, y: 0.1)
        #expect(touches.add(position) == (counts ? nil : .noCorner(position)))
        #expect(touches.panelCorners.count == (counts ? 1 : 0))
        var others = CornerTouches()
        #expect((others.add(Vector(x: 0.1, y: part)) == nil) == counts)
    }

    @Test func `the same corner again is refused and the others stay`() {
        let (touches, refusal) = Self.touches([.bottomRight, .bottomLeft, .bottomRight])
        #expect(refusal == .again(.topLeft))
        #expect(touches.panelCorners == [.bottomRight, .bottomLeft])
    }

    @Test(arguments: [[ScreenCorner.topLeft, .bottomRight], [.topLeft, .topRight, .bottomLeft]])
    func `corners in diagonal order fit no orientation`(corners: [ScreenCorner]) {
        let (touches, refusal) = Self.touches(corners)
        #expect(refusal == .noOrientation)
        #expect(touches == CornerTouches())
    }
}
