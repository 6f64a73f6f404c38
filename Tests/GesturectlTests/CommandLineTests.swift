import Foundation
import GestureActions
import GestureProtocol
import Terminal
import Testing

@testable import gesturectl

/// getopt_long(3) keeps its state in globals, so these tests do not run in parallel.
@Suite(.serialized) struct CommandLineTests {
    private func invocation(_ words: String...) throws -> (name: String, Invocation) {
        guard case .run(let command, let invocation) = try CommandLineParser.parse(words) else {
            throw Failure.failed("no command is run")
        }
        return ("\(command.name)", invocation)
    }

    private func message(_ words: String...) -> String? {
        do throws(Failure) {
            _ = try CommandLineParser.parse(words)
            return nil
        } catch {
            return error.code == .usage ? error.message : nil
        }
    }

    @Test(arguments: [
        ["monitor", "--count", "3"], ["monitor", "--count=3"], ["monitor", "--count", "2", "--count", "3"],
        ["--socket", "/s", "monitor", "--count=3"], ["monitor", "--count=3", "--"],
    ])
    func `a value follows an option or an equals sign, and a later one overrides an earlier one`(
        words: [String]
    ) throws {
        guard case .run(let command, let invocation) = try CommandLineParser.parse(words) else {
            Issue.record("no command is run")
            return
        }
        #expect(command.name == "monitor")
        #expect(try invocation.number(of: MonitorCommand.count) == 3)
        #expect(!invocation.has(MonitorCommand.json))
    }

    @Test func `options stand before or after arguments`() throws {
        for words in [
            ["grab", "Phone", "--socket", "/s"], ["--socket=/s", "grab", "Phone"], ["grab", "--socket=/s", "Phone"],
        ] {
            guard case .run(_, let invocation) = try CommandLineParser.parse(words) else {
                Issue.record("no command is run")
                return
            }
            #expect(invocation.socket == "/s")
            #expect(invocation.arguments == ["Phone"])
        }
    }

    @Test func `words after two dashes are arguments`() throws {
        #expect(try invocation("check-config", "--", "--config").1.arguments == ["--config"])
        #expect(try invocation("--", "check-config", "--", "-x").1.arguments == ["-x"])
        #expect(
            message("status", "--", "--json") == "status: unexpected argument '--json'; see 'gesturectl help status'")
    }

    @Test func `a single dash is an argument, and an argument can be empty`() throws {
        #expect(try invocation("replay", "-").1.arguments == ["-"])
        #expect(try invocation("grab", "").1.arguments == [""])
    }

    @Test func `a value can begin with a dash or be empty`() throws {
        #expect(try invocation("monitor", "--devices", "-x").1.value(of: RequestOptions.devices) == "-x")
        #expect(try invocation("monitor", "--devices=").1.value(of: RequestOptions.devices) == "")
        #expect(try invocation("record", "-ofile").1.value(of: RecordCommand.file) == "file")
    }

    @Test func `help and version win over missing arguments`() throws {
        for words in [["transform", "--help"], ["--help", "transform"], ["-h", "transform"], ["transform", "-h"]] {
            guard case .help(let command?) = try CommandLineParser.parse(words) else {
                Issue.record("\(words): no help of a command")
                continue
            }
            #expect(command.name == "transform")
        }
        guard case .help(nil) = try CommandLineParser.parse(["--help"]) else {
            Issue.record("no help")
            return
        }
        guard case .version = try CommandLineParser.parse(["transform", "--version"]) else {
            Issue.record("no version")
            return
        }
    }

    @Test func `errors name the command, the word and the nearest known one`() {
        #expect(message() == "a command is required; see 'gesturectl --help'")
        #expect(
            message("moniter") == "unknown command 'moniter' (did you mean 'monitor'?); see 'gesturectl --help'")
        #expect(message("wink") == "unknown command 'wink'; see 'gesturectl --help'")
        #expect(message("--sokcet") == "unknown option '--sokcet' (did you mean '--socket'?); see 'gesturectl --help'")
        #expect(
            message("monitor", "--gestrues=tap")
                == "monitor: unknown option '--gestrues=tap' (did you mean '--gestures'?); see 'gesturectl help monitor'"
        )
        #expect(message("record", "-x") == "record: unknown option '-x'; see 'gesturectl help record'")
        #expect(message("monitor", "--count") == "monitor: --count requires a value; see 'gesturectl help monitor'")
        #expect(message("record", "-o") == "record: -o requires a value; see 'gesturectl help record'")
        #expect(
            message("status", "--json=1") == "status: --json=1: the option takes no value; see 'gesturectl help status'"
        )
        #expect(message("grab", "a", "b") == "grab: unexpected argument 'b'; see 'gesturectl help grab'")
        #expect(message("learn")?.hasPrefix("learn: NAME is required: ") == true)
    }

    @Test func `rejects a value that is not a whole number`() throws {
        for word in ["many", "-1", "1.5", "", "1000000001"] {
            let (_, invocation) = try invocation("monitor", "--count", word)
            #expect(throws: Failure.usage("--count requires a whole number, not '\(word)'")) {
                try invocation.number(of: MonitorCommand.count)
            }
        }
    }

    /// The command lines of the examples, up to a pipe or a redirection.
    @Test func `the example of each command is a command line of it`() throws {
        for command in Command.all {
            let all = try CommandWords(command.example.utf8).words.map { String(decoding: $0, as: UTF8.self) }
            var words = Array(all.prefix { $0 != "|" && $0 != ">" })
            if words.first == "sudo" { words.removeFirst() }
            #expect(words.removeFirst() == "gesturectl")
            #expect(words.first == "\(command.name)")
            guard case .run = try CommandLineParser.parse(words) else {
                Issue.record("\(command.example) does not run")
                continue
            }
        }
    }
}

