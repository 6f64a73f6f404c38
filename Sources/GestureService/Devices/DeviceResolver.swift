import GestureConfiguration
import GestureCore
import Text
import TouchDecoding
import TouchDevices

/// Decides what a device is and how it is set up, from the configuration, udev, the kernel and requests of clients.
///
/// A value without I/O. Requests override the configuration, which overrides udev, which overrides the kernel.
struct DeviceResolver {
    var configuration: Configuration
    /// The displays that are connected.
    var displays: [Display] = []
    /// The settings that clients asked for while the service runs, by the device's id: they outlive the device.
    private(set) var requests: [(id: String, options: DeviceOptions)] = []

    init(_ configuration: Configuration) { self.configuration = configuration }

    // MARK: Classification of nodes

    /// The use that the service makes of a node.
    enum NodeUse: Equatable {
        case touch
        /// It may say something about touches on other nodes: a keyboard, a pen, a switch.
        case auxiliary
        case ignored
    }

    /// Returns what to do with a node, before it is opened.
    ///
    /// - Parameter id: what clients would call it.
    func use(of node: DeviceNode, id: String) -> NodeUse {
        switch (configuredKind(of: node, id: id), node.classification) {
        case (.ignore, _): .ignored
        case (nil, .other): .auxiliary
        case (.touch, _), (nil, .touch), (nil, .none): .touch
        }
    }

    /// Returns whether a node is known to be for touch, so that being unable to open it is worth reporting. A node that neither
    /// the configuration nor udev calls a touch device is most likely not ours to open.
    func isTouchDevice(_ node: DeviceNode, id: String) -> Bool {
        switch (configuredKind(of: node, id: id), node.classification) {
        case (_, .touch), (.touch, _): true
        case (_, .none), (_, .other): false
        }
    }

    private func configuredKind(of node: DeviceNode, id: String) -> DeviceKind? {
        configuration.options(named: node.names + [ByteString(id)]).kind
    }

    /// Returns the kind of a device: as configured, else as udev says, else as the kernel says; nil if it is not used.
    func kind(of node: DeviceNode, _ description: DeviceDescription, _ options: DeviceOptions) -> Surface.Kind? {
        switch (options.kind, node.classification) {
        case (.touch(let kind), _): kind
        case (.ignore, _), (nil, .other): nil
        case (nil, .touch(let kind)): kind
        case (nil, .none): description.surfaceKind
        }
    }

    // MARK: How a device is set up

    /// Returns the settings for a device: those requested, else those configured.
    func options(of description: DeviceDescription, id: String) -> DeviceOptions {
        var options = requests.first { isSame($0.id, id) }?.options ?? DeviceOptions()
        options.fill(from: configuration.options(of: description, id: id))
        return options
    }

    func setup(of node: DeviceNode, _ kind: Surface.Kind, _ options: DeviceOptions) -> DeviceSetup {
        let candidates = displays(of: output(of: node, options))
        let display = kind == .touchscreen && candidates.count == 1 ? candidates[0].size : nil
        return options.setup(display: display, calibration: Affine(calibration: node.calibration.description))
    }

    /// Returns whether udev has a calibration for the node that is not a calibration. It is ignored.
    func hasWrongCalibration(_ node: DeviceNode) -> Bool {
        !node.calibration.isEmpty && Affine(calibration: node.calibration.description) == nil
    }

    /// Returns the name of the display that a device belongs to; nil if that is unknown.
    func output(of node: DeviceNode, _ options: DeviceOptions) -> String? {
        options.output ?? (node.output.utf8.isEmpty ? nil : node.output)
    }

    /// Returns the display with that name, or all displays if nil.
    func displays(of output: String?) -> [Display] {
        guard let output else { return displays }
        return displays.filter { isSame($0.name, output) }
    }

    /// Returns whether the machine's backlight may light the display of that name.
    func isBacklit(_ output: String?) -> Bool {
        output == nil || displays(of: output).contains { $0.isBuiltIn }
    }

    // MARK: Requests of clients

    /// The most devices whose requests are kept, more than a machine has: they outlive the devices, whose ids a program with
    /// access to uinput can invent.
    static let mostRequests = 64

    /// Overrides settings of a device while the service runs. Settings that are nil stay as they are. If too many devices have
    /// requests, those of the device that was asked for longest ago are forgotten.
    mutating func request(_ options: DeviceOptions, forID id: String) {
        var all = options
        if let index = requests.firstIndex(where: { isSame($0.id, id) }) {
            all.fill(from: requests.remove(at: index).options)
        }
        if requests.count == Self.mostRequests { requests.removeFirst() }
        requests.append((id, all))
    }

    /// Puts back the settings that were requested for a device before.
    mutating func restoreRequests(of old: DeviceResolver) { requests = old.requests }
}
