internal import CLinux
import GestureConfiguration
import GestureConnection
import GestureProtocol
import System

@main
struct Gesturectl {
    static func main() {
        linux_ignore_broken_pipes()
        exit(run())
    }
}

/// Why a command ends without doing what it was asked.
struct Failure: Error, Equatable {
    enum Code: CInt {
        /// It cannot be done.
        case failed = 1
        /// The command line is wrong.
        case usage = 2
    }

    var code: Code
    var message: String

    static func unknownArgument(_ word: String, of command: String) -> Failure {
        .usage("\(command): unknown argument '\(word)'")
    }
    static func failed(_ message: String) -> Failure { Failure(code: .failed, message: message) }
    static func usage(_ message: String) -> Failure {
        Failure(code: .usage, message: "\(message); 'gesturectl --help' lists what there is")
    }
}

private let help = """
    Usage: gesturectl [--socket PATH] COMMAND [OPTION]...
    Talks to gestured, and works with recordings of touch devices.

      status               how the service is doing
        --json               what GetStatus answers, as a JSON object in one line
      metrics              the same as OpenMetrics text, which Prometheus collects;
                           gestured_up is 0 where no service answers
      devices              the touch devices there are
        --verbose            all that is known of each
      doctor               say what is wrong, and what to do; needs no service
        --config FILE        the service's, \(ConfigurationFiles.defaultPath)
      check-config [FILE]  say whether the service would take its configuration, or
                           FILE and what lies in FILE.d; needs no service
      config               what is configured, and where each value is said
        --effective DEVICE   all that holds for one device
        --config FILE        the service's, \(ConfigurationFiles.defaultPath)
      monitor              print gestures as they come
        --json               one JSON object a line
        --reconnect          come back by itself when the service does
        --count N            end after N events
        --timeout SECONDS    end after so long
      replay FILE          print what would be recognized in a recording, as JSON
                           lines; no service needed; reads evemu, 'libinput record',
                           and 'getevent -lt' of Android; - is standard input
        --device DESC        take the description of the device from another file;
                           getevent has none, a phone is assumed
      record [NODE]        record a touch device in evemu format until interrupted;
                           NODE may be left out where there is only one
        -o FILE              write to FILE instead of standard output
        --anonymous          shift each touch by a random vector and leave out where
                             the device is plugged in, for a file to be passed on
        --service            have the service record, also what it grabs; NODE is the
                             id or name of a device then

    For root, the user that the service runs as, and for whom the configuration says
    'control = yes':
      transform DEVICE     say how a device is mounted, until the service ends
        --rotation N         clockwise, as the person sees it: 0, 90, 180, 270
        --mirror WORD        none, horizontal (left and right) or vertical
        --output NAME        the display it belongs to, e.g. HDMI-A-1
      grab DEVICE          keep its events from all other programs, until the
                           service ends
      release DEVICE       let them have its events
      lock                 swallow all touches, so that a screen can be cleaned, and
                           wait until they are free
        --until GESTURES     when one of these is recognized, e.g. longPress/2
        --for SECONDS        after so long, 1 to 86400
      unlock               set touches free
      pause                recognize nothing, and leave all touches to other
                           programs, until 'resume' or until the service ends
      resume               recognize gestures again
      reload               read the configuration anew
      pulse [N]            make the haptic device pulse, 1 to 10 times

    What to recognize, for monitor and replay:
        --gestures LIST      e.g. press,tap,tap:2,longPress,drag,swipe/3: after ':'
                             the count of taps, after '/' the number of fingers
        --devices LIST       ids or names of devices
        --phases LIST        possible, began, changed, ended, cancelled
        --parameters JSON    the parameters of Subscribe, as org.gestured.Gestures
                             describes them

      --socket PATH        where the service listens, \(defaultSocket)
      --version            print the version
      --help               print this

    """

/// Runs the command that the command line names.
///
/// - Returns: the exit code: 0, 1 when it cannot be done, 2 when the command line is wrong.
func run() -> CInt {
    do throws(Failure) {
        try runCommand()
        return 0
    } catch {
        Output.error("gesturectl: \(error.message)")
        return error.code.rawValue
    }
}

private func runCommand() throws(Failure) {
    var socket = defaultSocket
    var words: [String] = []
    var all = ArgumentReader(commandLineWords())
    // What goes with every command may stand before and behind it.
    while let word = all.next() {
        switch word {
        case "--help", "-h":
            Output.write(help)
            return
        case "--version":
            Output.write("gesturectl \(version)\n")
            return
        case "--socket":
            socket = try all.value(of: word)
        default:
            words.append(word)
        }
    }
    var arguments = ArgumentReader(words)
    guard let command = arguments.next() else { throw .usage("no command given") }
    func plain(_ method: StaticString) throws(Failure) {
        try PlainControlCommand(&arguments, socket: socket, name: command, method: method).run()
    }
    switch command {
    case "status": try StatusCommand(&arguments, socket: socket).run()
    case "metrics": try MetricsCommand(&arguments, socket: socket).run()
    case "devices": try DevicesCommand(&arguments, socket: socket).run()
    case "doctor": return try DoctorCommand(&arguments, socket: socket).run()
    case "check-config": try CheckConfigurationCommand(&arguments).run()
    case "config": try ConfigurationCommand(&arguments, socket: socket).run()
    case "transform": try TransformCommand(&arguments, socket: socket).run()
    case "grab": try GrabCommand(&arguments, socket: socket, grab: true).run()
    case "release": try GrabCommand(&arguments, socket: socket, grab: false).run()
    case "lock": try LockCommand(&arguments, socket: socket).run()
    case "unlock": try plain("org.gestured.Control.Unlock")
    case "pause": try plain("org.gestured.Control.Pause")
    case "resume": try plain("org.gestured.Control.Resume")
    case "reload": try plain("org.gestured.Control.Reload")
    case "pulse": try PulseCommand(&arguments, socket: socket).run()
    case "monitor": try MonitorCommand(&arguments, socket: socket).run()
    case "replay": try ReplayCommand(&arguments).run()
    case "record": try RecordCommand(&arguments, socket: socket).run()
    default: throw .usage("unknown command '\(command)'")
    }
}

/// Hands out the words of the command line.
struct ArgumentReader {
    private let words: [String]
    private var index = 0

    init(_ words: [String]) { self.words = words }

    mutating func next() -> String? {
        guard index < words.count else { return nil }
        index += 1
        return words[index - 1]
    }

    /// Makes sure that nothing is left.
    mutating func end(of command: String) throws(Failure) {
        if let word = next() { throw .unknownArgument(word, of: command) }
    }

    mutating func value(of option: String) throws(Failure) -> String {
        guard let value = next() else { throw .usage("\(option) wants a value") }
        return value
    }

    mutating func number(of option: String) throws(Failure) -> Int {
        let text = try value(of: option)
        guard let number = Int(text), 0...1_000_000_000 ~= number else {
            throw .usage("\(option) wants a whole number, not '\(text)'")
        }
        return number
    }
}
