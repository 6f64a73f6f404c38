import GestureProtocol
import Terminal
import Text
import TouchDecoding
import TouchRecordings
import TouchSketches

extension Command {
    static var synthesize: Command {
        Command(
            name: "synthesize", topic: .gestures,
            arguments: [
                Argument(
                    name: "TOUCHES", isRequired: true,
                    help: "gestures such as 'tap 5% 5% x4, wait 1s, swipe left 3 fingers'", completion: .none)
            ],
            options: [SynthesizeCommand.size, SynthesizeCommand.file],
            summary: "Write a recording of touches that a text describes.",
            details: """
                Takes the notation of 'monitor --gestures'. A comma or 'then' separates touches; 'wait 1s' sets the pause between two of them.
                A place such as 5% 5% says where the fingers land, x4 repeats a gesture. Needs no device and no service.
                """,
            example: "gesturectl synthesize 'swipe left 3 fingers' | gesturectl replay -"
        ) { invocation throws(Failure) in try SynthesizeCommand(invocation).run() }
    }
}

/// `gesturectl synthesize`: writes a recording without hardware.
struct SynthesizeCommand {
    static let size = Option(
        "--size", "SIZE",
        help: "The width and height of the touchscreen in mm, each 10 to 3000, separated by x. Default: 345x194.")
    static let file = RecordCommand.file

    private let touches: String
    private let sizeText: String?
    private let path: String?

    init(_ invocation: Invocation) {
        touches = invocation.arguments[0]
        sizeText = invocation.value(of: Self.size)
        path = invocation.value(of: Self.file)
    }

    func run() throws(Failure) {
        guard let size = PhysicalSize(text: sizeText ?? "345x194") else {
            throw .usage("--size: expected \(PhysicalSize.expectedText)")
        }
        let sketch: TouchSketch
        do throws(NotationError) {
            sketch = try TouchSketch(TouchScore(touches.utf8), on: size.points)
        } catch {
            throw .usage(error.message)
        }
        try Destination(path).write(Recording(frames: sketch.frames, on: size).evemu)
    }
}
