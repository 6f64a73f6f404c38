internal import CLibinih
internal import CLinux
import GestureCore
import GestureProtocol
import Platform
import TouchInput

/// What is wrong with a configuration file, and where.
public struct ConfigurationError: Error, Equatable, Sendable {
    /// e.g. `gestured.conf:12: [gestures] tap-gap: "fast": expected milliseconds, 0 … 10000`
    public var message: String
}

extension Configuration {
    /// Reads an INI file; what it does not say stays at its default.
    public init(path: String) throws(ConfigurationError) {
        let text = try Self.text(of: path)
        try self.init(text, path: path)
    }

    /// - Parameter path: what errors call it.
    public init(_ text: [UInt8], path: String) throws(ConfigurationError) {
        self.init()
        let reader = ConfigurationReader(text: text, path: path)
        // inih calls for one line at a time, and back with what it says, so the reader knows which line that was.
        let status = unsafe ini_parse_stream(
            { buffer, size, context in
                guard let buffer = unsafe buffer, let context = unsafe context else { return nil }
                let reader = unsafe Unmanaged<ConfigurationReader>.fromOpaque(context).takeUnretainedValue()
                return unsafe reader.copyLine(to: buffer, size: Int(size)) ? buffer : nil
            }, Unmanaged.passUnretained(reader).toOpaque(),
            { context, section, key, value in
                guard let context = unsafe context, let section = unsafe section, let key = unsafe key else { return 0 }
                let reader = unsafe Unmanaged<ConfigurationReader>.fromOpaque(context).takeUnretainedValue()
                let value = unsafe value.map { unsafe String(cString: $0) } ?? ""
                unsafe reader.set(String(cString: section), String(cString: key), value)
                return 1
            }, Unmanaged.passUnretained(reader).toOpaque())
        withExtendedLifetime(reader) {}
        // inih goes on after a line that it cannot read, and tells of the first.
        if status > 0, status < reader.errorLine {
            throw ConfigurationError(message: "\(path):\(status): expected a [section], a key = value, or a comment")
        }
        if let error = reader.error { throw error }
        self = reader.configuration
    }

    private static func text(of path: String) throws(ConfigurationError) -> [UInt8] {
        do throws(FileError) {
            return try contents(of: path, limit: 1 << 20)
        } catch {
            throw ConfigurationError(message: error.message)
        }
    }
}

/// Collects what a file says, and the first thing that is wrong with it.
private final class ConfigurationReader {
    var configuration = Configuration()
    private(set) var error: ConfigurationError?
    private(set) var errorLine = Int.max
    private let text: [UInt8]
    private let path: String
    private var position = 0
    private var line = 0

    init(text: [UInt8], path: String) {
        self.text = text
        self.path = path
    }

    /// Copies the next line without its end, as fgets does but whole, and without the space before it, by which inih would
    /// take it for the rest of the line before.
    func copyLine(to buffer: UnsafeMutablePointer<CChar>, size: Int) -> Bool {
        guard position < text.count, size > 1 else { return false }
        line += 1
        let end = text[position...].firstIndex(of: UInt8(ascii: "\n")) ?? text.count
        let content = text[position..<end].drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        position = end + 1
        let isComment = content.first == UInt8(ascii: "#") || content.first == UInt8(ascii: ";")
        if !isComment { checkLength(content, size) }
        var count = 0
        for byte in content.prefix(isComment ? 1 : size - 1) {
            // inih's lines are C strings: a NUL would hide the rest of the line.
            unsafe buffer[count] = CChar(bitPattern: byte == 0 ? UInt8(ascii: "?") : byte)
            count += 1
        }
        unsafe buffer[count] = 0
        return true
    }

    /// inih cuts what is too long for it without a word.
    private func checkLength(_ content: ArraySlice<UInt8>, _ size: Int) {
        let limit = content.first == UInt8(ascii: "[") ? Self.longestSection + 2 : size - 1
        guard error == nil, content.count > limit else { return }
        errorLine = line
        error = ConfigurationError(message: "\(path):\(line): expected a line of at most \(limit) bytes")
    }

