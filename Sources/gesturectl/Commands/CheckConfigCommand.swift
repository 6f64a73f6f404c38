import Diagnosis
import GestureConfiguration
import GestureCore
import Terminal
import Text
import TouchDecoding

extension Command {
    static var checkConfig: Command {
        Command(
            name: "check-config", topic: .service,
            arguments: [Argument(name: "FILE", isRequired: false, help: "a configuration", completion: .file)],
            summary: "Check the configuration.",
            details: """
                Reads FILE (default: \(ConfigurationFiles.defaultPath)) and FILE.d/*.conf, and prints every error with its file, line and key. Needs
                no service.
                """,
            example: "gesturectl check-config ./gestured.conf"
        ) { invocation throws(Failure) in try CheckConfigCommand(invocation).run() }
    }
}

/// `gesturectl check-config`: checks the configuration as the service would read it.
struct CheckConfigCommand {
    private let path: String?

    init(_ invocation: Invocation) { path = invocation.arguments.first }

    func run() throws(Failure) {
        let files = try readConfiguration(path)
        if files.paths.isEmpty {
            Console.write("\(ConfigurationFiles.defaultPath) does not exist: all settings have their defaults\n")
        }
        // The caller can have more permissions than the service, which does not start if a file is not readable.
        if path == nil, let user = UserAccount.named("gestured") {
            let unreadable = files.unreadable(to: user)
            for path in unreadable {
                Console.error("\(path): not readable for the user gestured; run 'chmod a+rX \(path)'")
            }
            if !unreadable.isEmpty { throw .failed("the configuration is invalid") }
        }
        for path in files.paths { Console.write("\(String(decoding: printable(path), as: UTF8.self)): ok\n") }
        for denial in files.denialsByName {
            Console.error("\(denial.path):\(denial.line): note: \(denial.weakness); \(denial.remedy)")
        }
    }
}
