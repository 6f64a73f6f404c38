import FuzzSupport
import GestureCore
import TestSupport

@testable import GestureConfiguration
@testable import TouchDecoding

/// Any text as configuration files; the byte 1 stands between two of them.
@main
enum FuzzConfiguration {
    static func main() {
        unsafe runFuzzer { bytes, count in
            let input = unsafe UnsafeBufferPointer(start: bytes, count: count)
            var files = ConfigurationFiles()
            for (index, text) in input.split(separator: 1, omittingEmptySubsequences: false).enumerated() {
                check(files.add(Array(text), path: "\(index).conf"), in: Array(text), path: "\(index).conf")
            }
            check(files.configuration)
            return 0
        }
    }
}

/// What is wrong has to be in the file, in the order of its lines.
private func check(_ errors: [String], in text: [UInt8], path: String) {
    let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).count
    var last = 1
    for error in errors {
        let parts = error.utf8.split(separator: UInt8(ascii: ":"), maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].elementsEqual(path.utf8),
            let line = Int(String(decoding: Array(parts[1]), as: UTF8.self)), last...lines ~= line,
            parts[2].starts(with: " ".utf8), error.contains(": expected "), !error.utf8.contains(UInt8(ascii: "\n"))
        else { fatalError("does not say where and what: \(error)") }
        last = line
    }
}

/// What was taken over has to be in range, and sound to work with, whatever else was wrong.
private func check(_ configuration: Configuration) {
    for section in Keys.sections { checkText(section.keys, of: configuration) }
    check(configuration.limits)
    check(configuration.thresholds)
    for section in configuration.devices { check(section) }
    for section in configuration.clients { checkText(Keys.client, of: section.options) }
    checkText(Keys.client, of: configuration.others)
    demand(configuration.rights(uid: 0, groups: [0]).control, "root may not all")
}

/// What is written of a value has to be one that is read.
private func checkText<Target>(_ keys: [Key<Target>], of target: Target) {
    for key in keys {
        guard let text = key.text(target) else { continue }
        var copy = target
        demand(key.read(text, &copy), "\(key.name): \"\(text)\" is written, and is not read")
    }
}

private func check(_ limits: Limits) {
    demand(1...65_536 ~= limits.connections && 1...65_536 ~= limits.connectionsPerUser, "connections")
    demand(1...4096 ~= limits.regions, "regions")
    demand(1024...1 << 24 ~= limits.messageSize, "message-size")
    demand(16_384...1 << 28 ~= limits.queueSize, "queue-size")
}

private func check(_ thresholds: Thresholds) {
    demand(0...100 ~= thresholds.slop && 0...100 ~= thresholds.touchpadSlop, "slop")
    demand(0...10_000 ~= thresholds.tapDistance && 0...10_000 ~= thresholds.swipeDistance, "distances")
    demand(0...1000 ~= thresholds.edge, "edge")
    demand(Thresholds.decelerationRates.contains(thresholds.decelerationRate), "deceleration-rate")
    for time in [thresholds.tapGap, thresholds.tapRun] { demand(0...10_000_000 ~= time.microseconds, "times of taps") }
    demand(0...60_000_000 ~= thresholds.longPress.microseconds, "long-press")
    play(GestureOptions(thresholds: thresholds))
}

/// A drag, two taps, a long press and a pinch, after which nothing is open.
private func play(_ options: GestureOptions) {
    guard
        let steps = try? TouchScript(
            """
            0 down a 100,100; glide a by 200,0 for 80; 90 up a; 300 down b 500,500; 350 up b; 450 down c 500,500
            500 up c; 2000 down d 5,600; 3000 up d; 3100 down e 800,600 f 900,600; glide f by 300,0 for 100; 3300 up all
            """.replacing("\n", with: "; ")
        ).steps
    else { fatalError("no script") }
    var subscription = CheckedSubscription(options)
    for step in steps {
        switch step {
        case .plug(let surface): subscription.attach(surface)
        case .frame(let frame): subscription.process(frame)
        case .unplug, .wake: break
        }
    }
    subscription.finish()
}

/// A device is either what the section makes of it, or cannot be used, and that is said.
private func check(_ section: Configuration.DeviceSection) {
    let options = section.options
    checkText(Keys.device, of: options)
    if let size = options.size {
        demand(10...3000 ~= size.width && 10...3000 ~= size.height && size.source == .configuration, "size")
    }
    if let palmSize = options.palmSize { demand(1...1000 ~= palmSize, "palm-size") }
    for time in [options.holdDuration, options.ignoreRepeat] {
        if let time { demand(0...4_000_000 ~= time.microseconds, "times of touches") }
    }
    if let reach = options.reach { demand(1...10_000 ~= reach, "reach") }
    if let withhold = options.withhold {
        if let time = withhold.idleTime { demand(1_000_000...86_400_000_000 ~= time.microseconds, "idle") }
        if let fingers = withhold.fingers { demand(2...10 ~= fingers, "fingers") }
        demand(withhold.edges == EdgeLocation.Edge.allCases.filter { withhold.edges.contains($0) }, "edges")
    }
    if let output = options.output { demand(1...64 ~= output.utf8.count, "output") }
    var panel = DeviceDescription()
    for code in [EventCode.absMTSlot, EventCode.absMTPositionX, EventCode.absMTPositionY] {
        panel.codes[Int(EventType.abs)].insert(Int(code))
        panel.axes[Int(code)] = AxisRange(minimum: 0, maximum: 4095, fuzz: 0, resolution: 20)
    }
    guard let geometry = try? TouchGeometry(panel, kind: .touchscreen, setup: options.setup()) else {
        fatalError("a panel cannot be used any more: \(section)")
    }
    let size = geometry.surface(SurfaceID(1)).size
    demand(size.x > 0 && size.y > 0 && size.x.isFinite && size.y.isFinite, "size of the surface")
}
