import GestureCore
import GestureProtocol
import Text
import TouchDecoding

extension DeviceReport {
    init(
        _ labels: DeviceLabels, name: String, node: String, geometry: TouchGeometry, isGrabbed: Bool = false,
        isFiltered: Bool = false, contacts: Int, overruns: UInt64, faults: ContactFaults,
        lastFrame: Instant?, suspendedBy: StaticString? = nil
    ) {
        self.init(labels)
        self.name = ByteString(name)
        self.node = ByteString(node)
        kind = .known(geometry.kind)
        multitouch = ByteString(word: geometry.multitouch.name)
        width = geometry.size.width
        height = geometry.size.height
        sizeSource = ByteString(word: geometry.size.source.name)
        slots = geometry.slots
        reach = geometry.surface(SurfaceID(0)).reach(Thresholds()).map { $0 * Points.millimetresPerPoint }
        rotation = geometry.setup.orientation.rotation.degrees
        mirror = ByteString(word: geometry.setup.orientation.mirror.name)
        calibration = geometry.setup.calibration?.numbers
        self.isGrabbed = isGrabbed
        self.isFiltered = isFiltered
        self.contacts = contacts
        self.overruns = overruns
        landings = faults.landings
        ghosts = faults.ghosts
        gaps = faults.gaps
        self.lastFrame = lastFrame
        self.suspendedBy = suspendedBy.map { ByteString(word: $0) }
    }
}
