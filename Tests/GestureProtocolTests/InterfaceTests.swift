import GestureCore
import Testing

@testable import GestureProtocol

/// Compares the IDL files with the descriptions that readers and writers share.
@Suite struct InterfaceTests {
    private let gestures = InterfaceDescription(.gestures)

    @Test(arguments: Array(Interface.allCases))
    func `an interface declares the methods that the service answers, with their parameters and replies`(
        interface: Interface
    ) {
        let declared = InterfaceDescription(interface).methods
        let methods = Method.allCases.filter { "\($0.name)".hasPrefix("\(interface.name).") }
        #expect(Set(declared.keys) == Set(methods.map { "\($0.name)" }))
        for method in methods {
            #expect(declared["\(method.name)"]?.parameters == method.parameters.map { $0.declaration }, "\(method)")
            #expect(declared["\(method.name)"]?.reply == method.reply, "\(method)")
        }
    }

    @Test func `types have the members that are read and written`() {
        var declared: [String: [String]] = [
            "Device": DeviceReport.declarations, "RefusedDevice": RefusedDeviceReport.declarations,
            "Setting": SettingReport.declarations,
            "State": StateReport.declarations, "Latency": LatencyReport.declarations,
            "LatencyBucket": LatencyReport.Bucket.declarations, "Event": Event.declarations,
            "Vector": Vector.declarations,
        ]
        let sent = [
            "Gesture": GesturePattern.Parameters.members, "Rectangle": Rectangle.members,
            "Region": TrackedRegion.Parameters.members, "Thresholds": Thresholds.Parameters.members,
        ]
        for (name, members) in sent { declared[name] = members.map { $0.declaration } }
        #expect(gestures.types == declared)
    }

    @Test func `errors have the parameters that are declared`() throws {
        let errors: [VarlinkError] = [
            .interfaceNotFound([0x61]), .methodNotFound([0x61]), .expectedMore, .permissionDenied(.known(.control)),
            .invalidParameter(InvalidParameter("a", expected: "b", hint: "c", column: 1)),
            .invalidMessage(InvalidMessage(expected: "a", column: 1)), .deviceNotFound([0x61]), .deviceBusy([0x61]),
            .notAvailable, .recorderOff, .configurationInvalid(["a", "b"]), .subscriptionNotFound([0x61]),
            .limitExceeded(.known(.regions), 1),
        ]
        var declared: [String: [String]] = [:]
        for interface in Interface.allCases {
            declared.merge(InterfaceDescription(interface).errors) { first, _ in first }
        }
        // The standard interface leaves these open to services.
        declared["org.varlink.service.InvalidParameter"]? += ["expected: string", "hint: ?string", "column: ?int"]
        declared["org.varlink.service.PermissionDenied"]?.append("needs: string")
        for error in errors {
            var writer = JSONWriter()
            writer.errorReply(error)
            let reply = try #require(JSONDocument(Array(writer.bytes.dropLast()))).root
            let name = String(decoding: try #require(reply["error"]?.string), as: UTF8.self)
            let declaration = declared.removeValue(forKey: name)
            let members = try #require(declaration, "\(name)")
            let parameters = try #require(reply["parameters"])
            #expect(InterfaceDescription.differences(parameters, from: members) == [], "\(name)")
        }
        #expect(Array(declared.keys) == ["org.varlink.service.MethodNotImplemented"])
    }

    private static let details: [EngineEvent.Details] = [
        .none, .press(inside: true), .touch(ContactID(1), ContactShape(pressure: 0.5, major: 42)),
        .touch(ContactID(1), ContactShape()), .activity(isActive: true), .tap(count: 1, run: 1, decided: nil),
        .tap(count: 1, run: 1, decided: Instant(microseconds: 1)), .motion(translation: .zero, velocity: .zero),
        .drag(.vertical, translation: .zero, velocity: .zero), .swipe(.left, translation: .zero, velocity: .zero),
        .edgeSwipe(.edge(.left, .last), .right, translation: .zero, velocity: .zero),
        .edgeSwipe(.corner(.topLeft), .downRight, translation: .zero, velocity: .zero),
        .pinch(scale: 1.25, velocity: -0.5), .rotation(degrees: 720, velocity: 90), .stroke(shape: 0, score: 0.9),
    ]

    @Test(arguments: [true, false])
    func `events have members that are declared, and every declared member is in an event`(includesPositions: Bool)
        throws
    {
        let declared = try #require(gestures.types["Event"])
        var engine = GestureEngine(options: GestureOptions())
        engine.attach(Surface(id: SurfaceID(1), kind: .touchscreen, size: Vector(x: 1, y: 1)))
        var unseen = Set(declared)
        for details in Self.details {
            let event = EngineEvent(
                kind: .drag, phase: .began, gesture: 1, surface: SurfaceID(1), time: Instant(microseconds: 0),
                fingers: 1, point: .zero, position: .zero, details: details)
            var rest = JSONWriter()
            rest.eventReplyRest(
                event, device: DeviceLabels(id: "a", output: "HDMI-A-1"), labels: EventLabels(engine),
                modifiers: [.shift, .alt], includesPositions: includesPositions)
            var writer = JSONWriter()
            writer.eventReply(sequence: 1, gesture: 1, rest: rest.bytes[...])
            let reply = try #require(JSONDocument(Array(writer.bytes.dropLast()))?.root["parameters"]?["event"])
            #expect(InterfaceDescription.differences(reply, from: declared) == [], "\(details)")
            unseen = unseen.filter { reply[String($0.prefix { $0 != ":" })] == nil }
            for name in ["points", "translation", "velocity"] {
                guard let vector = reply[name] else { continue }
                #expect(InterfaceDescription.differences(vector, from: try #require(gestures.types["Vector"])) == [])
            }
        }
        let positions: Set = ["x: ?float", "y: ?float", "points: ?Vector", "section: ?string"]
        // These need regions and compositions.
        let labels: Set = ["region: ?string", "name: ?string", "path: ?[]int", "stage: ?int", "stages: ?int"]
        #expect(unseen == labels.union(includesPositions ? [] : positions))
    }
}

/// The service reads every described member: a value of another type is rejected with the name of its member.
@Suite struct ParameterTests {
    private func refused(_ json: String) throws -> String? {
        let document = try #require(JSONDocument(Array(json.utf8)), "\(json)")
        do throws(InvalidParameter) {
            _ = try CompiledSubscription(parameters: document.root, thresholds: Thresholds())
            return nil
        } catch {
            return error.name
        }
    }

