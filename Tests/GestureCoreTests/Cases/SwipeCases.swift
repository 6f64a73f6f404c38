import GestureCore
import TestSupport
import Testing

/// Swipes.
@Suite struct SwipeCases {
    @Test(arguments: [
        Replay(
            "two fingers can swipe slowly", "0 down a 100,100 b 300,100; 5000 move a by 60,0 b by 60,0; 9000 up all",
            "swipe#1 ended right f2 by 60,0 @9000"),
        Replay(
            "two fingers can swipe diagonally", "0 down a 100,100 b 300,100; 50 move a by 60,59 b by 60,59; 80 up all",
            "swipe#1 ended right f2 by 60,59 @80"),
        Replay(
            "three fingers swipe in the same direction",
            Script.hand(3, at: 0) + "; 50 move a by 60,0 b by 60,0 c by 60,0; 80 up all",
            "swipe#1 ended right f3 by 60,0 @80"),
        Replay(
            "a swipe from within the edge buffer is an edge swipe only",
            "0 down a 23.999,600; 50 move a by 60,0; 80 up a", "edgeSwipe#1 ended right from left middle by 60,0 @80"),
        Replay(
            "a swipe from the end of the buffer is an edge swipe", "0 down a 24,600; 50 move a by 60,0; 80 up a",
            "edgeSwipe#1 ended right from left middle by 60,0 @80"),
        Replay(
            "a swipe from just beyond the buffer is a swipe", "0 down a 24.001,600; 50 move a by 60,0; 80 up a",
            "swipe#1 ended right by 60,0 @80"),
        Replay(
            "a swipe from within the buffers of two edges is a swipe from the corner",
            "0 down a 1976,1176; 50 move a by 0,-60; 80 up a", "edgeSwipe#1 ended up from bottomRight by 0,-60 @80"),
        Replay(
            "an edge swipe that is too short is no swipe",
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
