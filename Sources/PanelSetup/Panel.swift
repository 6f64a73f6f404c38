import Diagnosis
import GestureCore
import GestureProtocol
import Terminal
import Text
import TouchDecoding

/// A touchscreen that can be set up.
struct Panel {
    var device: InputDevice
    /// nil if no service runs.
    var used: DeviceReport?
    /// The device in the name of its section.
    var section: ByteString

    /// Returns the touchscreens that can be meant.
    ///
    /// - Parameters:
    ///   - name: an id, name or node; nil for all that the service can use.
    ///   - used: the devices that the service uses; nil if no service runs.
    static func all(
        named name: String?, _ devices: [InputDevice], _ used: [DeviceReport]?
    ) throws(Failure) -> [Panel] {
        var found: [(InputDevice, DeviceReport?)]
        if let name {
            let (input, user) = try InputDevice.find(name, devices, used ?? [])
            try checkUse(input, isUsed: used == nil || user != nil)
            found = [(input, user)]
        } else {
            found = devices.filter { $0.mayBeTouch && $0.surfaceKind == .touchscreen }
                .map { input in (input, used?.first { $0.node == input.path }) }
                .filter { used == nil || $0.1 != nil }
        }
        guard !found.isEmpty else {
            throw .failed("no touchscreen found that the service can use; 'gesturectl doctor' says why")
        }
        var panels: [Panel] = []
        for (input, user) in found {
            panels.append(Panel(device: input, used: user, section: try section(of: input, devices, used ?? [])))
        }
        return panels
    }

    private static func checkUse(_ input: InputDevice, isUsed: Bool) throws(Failure) {
        switch input.surfaceKind {
        case .touchpad:
            throw .failed(
                "\(input.description.name): a touchpad, which cannot be set up: it is never rotated, and has no display; "
                    + "set its size in gestured.conf if 'gesturectl devices' prints a wrong one")
        case .touchscreen where isUsed: break
        case .touchscreen, nil:
            throw .failed("\(input.description.name): the service does not use it; 'gesturectl doctor' says why")
        }
    }

    /// Returns the first name that only this device has.
    private static func section(
        of input: InputDevice, _ devices: [InputDevice], _ used: [DeviceReport]
    ) throws(Failure) -> ByteString {
        let others = devices.filter { $0.mayBeTouch && $0.path != input.path }.flatMap { $0.names(used) }
        let id = used.first { $0.node == input.path }?.id
        let names = input.description.names + (id.map { [$0] } ?? [])
        for name in names where isReadableInSection(name.description) && !others.contains(name) { return name }
        throw .failed(
            "\(input.description.name): no name for a section in gestured.conf tells it from other devices; "
                + "unplug the others first")
    }

    /// Begins to follow its touches.
    func open(socket: String) throws(Failure) -> PanelInput {
        let name = device.description.name
        guard let used else { return try PanelInput(path: device.path, name: name) }
        return try PanelInput(socket: socket, id: used.id.description, name: name)
    }
}
