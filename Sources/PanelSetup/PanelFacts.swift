import GestureCore
import Text
import TouchDecoding

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

    /// The proportions to suggest, as the person sees a panel with this orientation.
    func seenRatio(_ orientation: Orientation) -> Double {
        guard let suggestedRatio else { return 16.0 / 9 }
        return orientation.swapsSides ? 1 / suggestedRatio : suggestedRatio
    }

    /// The index of the display that the configuration or udev names; -1 if there is none.
    var currentScreen: Int { screens.firstIndex { $0.name == output } ?? -1 }
}
