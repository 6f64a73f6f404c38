import GestureCore
import Testing
import TouchDecoding

@testable import GestureConfiguration

/// One value of the key `withhold`, and the rules that it means.
struct WithholdingCase: CustomTestStringConvertible, Sendable {
    let text: String
    /// nil if the value is invalid.
    var rules: WithholdingRules?
    /// As the rules are written.
    var words: String?

    var testDescription: String { text }

    static func reads(
        _ text: String, as words: String? = nil, wake: Bool = false, idle: Int64? = nil,
        edges: [EdgeLocation.Edge] = [], fingers: Int? = nil
    ) -> Self {
        var rules = WithholdingRules()
        rules.wake = wake
        rules.idleTime = idle.map { .milliseconds($0 * 1000) }
        rules.edges = edges
        rules.fingers = fingers
        return Self(text: text, rules: rules, words: words ?? text)
    }

    static func rejects(_ text: String) -> Self { Self(text: text) }
}

@Suite struct WithholdingTests {
    @Test(arguments: [
        WithholdingCase.reads("none"),
        .reads("wake", wake: true),
        .reads("idle:1s", idle: 1), .reads("idle:120s", idle: 120), .reads("idle:86400s", idle: 86_400),
        .reads("fingers:2+", fingers: 2), .reads("fingers:10+", fingers: 10),
        .reads("edges", edges: [.left, .right, .top, .bottom]),
        .reads("edge:top", edges: [.top]),
        .reads("edge:bottom,edge:left", as: "edge:left, edge:bottom", edges: [.left, .bottom]),
        .reads(
            "edge:top, edge:right, edge:bottom, edge:left", as: "edges", edges: [.left, .right, .top, .bottom]),
        .reads(
            "fingers:3+ ,\tedge:left,idle:60s, wake", as: "wake, idle:60s, edge:left, fingers:3+", wake: true,
            idle: 60, edges: [.left], fingers: 3),
    ])
    func `reads rules, and writes them in one order`(_ value: WithholdingCase) {
        let rules = WithholdingRules(words: value.text)
        #expect(rules == value.rules)
        #expect(rules?.words == value.words)
        #expect(rules.flatMap { WithholdingRules(words: $0.words) } == value.rules)
    }

    @Test(arguments: [
        // Values out of range
        WithholdingCase.rejects("idle:0s"), .rejects("idle:86401s"), .rejects("idle:99999999999999999999s"),
        .rejects("fingers:1+"), .rejects("fingers:11+"),
        // Other forms
        .rejects("idle:120"), .rejects("idle:120ms"), .rejects("idle:s"), .rejects("idle:-1s"), .rejects("idle:1.5s"),
        .rejects("idle:"), .rejects("idle"), .rejects("fingers:3"), .rejects("fingers:+"), .rejects("fingers:+3"),
        .rejects("edge"), .rejects("edge:"), .rejects("edge:start"), .rejects("Wake"), .rejects("wake edges"),
        // Empty rules
        .rejects(""), .rejects(","), .rejects("wake,"), .rejects(",wake"), .rejects("wake,,edges"),
        // Rules that contradict or repeat each other
        .rejects("none, wake"), .rejects("wake, none"), .rejects("none,"), .rejects("wake, wake"),
        .rejects("idle:5s, idle:6s"), .rejects("fingers:3+, fingers:3+"), .rejects("edge:top, edge:top"),
        .rejects("edges, edge:top"), .rejects("edge:top, edges"), .rejects("edges, edges"),
    ])
    func `rejects what is unknown, out of range or repeated`(_ value: WithholdingCase) {
        #expect(WithholdingRules(words: value.text) == nil)
    }

    @Test func `a later section takes rules back`() throws {
        let text = """
            [device 1234:00ab]
            filter = yes
            withhold = wake, edges
            [device Acme]
            withhold = none

            """
        let found = try Configuration(Array(text.utf8), path: "g.conf")
        var device = DeviceDescription()
        (device.vendor, device.product) = (0x1234, 0xab)
        var expected = DeviceOptions()
        expected.filter = true
        expected.withhold = WithholdingRules(words: "wake, edges")
        #expect(found.options(of: device) == expected)
        device.name = "Acme"
        expected.withhold = WithholdingRules()
        #expect(found.options(of: device) == expected)
    }
}
