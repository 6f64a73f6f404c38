import Foundation
import GestureCore
import Testing
import Text
import TouchDecoding

@testable import GestureConfiguration
@testable import GestureService
@testable import TouchDevices

/// The kind and the options of a device: requests override the configuration, which overrides udev, which overrides the kernel.
@Suite struct DeviceResolverTests {
    private static let id = "1234:5678"

    /// A device that the kernel describes as a touchscreen.
    private static let touchscreen: DeviceDescription = {
        var description = DeviceDescription()
        description.vendor = 0x1234
        description.product = 0x5678
        description.name = "Panel"
        for axis in [EventCode.absMTPositionX, EventCode.absMTPositionY] {
            description.axes[Int(axis)] = AxisRange(minimum: 0, maximum: 4095)
        }
        description.properties = Bitmap([UInt16(InputProperty.direct)])
        return description
    }()

    private func node(_ classification: DeviceNode.Classification) -> DeviceNode {
        var node = DeviceNode(path: "/dev/input/event0", classification: classification)
        node.names = ["Panel"]
        return node
    }

    private func resolver(_ set: (inout DeviceOptions) -> Void) -> DeviceResolver {
        var options = DeviceOptions()
        set(&options)
        var configuration = Configuration()
        configuration.devices = [Configuration.DeviceSection(device: "Panel", options: options)]
        return DeviceResolver(configuration)
    }

    // MARK: Kinds

    @Test(
        arguments: [
            (nil, .touch(.touchscreen), .touch, true),
            (nil, .none, .touch, false),
            (nil, .other, .auxiliary, false),
            (.touch(.touchpad), .other, .touch, true),
            (.touch(.touchpad), .none, .touch, true),
            (.ignore, .touch(.touchscreen), .ignored, true),
            (.ignore, .other, .ignored, false),
        ] as [(DeviceKind?, DeviceNode.Classification, DeviceResolver.NodeUse, Bool)])
    func `the configured kind decides whether a node is used, else udev does`(
        configured: DeviceKind?, classification: DeviceNode.Classification, use: DeviceResolver.NodeUse,
        isTouchDevice: Bool
    ) {
        let resolver = resolver { $0.kind = configured }
        #expect(resolver.use(of: node(classification), id: Self.id) == use)
        #expect(resolver.isTouchDevice(node(classification), id: Self.id) == isTouchDevice)
    }

    @Test(
        arguments: [
            (.touch(.touchpad), .touch(.touchscreen), .touchpad),
            (.touch(.touchpad), .other, .touchpad),
            (.ignore, .touch(.touchscreen), nil),
            (nil, .touch(.touchpad), .touchpad),
            (nil, .other, nil),
            (nil, .none, .touchscreen),
        ] as [(DeviceKind?, DeviceNode.Classification, Surface.Kind?)])
    func `the kind of a device comes from the configuration, else from udev, else from the kernel`(
        configured: DeviceKind?, classification: DeviceNode.Classification, kind: Surface.Kind?
    ) {
        let resolver = resolver { $0.kind = configured }
        let options = resolver.options(of: Self.touchscreen, id: Self.id)
        #expect(resolver.kind(of: node(classification), Self.touchscreen, options) == kind)
    }

    // MARK: Options

    @Test func `a request overrides only the options that it names`() {
        var resolver = resolver {
            $0.rotation = .quarter
            $0.output = "HDMI-A-1"
        }
        var request = DeviceOptions()
        request.rotation = .half
        resolver.request(request, forID: Self.id)
        let options = resolver.options(of: Self.touchscreen, id: Self.id)
        #expect(options.rotation == .half && options.output == "HDMI-A-1")
        #expect(resolver.options(of: Self.touchscreen, id: "1234:5678#2").rotation == .quarter)
    }

