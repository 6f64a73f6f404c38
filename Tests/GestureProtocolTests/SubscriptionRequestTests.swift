import GestureCore
import Testing

@testable import GestureProtocol

private func request(_ parameters: String) throws -> CompiledSubscription {
    let document = try #require(JSONDocument(Array(parameters.utf8)))
    return try CompiledSubscription(parameters: document.root, thresholds: Thresholds())
}

@Suite struct SubscriptionRequestTests {
    @Test func `a request without parameters subscribes to everything`() throws {
        #expect(try request("{}") == CompiledSubscription())
        #expect(try request("{\"gestures\":null}") == CompiledSubscription())
    }

    @Test func `selects only the requested gestures`() throws {
        var selection = GestureSelection()
        selection.press = true
        var two = FingerSet.none
        two.insert(2)
        selection.insertTap(count: 1, fingers: .any)
        selection.insertTap(count: 2, fingers: two)
        selection[.swipe] = two
        let found = try request(
            """
            {"gestures":[{"kind":"press"},{"kind":"tap"},{"kind":"tap","count":2,"fingers":[2]},
            {"kind":"swipe","fingers":[2]}]}
            """)
        #expect(found.options.gestures.selection == selection)
    }

    @Test func `accepts an empty list of gestures`() throws {
        #expect(try request("{\"gestures\":[]}").options.gestures.selection == GestureSelection())
    }

