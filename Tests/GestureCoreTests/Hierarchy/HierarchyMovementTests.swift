import GestureCore
import TestSupport
import Testing

/// Directions, gestures that begin at the landing, and edges.
///
/// `row` is from 500,300 to 1000,600 pt.
@Suite struct HierarchyMovementTests {
    private static func row(_ row: String, in page: String) -> String {
        """
        page 0,0 2000x1200\(page)
          row 500,300 500x300\(row)
        """
    }

    private static func move(_ x: Double, _ y: Double) -> String { "0 down a 600,400; 10 move a by \(x),\(y); 20 up a" }

    private static func dragged(_ region: String, _ way: String) -> String {
        "drag#1 began by \(way) in \(region) @10; drag#1 ended by \(way) in \(region) @20"
    }

    // MARK: Directions

    private static let across = row(": drag horizontal", in: ": drag vertical")
    private static let delete = row(": press, tap; drag left", in: ": drag vertical")
    private static let cancelled = "press#1 began in row @0; press#1 cancelled in row @10"

    @Test(arguments: [
        LayoutReplay("a carousel scrolls at 44°", across, move(30, 29), dragged("row", "15.62,15.1")),
        LayoutReplay("a page scrolls at 45°", across, move(30, 30), dragged("page", "15.858,15.858")),
        LayoutReplay("a page scrolls at 46°", across, move(29, 30), dragged("page", "15.1,15.62")),
        LayoutReplay("a carousel scrolls at −45°", across, move(30, -30), dragged("row", "15.858,-15.858")),
        LayoutReplay("a page scrolls at −46°", across, move(29, -30), dragged("page", "15.1,-15.62")),
        LayoutReplay("a carousel scrolls at 135°", across, move(-30, 30), dragged("row", "-15.858,15.858")),
        LayoutReplay("a page scrolls at 225°", across, move(-30, -30), dragged("page", "-15.858,-15.858")),
        LayoutReplay("a carousel scrolls along its axis", across, move(-40, 0), dragged("row", "-20,0")),
        LayoutReplay("a page scrolls along its axis", across, move(0, -40), dragged("page", "0,-20")),
        LayoutReplay(
            "a list in a page along the same axis scrolls", row(": drag vertical", in: ": drag vertical"), move(0, 40),
            dragged("row", "0,20")),
        LayoutReplay(
            "the page scrolls beside a list along the same axis", row(": drag vertical", in: ": drag vertical"),
            move(0, 40).replacing("600,400", with: "100,100"), dragged("page", "0,20")),
        LayoutReplay(
            "neither scrolls across the axis of both", row(": drag vertical", in: ": drag vertical"), move(40, 0), ""),
        LayoutReplay(
            "a page in any direction scrolls where its row does not", row(": drag horizontal", in: ": drag"),
            move(0, 40), dragged("page", "0,20")),
        LayoutReplay(
            "a row comes before a page that scrolls in any direction", row(": drag horizontal", in: ": drag"),
            move(40, 0), dragged("row", "20,0")),
        LayoutReplay(
            "a row that has failed does not drag later", row(": drag horizontal", in: ": pinch"),
            "0 down a 600,400; 10 move a by 0,40; 20 move a by 400,0; 30 up a", ""),
        LayoutReplay(
            "a page that scrolls goes on in every direction", across,
            "0 down a 600,400; 10 move a by 0,40; 20 move a by 400,0; 30 up a",
            """
            drag#1 began by 0,20 in page @10; drag#1 changed by 400,20 in page @20; drag#1 ended by 400,20 in page @30
            """),
        LayoutReplay(
            "a row that drags goes on in every direction", across,
            "0 down a 600,400; 10 move a by 40,0; 20 move a by 0,400; 30 up a",
            """
            drag#1 began by 20,0 in row @10; drag#1 changed by 20,400 in row @20; drag#1 ended by 20,400 in row @30
            """),
        LayoutReplay(
            "the direction is judged at the threshold, and not before", across,
            "0 down a 600,400; 10 move a by 0,15; 20 move a by 40,0; 30 up a",
            "drag#1 began by 21.273,7.978 in row @20; drag#1 ended by 21.273,7.978 in row @30"),
        LayoutReplay(
            "the next finger can go another way", across,
            "0 down a 600,400; 10 move a by 0,40; 20 up a; 1000 down b 600,400; 1010 move b by 40,0; 1020 up b",
            """
            drag#1 began by 0,20 in page @10; drag#1 ended by 0,20 in page @20
            drag#2 began by 20,0 in row @1010; drag#2 ended by 20,0 in row @1020
            """),
        LayoutReplay(
            "a row is swiped away to the left", delete, move(-40, 0),
            cancelled + "; " + dragged("row", "-20,0").replacing("drag#1", with: "drag#2")),
        LayoutReplay("a row that is moved to the right is neither dragged nor tapped", delete, move(40, 0), cancelled),
        LayoutReplay(
            "the list scrolls from a row that can be swiped away", delete, move(0, 40),
            cancelled + "; " + dragged("page", "0,20").replacing("drag#1", with: "drag#2")),
        LayoutReplay(
            "a row that can be swiped away is tapped", delete, "0 down a 600,400; 50 up a",
            "press#1 began in row @0; press#1 ended in row @50; tap#2 ended x1 in row @50"),
        LayoutReplay(
            "a swipe of the row leaves other directions to the page", row(": swipe left", in: ": swipe"), move(0, 60),
            "swipe#1 ended down by 0,60 in page @20"),
        LayoutReplay(
            "a swipe of the row comes before the page's", row(": swipe left", in: ": swipe"), move(-60, 0),
            "swipe#1 ended left by -60,0 in row @20"),
    ])
    func direction(_ replay: LayoutReplay) throws {
        let events = try replay.run()
        #expect(events == replay.expected)
    }

