import GestureConfiguration
import GestureCore
import GestureProtocol
import ServiceAccess
import Terminal
import Text
import TouchDecoding
import TouchRecordings

extension Command {
    static var explain: Command {
        Command(
            name: "explain", topic: .gestures,
            arguments: [RecordingArgument.file],
            options: ExplainCommand.options,
            summary: "Explain why each touch in a recording was or was not each gesture.",
            details: """
                For each touch, prints which requested gestures it was, and the rule that rejected each other gesture, with the \
                measured value. Uses the configuration in the recording. If it has none, uses that of /etc/gestured or, with --socket, \
                that of the service there. Reads the same files as 'gesturectl replay'. Needs no service.
                """,
            example: "gesturectl explain --gestures 'swipe left, tap' touches.evemu"
        ) { invocation throws(Failure) in try ExplainCommand(invocation).run() }
    }
}

/// `gesturectl explain`: prints why each touch in a recording was a gesture, or was not.
struct ExplainCommand {
    private static let touch = Option("--touch", "N", help: "Only the touch with this number.")
    private static let json = Option("--json", help: "Print a line of JSON for each touch and region.")
    static let options =
        [RequestOptions.gestures, RequestOptions.parameters] + RecordingArgument.options + [touch, json]

    private let recording: RecordingArgument
    private let options: RequestOptions
    private let touch: Int?
    private let writesJSON: Bool

    init(_ invocation: Invocation) throws(Failure) {
        recording = try RecordingArgument(invocation)
        options = try RequestOptions(invocation)
        writesJSON = invocation.has(Self.json)
        touch = try invocation.number(of: Self.touch)
        if touch == 0 { throw .usage("--touch requires the number of a touch, from 1") }
    }

    func run() throws(Failure) {
        let requested = try options.request()
        let (device, configuration) = try recording.device()
        let request = try requested.compiled(configuration.configuration.thresholds)
        let surface = device.geometry.surface(SurfaceID(1))
        let start = device.firstTime ?? .distantPast
        let text = ExplanationText(surface, start: start, terminal: .current)
        let json = ExplanationJSON(surface)
        var (touches, hasReasons, isShown) = (0, false, false)
        ExplainedRecording(device, request.options, settings: configuration.settings(of: device)).run { all in
            let number = all[0].touch.number
            touches = max(touches, number)
            let reasoned = all.withReasons
            hasReasons = hasReasons || !reasoned.isEmpty
            guard hasReasons, touch.map({ $0 == number }) ?? true else { return }
            isShown = true
            let parts = reasoned.isEmpty ? Array(all.prefix(1)) : reasoned
            if writesJSON {
                for part in parts { Console.write(json.line(of: part.touch, in: part.region)) }
            } else {
                Console.write(text.lines(parts))
            }
        }
        if touches == 0 { throw .failed("\(recording.name): no touch in this recording") }
        if !hasReasons {
            throw .usage("press, touch and idle follow every touch: request another gesture to explain")
        }
        if !isShown, let touch {
            throw .failed(
                "touch \(touch): not found; the recording has \(counted(touches, "touch"))")
        }
    }
}
