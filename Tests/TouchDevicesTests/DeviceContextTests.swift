import Testing
import TouchDecoding

@testable import TouchDevices

@Suite struct DeviceContextTests {
    @Test func `a path that is no device node has no properties`() {
        #expect(DeviceContext(ofNode: "/dev/null") == DeviceContext())
        #expect(DeviceContext(ofNode: "") == DeviceContext())
    }

    @Test(arguments: [
        ("/dev/input/event3", "event3"), ("event3", "event3"), ("/dev/input/", "input"), ("/", ""), ("", ""),
    ])
    func `the name in sysfs is the last part of the path`(path: String, name: String) {
        #expect(lastPart(of: path) == name)
    }

    @Test func `a link is followed to its target`() throws {
        let folder = try TemporaryFolder()
        try folder.link("panel", to: "../event3")
        #expect(target(of: folder.path + "/panel") == "../event3")
    }

    @Test func `what is no link has no target`() throws {
        let folder = try TemporaryFolder()
        try folder.write("", to: "event3")
        #expect(target(of: folder.path + "/event3") == "")
        #expect(target(of: folder.path + "/missing") == "")
    }
}
