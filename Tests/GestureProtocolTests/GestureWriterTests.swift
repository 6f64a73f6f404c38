import GestureCore
import TestSupport
import Testing
import Text

@testable import GestureProtocol

/// The canonical form of gestures: what tools write, people can type.
@Suite struct GestureWriterTests {
    private static func canonical(_ text: String) throws -> String {
        try GestureReader.list(text.utf8).map { $0.notation }.joined(separator: ", ")
    }

    @Test(arguments: [
        ("tap 1", "tap"), ("tap 2", "double tap"), ("tap 3", "3 taps"), ("tap:10/2", "10 taps 2 fingers"),
        ("swipe 1", "swipe 1 finger"), ("swipe 10", "swipe 10 fingers"), ("swipe 9+", "swipe 9+ fingers"),
        ("swipe 1-10", "swipe"), ("pinch 2+", "pinch 2+ fingers"),
        ("swipe 1 or 3-4 or 6+ fingers", "swipe 1 or 3-4 or 6+ fingers"),
        ("hold", "long press"), ("hold 60s", "long press 1min"), ("hold 59s", "long press 59s"),
        ("tap over 0s", "tap over 0s"), ("tap over 1ms under 60s", "tap over 1ms under 1min"),
        ("swipe 10mm", "swipe 10mm"), ("swipe 1cm", "swipe 10mm"), ("swipe 100pt", "swipe 100pt"),
        ("swipe in top", "swipe in top"), ("swipe in top 33%", "swipe in top 33%"),
        ("swipe in 0-100% 0-20%", "swipe in top 20%"), ("swipe in 10-30% 0-20%", "swipe in 10-30% 0-20%"),
        ("tap in topLeft", "tap in top-left"), ("drag left in center 50%", "drag left in center 50%"),
        ("swipe up-left", "swipe up-left"), ("swipe up 8 directions", "swipe up 8 directions"),
        ("swipe directions 8", "swipe 8 directions"), ("swipe 4 directions", "swipe"),
        ("edge right left", "edge swipe from right to left"),
        ("edge swipe left from right", "edge swipe from right to left"),
        ("edge swipe from the top edge down", "edge swipe from top down"),
        ("edge right up-left", "edge swipe from right up-left"),
        ("edge direction left", "edge swipe to left"), ("drag axisLock claim", "drag axis-lock claim"),
        ("tap with shift+ctrl", "tap with ctrl+shift"),
        ("tap priority high", "tap priority high"),
        ("tap as ok priority simultaneous", "tap as ok priority simultaneous"),
        ("stroke circle rotation 30deg score 0.75 in left", "stroke circle rotation 30deg score 0.75 in left"),
        ("activity 3min", "idle 3min"), ("tap then hold then drag", "tap then long press then drag"),
        ("tap and (hold or (drag then swipe))", "tap and (long press or (drag then swipe))"),
        ("tap count 2 fingers 3 minimumDuration 1s maximumDuration 2s", "double tap 3 fingers over 1s under 2s"),
        ("drag direction up edge left minimumDistance 5mm", "drag from left up 5mm"),
        ("tap, double tap", "tap, double tap"),
    ])
    func `a gesture has one form`(text: String, form: String) throws {
        #expect(try Self.canonical(text) == form)
        #expect(try Self.canonical(form) == form)
    }

    @Test func `a random request that is written means the same when it is read`() throws {
        for seed in 0..<2000 {
            var random = RandomRequests(seed: UInt64(seed))
            let request = Self.written(random.composition())
            let read = try GestureReader.list(request.notation.utf8)
            try #require(read.count == 1, "\(request.notation)")
            #expect(Self.differ(request, read[0]) == nil, "\(request.notation)")
        }
    }

    /// The same request without what the notation does not have: templates, and compositions of one member.
    private static func written(_ request: RequestedGesture) -> RequestedGesture {
        var request = request
        switch request.form {
        case .gesture: break
        case .stroke(var stroke):
            if stroke.templates != nil { request.name = "circle" }
            stroke.templates = nil
            request.form = .stroke(stroke)
        case .exclusive(let members): request.form = form(members) { .exclusive($0) }
        case .simultaneous(let members): request.form = form(members) { .simultaneous($0) }
        case .sequence(let members, let limit): request.form = form(members) { .sequence($0, within: limit) }
        }
        if case .stroke = request.form, request.name.flatMap({ BuiltInStroke(name: $0.bytes) }) == nil {
            request.name = "circle"
        }
        return request
    }

    private static func form(
        _ members: [RequestedGesture], _ make: ([RequestedGesture]) -> RequestedGesture.Form
    ) -> RequestedGesture.Form {
        // A stroke as the only member would take the place of the name of the composition.
        var members = members.map { written($0) }
        if members.count == 1, case .stroke = members[0].form { members.append(members[0]) }
        return members.count == 1 ? members[0].form : make(members)
    }

    /// The first difference of two requests, apart from the last digits of numbers.
    private static func differ(_ one: RequestedGesture, _ other: RequestedGesture) -> String? {
        func document(_ request: RequestedGesture) -> JSONDocument? {
            var writer = JSONWriter()
            writer.gesture(request)
            return JSONDocument(writer.bytes)
        }
        guard let first = document(one), let second = document(other) else { return "no JSON" }
        return differ(first.root, second.root)
    }

    private static func differ(_ one: JSONValue, _ other: JSONValue) -> String? {
        if let number = one.number, let second = other.number { return abs(number - second) < 0.01 ? nil : "\(number)" }
        guard one.kind == other.kind, one.count == other.count, one.memberCount == other.memberCount else {
            return String(decoding: one.text, as: UTF8.self)
        }
        switch one.kind {
        case .array:
            for index in 0..<one.count { if let found = differ(one[index], other[index]) { return found } }
            return nil
        case .object:
            let names = (GesturePattern.Parameters.members + Rectangle.members).map { $0.name }
            for name in names {
                switch (one[name], other[name]) {
                case (nil, nil): continue
                case (let first?, let second?): if let found = differ(first, second) { return found }
                default: return name
                }
            }
            return nil
        default: return one.text == other.text ? nil : String(decoding: one.text, as: UTF8.self)
        }
    }

    @Test func `what a tool calls a gesture is a gesture`() throws {
        for kind in GestureKind.allCases where kind != .stroke {
            let taps = kind == .tap ? 1...10 : 1...1
            for count in taps {
                let text = kind == .activity ? "\(kind.title(taps: count)) 1min" : kind.title(taps: count)
                let gestures = try GestureReader.list(text.utf8)
                guard case .gesture(let pattern) = gestures[0].form else {
                    Issue.record("\(text)")
                    continue
                }
                #expect(pattern.kind == kind && pattern.count == count)
            }
            #expect(try GestureReader.list("\(kind.name) \(kind == .activity ? "1min" : "")".utf8).count == 1)
        }
    }
}
