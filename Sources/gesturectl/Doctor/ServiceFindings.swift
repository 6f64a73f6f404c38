/// What is to be said of the service: by systemd, where that can be asked, and by itself.
struct ServiceFindings {
    /// What came of asking it.
    enum Answer: Equatable {
        case status(ServiceStatus)
        /// Nobody listens at the socket.
        case refused
        /// The socket is not there or not for us, which is told of the socket.
        case noSocket
        case failed(reason: String)
    }

    var answer: Answer
    /// Of this program.
    var version: String
    /// What systemd says of the installed service; nil where it cannot be asked, or that is not the one that is asked.
    var units: Units?
    /// Where it listens, if that is not where the installed service does.
    var socket: String?

    /// As systemd has them.
    struct Units: Equatable {
        var service: Unit
        var socket: Unit
        /// As whom the service runs.
        var user: String
        /// Whether there is such a user.
        var hasUser = true
        /// What the service ended with last.
        var exitStatus: Int32 = 0
        /// Its process; 0 if it does not run.
        var mainPID: Int32 = 0
    }

    /// The words that systemd has for a unit.
    struct Unit: Equatable {
        /// e.g. `loaded`, `not-found`
        var load: String
        /// e.g. `active`, `inactive`, `failed`
        var active: String
        /// e.g. `enabled`, `disabled`, `static`
        var file: String
    }

    var all: [Finding] {
        let told = units.map { findings(of: $0) } ?? []
        if case .status = answer { return told + answerFindings }
        // What systemd finds wrong is why nothing answers.
        return told.contains { $0.level == .problem } ? told : told + answerFindings
    }

    private func findings(of units: Units) -> [Finding] {
        guard !same(units.service.load, "not-found"), !same(units.socket.load, "not-found") else {
            return [
                .problem(
                    "gestured is not installed for systemd: it has no gestured.service or no gestured.socket",
                    "'sudo make install', then 'sudo systemctl daemon-reload'")
            ]
        }
        var findings: [Finding] = []
        if !units.hasUser {
            findings.append(
                .problem("there is no user \(units.user), as whom the service runs", "sudo systemd-sysusers"))
        }
        if same(units.service.active, "failed") {
            let status = units.exitStatus
            let meaning = status == 78 ? ": its configuration is wrong" : ""
            findings.append(
                .problem(
                    "gestured.service has failed, exit status \(status)\(meaning)",
                    "'journalctl -u gestured -n 20' tells why; then 'sudo systemctl restart gestured'"))
        } else {
            findings.append(.ok("gestured.service is \(units.service.active)"))
        }
        if !same(units.socket.active, "active") {
            findings.append(
                .problem(
                    "gestured.socket is \(units.socket.active): no client can connect",
                    "sudo systemctl enable --now gestured.socket"))
        } else if same(units.socket.file, "disabled") {
            findings.append(
                .note(
                    "gestured.socket is active, but will not be after the next start of the machine",
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
                    "nobody listens at the socket: the service does not run",
                    socket.map { "start it: gestured --socket '\($0)'" } ?? "sudo systemctl restart gestured")
            ]
        case .noSocket:
            return []
        case .failed(let reason):
            return [.problem("the service does not answer: \(reason)", "'journalctl -u gestured -n 20' may tell why")]
        }
    }

    private func findings(of status: ServiceStatus) -> [Finding] {
        var findings: [Finding] = []
        let text = "gestured \(status.version) answers, up \(duration(status.uptime))"
        if same(status.version, version) {
            findings.append(
                .ok("\(text), \(counted(status.clients, "client")), \(counted(status.frames, "frame")) read"))
        } else {
            findings.append(
                .problem(
                    "\(text), but this is gesturectl \(version)",
                    "install both from one build, then 'sudo systemctl restart gestured'"))
        }
        if status.isPaused {
            findings.append(.note("recognition is paused: clients get no gestures", "sudo gesturectl resume"))
        }
        if status.isLocked {
            findings.append(.note("touches are locked: nobody gets any", "sudo gesturectl unlock"))
        }
        if status.droppedClients > 0 {
            findings.append(
                .note(
                    "clients that did not read what they asked for: \(status.droppedClients), which were disconnected",
                    "'journalctl -u gestured' tells which; they have to read without waiting for anything else"))
        }
        if status.refusedClients > 0 {
            findings.append(
                .note(
                    "connections that were refused because there were as many as may be: \(status.refusedClients)",
                    "a program may open them and not close them; else raise connections or connections-per-user in",
                    "[limits] of gestured.conf"))
        }
        if let latency = status.latency {
            findings.append(
                latency.p99 > Self.longLatency
                    ? .note(
                        "latency: \(latency.text)",
                        "the machine is too busy for 1 in 100 touches to arrive within a picture; give the service more:",
                        "'sudo systemctl set-property gestured.service CPUWeight=1000'")
                    : .ok("latency: \(latency.text)"))
        }
        return findings
    }

    /// A picture of a display with 60 Hz, in µs.
    static let longLatency: Int64 = 16_667
}
