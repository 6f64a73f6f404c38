import GestureProtocol
import TestSupport
import Testing
import Text

@testable import GestureActions

/// The variables that a command gets for its event.
@Suite struct EventVariableTests {
    /// The variables but those that every event has, unless `all`.
    private static func variables(_ json: String, all: Bool = false) throws -> [String] {
        let text = #"{"device":"a","time":5,"fingers":2,"# + json.dropFirst()
        let event = Event(try #require(JSONDocument(Array(text.utf8))).root)
        let common = ["GESTURE_FINGERS", "GESTURE_DEVICE", "GESTURE_TIME"]
        return event.variables.filter { all || !common.contains($0.name.description) }.map { "\($0.name)=\($0.value)" }
    }

    @Test func `an event becomes the variables that it has`() throws {
        #expect(
            try Self.variables(
                #"{"kind":"drag","phase":"changed","gesture":3,"output":"DP-1","x":0.5,"y":0.25,"#
                    + #""points":{"x":10.5,"y":20},"axis":"vertical","translation":{"x":1,"y":-2.5},"velocity":{"x":0,"y":3},"#
                    + #""modifiers":["control","shift"],"name":"gesture0"}"#, all: true) == [
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
        #expect(try Self.variables(#"{"kind":"tap","phase":"ended","output":"a\u0000b"}"#).last == "GESTURE_OUTPUT=ab")
    }

    @Test func `members of other types count as missing`() throws {
        #expect(
            try Self.variables(#"{"kind":"drag","phase":"began","x":"0","translation":[1,2],"axis":7}"#) == [
                "GESTURE_KIND=drag", "GESTURE_PHASE=began",
            ])
    }

    @Test(arguments: [("wave", "began"), ("drag", "later")])
    func `an event of an unknown kind or phase runs nothing`(kind: String, phase: String) throws {
        var tester = try ActionsTester("drag = x\n")
        let name = #","name":"gesture0""#
        #expect(try tester.follow("drag", "began", at: 1, name) == ["1 drag"])
        #expect(try tester.follow(kind, phase, at: 2, name, gesture: 2) == [])
        #expect(try tester.follow("drag", "ended", at: 3, name) == [])
    }

    @Test func `a stroke runs with its name`() throws {
        var tester = try ActionsTester("stroke v = x\nstroke caret = y\n")
        let runs = try tester.names(
            "0 down a 800,400; 10 glide a by 200,400 for 200; 220 glide a by 200,-400 for 200; 430 up a")
        #expect(runs == ["stroke v"])
    }
}
