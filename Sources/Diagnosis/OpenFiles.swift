internal import CLinux
import System
import Text

/// The input nodes that processes have open. Root sees all processes, other users their own.
struct OpenFiles {
    private var openings: [(path: ByteString, program: String)] = []

    /// - Parameters:
    ///   - proc: where procfs is mounted.
    ///   - service: the process of the service, which is omitted; 0 if unknown. Not its name, because any program can have the
    ///     name gestured.
    init(in proc: String = "/proc", except service: Int32) {
        for process in Self.names(in: proc) {
            guard let id = Int32(process), id != service else { continue }
            for descriptor in Self.names(in: "\(proc)/\(process)/fd") {
                guard let path = Self.link("\(proc)/\(process)/fd/\(descriptor)"),
                    path.utf8.starts(with: "/dev/input/event".utf8)
                else { continue }
                openings.append((ByteString(path), Self.program(process, in: proc)))
            }
        }
    }

    /// The programs other than the service that have a node open.
    func programs(of path: ByteString) -> [String] {
        var programs: [String] = []
        for opening in openings where opening.path == path {
            if !programs.contains(where: { ByteString($0) == ByteString(opening.program) }) {
                programs.append(opening.program)
            }
        }
        return programs
    }

    /// e.g. `sway (pid 812)`
    private static func program(_ process: String, in proc: String) -> String {
        let comm = (try? contents(of: "\(proc)/\(process)/comm", limit: 4096)) ?? []
        return String(decoding: printable(comm.filter { $0 != UInt8(ascii: "\n") }), as: UTF8.self)
            + " (pid \(process))"
    }

    /// The names in a folder; empty if it is not readable.
    private static func names(in path: String) -> [String] { (try? namesOfEntries(in: path)) ?? [] }

    private static func link(_ path: String) -> String? {
        var target = [UInt8](repeating: 0, count: 256)
        let count = unsafe target.withUnsafeMutableBytes { buffer in
            guard let start = buffer.baseAddress else { return -1 }
            return unsafe readlink(path, start.assumingMemoryBound(to: CChar.self), buffer.count)
        }
        return count < 0 ? nil : String(decoding: target.prefix(count), as: UTF8.self)
    }
}
