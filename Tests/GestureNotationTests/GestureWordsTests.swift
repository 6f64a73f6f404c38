import GestureNotation
import Testing

@Suite struct GestureWordsTests {
    @Test(arguments: [
        ("tap", "tap"), ("tap 2", "double tap"), ("tap 3", "triple tap"), ("tap 4 2 fingers", "4 taps with 2 fingers"),
        ("swipe left 3", "swipe left with 3 fingers"), ("swipe up-left 3+", "swipe up-left with 3 or more fingers"),
        ("swipe 2-4", "swipe with 2 to 4 fingers"),
        ("edge bottom up 1", "edge swipe from the bottom edge up with 1 finger"),
        ("hold 2s", "long press of 2 s"), ("hold 1500ms", "long press of 1500 ms"), ("pinch in", "pinch in"),
        ("rotate clockwise", "rotation clockwise"), ("drag 10mm", "drag of 10.0 mm or more"),
        ("drag vertical", "drag vertical"), ("drag horizontal 3", "drag horizontal with 3 fingers"),
        ("drag while 1", "drag while 1 finger rests"), ("drag while 2", "drag while 2 fingers rest"),
        ("swipe over 1s under 2min", "swipe in 1 s or more in at most 2 min"),
        ("stroke circle with ctrl+shift", "stroke circle with ctrl+shift held"),
        ("tap with none", "tap without modifier keys"),
        ("tap in bottom 25%", "tap in 0 % to 100 % from the left and 75 % to 100 % from the top"),
        ("tap then hold then drag within 5s", "tap, then long press, then drag, within 5 s"),
    ])
    func `says in words for people what a gesture is`(_ text: String, _ words: String) throws {
        #expect(try GestureReader.list(text.utf8).map { $0.words } == [words])
    }
}
