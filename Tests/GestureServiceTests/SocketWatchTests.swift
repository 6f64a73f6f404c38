import Foundation
import System
import Testing

@testable import GestureService

/// Which states of a client's socket the loop reports.
@Suite final class SocketWatchTests {
    private let loop: EventLoop
    private let near: CInt
    private var far: CInt

    init() throws {
        loop = try EventLoop()
        var ends: [CInt] = [0, 0]
        guard unsafe socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &ends) == 0 else {
            throw CocoaError(.fileNoSuchFile)
        }
        (near, far) = (ends[0], ends[1])
    }

    deinit {
        close(near)
        hangUp()
    }

    private func hangUp() {
        if far >= 0 { close(far) }
        far = -1
    }

    private func sendByte() { _ = unsafe send(far, [1], 1, 0) }

    /// Returns what the loop reports now; nil if nothing.
    private func reported() throws -> Readiness? {
        let event: ServiceEvent? = try loop.wait(until: nil, blocks: false)
        if let event { #expect(event.source == .client && event.fd == near) }
        return event?.readiness
    }

    @Test func `a new watch reports nothing, not even that the client hangs up`() throws {
        let watch = SocketWatch(loop, fd: near)
        sendByte()
        hangUp()
        #expect(try reported() == nil)
        withExtendedLifetime(watch) {}
    }

    @Test func `a watch that waits for nothing begins with the first state that is wanted`() throws {
        var watch = SocketWatch(loop, fd: near)
        sendByte()
        watch.change(to: [])
        hangUp()
        #expect(try reported() == nil)
        watch.change(to: .readable)
        #expect(try reported()?.contains(.readable) == true)
    }

    @Test func `only the wanted state is reported`() throws {
        var watch = SocketWatch(loop, fd: near)
        try watch.begin(.readable)
        #expect(try reported() == nil)
        watch.change(to: .writable)
        sendByte()
        #expect(try reported() == .writable)
        watch.change(to: .readable)
        #expect(try reported() == .readable)
        watch.change(to: [])
        #expect(try reported() == nil)
    }

    @Test func `once begun, a watch reports a hang-up whatever is wanted`() throws {
        var watch = SocketWatch(loop, fd: near)
        try watch.begin(.readable)
        watch.change(to: [])
        hangUp()
        #expect(try reported()?.isDisjoint(with: .hungUp) == false)
    }

    @Test func `a watch that has ended reports nothing`() throws {
        var watch = SocketWatch(loop, fd: near)
        try watch.begin(.readable)
        sendByte()
        watch.end()
        #expect(try reported() == nil)
    }

    @Test func `a socket that cannot be watched is an error`() throws {
        var watch = SocketWatch(loop, fd: -1)
        var error: LoopError?
        do throws(LoopError) { try watch.begin(.readable) } catch let failure { error = failure }
        #expect(error == LoopError(errno: EBADF))
    }
}