    @Test func `thresholds in the call override the configuration`() throws {
        var thresholds = Thresholds()
        thresholds.slop = 12.5
        thresholds.touchpadSlop = 12.5
        thresholds.longPress = .milliseconds(1000)
        #expect(
            try request("{\"thresholds\":{\"slop\":12.5,\"longPress\":1000}}").options.thresholds == thresholds)
    }

    @Test func `devices and phases filter events`() throws {
        let found = try request("{\"devices\":[\"1234:5678\",\"Acme\"],\"phases\":[\"ended\",\"ended\"]}")
        #expect(found.wants(.ended) && !found.wants(.began))
        #expect(found.wants(deviceID: Array("1234:5678".utf8), name: []))
        #expect(found.wants(deviceID: [], name: Array("Acme".utf8)))
        #expect(!found.wants(deviceID: Array("1".utf8), name: Array("2".utf8)))
    }

    @Test(arguments: [
        ("{\"gestures\":{}}", "gestures"), ("{\"gestures\":[\"tap\"]}", "gestures[0]"),
        ("{\"gestures\":[{\"kind\":\"tip\"}]}", "gestures[0].kind"), ("{\"gestures\":[{}]}", "gestures[0]"),
        ("{\"gestures\":[{\"kind\":\"tap\",\"count\":0}]}", "gestures[0].count"),
        ("{\"gestures\":[{\"kind\":\"tap\",\"count\":11}]}", "gestures[0].count"),
        ("{\"gestures\":[{\"kind\":\"tap\",\"count\":1.5}]}", "gestures[0].count"),
        ("{\"gestures\":[{\"kind\":\"tap\",\"fingers\":[]}]}", "gestures[0].fingers"),
        ("{\"gestures\":[{\"kind\":\"tap\",\"fingers\":2}]}", "gestures[0].fingers"),
        ("{\"gestures\":[{\"kind\":\"tap\",\"fingers\":[0]}]}", "gestures[0].fingers[0]"),
        ("{\"gestures\":[{\"kind\":\"tap\",\"fingers\":[99999999999999999999]}]}", "gestures[0].fingers[0]"),
        ("{\"gestures\":[{\"kind\":\"swipe\",\"count\":2}]}", "gestures[0].count"),
        ("{\"devices\":\"all\"}", "devices"), ("{\"devices\":[1]}", "devices[0]"),
        ("{\"phases\":[\"over\"]}", "phases[0]"), ("{\"thresholds\":[]}", "thresholds"),
        ("{\"thresholds\":{\"slop\":-1}}", "thresholds.slop"), ("{\"thresholds\":{\"slop\":100.1}}", "thresholds.slop"),
        ("{\"thresholds\":{\"slop\":1e999}}", "thresholds.slop"),
        ("{\"thresholds\":{\"tapGap\":1.5}}", "thresholds.tapGap"),
        ("{\"thresholds\":{\"longPress\":60001}}", "thresholds.longPress"),
        ("{\"thresholds\":{\"reach\":100000.1}}", "thresholds.reach"),
    ])
    func `rejects an invalid value with its name`(parameters: String, name: String) throws {
        let error = #expect(throws: InvalidParameter.self) { try request(parameters) }
        #expect(error?.name == name)
    }

    // MARK: Claims

    private static func drag(claims: Bool) -> GesturePattern {
        var drag = GesturePattern(.drag)
        drag.claims = claims
        return drag
    }

    @Test func `a gesture with claim is tracked separately, and differs from one without`() throws {
        let set = GestureSet(
            selection: GestureSelection(), compositions: [Composition(.gesture(Self.drag(claims: true)))])
        let claiming = try request("{\"gestures\":[{\"kind\":\"drag\",\"claim\":true}]}")
        #expect(claiming.options.gestures == set && claiming.options.claims)
        let named = try request("{\"gestures\":[{\"kind\":\"drag\",\"claim\":true,\"name\":\"a\"}]}")
        let plain = try request("{\"gestures\":[{\"kind\":\"drag\",\"name\":\"a\"}]}")
        #expect(named != plain && named.hashValue != plain.hashValue)
    }

    @Test func `a gesture without claim shares its recognizers`() throws {
        let found = try request("{\"gestures\":[{\"kind\":\"drag\",\"claim\":false}]}")
        #expect(try found == request("{\"gestures\":[{\"kind\":\"drag\"}]}") && !found.options.claims)
    }

    @Test(arguments: [
        "{\"gestures\":[{\"exclusive\":[{\"kind\":\"tap\"},{\"sequence\":[{\"kind\":\"drag\",\"claim\":true}]}]}]}",
        "{\"gestures\":[{\"kind\":\"stroke\",\"name\":\"check\",\"claim\":true}]}",
        """
        {"regions":[{"name":"a","rectangle":{"x":0,"y":0,"width":1,"height":1},"gestures":[{"kind":"pinch","claim":true}]}]}
        """,
    ])
    func `members of compositions, strokes and gestures of regions can claim`(parameters: String) throws {
        #expect(try request(parameters).options.claims)
    }

    private static let claimingKinds = "tap, longPress, drag, swipe, edgeSwipe, pinch, rotation, stroke"

    @Test(arguments: [
        ("{\"kind\":\"drag\",\"claim\":1}", "true or false"),
        ("{\"kind\":\"drag\",\"claim\":\"yes\"}", "true or false"),
        ("{\"kind\":\"press\",\"claim\":true}", "only with \(claimingKinds)"),
        ("{\"kind\":\"touch\",\"claim\":true}", "only with \(claimingKinds)"),
        ("{\"kind\":\"activity\",\"claim\":true}", "only with \(claimingKinds)"),
        ("{\"exclusive\":[{\"kind\":\"tap\"}],\"claim\":true}", "only with kind"),
    ])
    func `rejects an invalid claim`(gesture: String, expected: String) throws {
        let error = #expect(throws: InvalidParameter.self) { try request("{\"gestures\":[\(gesture)]}") }
        #expect(error == InvalidParameter("gestures[0].claim", expected: expected))
    }

    // MARK: The preset for people whose hands shake

    @Test func `the preset sets slop, hold and repeat together`() throws {
        let options = try request("{\"thresholds\":{\"steady\":true}}").options
        #expect(options.thresholds.slop == 40 && options.thresholds.touchpadSlop == 16)
        #expect(options.holdDuration == .milliseconds(50) && options.ignoreRepeat == .milliseconds(125))
    }

    @Test func `what is chosen beside the preset applies`() throws {
        let options = try request("{\"thresholds\":{\"steady\":true,\"slop\":30,\"holdDuration\":0}}").options
        #expect(options.thresholds.slop == 30 && options.thresholds.touchpadSlop == 30)
        #expect(options.holdDuration == .zero && options.ignoreRepeat == .milliseconds(125))
    }

    @Test func `the preset can be refused`() throws {
        let options = try request("{\"thresholds\":{\"steady\":false}}").options
        #expect(options == GestureOptions())
    }

    // MARK: Positions

    @Test(arguments: [
        ("{\"gestures\":[{\"kind\":\"touch\"}]}", "gestures.kind"),
        ("{\"gestures\":[{\"kind\":\"tap\"},{\"kind\":\"touch\"}]}", "gestures.kind"),
        ("{\"gestures\":[{\"kind\":\"tap\",\"area\":{\"x\":0,\"y\":0,\"width\":1,\"height\":1}}]}", "gestures.area"),
        (
            "{\"gestures\":[{\"kind\":\"stroke\",\"name\":\"circle\",\"area\":{\"x\":0,\"y\":0,\"width\":1,\"height\":1}}]}",
            "gestures.area"
        ),
        ("{\"gestures\":[{\"kind\":\"drag\",\"edge\":\"bottom\"}]}", "gestures.edge"),
        ("{\"gestures\":[{\"kind\":\"drag\",\"edge\":\"left\",\"minimumDistance\":500}]}", "gestures.edge"),
        ("{\"gestures\":[{\"kind\":\"swipe\",\"minimumDistance\":49.9}]}", "gestures.minimumDistance"),
        ("{\"gestures\":[{\"kind\":\"edgeSwipe\",\"minimumDistance\":49.9}]}", "gestures.minimumDistance"),
        (
            """
            {"gestures":[{"exclusive":[{"kind":"drag"},{"simultaneous":[{"sequence":[{"kind":"tap"},
            {"kind":"tap","area":{"x":0,"y":0,"width":0.1,"height":0.1}}]}]}]}]}
            """, "gestures.area"
        ),
        ("{\"regions\":[{\"name\":\"a\",\"rectangle\":{\"x\":0,\"y\":0,\"width\":1,\"height\":1}}]}", "regions"),
        ("{\"thresholds\":{\"edge\":24.5}}", "thresholds.edge"),
        ("{\"thresholds\":{\"edge\":23.5}}", "thresholds.edge"),
        ("{\"thresholds\":{\"tapDistance\":99.5}}", "thresholds.tapDistance"),
        ("{\"thresholds\":{\"tapDistance\":100.5}}", "thresholds.tapDistance"),
        ("{\"thresholds\":{\"slop\":19.5}}", "thresholds.slop"),
        ("{\"thresholds\":{\"ignoreRepeat\":0}}", "thresholds.ignoreRepeat"),
        ("{\"thresholds\":{\"holdDuration\":0}}", "thresholds.holdDuration"),
        ("{\"thresholds\":{\"steady\":true}}", "thresholds.steady"),
        ("{\"thresholds\":{\"reach\":100000}}", "thresholds.reach"),
        ("{\"thresholds\":{\"tapGap\":301}}", "thresholds.tapGap"),
        ("{\"thresholds\":{\"tapRun\":501}}", "thresholds.tapRun"),
        ("{\"thresholds\":{\"swipeDistance\":49.9}}", "thresholds.swipeDistance"),
    ])
    func `names what reveals positions in a request`(parameters: String, revealing: String) throws {
        #expect(try request(parameters).options.parameterRevealingPositions(beyond: Thresholds()) == revealing)
    }

    @Test(arguments: [
        "{}", "{\"gestures\":[]}", "{\"regions\":[]}",
        """
        {"gestures":[{"kind":"press"},{"kind":"activity"},{"kind":"tap","count":3},{"kind":"edgeSwipe","edge":"left"},
        {"name":"a","sequence":[{"kind":"longPress"},{"exclusive":[{"kind":"swipe","direction":"up"},{"kind":"pinch"}]}]}]}
        """,
        "{\"gestures\":[{\"kind\":\"drag\",\"minimumDistance\":0},{\"kind\":\"swipe\",\"minimumDistance\":50}]}",
        """
        {"thresholds":{"edge":24,"tapDistance":100,"longPress":1,"swipeDistance":50,"tapGap":300,"tapRun":500,
        "decelerationRate":0.9,"steady":false}}
        """, "{\"thresholds\":{\"longPress\":60000,\"swipeDistance\":51,\"tapGap\":299,\"tapRun\":499}}",
    ])
    func `accepts requests that reveal no positions`(parameters: String) throws {
        #expect(try request(parameters).options.parameterRevealingPositions(beyond: Thresholds()) == nil)
    }
}
