internal import CLinux
import GestureConfiguration
import GestureCore
import GestureProtocol
import GestureService
import System
import Text
import TouchDecoding
import TouchRecordings

@main
struct Gestured {
    static func main() { exit(run()) }
}

/// The options of the command line.
struct Arguments {
    var configuration: String?
    var socket: String?
    var recording: String?
    var loops = false

    /// The options that require a value.
    static let withValue: [ByteString] = ["--config", "--socket", "--recording"]

    /// - Parameter name: one of ``withValue``.
    mutating func set(_ name: ByteString, _ value: String) {
        switch name {
        case "--config": configuration = value
        case "--socket": socket = value
        default: recording = value
        }
    }
}

private let help = """
    Usage: gestured [OPTION]...
    Recognizes touch gestures and publishes them on a Unix socket.

      --config FILE      read FILE instead of \(ConfigurationFiles.defaultPath)
      --socket PATH      listen on PATH instead of \(defaultSocket)
      --recording FILE   play a recording (evemu, libinput record, getevent -lt) instead
                         of reading devices, once a client subscribes
      --loop             play the recording again and again
      --version          print the version
      --help             print this

    Watch gestures with 'gesturectl monitor'.
    """

/// Parses the command line, and runs the service.
///
/// - Returns: the exit code: 0 after a signal to stop, 1 if the service cannot run, 2 if the command line has an error, 78 if the
///   configuration has errors.
func run() -> CInt {
    var arguments = Arguments()
    var words = commandLineWords()[...]
    while let word = words.popFirst() {
        switch ByteString(word) {
        case "--help", "-h":
            print(help)
            return 0
        case "--version":
            print("gestured \(version)")
            return 0
        case "--loop":
            arguments.loops = true
        default:
            // `--option value` or `--option=value`. getopt_long would keep 64 kB of libc resident.
            let equals = word.utf8.firstIndex(of: UInt8(ascii: "=")) ?? word.endIndex
            let name = ByteString(word.utf8[..<equals])
            guard Arguments.withValue.contains(name) else { return refuse("unknown argument '\(word)'") }
            let inline = equals == word.endIndex ? nil : String(word[word.utf8.index(after: equals)...])
            guard let value = inline ?? words.popFirst() else { return refuse("\(name) requires a value") }
            arguments.set(name, value)
        }
    }
    if arguments.loops, arguments.recording == nil { return refuse("--loop requires --recording") }
    linux_ignore_broken_pipes()
    do throws(ServiceError) {
        return try serve(arguments)
    } catch {
        for message in error.messages { Log.error(message) }
        return error.exitCode
    }
}

private func refuse(_ reason: String) -> CInt {
    Log.error("\(reason); see 'gestured --help'")
    return 2
}

private func serve(_ arguments: Arguments) throws(ServiceError) -> CInt {
    let path = arguments.configuration
    let configuration: Configuration
    do throws(ConfigurationError) {
        configuration = try ConfigurationFiles(path: path).configuration
    } catch {
        throw .wrongConfiguration(error)
    }
    let source = try openSource(arguments, configuration)
    let socket = try listen(arguments.socket)
    let service = try Service(source, listener: socket.fd, configuration: configuration) {
        () throws(ConfigurationError) in try ConfigurationFiles(path: path).configuration
    }
    return service.run()
}

private func openSource(_ arguments: Arguments, _ configuration: Configuration) throws(ServiceError) -> Service.Source {
    guard let path = arguments.recording else { return .devices }
    do throws(RecordingFileError) {
        let device = try RecordedDevice(path: path) { device, _ in configuration.options(of: device).setup() }
        return .recording(device, path: path, loops: arguments.loops)
    } catch {
        throw ServiceError(message: error.message)
    }
}

private func listen(_ path: String?) throws(ServiceError) -> ListeningSocket {
    do throws(SocketError) {
        if path == nil, let socket = try ListeningSocket.inherited() { return socket }
        return try ListeningSocket(path: path ?? defaultSocket)
    } catch {
        throw ServiceError(message: error.message)
    }
}
