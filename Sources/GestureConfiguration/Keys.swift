import GestureCore
import Text
import TouchDecoding

/// One key of a section: how its value is read and written.
struct Key<Target>: Sendable {
    let name: ByteString
    /// The valid values, for error messages.
    let expected: String
    /// Returns false if the text is not a valid value.
    let read: @Sendable (_ text: String, _ target: inout Target) -> Bool
    /// Returns the value as a file contains it: the default if the key is not set, nil if it then depends on the device.
    let text: @Sendable (_ target: Target) -> String?

    /// - Parameter access: passes the property to the body.
    init<Value>(
        _ name: ByteString, _ format: Format<Value>, default unset: String? = nil,
        _ access: @escaping @Sendable (_ target: inout Target, _ body: (inout Value) -> Void) -> Void
    ) {
        self.name = name
        expected = format.expected
        read = { text, target in
            guard let value = format.read(text) else { return false }
            access(&target) { $0 = value }
            return true
        }
        text = { target in
            var target = target
            var text: String?
            access(&target) { text = format.text($0) }
            return text ?? unset
        }
    }
}

/// The keys of each section.
enum Keys {
    static let gestures: [Key<Configuration>] = [
        Key("slop", .points(0...100)) { $1(&$0.thresholds.slop) },
        Key("touchpad-slop", .points(0...100)) { $1(&$0.thresholds.touchpadSlop) },
        Key("tap-gap", .milliseconds(0...10_000)) { $1(&$0.thresholds.tapGap) },
        Key("tap-distance", .points(0...10_000)) { $1(&$0.thresholds.tapDistance) },
        Key("tap-run", .milliseconds(0...10_000)) { $1(&$0.thresholds.tapRun) },
        Key("long-press", .milliseconds(0...60_000)) { $1(&$0.thresholds.longPress) },
        Key("swipe-distance", .points(0...10_000)) { $1(&$0.thresholds.swipeDistance) },
        Key("edge", .points(0...1000)) { $1(&$0.thresholds.edge) },
        Key("deceleration-rate", .decelerationRate) { $1(&$0.thresholds.decelerationRate) },
    ]

    static let limits: [Key<Configuration>] = [
        Key("connections", .count(1...65_536)) { $1(&$0.limits.connections) },
        Key("connections-per-user", .count(1...65_536)) { $1(&$0.limits.connectionsPerUser) },
        Key("message-size", .count(1024...1 << 24)) { $1(&$0.limits.messageSize) },
        Key("queue-size", .count(16_384...1 << 28)) { $1(&$0.limits.queueSize) },
        Key("regions", .count(1...4096)) { $1(&$0.limits.regions) },
        Key("recognizers", .count(1...1 << 20)) { $1(&$0.limits.recognizers) },
        Key("recognizers-per-user", .count(1...1 << 20)) { $1(&$0.limits.recognizersPerUser) },
        Key("recognizers-per-subscription", .count(1...1 << 20)) { $1(&$0.limits.recognizersPerSubscription) },
        Key("memory", .count(1 << 20...1 << 29)) { $1(&$0.limits.memory) },
        Key("memory-per-user", .count(1 << 20...1 << 29)) { $1(&$0.limits.memoryPerUser) },
        Key("memory-per-subscription", .count(1 << 20...1 << 29)) { $1(&$0.limits.memoryPerSubscription) },
    ]

    static let input: [Key<Configuration>] = [
        Key("modifiers", .flag) { $1(&$0.readsModifiers) },
        Key("swallow-wake-touch", .flag) { $1(&$0.swallowsWakeTouch) },
    ]

    static let haptics: [Key<Configuration>] = [
        Key("device", .hapticDevice) { $1(&$0.hapticDevice) },
        Key("presses", .flag) { $1(&$0.pulsesOnPresses) },
        Key("taps", .flag) { $1(&$0.pulsesOnTaps) },
    ]

    static let recorder: [Key<Configuration>] = [
        Key("keep", .keptTime, default: "off") { $1(&$0.recorderKeep) }
    ]

