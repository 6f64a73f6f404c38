import Testing

@testable import GestureClient

@Suite struct TransactionTests {
    private enum Failure: Error { case expected }

    private let quiet: Transaction = {
        var transaction = Transaction()
        transaction.disablesAnimations = true
        return transaction
    }()

    @Test func `there is no animation by default`() {
        #expect(Transaction.current == Transaction())
        #expect(Transaction() == Transaction(animation: nil))
        #expect(Transaction().disablesAnimations == false)
    }

    @Test func `a transaction is current in its scope only`() {
        let result = withTransaction(Transaction(animation: .linear)) {
            #expect(Transaction.current == Transaction(animation: .linear))
            return 7
        }
        #expect(result == 7)
        #expect(Transaction.current == Transaction())
    }

    @Test func `the innermost transaction is current`() {
        withTransaction(Transaction(animation: .linear)) {
            withTransaction(Transaction(animation: .easeIn)) {
                #expect(Transaction.current.animation == .easeIn)
                withAnimation(nil) { #expect(Transaction.current.animation == nil) }
                #expect(Transaction.current.animation == .easeIn)
            }
            #expect(Transaction.current.animation == .linear)
        }
    }

    @Test func `withAnimation changes the animation, and has a default`() {
        withAnimation { #expect(Transaction.current == Transaction(animation: .default)) }
        withAnimation(.tap) { #expect(Transaction.current == Transaction(animation: .tap)) }
    }

    @Test func `a key path changes one property`() {
        withAnimation(.linear) {
            withTransaction(\.disablesAnimations, true) {
                #expect(Transaction.current.animation == .linear)
                #expect(Transaction.current.disablesAnimations)
            }
            #expect(Transaction.current == Transaction(animation: .linear))
        }
    }

    @Test func `errors keep their type and end the scope`() {
        do throws(Failure) {
            try withTransaction(quiet) { () throws(Failure) in
                #expect(Transaction.current == quiet)
                throw .expected
            }
            Issue.record("no error")
        } catch {
            #expect(error == .expected)
        }
        do throws(Failure) {
            try withAnimation { () throws(Failure) in throw .expected }
            Issue.record("no error")
        } catch {
            #expect(error == .expected)
        }
        #expect(Transaction.current == Transaction())
    }

    @Test func `an animation cannot be added while animations are disabled`() {
        withTransaction(quiet) {
            withAnimation(.linear) { #expect(Transaction.current == quiet) }
            withTransaction(Transaction(animation: .linear)) { #expect(Transaction.current == quiet) }
            withTransaction(\.disablesAnimations, false) { #expect(Transaction.current == quiet) }
        }
        withAnimation(.linear) { #expect(Transaction.current.animation == .linear) }
    }

    @Test func `a transaction that disables animations keeps its own`() {
        var transaction = Transaction(animation: .easeIn)
        transaction.disablesAnimations = true
        withTransaction(transaction) {
            withAnimation(.linear) { #expect(Transaction.current.animation == .easeIn) }
        }
    }

    @Test func `a transaction stays current across suspensions`() async {
        let result = await withAnimation(.linear) {
            await Task.yield()
            #expect(Transaction.current.animation == .linear)
            await withTransaction(Transaction(animation: .easeIn)) {
                await Task.yield()
                #expect(Transaction.current.animation == .easeIn)
            }
            await withTransaction(\.disablesAnimations, true) {
                await Task.yield()
                await withAnimation(.easeIn) {
                    await Task.yield()
                    #expect(Transaction.current.animation == .linear)
                }
            }
            #expect(Transaction.current.animation == .linear)
            return 7
        }
        #expect(result == 7)
        #expect(Transaction.current == Transaction())
    }

    @Test func `errors of asynchronous functions keep their type`() async {
        do throws(Failure) {
            try await withAnimation(.linear) { () async throws(Failure) in
                await Task.yield()
                throw .expected
            }
            Issue.record("no error")
        } catch {
            #expect(error == .expected)
        }
        #expect(Transaction.current == Transaction())
    }

    @Test func `child tasks inherit the transaction, detached tasks do not`() async {
        await withAnimation(.linear) {
            async let child = Transaction.current
            #expect(await child.animation == .linear)
            #expect(await Task { Transaction.current }.value.animation == .linear)
            #expect(await Task.detached { Transaction.current }.value == Transaction())
            await withTaskGroup { group in
                for animation in [Animation.easeIn, .easeOut] {
                    group.addTask {
                        #expect(Transaction.current.animation == .linear)
                        await withAnimation(animation) {
                            await Task.yield()
                            #expect(Transaction.current.animation == animation)
                        }
                    }
                }
            }
            #expect(Transaction.current.animation == .linear)
        }
    }

    @MainActor
    @Test func `asynchronous functions stay on the caller's actor`() async {
        var count = 0  // not Sendable: the compiler accepts it only on the same actor
        await withTransaction(Transaction(animation: .linear)) {
            MainActor.assertIsolated()
            await Task.yield()
            MainActor.assertIsolated()
            count += 1
        }
        await withAnimation {
            await Task.yield()
            MainActor.assertIsolated()
            count += 1
        }
        #expect(count == 2)
    }
}
