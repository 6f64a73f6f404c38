import GestureCore
import TestSupport
import Testing

/// Contacts that are lost, or beyond the surface.
///
/// `TouchDecodingTests` covers the events of devices and their contacts.
@Suite struct StreamCases {
    @Test(arguments: [
        Replay(
            "a lost contact is cancelled, and no other",
            "0 down a 100,100 b 900,100; 20 cancel b; 50 up a",
            "touch#1 began @0; touch#2 began @0; touch#2 cancelled @20; touch#1 ended @50", asking: "touch"),
        Replay(
            "if all contacts are lost, all are cancelled", "0 down a 100,100 b 900,100; 20 cancel all; 50 up a? b?",
            "touch#1 began @0; touch#2 began @0; touch#1 cancelled @20; touch#2 cancelled @20", asking: "touch"),
        Replay(
            "unplugging cancels gestures, and a finger still down afterwards is ignored until it lands again",
            "0 down a 100,100; 10 move a by 30,0; 20 unplug; 30 plug; 40 move a? by 30,0; 50 up a?; 60 down a 100,100; 70 up a",
            """
            press#1 began @0; press#1 cancelled @10; drag#2 began by 10,0 @10; drag#2 cancelled by 10,0 @20
            press#3 began @60; press#3 ended @70; tap#4 ended x1 @70
            """, asking: "press, tap, drag"),
        Replay(
            "a contact that was cancelled does not end",
            "0 down a 100,100; 10 cancel a; 20 move a? by 5,0; 30 up a?",
            "touch#1 began @0; touch#1 cancelled @10", asking: "touch"),
    ])
    func rows(_ replay: Replay) throws {
        let events = try replay.run()
        #expect(events == replay.expected)
    }

    @Test func `beyond the surface, points continue and fractions stop at 0 and 1`() throws {
        var engine = GestureEngine(options: GestureOptions(selection: try GestureSelection(asking: "press")))
        let events = engine.play(try TouchScript("0 down a 4000,-1200; 10 cancel a; 20 down a -2000,2400"))
        let (over, under) = (Vector(x: 4000, y: -1200), Vector(x: -2000, y: 2400))
        #expect(events.map(\.point) == [over, over, under])
        #expect(events.map(\.position) == [UnitPoint(x: 1, y: 0), UnitPoint(x: 1, y: 0), UnitPoint(x: 0, y: 1)])
    }
}
