import ActionRunner
import GestureActions
import GestureConfiguration
import GestureConnection
import GestureCore
import GestureProtocol
import ServiceAccess
import Terminal
import Text
import TouchDecoding
import TouchRecordings

extension Command {
    static var actions: Command {
        Command(
            name: "actions", topic: .gestures,
            arguments: [ActionsCommand.recording],
            options: [
                ActionsCommand.config, ActionsCommand.check, ActionsCommand.print, ActionsCommand.attempt,
                ActionsCommand.dryRun,
                RecordingArgument.description, MachineConfiguration.defaults, ActionsCommand.initialize,
            ],
            summary: "Run commands, press keys and click when gestures are made.",
            details: """
                Reads ~/.config/gestured/actions.conf, or /etc/gestured/actions.conf if there is none, and reads it again when it \
                changes. Each line binds a gesture: 'swipe left 3 fingers = swaymsg workspace next'.
                """,
            example: "gesturectl actions --check"
        ) { invocation throws(Failure) in try ActionsCommand(invocation).run() }
    }
}

/// `gesturectl actions`: does what an actions file binds to gestures.
struct ActionsCommand {
    static let config = Option("--config", "FILE", .file, help: "Read the bindings from FILE.")
    static let check = Option(
        "--check",
        help: """
            Report mistakes in the file by their lines, and exit with status 1 if there are any. Also warn about what does not work.
            """)
    static let print = Option(
        "--print", help: "Print the bindings as the program reads them: a file that means the same.")
    static let dryRun = Option(
        "--dry-run", "RECORDING", .file, help: "Print what would run, and when, for the touches of a recording.")
    static let initialize = Option("--init", help: "Write an example file for the desktop that is running.")
    static let attempt = Option(
        "--try",
        help: """
            Print what your touches would run, what they nearly would run, and why not; or, with RECORDING, those of a recording. \
            Nothing runs.
            """)
    static let recording = Argument(
        name: "RECORDING", isRequired: false, help: "with --try, a recording; - is standard input", completion: .file)
    private static let modes = [check, print, attempt, dryRun, initialize]

    private let invocation: Invocation

    init(_ invocation: Invocation) throws(Failure) {
        self.invocation = invocation
        let given = Self.modes.filter { invocation.has($0) }
        guard invocation.arguments.isEmpty || invocation.has(Self.attempt) else {
            throw .usage("RECORDING requires \(Self.attempt.name)")
        }
        if given.count > 1 { throw .usage("\(given[0].name) cannot be combined with \(given[1].name)") }
    }

    func run() throws(Failure) {
        let path = invocation.value(of: Self.config)
        if invocation.has(Self.initialize) { return try ExampleActions(path).write() }
        let location = ActionsLocation(path)
        let file = try location.read()
        if invocation.has(Self.check) { return try check(file, location) }
        for message in file.errors { Console.error(location.text(message)) }
        for message in file.notes { Console.error(location.text(note: message)) }
        guard file.errors.isEmpty else { throw Self.wrong("\(location.path): \(file.mistakes)") }
        if invocation.has(Self.print) {
            Console.write(Console.isTerminal ? printableLines(file.notation) : Array(file.notation.utf8))
        } else if let recording = invocation.value(of: Self.dryRun) {
            let (recorded, configuration) = try read(recording)
            try DryRun(file, location).run(recorded, configuration)
        } else if invocation.has(Self.attempt) {
            let trial = TrialRun(file, location)
            guard let recording = invocation.arguments.first else { return try trial.run(socket: invocation.socket) }
            let (recorded, configuration) = try read(recording)
            try trial.run(recorded, configuration)
        } else {
            try ActionsLoop(location, file, socket: invocation.socket).run()
        }
    }

    private func check(_ file: ActionsFile, _ location: ActionsLocation) throws(Failure) {
        let check = ActionsCheck(location, file, service: deviceList)
        for message in check.messages { Console.error(message) }
        if check.hasMistakes { throw Self.wrong(check.summary) }
        Console.write("\(check.summary)\n")
    }

    /// nil if the service cannot be asked.
    private var deviceList: DeviceList? {
        do throws(ConnectionError) {
            return try ServiceConnection(path: invocation.socket).devices()
        } catch {
            return nil
        }
    }

    private static func wrong(_ summary: String) -> Failure {
        .failed("\(summary); see NOTATION in 'man gesturectl'")
    }

    /// Reads a recording to play it.
    ///
    /// - Returns: also the configuration that recognizes its touches.
    private func read(_ recording: String) throws(Failure) -> (RecordedDevice, ConfigurationFiles) {
        let configuration = try MachineConfiguration(invocation)
        do throws(RecordingFileError) {
            let recorded = try RecordedDevice(
                path: recording, descriptionPath: invocation.value(of: RecordingArgument.description),
                setup: configuration.setup)
            return (recorded, configuration.files(of: recorded))
        } catch {
            throw .failed(error.message)
        }
    }
}
