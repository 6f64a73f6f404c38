import CBenchmark
import GestureCore
import GestureProtocol
import System
import TouchDecoding
import TouchRecordings

/// Measures what a frame costs on its way through the core, in many cases, and prints a line for each.
///
/// Its arguments are recordings, each followed by the file that describes its device, or by nothing ('').
@main
struct CoreBenchmark {
    static func main() {
        do throws(UnusableDevice) {
            let benchmark = CoreBenchmark(screen: try Screen())
            benchmark.measureParts()
            benchmark.measureSubscriptions()
            benchmark.measureFingers()
            benchmark.measureRegions()
            benchmark.measureChains()
            benchmark.measureCrowds()
        } catch {
            preconditionFailure("the benchmark's own screen is no touchscreen")
        }
        var paths = commandLineWords()[...]
        while let path = paths.popFirst() { measureRecording(path, description: paths.popFirst() ?? "") }
    }

    private let screen: Screen

    /// What is measured.
    private enum Part {
        /// The meter itself: what every other part costs too much.
        case nothing
        /// From events to a frame.
        case assembler
        case engine
        /// When to wake up next, as it is asked after each frame.
        case deadline
        /// From the frame's events to text, once for all that ask for the same.
        case writer
        /// From that to the bytes for one client.
        case reply

        var name: String {
            switch self {
            case .nothing: "nothing"
            case .assembler: "assembler"
            case .engine: "engine"
            case .deadline: "deadline"
            case .writer: "writer"
            case .reply: "reply"
            }
        }
    }

    private static let fingers = [1, 2, 5, 10]

    // MARK: The cases

    /// Each part of the way, and the same events in a plain slot tracker.
    private func measureParts() {
        for fingers in Self.fingers {
            let touches = Touches.moving(fingers: fingers, on: screen)
            Self.measurePlain("plain/\(fingers)", touches)
            for part in [Part.nothing, .assembler] {
                Self.measure(part, "\(part.name)/\(fingers)", PlayedTouches(touches), [])
            }
            for part in [Part.engine, .deadline, .writer, .reply] {
                for subscription in Subscription.whole {
                    Self.measure(
                        part, "\(part.name)/\(subscription.name)/\(fingers)", PlayedTouches(touches),
                        [subscription.options])
                }
            }
        }
    }

    /// What each kind of gesture costs, whatever the fingers do.
    private func measureSubscriptions() {
        let hands = [
            ("rest 1", Touches.resting(fingers: 1, on: screen)), ("tap 1", .tapping(fingers: 1, on: screen)),
            ("swipe 1", .swiping(fingers: 1, on: screen)),
            ("edge swipe 1", .swiping(fingers: 1, from: Vector(x: 0.002, y: 0.5), on: screen)),
            ("move 1", .moving(fingers: 1, on: screen)), ("move 2", .moving(fingers: 2, on: screen)),
            ("move 10", .moving(fingers: 10, on: screen)), ("lift 1", .drawing(on: screen)),
        ]
        for subscription in [.nothing] + Subscription.kinds + Subscription.composed + Subscription.whole {
            for (name, touches) in hands {
                Self.measure(
                    .engine, "kind/\(subscription.name)/\(name)", PlayedTouches(touches), [subscription.options])
            }
        }
    }

    private func measureFingers() {
        for fingers in 1...FingerSet.largest {
            let touches = Touches.moving(fingers: fingers, on: screen)
            for subscription in [Subscription.standard, .everything, .people] {
                Self.measure(
                    .engine, "fingers/\(subscription.name)/\(fingers)", PlayedTouches(touches), [subscription.options])
            }
        }
    }

    private func measureRegions() {
        for side in [1, 4, 16] {
            let subscription = Subscription.grid(side: side)
            // The middle of a region.
            let half = 0.5 / Double(side)
            let places = [
                ("first", Vector(x: half / 2, y: half)), ("last", Vector(x: 0.5 - half / 2, y: 1 - half)),
                ("none", Vector(x: 0.75, y: 0.5)),
            ]
            for (name, place) in places {
                Self.measure(
                    .engine, "regions/move/\(name)/\(side * side)",
                    PlayedTouches(.moving(fingers: 1, from: place, on: screen)), [subscription.options])
                Self.measure(
                    .engine, "regions/landing/\(name)/\(side * side)",
                    PlayedTouches(.tapping(fingers: 1, at: place, .landing, on: screen)),
                    [subscription.options])
            }
        }
    }

