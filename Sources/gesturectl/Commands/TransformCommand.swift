import GestureProtocol
import ServiceAccess
import Terminal
import Text

extension Command {
    static var transform: Command {
        Command(
            name: "transform", topic: .control,
            arguments: [.device],
            options: [TransformCommand.rotation, TransformCommand.mirror, TransformCommand.output],
            summary: "Set how a device is mounted, until the service ends.",
            details: """
                At least one option is required. The others keep their values.
                """,
            example: "sudo gesturectl transform 04f3:2a3b --rotation 90 --output HDMI-A-1"
        ) { invocation throws(Failure) in try TransformCommand(invocation).run() }
    }
}

/// `gesturectl transform`: sets how a device is mounted.
struct TransformCommand {
    static let rotation = Option(
        "--rotation", "DEGREES", .oneOf(["0", "90", "180", "270"]),
        help: "The rotation of the panel, clockwise as the user sees it: 0, 90, 180 or 270.")
    static let mirror = Option(
        "--mirror", "AXIS", .oneOf(["none", "horizontal", "vertical"]),
        help: "The mirrored axis of the panel, before it is rotated: none, horizontal (left and right) or vertical.")
    static let output = Option("--output", "NAME", .display, help: "The display of the device, e.g. HDMI-A-1.")

    private let socket: String
    private let device: String
    private let rotation: Int?
    private let mirror: String?
    private let output: String?

    init(_ invocation: Invocation) throws(Failure) {
        socket = invocation.socket
        device = invocation.arguments[0]
        rotation = try invocation.number(of: Self.rotation)
        mirror = invocation.value(of: Self.mirror)
        output = invocation.value(of: Self.output)
        if rotation == nil, mirror == nil, output == nil {
            throw .usage("--rotation, --mirror or --output is required")
        }
    }

    func run() throws(Failure) {
        try call(socket, .transform(device, rotation: rotation, mirror: mirror, output: output))
        var settings: [String] = []
        if let rotation { settings.append("rotated by \(rotation)°") }
        if let mirror { settings.append("mirror \(mirror)") }
        if let output { settings.append("output \(output)") }
        let line = "transformed \(device): \(joined(settings)) until the service ends"
        Console.write(printable(line) + [UInt8(ascii: "\n")])
    }
}
