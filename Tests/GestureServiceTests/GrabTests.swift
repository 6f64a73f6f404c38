import Testing

@testable import GestureService

/// A grab that follows what is wanted.
@Suite struct GrabTests {
    private func grab(isWanted: Bool) -> Grab {
        var grab = Grab()
        grab.isWanted = isWanted
        return grab
    }

    @Test func `a new device is not grabbed, and has nothing to do`() {
        #expect(!Grab().isHeld && !Grab().isPending)
    }

    @Test func `a wanted grab is pending until it succeeds`() {
        var grab = grab(isWanted: true)
        #expect(grab.isPending && !grab.isHeld)
        grab.finish(succeeded: true)
        #expect(!grab.isPending && grab.isHeld)
    }

    @Test func `a grab that fails is wanted no longer`() {
        var grab = grab(isWanted: true)
        grab.finish(succeeded: false)
        #expect(grab == Grab())
    }

    @Test func `a release that fails leaves the device grabbed`() {
        var grab = grab(isWanted: true)
        grab.finish(succeeded: true)
        grab.isWanted = false
        grab.finish(succeeded: false)
        #expect(grab.isHeld && grab.isWanted && !grab.isPending)
    }

    @Test func `a postponed grab is pending again`() {
        var grab = grab(isWanted: true)
        grab.finish(succeeded: true)
        grab.postpone()
        #expect(grab == self.grab(isWanted: true) && grab.isPending)
    }
}
