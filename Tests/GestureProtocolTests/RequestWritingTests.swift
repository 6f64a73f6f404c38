import GestureCore
import TestSupport
import Testing

@testable import GestureProtocol

private func document(_ write: (inout JSONWriter) -> Void) throws -> JSONDocument {
    var writer = JSONWriter()
    write(&writer)
    return try #require(JSONDocument(writer.bytes), "\(String(decoding: writer.bytes, as: UTF8.self))")
}

/// Reads what the writer wrote, as the service does.
private func read(_ request: RequestedSubscription) throws -> CompiledSubscription {
    let document = try document { $0.subscription(request) }
    return try CompiledSubscription(parameters: document.root, thresholds: Thresholds())
}

private func gestures(_ requests: RequestedGesture...) throws -> GestureSet {
    try read(RequestedSubscription(gestures: requests)).options.gestures
}

/// Writes a client's requests and reads them as the service does.
@Suite struct RequestWritingTests {
    @Test func `a request without values has no members`() throws {
        #expect(try document { $0.subscription(RequestedSubscription()) }.root.text == Array("{}".utf8))
        #expect(try read(RequestedSubscription()) == CompiledSubscription())
    }

    @Test(arguments: GestureKind.allCases.filter { $0 != .stroke })
    func `a gesture without conditions has only its kind`(kind: GestureKind) throws {
        let written = try document { $0.gesture(RequestedGesture(.gesture(GesturePattern(kind)))) }.root.text
        #expect(String(decoding: written, as: UTF8.self) == "{\"kind\":\"\(kind.name)\"}")
    }

    @Test(arguments: RequestCases.plain)
    func `a plain gesture is selected as it was written`(pattern: GesturePattern) throws {
        var selection = GestureSelection()
        selection.insert(pattern)
        #expect(try gestures(RequestedGesture(.gesture(pattern))) == GestureSet(selection: selection))
    }

