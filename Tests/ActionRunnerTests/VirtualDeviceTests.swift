import GestureActions
import GestureCore
import Testing

@testable import ActionRunner

@Suite struct VirtualDeviceTests {
    @Test(
        arguments: [
            (0.0, 0), (1.0, 65_535), (0.5, 32_768), (-0.1, 0), (1.1, 65_535), (.infinity, 65_535), (.nan, 32_767),
            (1 / 65_535, 1), (0.49 / 65_535, 0),
        ] as [(Double, Int32)])
    func `a fraction of the screen becomes an axis value`(_ fraction: Double, _ value: Int32) {
        #expect(VirtualPointer.axisValue(fraction) == value)
    }

    @Test(
        arguments: [
            (13, "/dev/uinput: Permission denied; to allow keys and clicks, run: sudo /usr/share/gestured/allow-keys"),
            (
                2,
                "/dev/uinput: No such file or directory; to allow keys and clicks, run: sudo /usr/share/gestured/allow-keys"
            ),
            (12, "/dev/uinput: Cannot allocate memory"),
        ] as [(Int32, String)])
    func `the error message says how to get permission`(_ errno: Int32, _ message: String) {
        #expect(VirtualDeviceError(errno: errno).message == message)
    }
}
