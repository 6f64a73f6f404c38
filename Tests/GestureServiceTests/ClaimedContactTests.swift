import GestureCore
import GestureProtocol
import TestSupport
import Testing

@testable import GestureService

/// The contacts that the gestures of all subscriptions claim.
@Suite struct ClaimedContactTests {
    private let hub = GestureHub()

    private func subscribe(_ kind: GestureKind, claims: Bool = true, phases: [GesturePhase]? = nil) {
        var pattern = GesturePattern(kind)
        pattern.claims = claims
        let options = GestureOptions(
            gestures: GestureSet(selection: GestureSelection(), compositions: [Composition(.gesture(pattern))]))
        hub.add(
            Subscriber(
                CompiledSubscription(options: options, phases: phases), name: [],
                client: OutgoingQueue(fd: -1, limit: 1 << 20, attention: QueueAttention())))
    }

    /// Plays a script, and takes the claims after each step.
    ///
    /// - Returns: the numbers of the contacts for each step with claims.
    private func play(_ script: String) throws -> [[UInt64]] {
        var found: [[UInt64]] = []
        for step in try TouchScript(script).steps + [.wake(at: .distantFuture)] {
            hub.take(step)
            let taken = take()
            if !taken.isEmpty { found.append(taken) }
            hub.flush()
        }
        return found
    }

    private func take() -> [UInt64] {
        var contacts: [UInt64] = []
        hub.takeClaims { claim in
            #expect(claim.surface == Surface.screen.id)
            contacts.append(claim.contact.number)
        }
        return contacts
    }

    private static let drag = "0 down a 500,500; 20 move a by 40,0; 40 move a by 40,0; 60 up a"

    @Test func `claims are taken once, after the frame in which the gesture begins`() throws {
        subscribe(.drag)
        #expect(try play(Self.drag) == [[1]])
        #expect(take() == [])
    }

    @Test func `without claims there is nothing to take`() throws {
        subscribe(.drag, claims: false)
        #expect(try play(Self.drag) == [])
    }

    @Test func `a long press claims when time advances, without a frame`() throws {
        subscribe(.longPress)
        #expect(try play("0 down a 500,500; 600 wake; 601 wake; 1000 up a") == [[1]])
    }

    @Test func `a gesture claims even if its client does not want the phase`() throws {
        subscribe(.drag, phases: [.ended])
        #expect(try play(Self.drag) == [[1]])
    }

    @Test func `the claims of all subscriptions are taken together`() throws {
        subscribe(.longPress)
        subscribe(.drag, claims: false)
        subscribe(.drag)
        subscribe(.pinch)
        #expect(
            try play(
                "0 down a 500,500 b 600,500; 20 move a by -40,0 b by 90,0; 40 up a b; 1000 down c 500,500; 2000 up c")
                == [[1, 2, 1, 2], [3]])
    }

    @Test func `two clients with the same request share an engine, whose claims are taken once`() throws {
        subscribe(.drag)
        subscribe(.drag)
        #expect(hub.engines.count == 1)
        #expect(try play(Self.drag) == [[1]])
    }

    @Test func `equal gestures with and without claim have engines of their own`() throws {
        subscribe(.drag)
        subscribe(.drag, claims: false)
        #expect(hub.engines.count == 2)
        #expect(try play(Self.drag) == [[1]])
    }

    @Test func `claims that nobody takes are forgotten when events are sent`() throws {
        subscribe(.drag)
        for step in try TouchScript(Self.drag).steps { hub.play(step) }
        #expect(take() == [])
    }

    @Test func `touches that are locked or paused claim nothing`() throws {
        subscribe(.drag)
        hub.lockTouches(until: nil, end: nil, at: .milliseconds(0))
        #expect(try play(Self.drag) == [])
        hub.unlockTouches()
        hub.pause(at: .milliseconds(100))
        #expect(try play("1000 down a 500,500; 1020 move a by 40,0; 1060 up a") == [])
    }
}
