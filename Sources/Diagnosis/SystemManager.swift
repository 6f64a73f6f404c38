internal import CLinux
import ServiceAccess
import Text

/// Reads the state of the service's units from `systemctl show`.
enum SystemManager {
    /// The timeout of systemctl, in µs.
    private static let timeout: Int64 = 5_000_000
    /// The largest output, in bytes. Two units take about 200.
    private static let mostOutput = 16_384

    /// - Returns: nil if systemd does not run or does not reply.
    static func units() -> ServiceFindings.Units? {
        guard InitSystem.current == .systemd else { return nil }
        let command = [
            "systemctl", "show", "--property=LoadState,ActiveState,UnitFileState,User,ExecMainStatus,MainPID",
            "gestured.service", "gestured.socket",
        ]
        return output(of: command).flatMap { ServiceFindings.Units(systemctl: $0) }
    }

    /// Runs a program and reads what it prints.
    ///
    /// - Returns: nil if it cannot be started, fails, prints too much or takes too long.
    private static func output(of command: [String]) -> [UInt8]? {
        let words = command.reduce(into: [CChar]()) { $0 += $1.utf8.map { CChar(bitPattern: $0) } + [0] } + [0]
        var pipe: CInt = -1
        let child = unsafe linux_spawn(words, &pipe)
        guard child > 0 else { return nil }
        defer { close(pipe) }
        let end = linux_monotonic_microseconds() + timeout
        var text: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4096)
        while text.count <= mostOutput {
            let rest = max(0, (end - linux_monotonic_microseconds()) / 1000)
            guard linux_wait_readable(pipe, CInt(rest)) > 0 else { break }
            let count = unsafe chunk.withUnsafeMutableBytes { unsafe read(pipe, $0.baseAddress, $0.count) }
            if count == 0 { return linux_end_child(child, 0) == 0 ? text : nil }
            guard count > 0 else { break }
            text += chunk[..<count]
        }
        _ = linux_end_child(child, SIGKILL)
        return nil
    }
}

extension ServiceFindings.Units {
    /// Reads what `systemctl show` prints about the service and the socket: lines `Property=value`, an empty line between units.
    ///
    /// - Returns: nil if a property that every unit has is missing.
    init?(systemctl text: [UInt8]) {
        var units: [[ArraySlice<UInt8>]] = [[]]
        for line in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            if line.isEmpty { units.append([]) } else { units[units.count - 1].append(line) }
        }
        units.removeAll { $0.isEmpty }
        guard units.count == 2, let service = ServiceFindings.Unit(units[0]),
            let socket = ServiceFindings.Unit(units[1])
        else { return nil }
        let user = property("User", in: units[0]) ?? ""
        self.init(
            service: service, socket: socket, user: user.utf8.isEmpty ? "root" : user,
            exitStatus: number("ExecMainStatus", in: units[0]), mainPID: number("MainPID", in: units[0]))
    }
}

extension ServiceFindings.Unit {
    fileprivate init?(_ lines: [ArraySlice<UInt8>]) {
        guard let load = property("LoadState", in: lines), let active = property("ActiveState", in: lines),
            let file = property("UnitFileState", in: lines)
        else { return nil }
        self.init(load: ByteString(load), active: ByteString(active), file: ByteString(file))
    }
}

private func number(_ name: String, in lines: [ArraySlice<UInt8>]) -> Int32 {
    property(name, in: lines).flatMap { Int32($0) } ?? 0
}

private func property(_ name: String, in lines: [ArraySlice<UInt8>]) -> String? {
    let start = Array("\(name)=".utf8)
    guard let line = lines.first(where: { $0.starts(with: start) }) else { return nil }
    let value = String(decoding: line.dropFirst(start.count), as: UTF8.self)
    return String(decoding: printable(value), as: UTF8.self)
}
