import System

/// The states of a client's socket that the loop reports.
struct SocketWatch: ~Copyable {
    private let loop: EventLoop
    private let fd: CInt
    private var watch: DescriptorWatch?
    /// nil while the loop does not watch the socket, and does not report that the client hangs up either.
    private var watched: Readiness?

    /// Watches for nothing.
    init(_ loop: EventLoop, fd: CInt) {
        self.loop = loop
        self.fd = fd
    }

    /// Watches for something from now on.
    mutating func begin(_ wanted: Readiness) throws(LoopError) {
        watch = try DescriptorWatch(loop, fd: fd, as: .client, for: wanted)
        watched = wanted
    }

    /// Watches for something else from now on. If the loop does not watch the socket yet, it begins with the first state that is
    /// wanted.
    mutating func change(to wanted: Readiness) {
        guard wanted != watched, watched != nil || !wanted.isEmpty else { return }
        if watched == nil {
            watch = try? DescriptorWatch(loop, fd: fd, as: .client, for: wanted)
        } else {
            watch?.change(to: wanted)
        }
        watched = wanted
    }

    mutating func end() { watch = nil }
}
