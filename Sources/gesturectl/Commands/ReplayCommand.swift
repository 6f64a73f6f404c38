import GestureConfiguration
import GestureCore
import GestureProtocol
import ServiceAccess
import Terminal
import Text
import TouchDecoding
import TouchRecordings

extension Command {
    static var replay: Command {
        Command(
            name: "replay", topic: .gestures,
            arguments: [RecordingArgument.file],
            options: RequestOptions.all + RecordingArgument.options + [MonitorCommand.all, MonitorCommand.json],
            summary: "Print the gestures in a recording.",
            details: """
                Reads what evemu-record(1), libinput-record(1) and Android's 'getevent -lt' write; - is standard input. Needs no service. On a
                terminal, prints the same lines as monitor, with the time since the start of the recording. Otherwise, as in a pipe, prints JSON.
                """,
            example: "gesturectl replay --gestures tap touches.evemu | jq -c '[.kind, .phase]'"
        ) { invocation throws(Failure) in try ReplayCommand(invocation).run() }
    }
}

/// `gesturectl replay`: prints the gestures in a recording.
struct ReplayCommand {
    private let recording: RecordingArgument
    private let showsAll: Bool
    private let json: Bool
    private let options: RequestOptions

    init(_ invocation: Invocation) throws(Failure) {
        recording = try RecordingArgument(invocation)
        showsAll = invocation.has(MonitorCommand.all)
        json = invocation.has(MonitorCommand.json)
        options = try RequestOptions(invocation)
    }

    func run() throws(Failure) {
        let requested = try options.request()
        let (device, configuration) = try recording.device()
        let request = try requested.compiled(configuration.configuration.thresholds)
        let terminal = Terminal.current
        let text = EventText(terminal: terminal, start: device.firstTime ?? .distantPast)
        var log = GestureLog(request, showsAll: showsAll)
        var writer = JSONWriter()
        var replay = RecordingReplay(device, request)
        func printFinished() {
            while let last = log.next() { Console.write(text.line(event: last).rows(on: terminal)) }
        }
        while let event = replay.next() {
            // A pipe is read by a program.
            if json || !terminal.isPresent {
                writer.bytes.removeAll(keepingCapacity: true)
                writer.object(event)
                Console.write(writer.bytes + [UInt8(ascii: "\n")])
            } else {
                log.handle(event)
                printFinished()
            }
        }
        log.keepDrag()
        printFinished()
    }
}