@Suite struct CommandTableTests {
    @Test func `names of commands differ, and so do the options of one command`() {
        #expect(Set(Command.all.map { $0.name }).count == Command.all.count)
        for command in Command.all {
            let names = (command.options + Option.global).flatMap { [$0.name, $0.short].compactMap { $0 } }
            #expect(Set(names).count == names.count, "\(command.name)")
        }
    }

    @Test func `optional arguments follow required ones`() {
        for command in Command.all {
            let required = command.arguments.map { $0.isRequired }
            #expect(required == required.sorted { $0 && !$1 }, "\(command.name)")
        }
    }

    @Test func `no line of the help is longer than 80 columns`() {
        for text in [HelpText.overview] + Command.all.map({ HelpText.text(of: $0) }) {
            for line in text.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
        }
    }
}

/// The options and the synopsis of each command in gesturectl(1).
@Suite struct ManualPageTests {
    private static let page = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "man/gesturectl.1.scd")

    /// Returns a line of the page without scdoc markup.
    private func plain(_ line: Substring) -> String { String(line.filter { !"*_\t".contains($0) }) }

    @Test func `the page has every command with its arguments, and every option with its value`() throws {
        var described: [String: Set<String>] = [:]
        var commands: [String] = []
        for line in try String(contentsOf: Self.page, encoding: .utf8).split(separator: "\n") {
            if line.hasPrefix("# GESTURE OPTIONS") {
                commands = Command.all.filter { $0.options.contains { $0.name == "--devices" } }.map(synopsis)
            } else if line.hasPrefix("# ") {
                commands = line == "# DESCRIPTION" ? ["gesturectl"] : []
            } else if let match = line.wholeMatch(of: /\*([a-z][a-z-]*)\*( \[?_[A-Z]+_\]?)*/) {
                commands = [plain(match.0)]
                described[commands[0]] = []
            } else if line.wholeMatch(of: /\t*(\*-[a-z]\*, )?\*-[a-z-]+\*( _[A-Z]+_)?/) != nil {
                for command in commands { described[command, default: []].insert(plain(line)) }
            }
        }
        var expected = ["gesturectl": Set(Option.global.map { $0.synopsis })]
        for command in Command.all { expected[synopsis(command)] = Set(command.options.map { $0.synopsis }) }
        #expect(described == expected)
    }

    private func synopsis(_ command: Command) -> String {
        (["\(command.name)"] + command.arguments.map { $0.synopsis }).joined(separator: " ")
    }
}
