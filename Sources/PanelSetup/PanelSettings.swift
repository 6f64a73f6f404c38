import GestureCore
import GestureProtocol
import ServiceAccess
import Text
import TouchDecoding

/// The settings of one panel that `gesturectl setup` finds: keys of a section `[device NAME]`.
struct PanelSettings: Equatable {
    var orientation = Orientation()
    /// The size of the panel as it was built; nil if the device or its display reports it.
    var size: PhysicalSize?
    /// The display; nil if it is not set.
    var output: ByteString?

    /// The lines of the section.
    var lines: [String] {
        // Also the defaults, because another file can set something else.
        var lines = ["rotation = \(orientation.rotation.degrees)", "mirror = \(orientation.mirror.name)"]
        if let size { lines.append("size = \(thousandths(size.width))x\(thousandths(size.height))") }
        if let output { lines.append("output = \(output)") }
        return lines
    }

    /// The settings that the service does not use, as e.g. `rotation = 90 instead of 180`.
    func differences(from used: DeviceReport) -> [(key: ByteString, text: String)] {
        var differences: [(key: ByteString, text: String)] = []
        let rotation = orientation.rotation.degrees
        if used.rotation != rotation {
            differences.append(("rotation", "rotation = \(used.rotation) instead of \(rotation)"))
        }
        let mirror = ByteString("\(orientation.mirror.name)")
        if used.mirror != mirror { differences.append(("mirror", "mirror = \(used.mirror) instead of \(mirror)")) }
        if let size {
            let seen = orientation.swapsSides ? size.turned : size
            if (used.width - seen.width).magnitude > 0.01 || (used.height - seen.height).magnitude > 0.01 {
                differences.append(("size", "a size of \(used.size) mm instead of \(seen.sides)"))
            }
        }
        if let output, used.output != output {
            differences.append(("output", "output = \(used.output ?? "none") instead of \(output)"))
        }
        return differences
    }
}