    // MARK: From the landing

    @Test(arguments: [
        LayoutReplay(
            "a slider drags from the landing and keeps the page still", row(": drag at 0", in: ": drag"),
            "0 down a 600,400; 10 move a by 0,40; 20 up a",
            """
            drag#1 began by 0,0 in row @0; drag#1 changed by 0,40 in row @10; drag#1 ended by 0,40 in row @20
            """),
        LayoutReplay(
            "the page scrolls beside a slider", row(": drag at 0", in: ": drag"),
            "0 down a 100,100; 10 move a by 0,40; 20 up a", dragged("page", "0,20")),
        LayoutReplay(
            "a slider leaves the page no tap", row(": drag at 0", in: ": press, tap"), "0 down a 600,400; 50 up a",
            "drag#1 began by 0,0 in row @0; drag#1 ended by 0,0 in row @50"),
        LayoutReplay(
            "of two sliders, the deepest drags", row(": drag at 0", in: ": drag at 0"), "0 down a 600,400; 50 up a",
            "drag#1 began by 0,0 in row @0; drag#1 ended by 0,0 in row @50"),
        LayoutReplay(
            "a page that drags from the landing waits for the slop on a button",
            row(": press, tap", in: ": drag at 0"),
            // What the finger has moved until then does not count, so that the page does not jump.
            "0 down a 600,400; 10 move a by 0,20; 20 move a by 0,20; 30 up a",
            """
            press#1 began in row @0; press#1 cancelled in row @20; drag#2 began by 0,20 in page @20
            drag#2 ended by 0,20 in page @30
            """),
        LayoutReplay(
            "a button on a page that drags from the landing is tapped", row(": press, tap", in: ": drag at 0"),
            "0 down a 600,400; 10 move a by 0,20; 50 up a",
            "press#1 began in row @0; press#1 ended in row @50; tap#2 ended x1 in row @50"),
        LayoutReplay(
            "a page that drags from the landing does so beside a button", row(": press, tap", in: ": drag at 0"),
            "0 down a 100,100; 50 up a", "drag#1 began by 0,0 in page @0; drag#1 ended by 0,0 in page @50"),
        LayoutReplay(
            "a page that drags from the landing does so on a label", row(":", in: ": drag at 0"),
            "0 down a 600,400; 50 up a", "drag#1 began by 0,0 in page @0; drag#1 ended by 0,0 in page @50"),
        LayoutReplay(
            "a page that drags from the landing does so where others only pinch", row(": pinch", in: ": drag at 0"),
            "0 down a 600,400; 50 up a", "drag#1 began by 0,0 in page @0; drag#1 ended by 0,0 in page @50"),
        LayoutReplay(
            "a page that drags from the landing waits for the long press of a row",
            row(": longPress", in: ": drag at 0"), "0 down a 600,400; 700 up a",
            "longPress#1 began in row @600; longPress#1 ended by 0,0 in row @700"),
        LayoutReplay(
            "a page that drags from the landing waits for the drag of a row", row(": drag", in: ": drag at 0"),
            move(0, 40), dragged("row", "0,20")),
        LayoutReplay(
            "a simultaneous drag of the page begins at the landing",
            row(": press, tap", in: ": drag at 0 simultaneous"),
            "0 down a 600,400; 50 up a",
            """
            press#1 began in row @0; drag#2 began by 0,0 in page @0
            press#1 ended in row @50; tap#3 ended x1 in row @50; drag#2 ended by 0,0 in page @50
            """),
    ])
    func fromLanding(_ replay: LayoutReplay) throws {
        let events = try replay.run()
        #expect(events == replay.expected)
    }

