import GestureConnection
import GestureProtocol

/// `gesturectl transform`: says how a device is mounted, until the service ends.
struct TransformCommand {
    private let socket: String
    private let device: String
    private var rotation: Int?
    private var mirror: String?
    private var output: String?

    init(_ arguments: inout ArgumentReader, socket: String) throws(Failure) {
        self.socket = socket
        device = try arguments.device(of: "transform")
        while let word = arguments.next() {
            switch word {
            case "--rotation": rotation = try arguments.number(of: word)
            case "--mirror": mirror = try arguments.value(of: word)
            case "--output": output = try arguments.value(of: word)
            default: throw .unknownArgument(word, of: "transform")
            }
        }
        if rotation == nil, mirror == nil, output == nil {
            throw .usage("transform wants --rotation, --mirror or --output")
        }
    }

    func run() throws(Failure) {
        var parameters = JSONWriter()
        parameters.raw("{\"device\":")
        parameters.string(device.utf8)
        if let rotation {
            parameters.raw(",\"rotation\":")
            parameters.integer(rotation)
        }
        if let mirror {
            parameters.raw(",\"mirror\":")
            parameters.string(mirror.utf8)
        }
        if let output {
            parameters.raw(",\"output\":")
            parameters.string(output.utf8)
        }
        parameters.raw("}")
        _ = try call(connect(socket), "org.gestured.Control.Transform", parameters: parameters.bytes)
    }
}

/// `gesturectl grab` and `gesturectl release`: whether other programs get the events of a device, until the service ends.
struct GrabCommand {
    private let socket: String
    private let device: String
    private let grab: Bool

    init(_ arguments: inout ArgumentReader, socket: String, grab: Bool) throws(Failure) {
        self.socket = socket
        self.grab = grab
        let command = grab ? "grab" : "release"
        device = try arguments.device(of: command)
        try arguments.end(of: command)
    }

    func run() throws(Failure) {
        var parameters = JSONWriter()
        parameters.raw("{\"device\":")
        parameters.string(device.utf8)
        parameters.raw(",\"grab\":")
        parameters.bool(grab)
        parameters.raw("}")
        _ = try call(connect(socket), "org.gestured.Control.Grab", parameters: parameters.bytes)
    }
}

/// `gesturectl pulse`: makes the haptic device pulse.
struct PulseCommand {
    private let socket: String
    private var count: Int?

    init(_ arguments: inout ArgumentReader, socket: String) throws(Failure) {
        self.socket = socket
        guard let word = arguments.next() else { return }
        count = Int(word)
        if count == nil { throw .usage("pulse wants a whole number, not '\(word)'") }
        try arguments.end(of: "pulse")
    }

    func run() throws(Failure) {
        var parameters = JSONWriter()
        parameters.raw("{")
        if let count {
            parameters.raw("\"count\":")
            parameters.integer(count)
        }
        parameters.raw("}")
        _ = try call(connect(socket), "org.gestured.Control.Pulse", parameters: parameters.bytes)
    }
}

/// `gesturectl pause`, `resume`, `unlock` and `reload`: a call of a method without parameters.
struct PlainControlCommand {
    private let socket: String
    private let method: StaticString

    init(
        _ arguments: inout ArgumentReader, socket: String, name: String, method: StaticString
    ) throws(Failure) {
        self.socket = socket
        self.method = method
        try arguments.end(of: name)
    }

    func run() throws(Failure) { _ = try call(connect(socket), method) }
}

extension ArgumentReader {
    fileprivate mutating func device(of command: String) throws(Failure) -> String {
        guard let device = next() else {
            throw .usage("\(command) wants the id or name of a device, as 'gesturectl devices' lists them")
        }
        return device
    }
}
