import Diagnosis
import GestureConfiguration
import GestureProtocol
import System
import Terminal
import Text

extension Command {
    static var doctor: Command {
        Command(
            name: "doctor", topic: .service,
            options: [DoctorCommand.config],
            summary: "Find problems and suggest fixes.",
            details: """
                Checks the service, its socket, the configuration, the displays, every input device and the actions file. Works
                if the service does not run, opens no device and changes nothing. Root sees more. Exits with 1 if there is a problem.
                """,
            example: "sudo gesturectl doctor"
        ) { invocation throws(Failure) in try DoctorCommand(invocation).run() }
    }
}

/// `gesturectl doctor`: prints what is wrong.
struct DoctorCommand {
    static let config = Option(
        "--config", "FILE", .file, help: "Read FILE instead of \(ConfigurationFiles.defaultPath).")

    private let examination: Examination

    init(_ invocation: Invocation) {
        examination = Examination(socket: invocation.socket, configuration: invocation.value(of: Self.config))
    }

    /// - Throws: if there is a problem.
    func run() throws(Failure) {
        let findings = examination.findings()
        let problems = Int64(findings.count { $0.level == .problem })
        let notes = Int64(findings.count { $0.level == .note })
        let text =
            [Paragraph("", "gesturectl \(version) on Linux \(Self.kernel)")] + findings.flatMap { $0.paragraphs }
            + [Paragraph("", "\(counted(problems, "problem")), \(counted(notes, "note"))")]
        Console.write(text.rows(on: .current))
        if problems > 0 { throw .failed("\(counted(problems, "problem")) found") }
    }

    private static var kernel: String {
        let release = (try? contents(of: "/proc/sys/kernel/osrelease", limit: 4096)) ?? []
        return String(decoding: release.filter { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }
}