    /// inih's MAX_SECTION, without the final NUL.
    private static let longestSection = 49

    func set(_ section: String, _ key: String, _ value: String) {
        guard error == nil else { return }
        if let device = deviceName(section) {
            setDevice(device, section, key, value)
            return
        }
        switch (section, key) {
        case ("gestures", "slop"): points(&configuration.thresholds.slop, 0...100, section, key, value)
        case ("gestures", "touchpad-slop"): points(&configuration.thresholds.touchpadSlop, 0...100, section, key, value)
        case ("gestures", "tap-gap"): interval(&configuration.thresholds.tapGap, 0...10_000, section, key, value)
        case ("gestures", "tap-distance"):
            points(&configuration.thresholds.tapDistance, 0...10_000, section, key, value)
        case ("gestures", "tap-run"): interval(&configuration.thresholds.tapRun, 0...10_000, section, key, value)
        case ("gestures", "long-press"): interval(&configuration.thresholds.longPress, 0...60_000, section, key, value)
        case ("gestures", "swipe-distance"):
            points(&configuration.thresholds.swipeDistance, 0...10_000, section, key, value)
        case ("gestures", "edge"): points(&configuration.thresholds.edge, 0...1000, section, key, value)
        case ("gestures", "deceleration-rate"): setDecelerationRate(section, key, value)
        case ("limits", "connections"): count(&configuration.limits.connections, 1...65_536, section, key, value)
        case ("limits", "message-size"): count(&configuration.limits.messageSize, 1024...1 << 24, section, key, value)
        case ("limits", "queue-size"): count(&configuration.limits.queueSize, 16_384...1 << 28, section, key, value)
        case ("input", "modifiers"): flag(&configuration.readsModifiers, section, key, value)
        case ("input", "swallow-wake-touch"): flag(&configuration.swallowsWakeTouch, section, key, value)
        case ("haptics", "device"):
            let name = value.utf8.isEmpty ? nil : value
            set(
                &configuration.hapticDevice, to: name, "the name, the id or the vendor:product of a device", section,
                key, value)
        case ("haptics", "taps"): flag(&configuration.pulsesOnTaps, section, key, value)
        case ("haptics", _):
            fail(section, key, value, "one of the keys device or taps")
        case ("gestures", _):
            let keys =
                "slop, touchpad-slop, tap-gap, tap-distance, tap-run, long-press, swipe-distance, edge or "
                + "deceleration-rate"
            fail(section, key, value, "one of the keys \(keys)")
        case ("limits", _):
            fail(section, key, value, "one of the keys connections, message-size or queue-size")
        case ("input", _):
            fail(section, key, value, "one of the keys modifiers or swallow-wake-touch")
        default:
            fail(section, key, value, "a section [gestures], [haptics], [input], [limits] or [device NAME]")
        }
    }

    /// The name in `[device NAME]`.
    private func deviceName(_ section: String) -> String? {
        let prefix = Array("device ".utf8)
        guard section.utf8.starts(with: prefix) else { return nil }
        return String(decoding: Array(section.utf8.dropFirst(prefix.count)), as: UTF8.self)
    }

    private func setDevice(_ device: String, _ section: String, _ key: String, _ value: String) {
        let isNew = configuration.devices.last?.device.utf8.elementsEqual(device.utf8) != true
        if isNew { configuration.devices.append(Configuration.DeviceSection(device: device, options: DeviceOptions())) }
        let last = configuration.devices.count - 1
        switch key {
        case "size":
            setSize(&configuration.devices[last].options.size, section, key, value)
        case "rotation":
            let rotation = whole(Array(value.utf8)).flatMap { Orientation.Rotation(degrees: $0) }
            set(&configuration.devices[last].options.rotation, to: rotation, "0, 90, 180 or 270", section, key, value)
        case "mirror":
            let mirror = Orientation.Mirror(name: value.utf8)
            set(
                &configuration.devices[last].options.mirror, to: mirror, "none, horizontal or vertical", section, key,
                value)
        case "output":
            let output = 1...64 ~= value.utf8.count ? value : nil
            set(
                &configuration.devices[last].options.output, to: output, "the name of a display, e.g. HDMI-A-1",
                section,
                key, value)
        case "grab":
            set(&configuration.devices[last].options.grab, to: flag(value), "yes or no", section, key, value)
        case "palm-size":
            let size = decimal(Array(value.utf8)).flatMap { 1...1000 ~= $0 ? $0 : nil }
            set(&configuration.devices[last].options.palmSize, to: size, "mm, 1 … 1000, e.g. 40", section, key, value)
        default:
            fail(section, key, value, "one of the keys size, rotation, mirror, output, grab or palm-size")
        }
    }