    /// Values that no member accepts.
    private func wrong(_ type: String) -> String {
        type.hasSuffix("string") || type == "string" ? "{\"a\":1}" : "\"wrong\""
    }

    @Test func `each parameter of Subscribe is read`() throws {
        for member in RequestedSubscription.members {
            #expect(try refused("{\"\(member.name)\":\(wrong("\(member.type)"))}") == member.name)
        }
    }

    @Test func `each threshold is read`() throws {
        for member in Thresholds.Parameters.members {
            #expect(try refused("{\"thresholds\":{\"\(member.name)\":\"wrong\"}}") == "thresholds.\(member.name)")
        }
    }

    @Test func `each member of a region is read`() throws {
        for member in TrackedRegion.Parameters.members {
            var members = ["name": "\"a\"", "rectangle": "{\"x\":0,\"y\":0,\"width\":1,\"height\":1}"]
            members[member.name] = wrong("\(member.type)")
            let json = members.map { "\"\($0)\":\($1)" }.joined(separator: ",")
            let name = try refused("{\"regions\":[{\(json)}]}")
            #expect(name == "regions[0].\(member.name)")
        }
    }

    @Test func `each member of a gesture is read`() throws {
        let kinds = [
            "count": "tap", "axisLock": "drag", "directions": "swipe", "direction": "swipe", "axis": "drag",
            "edge": "edgeSwipe",
            "idle": "activity", "templates": "stroke", "rotation": "stroke", "score": "stroke",
        ]
        let forms = ["kind", "exclusive", "simultaneous", "sequence"]
        for member in GesturePattern.Parameters.members {
            let form =
                forms.contains(member.name)
                ? ""
                : member.name == "within"
                    ? "\"sequence\":[{\"kind\":\"tap\"}]," : "\"kind\":\"\(kinds[member.name] ?? "tap")\","
            let json = "{\"gestures\":[{\(form)\"\(member.name)\":\(wrong("\(member.type)"))}]}"
            #expect(try refused(json) == "gestures[0].\(member.name)")
        }
    }

    @Test(arguments: [
        ("{\"thresholds\":{\"wink\":1}}", "thresholds.wink"),
        ("{\"gestures\":[{\"kind\":\"tap\",\"wink\":null}]}", "gestures[0].wink"),
        ("{\"gestures\":[{\"sequence\":[{\"kind\":\"tap\",\"wink\":1}]}]}", "gestures[0].sequence[0].wink"),
        (
            "{\"regions\":[{\"name\":\"a\",\"rectangle\":{\"x\":0,\"y\":0,\"width\":1,\"height\":1},\"wink\":1}]}",
            "regions[0].wink"
        ),
        (
            "{\"gestures\":[{\"kind\":\"tap\",\"area\":{\"x\":0,\"y\":0,\"width\":1,\"height\":1,\"wink\":1}}]}",
            "gestures[0].area.wink"
        ),
    ])
    func `a member that is not described is refused`(_ json: String, _ name: String) throws {
        #expect(try refused(json) == name)
    }
}
