import GestureClient
import GestureClientTesting
import Testing

/// When states follow a gesture, and return to their initial values.
struct StateTests {
    let program = Program()
    let offset = GestureState(wrappedValue: 0.0)
    static let begin = "0 down a 100,100; 20 move a by 40,0"

    private var drag: some Gesture<DragGesture.Value> {
        DragGesture().updating(offset) { drag, offset, _ in offset = drag.translation.x }
    }

    @Test(arguments: ["0 up a", "0 cancel a", "0 unplug"])
    func `a state returns when the gesture ends or is cancelled`(end: String) async throws {
        try program.client.attach(drag)
        try await program.touches.play(Self.begin)
        #expect(offset.wrappedValue == 20)
        try await program.touches.play("0 move a by 10,0")
        #expect(offset.wrappedValue == 30)
        try await program.touches.play(end)
        #expect(offset.wrappedValue == 0)
    }

    @Test func `a state returns when the gesture is detached`() async throws {
        let attachment = try program.client.attach(drag)
        try await program.touches.play(Self.begin)
        #expect(offset.wrappedValue == 20)
        attachment.cancel()
        try await program.touches.play("0 move a by 10,0")
        #expect(offset.wrappedValue == 0)
    }

    @Test func `a state returns when the connection is lost`() async throws {
        try program.client.attach(drag)
        try await program.touches.play(Self.begin)
        #expect(offset.wrappedValue == 20)
        await program.touches.disconnect()
        #expect(offset.wrappedValue == 0)
        await program.touches.reconnect()
        try await program.touches.play("0 move a by 10,0; 20 up a; 100 down b 100,100; 120 move b by 50,0")
        #expect(offset.wrappedValue == 30)
    }

    @Test func `a state returns when the loop is left`() async throws {
        let task = Task { [client = program.client, drag] in
            for try await event in client.events(of: drag) {
                if case .changed = event { break }
            }
        }
        try await program.touches.play(Self.begin)
        #expect(offset.wrappedValue == 20)
        try await program.touches.play("0 move a by 10,0")
        try await task.value
        #expect(offset.wrappedValue == 0)
    }

    @Test func `a state returns when the task is cancelled`() async throws {
        let task = Task { [client = program.client, drag] in for try await _ in client.events(of: drag) {} }
        try await program.touches.play(Self.begin)
        #expect(offset.wrappedValue == 20)
        task.cancel()
        try await task.value
        #expect(offset.wrappedValue == 0)
    }

    @Test func `a state returns after all callbacks of the step`() async throws {
        let output = program.output
        try program.client.attach(
            drag.onEnded { [offset] _ in output.write("ended at \(offset.wrappedValue)") })
        try await program.touches.play("\(Self.begin); 40 up a")
        #expect(program.lines() == ["ended at 20.0"])
        #expect(offset.wrappedValue == 0)
    }

    @Test func `a state of a member follows the member alone`() async throws {
        let isResting = GestureState(wrappedValue: false)
        try program.client.attach(
            LongPressGesture().updating(isResting) { _, isResting, _ in isResting = true }.sequenced(before: drag))
        try await program.touches.play("0 down a 100,100; 700 move a by 40,0")
        #expect(isResting.wrappedValue)
        #expect(offset.wrappedValue == 20)
        try await program.touches.play("0 up a")
        #expect(!isResting.wrappedValue)
        #expect(offset.wrappedValue == 0)
    }

    @Test func `a sequence that waits for its second gesture leaves no state set`() async throws {
        let isMoving = GestureState(wrappedValue: false)
        try program.client.attach(
            LongPressGesture().sequenced(before: DragGesture()).updating(isMoving) { _, isMoving, _ in isMoving = true }
        )
        try await program.touches.play("0 down a 100,100; 700 move a by 1,0")
        #expect(isMoving.wrappedValue)
        try await program.touches.play("0 up a")
        #expect(!isMoving.wrappedValue)
    }

    @Test func `a state returns with the last of several gestures`() async throws {
        let touching = GestureState(wrappedValue: false)
        try program.client.attach(TouchGesture().updating(touching) { _, touching, _ in touching = true })
        try await program.touches.play("0 down a 100,100 b 200,100; 50 up a")
        #expect(touching.wrappedValue)
        try await program.touches.play("0 up b")
        #expect(!touching.wrappedValue)
    }

    @Test func `a state returns when a finger joins that the gesture does not allow`() async throws {
        let one = GestureState(wrappedValue: false)
        try program.client.attach(DragGesture(fingers: 1).updating(one) { _, one, _ in one = true })
        try program.client.attach(drag)
        try await program.touches.play(Self.begin)
        #expect(one.wrappedValue && offset.wrappedValue == 20)
        try await program.touches.play(
            "0 down b 300,100; 20 move a by 10,0 b by 10,0; 40 move a by 10,0 b by 10,0; 60 up all")
        #expect(!one.wrappedValue && offset.wrappedValue == 0)
    }

    @Test func `changes carry the transaction of the update`() async throws {
        let animated = GestureState(wrappedValue: 0.0, resetTransaction: Transaction(animation: .easeOut))
        try program.client.attach(
            DragGesture().updating(animated) { drag, offset, transaction in
                offset = drag.translation.x
                transaction.animation = .linear
            })
        var changes = animated.updates.makeAsyncIterator()
        #expect(await changes.next()?.value == 0)
        try await program.touches.play(Self.begin)
        let change = await changes.next()
        #expect(change?.value == 20 && change?.transaction.animation == .linear)
        try await program.touches.play("0 up a")
        let reset = await changes.next()
        #expect(reset?.value == 0 && reset?.transaction.animation == .easeOut)
    }

    @Test func `a gesture that is attached where animations are disabled changes states without`() async throws {
        let plain = GestureState(wrappedValue: 0.0, resetTransaction: Transaction(animation: .easeOut))
        try withTransaction(\.disablesAnimations, true) {
            _ = try program.client.attach(
                DragGesture().updating(plain) { drag, offset, transaction in
                    offset = drag.translation.x
                    transaction.animation = .linear
                })
        }
        var changes = plain.updates.makeAsyncIterator()
        _ = await changes.next()
        try await program.touches.play(Self.begin)
        let change = await changes.next()
        #expect(change?.value == 20 && change?.transaction.animation == nil)
        try await program.touches.play("0 up a")
        let reset = await changes.next()
        #expect(reset?.value == 0 && reset?.transaction.animation == nil)
    }
}
