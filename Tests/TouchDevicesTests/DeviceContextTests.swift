import Testing
import TouchDecoding
import TouchDevices

@Suite struct DeviceContextTests {
    @Test func `a path that is no device node has no properties`() {
        #expect(DeviceContext(ofNode: "/dev/null") == DeviceContext())
        #expect(DeviceContext(ofNode: "") == DeviceContext())
    }
}
