import GestureCore
import TestSupport
import Testing

/// Fingers that are lifted away from where they landed.
@Suite struct SwipeCases {
    @Test(arguments: [
        Replay(
            "two fingers can swipe slowly", "0 down a 100,100 b 300,100; 5000 move a by 60,0 b by 60,0; 9000 up all",
            "swipe#1 ended right f2 by 60,0 @9000"),
        Replay(
            "two fingers may go askew", "0 down a 100,100 b 300,100; 50 move a by 60,59 b by 60,59; 80 up all",
            "swipe#1 ended right f2 by 60,59 @80"),
        Replay(
            "three fingers the same way",
            Script.hand(3, at: 0) + "; 50 move a by 60,0 b by 60,0 c by 60,0; 80 up all",
            "swipe#1 ended right f3 by 60,0 @80"),
        Replay(
            "from within the edge buffer it is an edge swipe, and no swipe",
            "0 down a 23.999,600; 50 move a by 60,0; 80 up a", "edgeSwipe#1 ended right from left middle by 60,0 @80"),
        Replay(
            "from the buffer's end it is an edge swipe", "0 down a 24,600; 50 move a by 60,0; 80 up a",
            "edgeSwipe#1 ended right from left middle by 60,0 @80"),
        Replay(
            "from just beyond the buffer it is a swipe", "0 down a 24.001,600; 50 move a by 60,0; 80 up a",
            "swipe#1 ended right by 60,0 @80"),
        Replay(
            "from within the buffers of two edges it is a swipe from the corner",
            "0 down a 1976,1176; 50 move a by 0,-60; 80 up a", "edgeSwipe#1 ended up from bottomRight by 0,-60 @80"),
        Replay(
            "an edge swipe that is too short is no swipe either",
            "0 down a 10,600; 50 move a by 49.999,0; 80 up a", ""),
        Replay(
            "a swipe counts from landing to lift, even if the fingers move apart in between",
            "0 down a 300,100 b 500,100; 30 move a by -30,0 b by 30,0; 60 move a by 120,0 b by 120,0; 80 up all",
            "swipe#1 ended right f2 by 120,0 @80"),
    ])
    func rows(_ replay: Replay) throws {
        let events = try replay.run(asking: "swipe, edgeSwipe")
        #expect(events == replay.expected)
    }
}
