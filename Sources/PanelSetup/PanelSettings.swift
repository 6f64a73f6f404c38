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

/// The known facts about a panel before the person is asked.
struct PanelFacts: Equatable {
    /// A connected display.
    struct Screen: Equatable {
        var name: ByteString
        /// The size that it reports (EDID).
        var size: PhysicalSize?
        /// The width of its picture divided by the height; nil if it has no mode.
        var pictureRatio: Double?

        var ratio: Double? { size?.ratio ?? pictureRatio }

        /// e.g. `HDMI-A-1 (527.0 × 296.0 mm)`
        var text: String { "\(name)" + (size.map { " (\($0.sides))" } ?? "") }
    }

    var name: ByteString
    /// The size in the configuration; nil if it is not set.
    var configured: PhysicalSize?
    /// The size that the device reports; nil if it reports none that is plausible.
    var reported: PhysicalSize?
    /// The proportions of the coordinates, of the panel as it was built.
    var axisRatio: Double
    var screens: [Screen] = []
    /// The display that the configuration or udev names.
    var output: ByteString?

    /// - Parameters:
    ///   - description: with the ranges of the axes.
    ///   - calibration: udev's.
    /// - Throws: the reason if the device cannot be used.
    init(
        name: ByteString, _ description: DeviceDescription, calibration: Affine?, configured: PhysicalSize? = nil
    ) throws(UnusableDevice) {
        self.name = name
        self.configured = configured
        let size = try TouchGeometry(
            description, kind: .touchscreen, setup: DeviceSetup(calibration: calibration)
        ).size
        reported = size.source == .resolution ? size : nil
        // With 1 unit per mm, the size is the ranges after the calibration.
        let x = description.axis(EventCode.absMTPositionX) ?? description.axis(EventCode.absX)
        let y = description.axis(EventCode.absMTPositionY) ?? description.axis(EventCode.absY)
        let map = calibration ?? .identity
        let (width, height) = (Double(x?.extent ?? 1), Double(y?.extent ?? 1))
        let ratio =
            map.swapsAxes
            ? height / width * map.yx.magnitude / map.xy.magnitude
            : width / height * map.yy.magnitude / map.xx.magnitude
        axisRatio = ratio.isFinite && ratio > 0 ? ratio : 1
    }

    /// The size without an answer of the person, and where it is from.
    ///
    /// - Parameter screen: the display of the panel; nil if unknown.
    func knownSize(on screen: Screen?) -> PhysicalSize? { configured ?? reported ?? screen?.size }

    /// The proportions of the panel as it was built, if they can be relied on: those that the device or its display reports.
    func reliableRatio(on screen: Screen?) -> Double? { reported?.ratio ?? screen?.ratio }

    /// The proportions that the coordinates suggest; nil if they say nothing. Many panels have the same range on both axes, or
    /// one that has nothing to do with the glass.
    var suggestedRatio: Double? {
        let isUpright = axisRatio < 1
        return 1.2...2.5 ~= (isUpright ? 1 / axisRatio : axisRatio) ? axisRatio : nil
    }
}