    /// One finger lands on the innermost region, a second one beside it.
    private func measureChains() {
        let hands = [
            ("move 1", Touches.moving(fingers: 1, on: screen)), ("move 2", .moving(fingers: 2, on: screen)),
            ("landing 1", .tapping(fingers: 1, .landing, on: screen)),
            ("landing 2", .tapping(fingers: 2, .landing, on: screen)),
            ("lift 1", .tapping(fingers: 1, .lift, on: screen)), ("swipe 1", .swiping(fingers: 1, on: screen)),
        ]
        for subscription in Subscription.chains {
            for (name, touches) in hands {
                Self.measure(
                    .engine, "chains/\(subscription.name)/\(name)", PlayedTouches(touches), [subscription.options])
            }
        }
    }

    private func measureCrowds() {
        let touches = Touches.moving(fingers: 1, on: screen)
        for count in [1, 16, 128] {
            Self.measure(
                .engine, "subscriptions/\(count)", PlayedTouches(touches), Subscription.different(count))
        }
    }

    private static func measureRecording(_ path: String, description: String) {
        do throws(RecordingFileError) {
            let recording = PlayedRecording(
                try RecordedDevice(path: path, descriptionPath: description.isEmpty ? nil : description))
            for part in [Part.assembler, .engine, .writer, .reply] {
                measure(part, "recording/\(part.name)/\(path)", recording, [Subscription.standard.options])
            }
        } catch {
            preconditionFailure("\(error.message)")
        }
    }

    // MARK: One case

    /// How often each case is played: what disturbs one round is hardly there in all others. Instructions are the same in each.
    private static var rounds: Int { meter_is_valgrind() != 0 ? 1 : 5 }

    /// A recognition as the service has it.
    private final class Recognition {
        var engine: GestureEngine
        let labels: EventLabels

        init(_ options: GestureOptions) {
            engine = GestureEngine(options: options)
            labels = EventLabels(engine)
        }
    }

    private static func measure(
        _ part: Part, _ label: String, _ source: some FrameSource, _ subscriptions: [GestureOptions]
    ) {
        let device = DeviceLabels(id: "04f3:2234")
        var events: UInt64 = 0
        meter_clear()
        for _ in 0..<rounds {
            meter_rewind()
            events = 0
            var source = source
            let recognitions = subscriptions.map { Recognition($0) }
            var contacts = ContactNumbers()
            var frame = TouchFrame(surface: source.surface.id, time: .distantPast)
            var texts = JSONWriter()
            var ends: [Int] = []
            var replies = JSONWriter()
            var sequence: UInt64 = 1_000_000
            for recognition in recognitions { recognition.engine.attach(source.surface) }
            while true {
                let counts = source.nextCounts
                if counts, part == .assembler { meter_begin() }
                let hasFrame = source.next(contacts: &contacts, into: &frame)
                if counts, part == .assembler { meter_end() }
                guard hasFrame else { break }
                frame.surface = source.surface.id
                if source.restarts {
                    for recognition in recognitions {
                        recognition.engine.detach(source.surface.id, at: frame.time)
                        recognition.engine.attach(source.surface)
                    }
                }

                if counts, part == .nothing {
                    meter_begin()
                    meter_end()
                }

                if counts, part == .engine { meter_begin() }
                for recognition in recognitions { recognition.engine.process(frame) }
                if counts, part == .engine { meter_end() }

                if counts, part == .deadline { meter_begin() }
                for recognition in recognitions { meter_use(recognition.engine.nextDeadline?.microseconds ?? 0) }
                if counts, part == .deadline { meter_end() }

                texts.bytes.removeAll(keepingCapacity: true)
                ends.removeAll(keepingCapacity: true)
                if counts, part == .writer { meter_begin() }
                for recognition in recognitions {
                    for event in recognition.engine.events {
                        texts.eventReplyRest(event, device: device, labels: recognition.labels)
                        ends.append(texts.bytes.count)
                    }
                }
                if counts, part == .writer { meter_end() }

                replies.bytes.removeAll(keepingCapacity: true)
                if counts, part == .reply { meter_begin() }
                var start = 0
                for end in ends {
                    sequence += 1
                    replies.eventReply(sequence: sequence, gesture: sequence / 2, rest: texts.bytes[start..<end])
                    start = end
                }
                if counts, part == .reply { meter_end() }
                if counts { events += UInt64(ends.count) }
            }
        }
        unsafe meter_print(label, events)
    }

    /// The same events in the plain slot tracker.
    private static func measurePlain(_ label: String, _ touches: Touches) {
        let events = touches.events.map {
            plain_event(time: $0.time.microseconds, type: $0.type, code: $0.code, value: $0.value)
        }
        meter_clear()
        for _ in 0..<rounds {
            meter_rewind()
            plain_clear()
            for report in touches.reports {
                unsafe events[report.events].withUnsafeBufferPointer { events in
                    if report.counts { meter_begin() }
                    unsafe plain_take(events.baseAddress!, events.count)
                    if report.counts { meter_end() }
                }
            }
        }
        unsafe meter_print(label, 0)
    }
}