    static let device: [Key<DeviceOptions>] = [
        Key("kind", .kind) { $1(&$0.kind) },
        Key("size", .size) { $1(&$0.size) },
        Key("rotation", .rotation, default: "0") { $1(&$0.rotation) },
        Key("mirror", .mirror, default: "none") { $1(&$0.mirror) },
        Key("output", .display) { $1(&$0.output) },
        Key("grab", .optionalFlag, default: "no") { $1(&$0.grab) },
        Key("filter", .optionalFlag, default: "no") { $1(&$0.filter) },
        Key("withhold", .withholding, default: "none") { $1(&$0.withhold) },
        Key("palm-size", .millimetres(1...1000, example: 40)) { $1(&$0.palmSize) },
        Key("reach", .millimetres(1...10_000, example: 250)) { $1(&$0.reach) },
        Key("steady", .optionalFlag, default: "no") { $1(&$0.isSteady) },
        Key("hold-duration", .accommodation, default: "0") { $1(&$0.holdDuration) },
        Key("lift-duration", .accommodation, default: "0") { $1(&$0.liftDuration) },
        Key("ignore-repeat", .accommodation, default: "0") { $1(&$0.ignoreRepeat) },
    ]

    static let client: [Key<ClientOptions>] = [
        Key("positions", .positions) { $1(&$0.positions) },
        Key("control", .optionalFlag) { $1(&$0.control) },
    ]

    /// The sections without a name.
    static let sections: [(name: ByteString, keys: [Key<Configuration>])] = [
        ("gestures", gestures), ("limits", limits), ("input", input), ("haptics", haptics),
        ("recorder", recorder),
    ]
}

extension Limits {
    /// The key of a limit that the service names in an error, e.g. `queue-size` for `queueSize`; nil if it is not configurable.
    package static func key(of limit: String) -> String? {
        var name: [UInt8] = []
        for letter in limit.utf8 {
            let isCapital = UInt8(ascii: "A")...UInt8(ascii: "Z") ~= letter
            name += isCapital ? [UInt8(ascii: "-"), letter | 0x20] : [letter]
        }
        return Keys.limits.first { $0.name == ByteString(name) }?.name.description
    }
}

/// The format of a value.
struct Format<Value>: Sendable {
    let expected: String
    /// Returns nil if the text is not valid.
    let read: @Sendable (_ text: String) -> Value?
    /// Returns nil if there is no value.
    let text: @Sendable (_ value: Value) -> String?
}

extension Format where Value == Double {
    static func points(_ range: ClosedRange<Double>) -> Self {
        Format(
            expected: "pt, 0 … \(Int(range.upperBound)), e.g. 20",
            read: { text in parseDecimal(text.utf8).flatMap { range.contains($0) ? $0 : nil } },
            text: { thousandths($0) })
    }

    static var decelerationRate: Self {
        Format(
            expected: "the speed kept per millisecond, 0.9 … 0.9999, e.g. 0.998",
            read: { text in parseDecimal(text.utf8).flatMap { Thresholds.decelerationRates.contains($0) ? $0 : nil } },
            text: { millionths($0) })
    }
}

extension Format where Value == Interval {
    static func milliseconds(_ range: ClosedRange<Int>) -> Self {
        Format(
            expected: "milliseconds, 0 … \(range.upperBound), e.g. 300",
            read: { text in whole(text.utf8).flatMap { range.contains($0) ? .milliseconds(Int64($0)) : nil } },
            text: { "\($0.microseconds / 1000)" })
    }
}

extension Format where Value == Interval? {
    static var accommodation: Self {
        let format = Format<Interval>.milliseconds(0...Int(TouchAccommodations.longest))
        return Format(
            expected: format.expected, read: { text in format.read(text).map { .some($0) } },
            text: { $0.flatMap { format.text($0) } })
    }
}

extension Format where Value == Interval? {
    static var keptTime: Self {
        let seconds = 1...300
        return Format(
            expected: "off, or \(seconds.lowerBound) … \(seconds.upperBound) seconds, e.g. 30s",
            read: { text in
                if ByteString(text) == "off" { return .some(nil) }
                guard text.utf8.last == UInt8(ascii: "s"), let count = whole(text.utf8.dropLast()),
                    seconds.contains(count)
                else { return nil }
                return .some(.milliseconds(Int64(count) * 1000))
            }, text: { $0.map { "\($0.microseconds / 1_000_000)s" } })
    }
}

