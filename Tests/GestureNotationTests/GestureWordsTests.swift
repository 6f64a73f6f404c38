import GestureNotation
import Testing

@Suite struct GestureWordsTests {
    @Test(arguments: [
        ("tap", "tap"), ("tap 2", "double tap"), ("tap 3", "triple tap"), ("tap 4 2 fingers", "4 taps with 2 fingers"),
        ("swipe left 3", "swipe left with 3 fingers"), ("swipe up-left 3+", "swipe up-left with 3 or more fingers"),
        ("swipe 2-4", "swipe with 2 to 4 fingers"),
        ("edge bottom up 1", "edge swipe from the bottom edge up with 1 finger"),
        ("edge left right", "edge swipe from the left edge to the right"),
        ("hold 2s 3", "long press of 2 s with 3 fingers"), ("hold 1500ms", "long press of 1500 ms"),
        ("pinch in", "pinch in"),
        ("rotate clockwise", "clockwise rotation"), ("drag 10mm", "drag of at least 10.0 mm"),
        ("drag vertical", "vertical drag"), ("drag horizontal 3", "horizontal drag with 3 fingers"),
        ("swipe left 3 900mm", "swipe left of at least 900.0 mm with 3 fingers"),
        ("drag while 1", "drag while 1 finger rests"), ("drag while 2", "drag while 2 fingers rest"),
        ("swipe over 1s under 2min", "swipe lasting 1 s to 2 min"), ("tap over 1s", "tap lasting at least 1 s"),
        ("tap 2 fingers under 1s", "tap lasting at most 1 s with 2 fingers"),
        ("stroke circle with ctrl+shift", "stroke circle with ctrl+shift held"),
        ("tap with none", "tap without modifier keys"),
        ("tap in bottom 25%", "tap in 0 % to 100 % from the left and 75 % to 100 % from the top"),
        ("tap then hold then drag within 5s", "tap, then long press, then drag, within 5 s"),
    ])
    func `says in words for people what a gesture is`(_ text: String, _ words: String) throws {
        #expect(try GestureReader.list(text.utf8).map { $0.words } == [words])
    }
}
