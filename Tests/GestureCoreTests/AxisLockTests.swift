import GestureCore
import TestSupport
import Testing

/// Drags that are locked to the axis along which they begin, until they clearly leave it.
@Suite struct AxisLockTests {
    @Test(
        arguments: [
            Replay(
                "a locked drag hides movement across its axis",
                "0 down a 500,500; 10 move a by 40,10; 20 move a by 20,15; 30 up a",
                """
                drag#1 began along horizontal by 20.597,0 @10; drag#1 changed along horizontal by 40.597,0 @20
                drag#1 ended along horizontal by 40.597,0 @30
                """),
            Replay(
                "a locked drag can be vertical", "0 down a 500,500; 10 move a by 10,-40; 20 move a by 5,-20; 30 up a",
                """
                drag#1 began along vertical by 0,-20.597 @10; drag#1 changed along vertical by 0,-40.597 @20
                drag#1 ended along vertical by 0,-40.597 @30
                """),
            Replay(
                "at one and a half times the slop across, the drag stays locked",
                "0 down a 500,500; 10 move a by 40,0; 20 move a by 20,30; 30 up a",
                """
                drag#1 began along horizontal by 20,0 @10; drag#1 changed along horizontal by 40,0 @20
                drag#1 ended along horizontal by 40,0 @30
                """),
            Replay(
                "beyond that, the lock ends without a jump",
                "0 down a 500,500; 10 move a by 40,0; 20 move a by 20,30.1; 30 move a by 5,7; 40 up a",
                """
                drag#1 began along horizontal by 20,0 @10; drag#1 changed along horizontal by 40,0 @20
                drag#1 changed along horizontal by 45,7 @30; drag#1 ended along horizontal by 45,7 @40
                """),
            Replay(
                "a lock that has ended does not return",
                "0 down a 500,500; 10 move a by 40,0; 20 move a by 20,30.1; 30 move a by 0,-30.1; 40 move a by 0,5; 50 up a",
                """
                drag#1 began along horizontal by 20,0 @10; drag#1 changed along horizontal by 40,0 @20
                drag#1 changed along horizontal by 40,-30.1 @30; drag#1 changed along horizontal by 40,-25.1 @40
                drag#1 ended along horizontal by 40,-25.1 @50
                """),
            Replay(
                "a direction of exactly 5 to 4 is locked", "0 down a 500,500; 10 move a by 50,40; 20 up a",
                """
                drag#1 began along horizontal by 34.383,0 @10; drag#1 ended along horizontal by 34.383,0 @20
                """),
            Replay(
                "a direction just closer to the diagonal is not locked",
                "0 down a 500,500; 10 move a by 50,40.1; 20 up a",
                """
                drag#1 began along horizontal by 34.398,27.587 @10; drag#1 ended along horizontal by 34.398,27.587 @20
                """),
            Replay(
                "the diagonal is not locked", "0 down a 500,500; 10 move a by 30,30; 20 up a",
                """
                drag#1 began along horizontal by 15.858,15.858 @10; drag#1 ended along horizontal by 15.858,15.858 @20
                """),
            Replay(
                "an unlocked drag hides nothing", "0 down a 500,500; 10 move a by 40,0; 20 move a by 20,15; 30 up a",
                """
                drag#1 began along horizontal by 20,0 @10; drag#1 changed along horizontal by 40,15 @20
                drag#1 ended along horizontal by 40,15 @30
                """, asking: "drag"),
        ].map { replay in
            var replay = replay
            replay.parts = .axes
            return replay
        })
    func rail(_ replay: Replay) throws {
        let events = try replay.run(asking: "drag lock")
        #expect(events == replay.expected)
    }

    @Test func `a locked drag has no velocity across its axis`() throws {
        var engine = GestureEngine(options: GestureOptions(selection: try .init(asking: "drag lock")))
        let events = engine.play(try TouchScript("0 down a 500,500; glide a by 200,20 for 100; 105 up a"))
        #expect(events.allSatisfy { $0.velocity.y == 0 })
        #expect(abs((events.last?.velocity.x ?? 0) - 2000) < 1e-6)
    }
}
