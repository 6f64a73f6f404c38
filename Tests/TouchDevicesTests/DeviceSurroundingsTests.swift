import Testing
import TouchDecoding
import TouchDevices

@Suite struct DeviceSurroundingsTests {
    @Test func `a path that is no device node has no properties`() {
        #expect(DeviceSurroundings(ofNode: "/dev/null") == DeviceSurroundings())
        #expect(DeviceSurroundings(ofNode: "") == DeviceSurroundings())
    }
}
