import GestureConfiguration
import GestureCore
import GestureProtocol
import ServiceAccess
import Terminal
import Text
import TouchDecoding
import TouchPicture
import TouchRecordings

extension Command {
    static var plot: Command {
        Command(
            name: "plot", topic: .gestures,
            arguments: [RecordingArgument.file],
            options: [
                PlotCommand.output, PlotCommand.start, PlotCommand.end, RequestOptions.gestures,
                RequestOptions.parameters,
            ] + RecordingArgument.options,
            summary: "Draw the touches and gestures of a recording as an SVG picture.",
            details: """
                The picture has the panel with the trail of each contact, and below it, what was recognized when, with the measures
                and thresholds that decided. Reads the same formats as replay. Needs no service.
                """,
            example: "gesturectl plot touches.evemu -o touches.svg"
        ) { invocation throws(Failure) in try PlotCommand(invocation).run() }
    }
}

/// `gesturectl plot`: draws a recording.
struct PlotCommand {
    static let output = Option(
        "-o", "FILE", .file, help: "Write to FILE, which only its owner can read, instead of standard output.")
    static let start = Option("--from", "SECONDS", help: "Only touches that land from this time of the recording on.")
    static let end = Option("--to", "SECONDS", help: "Only touches that land before this time of the recording.")

    private let recording: RecordingArgument
    private let outputPath: String?
    private let options: RequestOptions
    private let part: Range<Double>

    init(_ invocation: Invocation) throws(Failure) {
        recording = try RecordingArgument(invocation)
        outputPath = invocation.value(of: Self.output)
        options = try RequestOptions(invocation)
        let start = try Self.seconds(invocation, Self.start) ?? 0
        let end = try Self.seconds(invocation, Self.end) ?? .infinity
        guard start < end else { throw .usage("--to requires a later time than --from") }
        part = start..<end
    }

    private static func seconds(_ invocation: Invocation, _ option: Option) throws(Failure) -> Double? {
        guard let text = invocation.value(of: option) else { return nil }
        guard let seconds = parseDecimal(text.utf8) else {
            throw .usage("\(option.name) requires a number of seconds, e.g. 2.5, not '\(text)'")
        }
        return seconds
    }

    func run() throws(Failure) {
        let requested = try options.request()
        if outputPath == nil, Console.isTerminal {
            throw .usage("the picture would go to the terminal; write it to a file with -o FILE.svg")
        }
        let (device, configuration) = try recording.device()
        let request = try requested.compiled(configuration.configuration.thresholds)
        let plotted: PlottedRecording
        do throws(PlotError) {
            plotted = try PlottedRecording(
                device, request.options, part: part, settings: configuration.settings(of: device))
        } catch {
            throw .failed("\(recording.name): \(message(error))")
        }
        let bytes = PlotPage(plotted).bytes()
        try Destination(outputPath).write(bytes)
    }

    private func message(_ error: PlotError) -> String {
        switch error {
        case .empty:
            return part == 0..<Double.infinity ? "no touch to draw" : "no touch lands in this part of the recording"
        case .tooLong(let end):
            // Rounded down, so that this part fits.
            let time = thousandths(Double(rounded(max(0, end * 10 - 0.5))) / 10)
            let start = part.lowerBound > 0 ? "--from \(thousandths(part.lowerBound)) " : ""
            return "too many touches for one picture (at most \(PlottedRecording.mostContacts) contacts and "
                + "\(PlottedRecording.mostGestures) gestures); draw a part of it, e.g. with \(start)--to \(time)"
        }
    }
}