    @Test func `a later request keeps what an earlier one set, unless it sets it again`() {
        var resolver = DeviceResolver(Configuration())
        var first = DeviceOptions()
        first.rotation = .quarter
        first.grab = true
        var second = DeviceOptions()
        second.rotation = .half
        resolver.request(first, forID: Self.id)
        let before = resolver
        resolver.request(second, forID: Self.id)
        #expect(resolver.options(of: Self.touchscreen, id: Self.id).rotation == .half)
        #expect(resolver.options(of: Self.touchscreen, id: Self.id).grab == true)
        resolver.restoreRequests(of: before)
        #expect(resolver.options(of: Self.touchscreen, id: Self.id) == first)
    }

    @Test func `of too many requests, the one that was made longest ago is forgotten`() {
        var resolver = DeviceResolver(Configuration())
        for number in 0..<DeviceResolver.mostRequests { resolver.request(DeviceOptions(), forID: "\(number)") }
        resolver.request(DeviceOptions(), forID: "0")
        #expect(resolver.requests.count == DeviceResolver.mostRequests)
        resolver.request(DeviceOptions(), forID: "another")
        #expect(resolver.requests.count == DeviceResolver.mostRequests)
        #expect(!resolver.requests.contains { $0.id == "1" })
        #expect(resolver.requests.contains { $0.id == "0" } && resolver.requests.contains { $0.id == "2" })
    }

    @Test func `a request survives another configuration`() {
        var resolver = DeviceResolver(Configuration())
        var request = DeviceOptions()
        request.mirror = .horizontal
        resolver.request(request, forID: Self.id)
        resolver.configuration = Configuration()
        #expect(resolver.options(of: Self.touchscreen, id: Self.id).mirror == .horizontal)
    }

    // MARK: Displays

    /// A display whose EDID has a size of 60 × 34 cm.
    private func display(_ name: String) throws -> Display {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var edid = [UInt8](repeating: 0, count: 128)
        edid.replaceSubrange(0..<8, with: [0, 255, 255, 255, 255, 255, 255, 0])
        (edid[21], edid[22]) = (60, 34)
        edid[127] = 0 &- edid.reduce(0, &+)
        try Data(edid).write(to: folder.appendingPathComponent("edid"))
        return Display(sysname: "card0-\(name)", path: folder.path)
    }

    @Test func `a touchscreen gets the size of its display, or of the only one`() throws {
        var resolver = DeviceResolver(Configuration())
        var options = DeviceOptions()
        func size(_ kind: Surface.Kind) -> PhysicalSize? {
            resolver.setup(of: node(.touch(kind)), kind, options).display
        }
        let expected = PhysicalSize(width: 600, height: 340, source: .display)
        resolver.displays = [try display("HDMI-A-1")]
        #expect(size(.touchscreen) == expected && size(.touchpad) == nil)
        resolver.displays.append(try display("eDP-1"))
        #expect(size(.touchscreen) == nil)
        options.output = "eDP-1"
        #expect(size(.touchscreen) == expected)
        options.output = "DP-3"
        #expect(size(.touchscreen) == nil)
    }

    @Test func `a device belongs to the configured display, else to that of udev`() {
        let resolver = DeviceResolver(Configuration())
        var (node, options) = (node(.touch(.touchscreen)), DeviceOptions())
        #expect(resolver.output(of: node, options) == nil)
        node.output = "DP-1"
        #expect(resolver.output(of: node, options) == "DP-1")
        options.output = "DP-2"
        #expect(resolver.output(of: node, options) == "DP-2")
    }

    @Test(arguments: [(nil, true), ("eDP-1", true), ("HDMI-A-1", false), ("DP-3", false)] as [(String?, Bool)])
    func `the backlight belongs to the built-in display`(output: String?, isBacklit: Bool) throws {
        var resolver = DeviceResolver(Configuration())
        resolver.displays = [try display("HDMI-A-1"), try display("eDP-1")]
        #expect(resolver.isBacklit(output) == isBacklit)
    }

    @Test(arguments: [("", false), ("1 0 0 0 1 0", false), ("1 0 0", true), ("none", true)])
    func `a calibration is six numbers`(text: String, isWrong: Bool) {
        var node = node(.touch(.touchscreen))
        node.calibration = ByteString(text)
        #expect(DeviceResolver(Configuration()).hasWrongCalibration(node) == isWrong)
    }
}