extension Format where Value == Int {
    static func count(_ range: ClosedRange<Int>) -> Self {
        Format(
            expected: "a whole number, \(range.lowerBound) … \(range.upperBound)",
            read: { text in whole(text.utf8).flatMap { range.contains($0) ? $0 : nil } }, text: { "\($0)" })
    }
}

extension Format where Value == Bool {
    static var flag: Self {
        Format(expected: "yes or no", read: { readFlag($0) }, text: { $0 ? "yes" : "no" })
    }
}

extension Format where Value == Bool? {
    static var optionalFlag: Self {
        Format(
            expected: "yes or no", read: { readFlag($0).map { .some($0) } }, text: { $0.map { $0 ? "yes" : "no" } })
    }

    static var positions: Self {
        Format(
            expected: "all or none",
            read: { text in
                switch ByteString(text) {
                case "all": true
                case "none": false
                default: nil
                }
            }, text: { $0.map { $0 ? "all" : "none" } })
    }
}

extension Format where Value == String? {
    /// Empty for none, so that a later file can override an earlier one.
    static var hapticDevice: Self {
        Format(
            expected: "the name, the id or the vendor:product of a device",
            read: { .some($0.utf8.isEmpty ? nil : $0) }, text: { $0 })
    }

    static var display: Self {
        Format(
            expected: "the name of a display, e.g. HDMI-A-1", read: { 1...64 ~= $0.utf8.count ? .some($0) : nil },
            text: { $0 })
    }
}

extension Format where Value == Double? {
    static func millimetres(_ range: ClosedRange<Double>, example: Int) -> Self {
        Format(
            expected: "mm, \(Int(range.lowerBound)) … \(Int(range.upperBound)), e.g. \(example)",
            read: { text in parseDecimal(text.utf8).flatMap { range ~= $0 ? .some($0) : nil } },
            text: { $0.map { thousandths($0) } })
    }
}

extension Format where Value == DeviceKind? {
    static var kind: Self {
        Format(
            expected: "touchscreen, touchpad or ignore",
            read: { text in
                ByteString(text) == "ignore"
                    ? .some(.ignore) : Surface.Kind(name: text.utf8).map { .some(.touch($0)) }
            },
            text: { value in
                switch value {
                case .touch(let kind): "\(kind.name)"
                case .ignore: "ignore"
                case nil: nil
                }
            })
    }
}

extension Format where Value == PhysicalSize? {
    static var size: Self {
        Format(
            expected: PhysicalSize.expectedText, read: { text in PhysicalSize(text: text).map { .some($0) } },
            text: { $0.map { "\(thousandths($0.width))x\(thousandths($0.height))" } })
    }
}

extension Format where Value == Orientation.Rotation? {
    static var rotation: Self {
        Format(
            expected: "0, 90, 180 or 270",
            read: { text in whole(text.utf8).flatMap { Orientation.Rotation(degrees: $0) }.map { .some($0) } },
            text: { $0.map { "\($0.degrees)" } })
    }
}

extension Format where Value == Orientation.Mirror? {
    static var mirror: Self {
        Format(
            expected: "none, horizontal or vertical",
            read: { text in Orientation.Mirror(name: text.utf8).map { .some($0) } },
            text: { $0.map { "\($0.name)" } })
    }
}

extension Format where Value == WithholdingRules? {
    static var withholding: Self {
        Format(
            expected:
                "none, or a list of wake, idle:120s (1 … 86400), edges, edge:left, edge:right, edge:top, edge:bottom "
                + "and fingers:3+ (2 … 10), each at most once",
            read: { text in WithholdingRules(words: text).map { .some($0) } }, text: { $0?.words })
    }
}

private func readFlag(_ text: String) -> Bool? {
    switch ByteString(text) {
    case "yes", "true", "on", "1": true
    case "no", "false", "off", "0": false
    default: nil
    }
}

/// A whole number of at most nine digits.
private func whole(_ text: some Collection<UInt8>) -> Int? {
    text.count <= 9 ? parseInteger(text).map { Int($0) } : nil
}
