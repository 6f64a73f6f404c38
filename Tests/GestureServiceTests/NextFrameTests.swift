import Foundation
import GestureCore
import Testing
import TouchDevices

@testable import GestureService

/// Which frames are marked as part of a touch that wakes the display.
@Suite final class NextFrameTests {
    private let backlight = FileManager.default.temporaryDirectory.appending(path: "backlight-\(UUID())")
    private var next = NextFrame(on: SurfaceID(1))

    init() throws {
        try FileManager.default.createDirectory(at: backlight, withIntermediateDirectories: true)
        next.power = DisplayPower([], backlights: [backlight.path])
        try setDark(true)
    }

    deinit { try? FileManager.default.removeItem(at: backlight) }

    private func setDark(_ isDark: Bool) throws {
        try Data((isDark ? "4\n" : "0\n").utf8).write(to: backlight.appending(path: "bl_power"))
    }

    /// Reads and marks a frame with one change.
    ///
    /// - Returns: whether it is marked.
    private func frame(
        _ action: ContactChange.Action, _ contact: UInt64 = 1, leaves contactsDown: Int, isWithheld: Bool = false
    ) -> Bool {
        next.frame.changes = [ContactChange(ContactID(contact), action, at: Vector(x: 100, y: 100))]
        next.isRead = true
        next.mark(isWithheld: isWithheld, contactsDown: contactsDown)
        return next.frame.isWaking
    }

    @Test func `a touch on a dark display wakes it until the last finger is lifted`() throws {
        #expect(frame(.down, leaves: 1))
        try setDark(false)
        #expect(frame(.move, leaves: 1))
        #expect(frame(.down, 2, leaves: 2))
        #expect(frame(.up, 1, leaves: 1))
        #expect(frame(.up, 2, leaves: 0))
        #expect(!frame(.down, 3, leaves: 1))
    }

    @Test func `a touch on a lit display is not marked, even if the display becomes dark`() throws {
        try setDark(false)
        #expect(!frame(.down, leaves: 1))
        try setDark(true)
        #expect(!frame(.move, leaves: 1))
        #expect(!frame(.down, 2, leaves: 2))
    }

    @Test func `nothing is marked if touches that wake the display are not swallowed`() {
        next.power = nil
        #expect(!frame(.down, leaves: 1))
    }

    @Test func `a touch that the filter withholds is marked as long as it is withheld`() throws {
        try setDark(false)
        #expect(frame(.down, leaves: 1, isWithheld: true))
        #expect(!frame(.move, leaves: 1))
        next.power = nil
        #expect(frame(.move, leaves: 1, isWithheld: true))
    }

    @Test func `after a reset no finger is down, and no frame is read`() throws {
        #expect(frame(.down, leaves: 1))
        try setDark(false)
        next.reset()
        #expect(!next.isRead)
        #expect(!frame(.down, 2, leaves: 1))
    }
}
