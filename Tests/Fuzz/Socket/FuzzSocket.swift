import FuzzSupport
import GestureProtocol
import TestSupport

@testable import GestureService

/// Any bytes from any clients, while fingers go over the devices.
///
/// An input is a list of steps, each introduced by the byte 1 and one that says what it is:
///
/// | byte        | step                                                                            |
/// |-------------|---------------------------------------------------------------------------------|
/// | `0` … `3`   | this client sends the bytes that follow; 2 stands for the name of the last subscription |
/// | `r` and `0` … `3` | this client reads what there is for it                                    |
/// | `c` and `0` … `3` | this client closes its connection                                         |
/// | `t`         | fingers do what the bytes that follow say                                       |
/// | `p`         | a device is unplugged, or plugged in again                                      |
@main
enum FuzzSocket {
    nonisolated(unsafe) private static let service = FuzzedService()

    static func main() {
        unsafe runFuzzer { bytes, count in
            var session = unsafe Session(FuzzSocket.service)
            for step in unsafe UnsafeBufferPointer(start: bytes, count: count).split(separator: 1) {
                session.take(step)
            }
            session.finish()
            return 0
        }
    }
}

/// What the clients of one input do.
private struct Session {
    private let service: FuzzedService
    private var hand: FuzzedHand
    private var clients: [FuzzedClient?]
    private let lowestFree: Int32

    init(_ service: FuzzedService) {
        self.service = service
        lowestFree = lowestFreeDescriptor()
        clients = Array(repeating: nil, count: FuzzedService.mostClients + 1)
        hand = FuzzedHand(service)
    }

    mutating func take(_ step: Slice<UnsafeBufferPointer<UInt8>>) {
        guard let verb = step.first else { return }
        let rest = step.dropFirst()
        switch verb {
        case UInt8(ascii: "r"): client(rest.first).read()
        case UInt8(ascii: "c"): leave(index(rest.first))
        case UInt8(ascii: "t"): for byte in rest { hand.act(byte) }
        case UInt8(ascii: "p"): hand.togglePlug()
        default: client(verb).send(withNames(rest))
        }
        service.run()
    }

    private func index(_ byte: UInt8?) -> Int { Int((byte ?? 0) &- UInt8(ascii: "0")) % clients.count }

    private mutating func client(_ byte: UInt8?) -> FuzzedClient {
        let index = index(byte)
        if let client = clients[index] { return client }
        let client = FuzzedClient(service)
        clients[index] = client
        return client
    }

    private mutating func leave(_ index: Int) {
        clients[index]?.close()
        clients[index] = nil
    }

    /// The text with the name of the last subscription where it is meant.
    private func withNames(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> [UInt8] {
        guard text.contains(2) else { return Array(text) }
        for client in clients { client?.read() }
        let name = clients.compactMap { $0?.subscription }.last ?? []
        return text.flatMap { $0 == 2 ? name : [$0] }
    }

    /// Every call has its answer, and nothing is left of the clients once they have gone.
    mutating func finish() {
        let open = clients.compactMap { $0 }
        service.settle(open)
        hand.leave()
        // A call that waited for that may lock them again.
        repeat {
            service.hub.unlockTouches()
            service.hub.resume()
            service.settle(open)
        } while service.hub.isLocked || service.hub.isPaused
        for client in open { client.check() }
        for index in clients.indices { leave(index) }
        service.run()
        demand(service.hub.engines.isEmpty, "a subscription outlives its connection")
        demand(service.hub.nextDeadline == nil, "something is awaited for nobody")
        service.checkServing()
        demand(lowestFreeDescriptor() == lowestFree, "a descriptor is left open")
    }
}