    // MARK: Edges

    /// A slider at the left edge, from 0,300 to 500,600 pt.
    private static func slider(_ slider: String, in page: String) -> String {
        """
        page 0,0 2000x1200\(page)
          slider 0,300 500x300\(slider)
        """
    }

    private static func slide(from x: Double, _ way: String) -> String {
        "0 down a \(x),500; 10 move a by \(way); 20 up a"
    }

    @Test(arguments: [
        LayoutReplay(
            "a drawer comes before a slider at the edge", slider(": drag at 0", in: ": drag edge left"),
            slide(from: 24, "40,0"), dragged("page", "20,0")),
        LayoutReplay(
            "a slider beyond the edge drags from the landing", slider(": drag at 0", in: ": drag edge left"),
            slide(from: 24.1, "40,0"),
            """
            drag#1 began by 0,0 in slider @0; drag#1 changed by 40,0 in slider @10; drag#1 ended by 40,0 in slider @20
            """),
        LayoutReplay(
            "a slider at the edge drags at the slop if the drawer does not",
            slider(": drag at 0", in: ": drag right edge left"),
            // What the finger has moved until then does not count, so that the slider does not jump.
            slide(from: 5, "0,40"), dragged("slider", "0,20")),
        LayoutReplay(
            "a drawer comes before a map that drags", slider(": drag", in: ": drag edge left"), slide(from: 5, "40,0"),
            dragged("page", "20,0")),
        LayoutReplay(
            "a map drags where there is no drawer", slider(": drag", in: ": drag edge left"), slide(from: 100, "40,0"),
            dragged("slider", "20,0")),
        LayoutReplay(
            "a drawer comes from a button at the edge", slider(": press, tap", in: ": drag edge left"),
            slide(from: 5, "40,0"),
            "press#1 began in slider @0; press#1 cancelled in slider @10; "
                + dragged("page", "20,0").replacing("drag#1", with: "drag#2")),
        LayoutReplay(
            "a button at the edge is tapped in spite of a drawer", slider(": press, tap", in: ": drag edge left"),
            "0 down a 5,500; 50 up a",
            "press#1 began in slider @0; press#1 ended in slider @50; tap#2 ended x1 in slider @50"),
        LayoutReplay(
            "an edge swipe from a button at the edge", slider(": press, tap", in: ": edgeSwipe"),
            slide(from: 5, "60,0"),
            """
            press#1 began in slider @0; press#1 cancelled in slider @10
            edgeSwipe#2 ended right from left middle by 60,0 in page @20
            """),
        LayoutReplay(
            "an edge swipe loses to a slider that drags from the landing", slider(": drag at 0", in: ": edgeSwipe"),
            slide(from: 5, "60,0"),
            """
            drag#1 began by 0,0 in slider @0; drag#1 changed by 60,0 in slider @10; drag#1 ended by 60,0 in slider @20
            """),
        LayoutReplay(
            "an edge swipe loses to a map that drags", slider(": drag", in: ": edgeSwipe"), slide(from: 5, "60,0"),
            dragged("slider", "40,0")),
        LayoutReplay(
            "an edge swipe comes past a map that drags up and down", slider(": drag vertical", in: ": edgeSwipe"),
            slide(from: 5, "60,0"), "edgeSwipe#1 ended right from left middle by 60,0 in page @20"),
        LayoutReplay(
            "in one frame, an edge swipe of the page comes before that of a child",
            slider(": edgeSwipe", in: ": edgeSwipe"), slide(from: 5, "60,0"),
            "edgeSwipe#1 ended right from left middle by 60,0 in page @20"),
        LayoutReplay(
            "in one frame, an edge swipe of the page comes before the tap of a button with a large slop",
            slider(" slop 100: press, tap", in: ": edgeSwipe"), slide(from: 5, "60,0"),
            """
            press#1 began in slider @0; press#1 cancelled in slider @20
            edgeSwipe#2 ended right from left middle by 60,0 in page @20
            """),
        LayoutReplay(
            "a swipe that begins beyond the edge is the child's",
            slider(": swipe", in: ": edgeSwipe; swipe"), slide(from: 100, "60,0"),
            "swipe#1 ended right by 60,0 in slider @20"),
    ])
    func edges(_ replay: LayoutReplay) throws {
        let events = try replay.run()
        #expect(events == replay.expected)
    }
}
