import GestureProtocol
import TestSupport
import Testing
import Text

@testable import GestureActions

@Suite struct ActionEventTests {
    private static func event(_ json: String) throws -> ActionEvent? {
        ActionEvent(try #require(JSONDocument(Array(json.utf8))).root)
    }

    private static func variables(_ json: String) throws -> [String] {
        try #require(try event(json)).variables.map { "\($0.name)=\($0.value)" }
    }

    @Test func `an event becomes the variables that it has`() throws {
        #expect(
            try Self.variables(
                #"{"kind":"drag","phase":"changed","gesture":3,"device":"a","output":"DP-1","time":5,"fingers":2,"x":0.5,"y":0.25,"#
                    + #""points":{"x":10.5,"y":20},"axis":"vertical","translation":{"x":1,"y":-2.5},"velocity":{"x":0,"y":3},"#
                    + #""modifiers":["control","shift"],"name":"gesture0"}"#) == [
                    "GESTURE_KIND=drag", "GESTURE_PHASE=changed", "GESTURE_FINGERS=2", "GESTURE_DEVICE=a",
                    "GESTURE_OUTPUT=DP-1",
                    "GESTURE_X=0.5", "GESTURE_Y=0.25", "GESTURE_POINT_X=10.5", "GESTURE_POINT_Y=20",
                    "GESTURE_AXIS=vertical",
                    "GESTURE_TRANSLATION_X=1", "GESTURE_TRANSLATION_Y=-2.5", "GESTURE_VELOCITY_X=0",
                    "GESTURE_VELOCITY_Y=3",
                    "GESTURE_TIME=5", "GESTURE_MODIFIERS=control+shift",
                ])
        #expect(
            try Self.variables(
                #"{"kind":"edgeSwipe","phase":"ended","edge":"left","section":"top","direction":"right"}"#) == [
                    "GESTURE_KIND=edgeSwipe", "GESTURE_PHASE=ended", "GESTURE_DIRECTION=right", "GESTURE_EDGE=left",
                    "GESTURE_SECTION=top",
                ])
        #expect(
            try Self.variables(#"{"kind":"tap","phase":"ended","count":2,"run":3,"modifiers":[]}"#) == [
                "GESTURE_KIND=tap", "GESTURE_PHASE=ended", "GESTURE_COUNT=2", "GESTURE_RUN=3",
            ])
    }

    @Test func `only the names of strokes are variables`() throws {
        #expect(
            try Self.variables(#"{"kind":"stroke","phase":"ended","name":"circle","score":0.9}"#).suffix(2) == [
                "GESTURE_SCORE=0.9", "GESTURE_NAME=circle",
            ])
        #expect(
            try !Self.variables(#"{"kind":"tap","phase":"ended","name":"taps0","path":[0,1]}"#).contains {
                $0.hasPrefix("GESTURE_NAME")
            })
        #expect(
            try !Self.variables(#"{"kind":"stroke","phase":"ended","name":"gesture1","path":[1]}"#).contains {
                $0.hasPrefix("GESTURE_NAME")
            })
    }

    @Test func `values contain no null bytes`() throws {
        #expect(try Self.variables(#"{"kind":"tap","phase":"ended","device":"a\u0000b"}"#).last == "GESTURE_DEVICE=ab")
    }

    @Test(arguments: [
        "{}", #"{"kind":"tap"}"#, #"{"kind":"wave","phase":"ended"}"#, #"{"kind":"tap","phase":"later"}"#,
        #"{"kind":1,"phase":2}"#,
    ])
    func `events of unknown kinds and phases are none`(_ json: String) throws {
        #expect(try Self.event(json) == nil)
    }

    @Test func `members of other types count as missing`() throws {
        let event = try #require(
            try Self.event(
                #"{"kind":"drag","phase":"began","gesture":"x","time":"y","x":"0","translation":[1,2],"axis":7,"path":{"a":1}}"#
            ))
        #expect(event.gesture == 0)
        #expect(event.position == nil)
        #expect(event.translation == nil)
        #expect(event.axis == nil)
        #expect(event.path == [])
        #expect(event.completes)
    }

    @Test func `a stroke runs with its name`() throws {
        var tester = try ActionsTester("stroke v = x\nstroke caret = y\n")
        let runs = try tester.names(
            "0 down a 800,400; 10 glide a by 200,400 for 200; 220 glide a by 200,-400 for 200; 430 up a")
        #expect(runs == ["stroke v"])
    }
}
