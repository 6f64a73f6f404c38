internal import CLinux
import GestureConnection
import GestureProtocol
import Text

extension Command {
    static var devices: Command {
        Command(
            name: "devices", topic: .service,
            options: [DevicesCommand.verbose],
            summary: "List touch devices, and why others are not used.",
            example: "gesturectl devices --verbose"
        ) { invocation throws(Failure) in try DevicesCommand(invocation).run() }
    }
}

/// `gesturectl devices`: lists the touch devices.
struct DevicesCommand {
    static let verbose = Option("--verbose", help: "Print everything that is known about each device.")

    private let socket: String
    private let isVerbose: Bool

    init(_ invocation: Invocation) {
        socket = invocation.socket
        isVerbose = invocation.has(Self.verbose)
    }

    func run() throws(Failure) {
        let list = DeviceList(try call(connect(socket), "org.gestured.Gestures.ListDevices"))
        Output.write(Self.text(list, isVerbose: isVerbose))
    }

    static func text(_ list: DeviceList, isVerbose: Bool = false) -> String {
        var text = ""
        for device in list.devices {
            text += "\(device.kind) \(device.name)\n"
            text += "  id        \(device.id)\n"
            text += "  node      \(device.node)\n"
            text += "  size      \(device.size) mm, \(explanation(of: device.sizeSource))\n"
            text += "  contacts  \(device.slots) at most, \(device.contacts) down\n"
            if let reach = device.reach { text += "  reach     \(tenths(reach)) mm for the fingers of one person\n" }
            if device.isFiltered { text += "  filtered  other programs get its touches from a copy\n" }
            if let suspension = device.suspension { text += "  suspended \(suspension)\n" }
            if isVerbose { text += details(of: device) }
        }
        for device in list.refused { text += "not used: \(device.node): \(device.reason)\n" }
        return text.utf8.isEmpty ? "no touch device\n" : text
    }

    private static func details(of device: UsedDevice) -> String {
        let numbers = device.calibration.map { thousandths($0) }
        let calibration = numbers.isEmpty ? "none" : joined(numbers, " ")
        let last = device.lastFrame.map { age($0, at: linux_monotonic_microseconds()) }
        return """
              protocol  \(device.touchProtocol)
              mounted   rotated by \(device.rotation)°, mirror \(device.mirror), calibration \(calibration)
              output    \(device.output ?? "unknown")
              grabbed   \(grabber(of: device))
              overruns  \(device.overruns) of the kernel's queue
              touched   \(last ?? "never")

            """
    }

    private static func grabber(of device: UsedDevice) -> String {
        if device.isFiltered { return "yes, by the filter" }
        return device.isGrabbed ? "yes, no other program gets its events" : "no"
    }

    private static func explanation(of source: ByteString) -> String {
        switch source {
        case "resolution": "reported by the device"
        case "configuration": "configured"
        case "display": "reported by its display"
        case "assumed": "assumed, because the device does not report it; set it in gestured.conf"
        default: "\(source)"
        }
    }
}
