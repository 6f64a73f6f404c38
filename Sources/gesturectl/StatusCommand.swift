import GestureClient
import GestureProtocol
import Platform

/// `gesturectl status`: how the service is doing.
struct StatusCommand {
    private let socket: String

    init(_ arguments: inout ArgumentReader, socket: String) throws(Failure) {
        self.socket = socket
        if let word = arguments.next() { throw .usage("status: unknown argument '\(word)'") }
    }

    func run() throws(Failure) {
        let connection = try connect(socket)
        let status = try call(connection, "org.gestured.Gestures.GetStatus")
        var text = "gestured \(string(status["version"])), up \(duration(status["uptime"]))\n"
        text += "  socket    \(socket)\n"
        text += "  clients   \(number(status["clients"])) connected, \(number(status["subscriptions"])) subscribed\n"
        text += "  frames    \(number(status["frames"])) read, \(number(status["events"])) events sent\n"
        text += "  drops     \(number(status["droppedClients"])) clients that did not read, "
        text += "\(number(status["overruns"])) overruns of the kernel's queue\n"
        text += "  latency   \(latency(status["latency"]))\n"
        Output.write(text)
        Output.write(try DevicesCommand.text(connection))
    }

    private func latency(_ latency: JSONValue?) -> String {
        guard let latency, let samples = latency["samples"]?.integer, samples > 0 else { return "nothing measured yet" }
        return """
            \(number(latency["p50"])) µs median, \(number(latency["p90"])) µs p90, \(number(latency["p99"])) µs p99, \
            \(number(latency["maximum"])) µs at most, from the kernel's stamp to the socket
            """
    }

    private func duration(_ value: JSONValue?) -> String {
        let seconds = (value?.integer ?? 0) / 1_000_000
        if seconds < 60 { return "\(seconds) s" }
        if seconds < 3600 { return "\(seconds / 60) min \(seconds % 60) s" }
        if seconds < 86_400 { return "\(seconds / 3600) h \(seconds / 60 % 60) min" }
        return "\(seconds / 86_400) d \(seconds / 3600 % 24) h"
    }
}

/// `gesturectl devices`: the touch devices there are.
struct DevicesCommand {
    private let socket: String

    init(_ arguments: inout ArgumentReader, socket: String) throws(Failure) {
        self.socket = socket
        if let word = arguments.next() { throw .usage("devices: unknown argument '\(word)'") }
    }

    func run() throws(Failure) { Output.write(try Self.text(connect(socket))) }

    static func text(_ connection: GestureConnection) throws(Failure) -> [UInt8] {
        let reply = try call(connection, "org.gestured.Gestures.ListDevices")
        var text = ""
        let devices = reply["devices"]
        for index in 0..<(devices?.count ?? 0) {
            guard let device = devices?[index] else { continue }
            text += "\(string(device["kind"])) \(string(device["name"]))\n"
            text += "  id        \(string(device["id"]))\n"
            text += "  node      \(string(device["node"]))\n"
            text += "  size      \(millimetres(device["width"])) × \(millimetres(device["height"])) mm, "
            text += "\(explanation(of: string(device["sizeSource"])))\n"
            text += "  contacts  \(number(device["slots"])) at most, \(number(device["contacts"])) down now\n"
        }
        let refused = reply["refused"]
        for index in 0..<(refused?.count ?? 0) {
            text += "not used: \(string(refused?[index]["node"])): \(string(refused?[index]["reason"]))\n"
        }
        if text.utf8.isEmpty { text = "no touch device\n" }
        return Array(text.utf8)
    }

    private static func explanation(of source: String) -> String {
        switch source {
        case "resolution": "as the device says"
        case "configuration": "as configured"
        case "assumed": "assumed: the device does not say; set it in gestured.conf"
        default: source
        }
    }

    private static func millimetres(_ value: JSONValue?) -> String { tenths(value?.number ?? 0) }
}

func connect(_ socket: String) throws(Failure) -> GestureConnection {
    do throws(ConnectionError) {
        return try GestureConnection(path: socket)
    } catch {
        throw .failed(error.message)
    }
}

/// Makes a call that has one reply, and waits five seconds for it.
func call(_ connection: GestureConnection, _ method: StaticString) throws(Failure) -> JSONValue {
    do throws(ConnectionError) {
        connection.send(method)
        guard let parameters = try connection.next(timeout: 5000).parameters else { throw .notVarlink }
        return parameters
    } catch {
        throw .failed(error.message)
    }
}

/// A string that came from outside, fit for a terminal.
func string(_ value: JSONValue?) -> String {
    String(decoding: Output.printable(value?.string ?? []), as: UTF8.self)
}

func number(_ value: JSONValue?) -> String { "\(value?.integer ?? 0)" }
