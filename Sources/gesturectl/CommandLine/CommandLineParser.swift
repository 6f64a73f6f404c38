internal import CLinux
import GestureProtocol
import Terminal
import Text

/// What the command line asks for.
enum ParsedCommandLine {
    case version
    /// The help of a command, or of all.
    case help(Command?)
    case run(Command, Invocation)
}

/// The options and arguments that a command is called with.
struct Invocation {
    fileprivate(set) var arguments: [String] = []
    /// In the order in which they were given.
    fileprivate var values: [(option: ByteString, value: String)] = []

    /// The path of the service's socket.
    var socket: String { value(of: .socket) ?? defaultSocket }

    func has(_ option: Option) -> Bool { values.contains { $0.option == option.name } }

    /// The value of an option. A later one overrides an earlier one.
    func value(of option: Option) -> String? { values.last { $0.option == option.name }?.value }

    func number(of option: Option) throws(Failure) -> Int? {
        guard let text = value(of: option) else { return nil }
        guard let number = Int(text), 0...1_000_000_000 ~= number else {
            throw .usage("\(option.name) requires a whole number, not '\(text)'")
        }
        return number
    }
}

/// Reads the words of the command line with getopt_long(3): `--option value` or `--option=value`, in any order with the arguments,
/// and `--` before arguments that begin with a dash.
struct CommandLineParser {
    private let words: [String]
    private var invocation = Invocation()
    private var wantsHelp = false
    private var wantsVersion = false

    static func parse(_ words: [String]) throws(Failure) -> ParsedCommandLine {
        var parser = CommandLineParser(words: words)
        let command: (Command, position: Int)?
        do throws(Failure) {
            command = try parser.command()
        } catch {
            throw .usage("\(error.message); see 'gesturectl --help'")
        }
        if let (command, position) = command {
            do throws(Failure) {
                try parser.readArguments(of: command, from: position + 1)
            } catch {
                throw error.in(command)
            }
        }
        if parser.wantsVersion { return .version }
        guard !parser.wantsHelp, let (command, _) = command else { return .help(command?.0) }
        return .run(command, parser.invocation)
    }

    private init(words: [String]) { self.words = words }

    /// Reads up to the command.
    ///
    /// - Returns: nil if help or the version is asked for without one.
    private mutating func command() throws(Failure) -> (Command, position: Int)? {
        guard let position = try readGlobalOptions() else {
            guard wantsVersion || wantsHelp else { throw .usage("a command is required") }
            return nil
        }
        let name = words[position]
        guard let command = Command.named(name) else {
            throw .usage("unknown command '\(name)'" + suggestion(for: name.utf8, among: Command.all.map { $0.name }))
        }
        return (command, position)
    }

    /// Reads the options before the command.
    ///
    /// - Returns: the position of the command; nil if there is none.
    private mutating func readGlobalOptions() throws(Failure) -> Int? {
        var options = OptionReader(words[...], Option.global)
        while let found = try options.next() {
            switch found {
            case .option(let option, let value): take(option, value)
            case .argument: return options.position - 1
            }
        }
        return nil
    }

    private mutating func readArguments(of command: Command, from position: Int) throws(Failure) {
        var options = OptionReader(words[position...], command.options + Option.global)
        while let found = try options.next() {
            switch found {
            case .option(let option, let value): take(option, value)
            case .argument(let word): invocation.arguments.append(word)
            }
        }
        if !wantsVersion, !wantsHelp { try checkArguments(of: command) }
    }

    private mutating func take(_ option: Option, _ value: String) {
        switch option.name {
        case Option.version.name: wantsVersion = true
        case Option.help.name: wantsHelp = true
        default: invocation.values.append((option.name, value))
        }
    }

    private func checkArguments(of command: Command) throws(Failure) {
        for (index, argument) in command.arguments.enumerated()
        where argument.isRequired && index >= invocation.arguments.count {
            throw .usage("\(argument.name) is required: \(argument.help)")
        }
        if invocation.arguments.count > command.arguments.count {
            throw .usage("unexpected argument '\(invocation.arguments[command.arguments.count])'")
        }
    }
}

/// Tells options from arguments.
private struct OptionReader {
    enum Found {
        /// The value is empty for a flag.
        case option(Option, String)
        case argument(String)
    }

    private let options: [Option]
    /// The index in `options` of each name that getopt_long knows.
    private var indices: [Int] = []

    init(_ words: ArraySlice<String>, _ options: [Option]) {
        self.options = options
        var names: [CChar] = []
        for (index, option) in options.enumerated() {
            for name in [option.name, option.short].compactMap({ $0 }) {
                indices.append(index)
                names += name.bytes.drop { $0 == UInt8(ascii: "-") }.map { CChar(bitPattern: $0) }
                if option.value != nil { names.append(CChar(bitPattern: UInt8(ascii: "="))) }
                names.append(0)
            }
        }
        var text: [CChar] = []
        for word in words { text += word.utf8.map { CChar(bitPattern: $0) } + [0] }
        _ = unsafe linux_start_options(CInt(words.count), text + [0], names + [0])
    }

    /// The number of words that were read.
    var position: Int { Int(linux_options_position()) }

    mutating func next() throws(Failure) -> Found? {
        var text: UnsafePointer<CChar>?
        let found = unsafe linux_next_option(&text)
        let word = unsafe text.map { unsafe String(cString: $0) } ?? ""
        switch found {
        case CInt(LINUX_OPTIONS_END): return nil
        case CInt(LINUX_OPTION_ARGUMENT): return .argument(word)
        case CInt(LINUX_OPTION_WITHOUT_VALUE): throw .usage("\(word) requires a value")
        case CInt(LINUX_OPTION_WITH_UNWANTED_VALUE): throw .usage("\(word): the option takes no value")
        case CInt(LINUX_OPTION_UNKNOWN):
            let name = word.utf8.prefix { $0 != UInt8(ascii: "=") }
            throw .usage("unknown option '\(word)'" + suggestion(for: name, among: options.map { $0.name }))
        default: return .option(options[indices[Int(found)]], word)
        }
    }
}