    private func set<Value>(
        _ target: inout Value?, to wanted: Value?, _ expected: String, _ section: String, _ key: String, _ value: String
    ) {
        if let wanted { target = wanted } else { fail(section, key, value, expected) }
    }

    private func setSize(_ target: inout PhysicalSize?, _ section: String, _ key: String, _ value: String) {
        let sides = value.utf8.split(separator: UInt8(ascii: "x"), maxSplits: 1, omittingEmptySubsequences: false)
        guard sides.count == 2, let width = decimal(Array(sides[0])), let height = decimal(Array(sides[1])),
            10...3000 ~= width, 10...3000 ~= height
        else {
            fail(section, key, value, "WIDTHxHEIGHT in mm, each 10 … 3000, e.g. 345x194")
            return
        }
        target = PhysicalSize(width: width, height: height, source: .configuration)
    }

    private func flag(_ target: inout Bool, _ section: String, _ key: String, _ value: String) {
        if let flag = flag(value) { target = flag } else { fail(section, key, value, "yes or no") }
    }

    private func flag(_ value: String) -> Bool? {
        switch value {
        case "yes", "true", "on", "1": true
        case "no", "false", "off", "0": false
        default: nil
        }
    }

    private func points(
        _ target: inout Points, _ range: ClosedRange<Double>, _ section: String, _ key: String, _ value: String
    ) {
        if let number = decimal(Array(value.utf8)), range.contains(number) {
            target = number
        } else {
            fail(section, key, value, "pt, 0 … \(Int(range.upperBound)), e.g. 20")
        }
    }

    private func setDecelerationRate(_ section: String, _ key: String, _ value: String) {
        if let rate = decimal(Array(value.utf8)), Thresholds.decelerationRates.contains(rate) {
            configuration.thresholds.decelerationRate = rate
        } else {
            fail(section, key, value, "a part of the speed, 0.9 … 0.9999, e.g. 0.998")
        }
    }

    private func interval(
        _ target: inout Interval, _ range: ClosedRange<Int>, _ section: String, _ key: String, _ value: String
    ) {
        if let number = whole(Array(value.utf8)), range.contains(number) {
            target = .milliseconds(Int64(number))
        } else {
            fail(section, key, value, "milliseconds, 0 … \(range.upperBound), e.g. 300")
        }
    }

    private func count(
        _ target: inout Int, _ range: ClosedRange<Int>, _ section: String, _ key: String, _ value: String
    ) {
        if let number = whole(Array(value.utf8)), range.contains(number) {
            target = number
        } else {
            fail(section, key, value, "a whole number, \(range.lowerBound) … \(range.upperBound)")
        }
    }

    private func fail(_ section: String, _ key: String, _ value: String, _ expected: String) {
        errorLine = line
        error = ConfigurationError(message: "\(path):\(line): [\(section)] \(key): \"\(value)\": expected \(expected)")
    }

    private func whole(_ text: [UInt8]) -> Int? {
        guard !text.isEmpty, text.count <= 9 else { return nil }
        var value = 0
        for byte in text {
            guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte else { return nil }
            value = value * 10 + Int(byte - UInt8(ascii: "0"))
        }
        return value
    }

    private func decimal(_ text: [UInt8]) -> Double? {
        let parts = text.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, let units = whole(Array(first)) else { return nil }
        guard parts.count == 2 else { return Double(units) }
        guard let fraction = whole(Array(parts[1])) else { return nil }
        var scale = 1.0
        for _ in parts[1] { scale *= 10 }
        return Double(units) + Double(fraction) / scale
    }
}
