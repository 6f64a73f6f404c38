import GestureConfiguration
import GestureCore
import GestureProtocol
import Glibc
import System
import TestSupport

@testable import GestureService

/// The service's own socket and hub, with a clock and devices that are made up, and limits that are soon reached.
final class FuzzedService {
    /// One client less than there are in an input.
    static let mostClients = 3
    static let messageSize = 2048

    let hub = GestureHub()
    private let input = ManualInput()
    private let service: Service
    private let address: SocketAddress

    /// Advances only with what fingers do.
    var now: Instant {
        get { input.time ?? .distantPast }
        set { input.time = newValue }
    }

    init() {
        guard let loop = try? EventLoop(), let (listener, address) = SocketAddress.listen() else {
            fatalError("no socket to listen on: \(errno)")
        }
        var configuration = Configuration()
        configuration.limits.connections = Self.mostClients
        configuration.limits.connectionsPerUser = Self.mostClients
        configuration.limits.messageSize = Self.messageSize
        configuration.limits.queueSize = 16_384
        guard let server = try? SocketServer(loop, hub: hub, listener: listener, configuration: configuration) else {
            fatalError("no server")
        }
        input.time = EventLoop.now
        service = Service(loop, hub: hub, input: .manual(input), server: server) { configuration }
        self.address = address
        checkServing()
    }

    func connect() -> CInt {
        let fd = address.connect()
        demand(fd >= 0, "cannot connect: \(errno)")
        return fd
    }

    /// Lets the service do all that it can without waiting.
    func run() {
        // Fingers act on the hub directly.
        service.processTouches()
        while service.step() {}
    }

    /// The same, while the clients read, until all their calls are answered.
    func settle(_ clients: [FuzzedClient]) {
        let end = EventLoop.now + .milliseconds(2000)
        repeat {
            var isIdle: Bool
            repeat {
                run()
                isIdle = true
                for client in clients where client.read() { isIdle = false }
            } while !isIdle
        } while !clients.allSatisfy(\.isAnswered) && EventLoop.now < end
    }

    /// Demands that a client that comes now is the only one, and is served.
    func checkServing() {
        let client = FuzzedClient(self)
        client.send(Array("{\"method\":\"org.gestured.Gestures.GetStatus\"}\0".utf8))
        settle([client])
        client.check()
        let status = client.replies.first.flatMap { JSONDocument(Array($0))?.root["parameters"] }
        demand(
            status?["clients"]?.integer == 1 && status?["subscriptions"]?.integer == 0,
            "clients are left behind: \(client.replies)")
        client.close()
        run()
    }

    deinit { fatalError("the service serves all inputs") }
}

/// The address of a listening socket that no file is left of.
struct SocketAddress {
    private var address = sockaddr_un()
    private var length = socklen_t(MemoryLayout<sa_family_t>.size)

    private init() { address.sun_family = sa_family_t(AF_UNIX) }

    private static func socket() -> CInt {
        Glibc.socket(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0)
    }

    /// Listens on a name that the kernel finds, as it does when asked for none.
    static func listen() -> (listener: CInt, address: SocketAddress)? {
        var found = SocketAddress()
        let listener = socket()
        guard found.use({ bind(listener, $0, $1.pointee) }) == 0, Glibc.listen(listener, 64) == 0 else { return nil }
        found.length = socklen_t(MemoryLayout<sockaddr_un>.size)
        guard found.use({ getsockname(listener, $0, $1) }) == 0 else { return nil }
        return (listener, found)
    }

    /// A connection that does not block, or −1.
    func connect() -> CInt {
        let fd = Self.socket()
        var address = self
        return address.use({ Glibc.connect(fd, $0, $1.pointee) }) == 0 ? fd : -1
    }

    private mutating func use(
        _ body: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> CInt
    ) -> CInt {
        withUnsafeMutablePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, &length) }
        }
    }
}

/// The descriptor that would be opened next.
func lowestFreeDescriptor() -> CInt {
    let fd = dup(0)
    close(fd)
    return fd
}
