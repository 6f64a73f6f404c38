import GestureConnection
import GestureCore
import GestureProtocol
import ServiceAccess
import Terminal
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
        let list = try listDevices(connect(socket))
        Console.write(Self.text(list, isVerbose: isVerbose).rows(on: .current))
    }

    static func text(_ list: DeviceList, isVerbose: Bool = false) -> [Paragraph] {
        var text: [Paragraph] = []
        for device in list.devices {
            text.append(Paragraph("\(device.kind) ", "\(device.name)"))
            text.append(Paragraph("  id        ", "\(device.id)"))
            text.append(Paragraph("  node      ", "\(device.node)"))
            text.append(Paragraph("  size      ", "\(device.size) mm, \(explanation(of: device.sizeSource))"))
            text.append(Paragraph("  contacts  ", "\(device.slots) at most, \(device.contacts) down"))
            if let reach = device.reach {
                text.append(Paragraph("  reach     ", "\(tenths(reach)) mm for the fingers of one person"))
            }
            if device.isFiltered {
                text.append(Paragraph("  filtered  ", "other programs get its touches from a copy"))
            }
            if let suspension = device.suspension {
                text.append(Paragraph("  suspended ", suspension, colour: .yellow))
            }
            if isVerbose { text += details(of: device) }
        }
        for device in list.refused {
            text.append(Paragraph("not used: ", "\(device.node): \(device.reason)", colour: .yellow))
        }
        return text.isEmpty ? [Paragraph("", "no touch device")] : text
    }

    private static func details(of device: DeviceReport) -> [Paragraph] {
        let numbers = (device.calibration ?? []).map { thousandths($0) }
        let calibration = numbers.isEmpty ? "none" : joined(numbers, " ")
        let last = device.lastFrame.map { age($0, at: .now) }
        return [
            Paragraph("  protocol  ", "\(device.multitouch)"),
            Paragraph(
                "  mounted   ", "rotated by \(device.rotation)°, mirror \(device.mirror), calibration \(calibration)"),
            Paragraph("  output    ", "\(device.output ?? "unknown")"),
            Paragraph("  grabbed   ", grabber(of: device)),
            Paragraph("  overruns  ", "\(device.overruns) of the kernel's queue"),
            Paragraph(
                "  faults    ",
                "\(device.landings) contacts: \(device.ghosts) lasted at most 25 ms, \(device.gaps) were lost for at most 25 ms"
            ),
            Paragraph("  touched   ", last ?? "never"),
        ]
    }

    private static func grabber(of device: DeviceReport) -> String {
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