    @Test(arguments: RequestCases.particular)
    func `a gesture with conditions is read as it was written`(pattern: GesturePattern) throws {
        let compositions = [Composition(name: "a", .gesture(pattern))]
        #expect(
            try gestures(RequestedGesture(.gesture(pattern), name: "a"))
                == GestureSet(selection: GestureSelection(), compositions: compositions))
    }

    @Test(arguments: RequestCases.strokes)
    func `a stroke is read as it was written`(stroke: RequestedGesture) throws {
        let compositions = [Composition(.exclusive([try #require(stroke.expression)]), joinsEntries: true)]
        #expect(try gestures(stroke) == GestureSet(selection: GestureSelection(), compositions: compositions))
    }

    @Test(arguments: RequestCases.compositions)
    func `a composition is read as it was written`(composition: RequestedGesture) throws {
        let compositions = [
            Composition(
                name: composition.name, try #require(composition.expression), priority: composition.priority)
        ]
        #expect(try gestures(composition) == GestureSet(selection: GestureSelection(), compositions: compositions))
    }

    @Test func `random compositions are read as they were written`() throws {
        var random = RandomRequests(seed: 1)
        for _ in 0..<2000 {
            let composition = random.composition()
            let expected = Composition(
                name: composition.name, try #require(composition.expression), priority: composition.priority)
            #expect(try gestures(composition).compositions == [expected])
        }
    }

    @Test func `plain gestures and strokes of one priority are joined`() throws {
        let swipe = GesturePattern(.swipe)
        var double = GesturePattern(.tap)
        double.count = 2
        let requests = [
            RequestedGesture(.gesture(swipe), priority: .high), RequestedGesture(.gesture(GesturePattern(.drag))),
            RequestedGesture(.gesture(double), priority: .high), RequestCases.strokes[0],
            RequestedGesture(.gesture(swipe), name: "own", priority: .simultaneous),
            RequestedGesture(.gesture(double), priority: .simultaneous),
        ]
        let stroke = try #require(RequestCases.strokes[0].expression)
        var selection = GestureSelection()
        selection.insert(GesturePattern(.drag))
        #expect(
            try read(RequestedSubscription(gestures: requests)).options.gestures
                == GestureSet(
                    selection: selection,
                    compositions: [
                        Composition(name: "own", .gesture(swipe), priority: .simultaneous),
                        Composition(.exclusive([stroke]), joinsEntries: true),
                        Composition(.simultaneous([.gesture(double)]), priority: .simultaneous, joinsEntries: true),
                        Composition(
                            .simultaneous([.gesture(swipe), .gesture(double)]), priority: .high, joinsEntries: true),
                    ]))
    }

    @Test(arguments: RequestCases.regions)
    func `a region is read as it was written`(region: TrackedRegion) throws {
        let parent = TrackedRegion("parent", Rectangle(x: 0, y: 0, width: 1, height: 1))
        let request = RequestedSubscription(regions: [RequestedRegion(parent), RequestedRegion(region)])
        #expect(try read(request).options.regions == [parent, region])
    }

    @Test func `regions have their own gestures, or none, or those of the subscription`() throws {
        let rectangle = Rectangle(x: 0, y: 0, width: 1, height: 1)
        let request = RequestedSubscription(regions: [
            RequestedRegion(
                TrackedRegion("own", rectangle), gestures: [RequestedGesture(.gesture(GesturePattern(.press)))]),
            RequestedRegion(TrackedRegion("none", rectangle), gestures: []),
            RequestedRegion(TrackedRegion("shared", rectangle, gestures: GestureSet())),
        ])
        var selection = GestureSelection()
        selection.press = true
        #expect(
            try read(request).options.regions == [
                TrackedRegion("own", rectangle, gestures: GestureSet(selection: selection)),
                TrackedRegion("none", rectangle, gestures: GestureSet(selection: GestureSelection())),
                TrackedRegion("shared", rectangle),
            ])
    }

    @Test func `SetRegions has the subscription and the regions`() throws {
        let regions = [
            RequestedRegion(TrackedRegion("a \"name\"", Rectangle(x: 0.1, y: 0.2, width: 1.0 / 3, height: 0.8)))
        ]
        let root = try document { $0.raw(Call.setRegions(regions, of: "3079\u{7}").parameters) }.root
        #expect(root["subscription"]?.string == Array("3079\u{7}".utf8))
        #expect(try [RequestedRegion](try #require(root["regions"])) == regions)
        #expect(root.memberCount == 2)
    }

    @Test(arguments: [RequestCases.lowestThresholds, RequestCases.highestThresholds])
    func `thresholds are read as they were written`(thresholds: RequestedThresholds) throws {
        var expected = GestureOptions()
        expected.thresholds.slop = try #require(thresholds.slop)
        expected.thresholds.touchpadSlop = try #require(thresholds.slop)
        expected.thresholds.tapGap = try #require(thresholds.tapGap)
        expected.thresholds.tapDistance = try #require(thresholds.tapDistance)
        expected.thresholds.tapRun = try #require(thresholds.tapRun)
        expected.thresholds.longPress = try #require(thresholds.longPress)
        expected.thresholds.swipeDistance = try #require(thresholds.swipeDistance)
        expected.thresholds.edge = try #require(thresholds.edge)
        expected.thresholds.reach = thresholds.reach
        expected.thresholds.decelerationRate = try #require(thresholds.decelerationRate)
        expected.holdDuration = thresholds.holdDuration
        expected.ignoreRepeat = thresholds.ignoreRepeat
        expected.isSteady = try #require(thresholds.steady)
        #expect(try read(RequestedSubscription(thresholds: thresholds)).options == expected)
    }

    @Test func `devices and phases are read as they were written`() throws {
        let request = RequestedSubscription(devices: ["1234:5678", "Äcme \\ \u{202e}"], phases: GesturePhase.allCases)
        #expect(
            try read(request)
                == CompiledSubscription(
                    devices: ["1234:5678", "Äcme \\ \u{202e}"], phases: GesturePhase.allCases))
        #expect(
            try read(RequestedSubscription(devices: [], phases: [])) == CompiledSubscription(devices: [], phases: []))
    }

    @Test(
        arguments: [
            (0, 0), (499, 0), (500, 1), (999, 1), (1000, 1), (1499, 1), (1500, 2), (9_999_500, 10_000),
            (10_000_499, 10_000),
        ] as [(Int64, Int64)])
    func `a time is rounded to the nearest millisecond`(microseconds: Int64, milliseconds: Int64) throws {
        var thresholds = RequestedThresholds()
        thresholds.tapGap = Interval(microseconds: microseconds)
        let gap = try read(RequestedSubscription(thresholds: thresholds)).options.thresholds.tapGap
        #expect(gap == .milliseconds(milliseconds))
    }

    @Test(arguments: [Interval.max, Interval(microseconds: .min), Interval(microseconds: -500)])
    func `the service rejects a time out of range`(time: Interval) {
        var thresholds = RequestedThresholds()
        thresholds.tapGap = time
        let error = #expect(throws: InvalidParameter.self) { try read(RequestedSubscription(thresholds: thresholds)) }
        #expect(error?.name == "thresholds.tapGap")
    }

    @Test(arguments: [Double.infinity, -.infinity, .nan])
    func `the service rejects a number that is not finite`(number: Double) {
        var drag = GesturePattern(.drag)
        drag.minimumDistance = number
        let error = #expect(throws: InvalidParameter.self) { try gestures(RequestedGesture(.gesture(drag))) }
        #expect(error?.name == "gestures[0].minimumDistance")
    }
}

/// Compares what is written with the IDL file.
@Suite struct WrittenMembersTests {
    private let types = InterfaceDescription(.gestures).types

    /// Expects that the objects have only members that are declared, and that each declared member is in one of them.
    private func expectEveryMember(of type: String, in objects: [JSONValue]) throws {
        let declared = try #require(types[type])
        for object in objects { #expect(InterfaceDescription.differences(object, from: declared) == []) }
        let unseen = declared.filter { member in
            objects.allSatisfy { $0[String(member.prefix { $0 != ":" })] == nil }
        }
        #expect(unseen == [])
    }

    @Test func `every member of a gesture is written`() throws {
        let patterns = RequestCases.plain + RequestCases.particular
        let requests =
            patterns.map { RequestedGesture(.gesture($0)) } + RequestCases.strokes + RequestCases.compositions
        try expectEveryMember(
            of: "Gesture", in: try requests.map { request in try document { $0.gesture(request) }.root })
    }

    @Test func `every member of a region, a rectangle and the thresholds is written`() throws {
        let request = RequestedSubscription(
            gestures: [], regions: RequestCases.regions.map { RequestedRegion($0, gestures: []) }, devices: [],
            phases: [], thresholds: RequestCases.lowestThresholds)
        let root = try document { $0.subscription(request) }.root
        let regions = try #require(root["regions"])
        try expectEveryMember(of: "Region", in: (0..<regions.count).map { regions[$0] })
        try expectEveryMember(
            of: "Rectangle", in: try (0..<regions.count).map { try #require(regions[$0]["rectangle"]) })
        try expectEveryMember(of: "Thresholds", in: [try #require(root["thresholds"])])
        // Gestures in the notation are read, and written as gestures.
        let unwritten = RequestedSubscription.members.map { $0.name }.filter { root[$0] == nil }
        #expect(unwritten == [RequestedSubscription.notation.member.name])
    }
}
