import GestureCore
import GestureProtocol
import ServiceAccess
import Terminal
import Text

/// The findings about the service, from systemd and from the service itself.
struct ServiceFindings {
    /// The result of asking the service.
    enum Answer: Equatable {
        case status(StatusReport)
        /// No process listens on the socket.
        case refused
        /// The socket is missing or permission is denied, which ``SocketFindings`` reports.
        case noSocket
        case failed(reason: String)
    }

    var answer: Answer
    /// The version of this program.
    var version: ByteString
    /// The units of the installed service; nil if systemd is not available or another socket was specified.
    var units: Units?
    /// The socket, if it is not that of the installed service.
    var socket: String?
    var initSystem = InitSystem.systemd

    /// The state of both units.
    struct Units: Equatable {
        var service: Unit
        var socket: Unit
        /// The user that the service runs as.
        var user: String
        /// Whether the user exists.
        var hasUser = true
        /// The last exit status of the service.
        var exitStatus: Int32 = 0
        /// The process of the service; 0 if it does not run.
        var mainPID: Int32 = 0
    }

    /// The state of a unit, in systemd's words.
    struct Unit: Equatable {
        /// e.g. `loaded`, `not-found`
        var load: ByteString
        /// e.g. `active`, `inactive`, `failed`
        var active: ByteString
        /// e.g. `enabled`, `disabled`, `static`
        var file: ByteString
    }

    var all: [Finding] {
        let told = units.map { findings(of: $0) } ?? []
        if case .status = answer { return told + answerFindings }
        // A problem of a unit explains why the service does not reply.
        return told.contains { $0.level == .problem } ? told : told + answerFindings
    }

    private func findings(of units: Units) -> [Finding] {
        guard units.service.load != "not-found", units.socket.load != "not-found" else {
            return [
                .problem(
                    "systemd does not know gestured.service or gestured.socket",
                    "'sudo make install', then 'sudo systemctl daemon-reload'")
            ]
        }
        var findings: [Finding] = []
        if !units.hasUser {
            findings.append(
                .problem("the user \(units.user), which the service runs as, does not exist", "sudo systemd-sysusers"))
        }
        if units.service.active == "failed" {
            let status = units.exitStatus
            let meaning = status == 78 ? ": the configuration is invalid" : ""
            findings.append(
                .problem(
                    "gestured.service has failed, exit status \(status)\(meaning)",
                    "see \(initSystem.log), then run \(initSystem.restart)"))
        } else {
            findings.append(.ok("gestured.service is \(units.service.active)"))
        }
        if units.socket.active != "active" {
            findings.append(
                .problem(
                    "gestured.socket is \(units.socket.active): no client can connect",
                    "run \(initSystem.start)"))
        } else if units.socket.file == "disabled" {
            findings.append(
                .note(
                    "gestured.socket is active, but not enabled: it will not start at boot",
                    "sudo systemctl enable gestured.socket"))
        }
        return findings
    }

    private var answerFindings: [Finding] {
        switch answer {
        case .status(let status):
            return findings(of: status)
        case .refused:
            return [
                .problem(
                    "no process listens on the socket: the service is not running",
                    socket.map { "start it: gestured --socket '\($0)'" } ?? "run \(initSystem.restart)")
            ]
        case .noSocket:
            return []
        case .failed(let reason):
            return [.problem("the service does not reply: \(reason)", "see \(initSystem.log)")]
        }
    }

    private func findings(of status: StatusReport) -> [Finding] {
        var findings: [Finding] = []
        let text = "gestured \(status.version) is running, up \(duration(status.uptime.microseconds))"
        if status.version == version {
            findings.append(
                .ok(
                    "\(text), \(counted(Int64(status.clients), "client")), \(counted(Int64(clamping: status.frames), "frame")) read"
                ))
        } else {
            findings.append(
                .problem(
                    "\(text), but this is gesturectl \(version)",
                    "install both programs from the same build, then run \(initSystem.restart)"))
        }
        if status.isPaused {
            findings.append(.note("recognition is paused: clients get no gestures", "sudo gesturectl resume"))
        }
        if status.isLocked {
            findings.append(.note("touches are locked: no program gets them", "sudo gesturectl unlock"))
        }
        if status.droppedClients > 0 {
            findings.append(
                .note(
                    "\(counted(Int64(clamping: status.droppedClients), "client")) did not read their events and were disconnected",
                    "the log names them; a client must read continuously: see \(initSystem.log)"))
        }
        if status.refusedClients > 0 {
            findings.append(
                .note(
                    "\(counted(Int64(clamping: status.refusedClients), "connection")) refused because a limit was reached",
                    "if no program leaves connections open, raise connections or connections-per-user in",
                    "[limits] of gestured.conf"))
        }
        if let latency = status.latency, let text = latency.text {
            findings.append(
                latency.p99 > Self.longLatency
                    ? .note(
                        "latency: \(text)",
                        "1 in 100 touches arrives more than one frame of the display late; give the service more CPU time:",
                        initSystem.prefer)
                    : .ok("latency: \(text)"))
        }
        return findings
    }

    /// One frame of a display with 60 Hz, in µs.
    static let longLatency: Int64 = 16_667
}
