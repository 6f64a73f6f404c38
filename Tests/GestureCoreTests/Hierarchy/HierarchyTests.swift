import GestureCore
import TestSupport
import Testing

/// What the regions around a finger do with it: the pages, lists, buttons and sliders of an interface.
///
/// The slop is 20 pt. `page` is the whole surface, `button` from 500,300 to 1000,600 pt.
@Suite struct HierarchyTests {
    private static let button = """
        page 0,0 2000x1200: drag
          button 500,300 500x300: press, tap
        """
    private static let map = """
        page 0,0 2000x1200: drag
          map 500,300 500x300: drag
        """

    // MARK: A page that scrolls

    @Test(arguments: [
        LayoutReplay(
            "a page scrolls from a button", button, "0 down a 600,400; 10 move a by 0,40; 20 move a by 0,10; 30 up a",
            """
            press#1 began in button @0; press#1 cancelled in button @10; drag#2 began by 0,20 in page @10
            drag#2 changed by 0,30 in page @20; drag#2 ended by 0,30 in page @30
            """),
        LayoutReplay(
            "a page scrolls from beside a button", button, "0 down a 100,100; 10 move a by 0,40; 20 up a",
            "drag#1 began by 0,20 in page @10; drag#1 ended by 0,20 in page @20"),
        LayoutReplay(
            "a page scrolls from a button over other buttons",
            button + "\n  other 500,700 500x300: press, tap", "0 down a 600,590; 10 move a 600,800; 20 up a",
            """
            press#1 began in button @0; press#1 cancelled in button @10; drag#2 began by 0,190 in page @10
            drag#2 ended by 0,190 in page @20
            """),
        LayoutReplay(
            "a finger that moves just less than the slop taps the button", button,
            "0 down a 600,400; 10 move a by 0,19.999; 50 up a",
            "press#1 began in button @0; press#1 ended in button @50; tap#2 ended x1 in button @50"),
        LayoutReplay(
            "a finger that moves as far as the slop taps the button", button,
            "0 down a 600,400; 10 move a by 0,20; 50 up a",
            "press#1 began in button @0; press#1 ended in button @50; tap#2 ended x1 in button @50"),
        LayoutReplay(
            "a finger that moves just more than the slop scrolls the page", button,
            "0 down a 600,400; 10 move a by 0,20.001; 50 up a",
            """
            press#1 began in button @0; press#1 cancelled in button @10; drag#2 began by 0,0.001 in page @10
            drag#2 ended by 0,0.001 in page @50
            """),
        LayoutReplay(
            "a finger that returns to the button after the page has scrolled taps nothing", button,
            "0 down a 600,400; 10 move a by 0,40; 20 move a by 0,-40; 50 up a",
            """
            press#1 began in button @0; press#1 cancelled in button @10; drag#2 began by 0,20 in page @10
            drag#2 changed by 0,-20 in page @20; drag#2 ended by 0,-20 in page @50
            """),
        LayoutReplay(
            "a finger that rests on a button and then moves scrolls the page", button,
            "0 down a 600,400; 100 move a by 0,5; 110 move a by 0,35; 120 up a",
            """
            press#1 began in button @0; press#1 cancelled in button @110; drag#2 began by 0,20 in page @110
            drag#2 ended by 0,20 in page @120
            """),
        LayoutReplay(
            "a page scrolls sideways from a button", button.replacing(": drag", with: ": drag horizontal"),
            "0 down a 600,400; 10 move a by -40,0; 20 up a",
            """
            press#1 began in button @0; press#1 cancelled in button @10; drag#2 began by -20,0 in page @10
            drag#2 ended by -20,0 in page @20
            """),
        LayoutReplay(
            "a page scrolls from a button that asks only for taps", button.replacing(": press, tap", with: ": tap"),
            "0 down a 600,400; 10 move a by 0,40; 20 up a",
            "drag#1 began by 0,20 in page @10; drag#1 ended by 0,20 in page @20"),
        LayoutReplay(
            "a page scrolls from a label on a button",
            button + "\n    label in button 550,350 200x100:", "0 down a 600,400; 10 move a by 0,40; 20 up a",
            """
            press#1 began in button @0; press#1 cancelled in button @10; drag#2 began by 0,20 in page @10
            drag#2 ended by 0,20 in page @20
            """),
        LayoutReplay(
            "a page swipes from a button",
            button.replacing(": drag", with: ": swipe"), "0 down a 600,400; 10 move a by 0,60; 20 up a",
            """
            press#1 began in button @0; press#1 cancelled in button @10; swipe#2 ended down by 0,60 in page @20
            """),
        LayoutReplay(
            "a page recognizes a stroke that begins on a button",
            button.replacing(": drag", with: ": stroke caret"),
            "0 down a 600,590; glide a by 50,-100 for 100; 110 glide a by 50,100 for 90; 210 up a",
            """
            press#1 began in button @0; press#1 cancelled in button @20; stroke#2 ended shape 0 score 1 in page @210
            """),
        LayoutReplay(
            "unplugging ends the press of the button", button, "0 down a 600,400; 20 unplug",
            "press#1 began in button @0; press#1 cancelled in button @20"),
        LayoutReplay(
            "unplugging ends the drag of the page", button, "0 down a 600,400; 10 move a by 0,40; 20 unplug",
            """
            press#1 began in button @0; press#1 cancelled in button @10; drag#2 began by 0,20 in page @10
            drag#2 cancelled by 0,20 in page @20
            """),
        LayoutReplay(
            "a palm on the button ends the press and taps nothing", button, "0 down a 600,400; 20 cancel a",
            "press#1 began in button @0; press#1 cancelled in button @20"),
        LayoutReplay(
            "the next finger on the button is like the first", button,
            "0 down a 600,400; 10 move a by 0,40; 20 up a; 1000 down b 600,400; 1050 up b",
            """
            press#1 began in button @0; press#1 cancelled in button @10; drag#2 began by 0,20 in page @10
            drag#2 ended by 0,20 in page @20
            press#3 began in button @1000; press#3 ended in button @1050; tap#4 ended x1 in button @1050
            """),
    ])
    func `a page scrolls`(_ replay: LayoutReplay) throws {
        let events = try replay.run()
        #expect(events == replay.expected)
    }

    @Test(arguments: 0..<20)
    func `a page scrolls from each of twenty buttons, and each of them is tapped`(number: Int) throws {
        let form =
            "page 0,0 2000x1200: drag\n"
            + (0..<20).map { "  button\($0) 100,\(60 * $0) 500x50: press, tap" }.joined(separator: "\n")
        let (name, place) = ("button\(number)", "300,\(60 * number + 25)")
        let replay = LayoutReplay(
            "", form, "0 down a \(place); 50 up a; 1000 down b \(place); 1010 move b by 40,0; 1020 up b",
            """
            press#1 began in \(name) @0; press#1 ended in \(name) @50; tap#2 ended x1 in \(name) @50
            press#3 began in \(name) @1000; press#3 cancelled in \(name) @1010; drag#4 began by 20,0 in page @1010
            drag#4 ended by 20,0 in page @1020
            """)
        #expect(try replay.run() == replay.expected)
    }
}
