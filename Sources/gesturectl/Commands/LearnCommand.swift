import GestureConnection
import GestureCore
import GestureProtocol
import ServiceAccess
import System
import Terminal
import Text
import TouchSketches

extension Command {
    static var learn: Command {
        Command(
            name: "learn", topic: .gestures,
            arguments: [
                Argument(
                    name: "NAME", isRequired: true, help: "the name that events of the stroke will have",
                    completion: .none)
            ],
            options: [LearnCommand.count, LearnCommand.device, LearnCommand.known],
            summary: "Record examples of a stroke, and print them as a gesture.",
            details: """
                Draw the shape several times, each time a little differently, as it will be drawn later. Add the printed JSON to the
                'gestures' of a subscription. Requires the right to positions.
                """,
            example: "gesturectl learn z > z.json"
        ) { invocation throws(Failure) in try LearnCommand(invocation).run() }
    }
}

/// `gesturectl learn`: records examples of a stroke, and prints them as a gesture for a subscription.
struct LearnCommand {
    static let count = Option(
        "--count", "N", help: "Record N examples, 1 to \(StrokeShape.mostTemplates) (default: 3).")
    static let device = Option("--device", "DEVICE", .device, help: "Draw on this device, by its id or name.")
    static let known = Option(
        "--known", "FILE", .file,
        help: "Warn of examples that are similar to strokes in FILE: JSON, one gesture or an array.")

    private let socket: String
    private let name: String
    private let count: Int
    private let device: String?
    private let known: [StrokeShape]

    init(_ invocation: Invocation) throws(Failure) {
        socket = invocation.socket
        name = invocation.arguments[0]
        guard 1...64 ~= name.utf8.count else { throw .usage("NAME: expected 1 to 64 bytes") }
        count = try invocation.number(of: Self.count) ?? 3
        guard 1...StrokeShape.mostTemplates ~= count else {
            throw .usage("--count: expected 1 to \(StrokeShape.mostTemplates)")
        }
        device = invocation.value(of: Self.device)
        known = try invocation.value(of: Self.known).map { file throws(Failure) in try Self.shapes(in: file) } ?? []
    }

    func run() throws(Failure) {
        let request = RequestedSubscription(
            gestures: [RequestedGesture(.gesture(GesturePattern(.touch)))], devices: device.map { [ByteString($0)] })
        let stream = GestureStream(request, path: socket, reconnects: false)
        var lesson = StrokeLesson(name: ByteString(name), count: count, known: known)
        do throws(ConnectionError) {
            while !lesson.isComplete {
                switch try stream.next() {
                case .state: Console.error(lesson.invitation)
                case .event(let event): for line in lesson.follow(Event(event)) { Console.error(line) }
                case .disconnected: break  // never, because the stream does not reconnect
                }
            }
        } catch {
            throw Failure(error)
        }
        Console.write(lesson.gesture)
    }

    /// Reads the strokes in a file with a gesture, as this command prints it, or with an array of gestures.
    private static func shapes(in file: String) throws(Failure) -> [StrokeShape] {
        let text: [UInt8]
        do throws(FileError) {
            text = try contents(of: file, limit: 1 << 20)
        } catch {
            throw .failed(error.message)
        }
        let requests: [RequestedGesture]?
        let compiled: CompiledSubscription
        do throws(InvalidParameter) {
            requests = try [RequestedGesture](text)
            compiled = try CompiledSubscription(
                checking: RequestedSubscription(gestures: requests ?? []), thresholds: Thresholds())
        } catch {
            throw .failed("\(file): \(error.message)")
        }
        guard requests != nil else {
            throw .failed("\(file): expected a gesture or an array of gestures in JSON")
        }
        return compiled.options.gestures.compositions.flatMap { $0.expression.shapes.compactMap { $0 } }
    }
}
