import System

/// The options of the command line.
struct Arguments {
    var configuration: String?
    var socket: String?
    var recording: String?
    var loops = false
    var wantsHelp = false
    var wantsVersion = false
    /// The first word that is not an option.
    var unexpected: String?

    private enum Option: Int, CaseIterable {
        case help, shortHelp, version, loop, configuration, socket, recording

        var name: String {
            switch self {
            case .help: "help"
            case .shortHelp: "h"
            case .version: "version"
            case .loop: "loop"
            case .configuration: "config="
            case .socket: "socket="
            case .recording: "recording="
            }
        }
    }

    init(_ words: [String]) throws(OptionError) {
        var options = OptionReader(words, names: Option.allCases.map { $0.name })
        while let found = try options.next() {
            switch found {
            case .argument(let word): unexpected = unexpected ?? word
            case .option(let index, let value):
                switch Option(rawValue: index) {
                case .help?, .shortHelp?: wantsHelp = true
                case .version?: wantsVersion = true
                case .loop?: loops = true
                case .configuration?: configuration = value
                case .socket?: socket = value
                case .recording?: recording = value
                case nil: break
                }
            }
        }
    }
}
