import Foundation
import System
import Testing
import Text
import TouchDecoding

@testable import TouchDevices

/// Why nodes are not used, and what people are told.
@Suite struct OpeningTests {
    private static let missing = ByteString("/dev/input/no-such-node")
    /// Exists, and is no input device.
    private static let other = ByteString("/dev/null")

    @Test func `an evdev node that does not exist is missing`() {
        #expect(throws: EvdevError(path: Self.missing, errno: ENOENT, isMissing: true)) {
            _ = try EvdevDevice(path: Self.missing)
        }
    }

    @Test func `a node that is no input device is not missing`() {
        #expect(throws: EvdevError(path: Self.other, errno: ENOTTY)) { _ = try EvdevDevice(path: Self.other) }
    }

    @Test func `the state of a node that cannot be opened is unknown`() {
        #expect(throws: CloneError(errno: ENOENT)) { _ = try EvdevState(path: Self.missing) }
        #expect(throws: CloneError(errno: ENOTTY)) { _ = try EvdevState(path: Self.other) }
    }

    @Test func `a haptic device that does not exist is missing, and one without effects is refused`() {
        #expect(throws: HapticError.missing) { _ = try HapticDevice(path: Self.missing) }
        #expect(throws: HapticError.upload(errno: ENOTTY)) { _ = try HapticDevice(path: Self.other) }
    }

    @Test func `a haptic device must be a node that can be written`() throws {
        let folder = try TemporaryFolder()
        #expect(throws: HapticError.open(errno: EISDIR)) { _ = try HapticDevice(path: ByteString(folder.path)) }
    }

    @Test(arguments: [
        (ENOENT, true), (ENODEV, true), (ENXIO, true), (EACCES, false), (ENOTTY, false), (EBUSY, false), (0, false),
    ])
    func `a node is missing if it, or the device behind it, does not exist`(errno: CInt, isMissing: Bool) {
        #expect(meansMissing(errno) == isMissing)
    }

    @Test func `a refused open does not leave a descriptor open`() throws {
        let count = { try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count }
        let before = try count()
        for _ in 0..<100 {
            _ = try? EvdevDevice(path: Self.other)
            _ = try? EvdevState(path: Self.other)
            _ = try? KeyboardDevice(path: Self.other)
            _ = try? HapticDevice(path: Self.other)
        }
        // Other tests of this process open files meanwhile.
        #expect(try count() < before + 100)
    }

    // MARK: Messages

    @Test(arguments: [EACCES, EPERM, ENOENT, ENODEV])
    func `if uinput is not permitted, the message says how to permit it`(errno: CInt) {
        let message = "/dev/uinput: \(errorMessage(errno)); to permit it, run: sudo \(installedScript("allow-filter"))"
        #expect(CloneError(errno: errno).message == message)
        #expect(CloneFailure.uinput(CloneError(errno: errno)).message == message)
    }

    @Test(arguments: [EBUSY, EINVAL, ENOMEM])
    func `of other failures of uinput, the message has the cause`(errno: CInt) {
        #expect(CloneError(errno: errno).message == "/dev/uinput: \(errorMessage(errno))")
    }

    @Test func `a device that cannot be filtered says why`() {
        let messages = [UnfilterableDevice.protocolA, .noTouchKey].map { CloneFailure.unfilterable($0).message }
        #expect(
            messages == [
                "it reports contacts without slots (multitouch protocol A)", "it has neither slots nor BTN_TOUCH",
            ])
    }

    @Test(
        arguments: [
            (1, "libevdev: fault"), (2, "libevdev: fault (message 2 about this device)"),
            (1000, "libevdev: fault (message 1000 about this device)"),
        ] as [(UInt64, String)])
    func `later messages of libevdev have a number`(number: UInt64, line: String) {
        #expect(EvdevMessage(text: "fault", number: number).line == line)
    }

    @Test func `a missing C string is empty text`() {
        let texts = unsafe [text(nil), "panel".withCString { unsafe text($0) }]
        #expect(texts == ["", "panel"])
    }
}
