import GestureCore
import TestSupport
import Testing
import Text

@testable import GestureProtocol

/// Clients read reports as the service writes them.
@Suite struct MessageTests {
    private func written(_ message: some Message) -> [UInt8] {
        var writer = JSONWriter()
        writer.object(message)
        return writer.bytes
    }

    private func read<Read: Message>(_ type: Read.Type, _ json: [UInt8]) throws -> Read {
        Read(try #require(JSONDocument(json)).root)
    }

    private static var device: DeviceReport {
        var device = DeviceReport()
        (device.id, device.name, device.node) = ("04f3:2a3b", "ELAN \"x\"\u{7}", "/dev/input/event3")
        (device.kind, device.multitouch, device.slots) = (.known(.touchpad), "B", 5)
        (device.width, device.height, device.sizeSource, device.reach) = (94.3, 53.125, "display", 250)
        (device.rotation, device.mirror, device.output) = (270, "vertical", "eDP-1")
        (device.calibration, device.isGrabbed, device.isFiltered) = ([0, -1, 1, 0.9375, 0, 0], true, true)
        (device.lastFrame, device.suspendedBy) = (Instant(microseconds: 4_736_605_000), "lid")
        (device.isActive, device.contacts, device.overruns) = (true, 2, 7)
        return device
    }

    private static var status: StatusReport {
        var status = StatusReport()
        (status.version, status.instance, status.uptime) = ("1.2.3", "12-34", Interval(microseconds: 5_000_001))
        (status.isPaused, status.isLocked, status.keptTime) = (true, true, .milliseconds(30_000))
        (status.clients, status.subscriptions, status.frames) = (3, 2, 1_000_000_000_000)
        (status.events, status.coalesced) = (17, 4)
        (status.droppedClients, status.refusedClients, status.overruns) = (5, 6, 8)
        var latency = LatencyReport()
        (latency.samples, latency.sum, latency.p50, latency.p90, latency.p99) = (9, 900, 50, 90, 99)
        (latency.maximum, latency.buckets) = (101, [.init(below: 16, count: 3), .init(below: 32, count: 6)])
        status.latency = latency
        return status
    }

    @Test(arguments: [device, DeviceReport()])
    func `a device is read as it was written`(device: DeviceReport) throws {
        #expect(try read(DeviceReport.self, written(device)) == device)
    }

    @Test(arguments: [status, StatusReport()])
    func `the status is read as it was written`(status: StatusReport) throws {
        #expect(try read(StatusReport.self, written(status)) == status)
    }

    @Test func `the list of devices is read as it was written`() throws {
        let list = DeviceList(
            devices: [Self.device, DeviceReport()],
            refused: [RefusedDeviceReport(node: "/dev/input/event9", reason: "Permission denied")])
        #expect(try read(DeviceList.self, written(list)) == list)
    }

    @Test func `the state is read as it was written`() throws {
        var state = StateReport()
        (state.instance, state.subscription, state.contacts) = ("1-2", "a b", 4)
        (state.isPaused, state.isLocked, state.devices) = (true, true, [Self.device])
        let replies = try read(SubscriptionReply.self, written(SubscriptionReply(state: state)))
        #expect(replies.state == state && replies.event == nil)
    }

    /// A message with all members shows that none was forgotten on the way: the comparison with the IDL file is of names alone.
    @Test func `the messages of these tests have every member`() throws {
        func missing(_ message: some Message, _ declarations: [String]) throws -> [String] {
            let root = try #require(JSONDocument(written(message))).root
            return declarations.filter { root[String($0.prefix { $0 != ":" })] == nil }
        }
        #expect(try missing(Self.device, DeviceReport.declarations) == [])
        #expect(try missing(Self.status, StatusReport.declarations) == [])
    }

    @Test(arguments: ["{}", #"{"devices":[1],"refused":"x"}"#, #"{"devices":{"id":"a"}}"#])
    func `a member that is no list counts as an empty list`(json: String) throws {
        #expect(try read(DeviceList.self, Array(json.utf8)) == DeviceList())
    }

    @Test func `what is no device is left out of the list`() throws {
        let list = try read(DeviceList.self, Array(#"{"devices":[{"id":"a"},7,{"id":"b"}],"refused":[null]}"#.utf8))
        #expect(list.devices.map { $0.id } == ["a", "b"] && list.refused == [])
    }

    @Test func `numbers beyond the range are clamped`() throws {
        let status = try read(
            StatusReport.self, Array(#"{"frames":-1,"clients":99999999999999999999,"uptime":-5}"#.utf8))
        #expect(status.frames == 0 && status.clients == .max && status.uptime == Interval(microseconds: -5))
    }

    // MARK: Replies and errors

    @Test func `a reply says whether others follow`() throws {
        func reply(_ continues: Bool) throws -> VarlinkReply {
            var writer = JSONWriter()
            writer.reply(LockReply(locked: true), continues: continues)
            return try #require(VarlinkReply(Array(writer.bytes.dropLast())))
        }
        #expect(try reply(true).continues && !reply(false).continues && reply(true).error == nil)
        #expect(LockReply(try #require(try reply(true).parameters)).locked)
    }

    private static let errors: [VarlinkError] = [
        .interfaceNotFound(Array("a.b".utf8)), .methodNotFound(Array("a.b.C".utf8)), .expectedMore,
        .invalidParameter(InvalidParameter("gestures.count", expected: "a whole number")),
        .invalidParameter(InvalidParameter("notation", expected: "a gesture", hint: "tap", column: 7)),
        .invalidMessage(InvalidMessage(expected: "JSON", column: 3)), .invalidMessage(InvalidMessage(expected: "JSON")),
        .methodNotFound(Array("a.b.C".utf8), hint: "a.b.D"),
        .permissionDenied(.known(.positions), for: "regions"), .permissionDenied(.known(.control)),
        .permissionDenied(.other("magic")), .deviceNotFound(Array("ü".utf8)), .deviceBusy(Array("x".utf8)),
        .notAvailable, .recorderOff, .configurationInvalid(["a:1: b", "c"]), .subscriptionNotFound(Array("12".utf8)),
        .limitExceeded(.known(.memoryPerUser), 3), .limitExceeded(.other("stars"), 9),
    ]

    @Test(arguments: errors)
    func `an error is read as it was written`(error: VarlinkError) throws {
        var writer = JSONWriter()
        writer.errorReply(error)
        let reply = try #require(VarlinkReply(Array(writer.bytes.dropLast())))
        #expect(VarlinkError(try #require(reply.error), reply.parameters) == error)
    }

    @Test func `a hint and a column are members of their own`() throws {
        var writer = JSONWriter()
        writer.errorReply(
            .invalidParameter(InvalidParameter("notation", expected: "a gesture", hint: "tap", column: 7)))
        let parameters = try #require(VarlinkReply(Array(writer.bytes.dropLast()))?.parameters)
        #expect(
            parameters.text
                == Array(#"{"parameter":"notation","expected":"a gesture","hint":"tap","column":7}"#.utf8))
    }

    @Test func `other errors are none`() {
        #expect(VarlinkError("org.gestured.Control.Later".utf8, nil) == nil)
        #expect(VarlinkError("org.gestured.Control.DeviceBusy".utf8, nil) == .deviceBusy([]))
    }

    @Test(arguments: LimitName.allCases)
    func `only limits that others have a part in pass`(limit: LimitName) {
        let own: [LimitName] = [.messageSize, .values, .regions, .recognizersPerSubscription, .memoryPerSubscription]
        #expect(VarlinkError.limitExceeded(.known(limit), 1).isPassing == !own.contains(limit))
        #expect(!VarlinkError.limitExceeded(.other("stars"), 1).isPassing)
    }

    // MARK: Calls

    @Test func `calls have the parameters that the service reads`() throws {
        func call<Reply: Message>(_ call: Call<Reply>) throws -> VarlinkCall {
            let read = try VarlinkCall(call.message)
            #expect(Method(name: read.method) == call.method && read.more == call.more && !read.oneway)
            try read.checkParameters(of: call.method)
            return read
        }
        typealias Parameters = Method.Parameters
        let transform = try call(.transform("a \"b\"", rotation: 90, mirror: "vertical", output: "DP-1"))
        #expect(try transform.required(Parameters.device) == Array("a \"b\"".utf8))
        #expect(try transform.optional(Parameters.rotation) == 90)
        #expect(try transform.optional(Parameters.mirror) == Array("vertical".utf8))
        #expect(try transform.optional(Parameters.output) == "DP-1")
        #expect(try call(.transform("a")).optional(Parameters.rotation) == nil)
        #expect(try call(.grab("a", false)).required(Parameters.grab) == false)
        #expect(try call(.pulse(7)).optional(Parameters.count) == 7)
        #expect(try call(.pulse(nil)).optional(Parameters.count) == nil)
        #expect(try call(.record("x")).required(Parameters.device) == Array("x".utf8))
        #expect(try call(.recordLast("x")).optional(Parameters.lastDevice) == Array("x".utf8))
        #expect(try call(.recordLast(nil)).optional(Parameters.lastDevice) == nil)
        for call in [try call(.unlock), try call(.pause), try call(.resume), try call(.reload)] {
            #expect(call.parameters?.memberCount == 0)
        }
        _ = try (call(.getStatus), call(.listDevices))
    }

    @Test func `a lock is read as it was written`() throws {
        var thresholds = RequestedThresholds()
        thresholds.longPress = .milliseconds(800)
        let gestures = [RequestedGesture(.gesture(GesturePattern(.longPress)))]
        for lock in [
            RequestedLock(gestures: gestures, thresholds: thresholds, seconds: 60), RequestedLock(seconds: 86_400),
            RequestedLock(gestures: gestures),
        ] {
            let call = try VarlinkCall(Call.lock(lock).message)
            try call.checkParameters(of: .lock)
            #expect(try RequestedLock(parameters: call.parameters) == lock)
        }
    }

    @Test(arguments: [
        ("{}", "gestures or seconds"), (#"{"seconds":0}"#, "seconds, 1 … 86400"),
        (#"{"gestures":[]}"#, "gestures other than press, touch and activity"),
        (#"{"gestures":[{"kind":"press"}]}"#, "gestures other than press, touch and activity"),
    ])
    func `a lock needs an end`(json: String, expected: String) throws {
        let parameters = try #require(JSONDocument(Array(json.utf8))).root
        let error = #expect(throws: InvalidParameter.self) {
            try RequestedLock(parameters: parameters).compiled(Thresholds())
        }
        #expect(error?.expected == expected)
    }
}
