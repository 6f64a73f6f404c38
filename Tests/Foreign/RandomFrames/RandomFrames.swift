import CLinux
import GestureCore
import GestureProtocol
import TestSupport
import Text

/// Plays the random touches of the property tests, and prints the events, so that they can be compared between architectures.
///
///     RandomFrames FIRST COUNT    a line for each seed: the number of events and a digest of all their fields
///     RandomFrames SEED           the events of one seed, with floating-point numbers as bit patterns
@main
enum RandomFrames {
    private static let framesPerRun = 1024

    static func main() {
        var output = EventPrinter()
        let numbers = (1...2).compactMap { argument($0) }
        switch numbers.count {
        case 1: output.printEvents(of: play(numbers[0]))
        case 2: for seed in numbers[0]..<numbers[0] + numbers[1] { output.printDigest(of: play(seed), seed: seed) }
        default: exit(2)
        }
    }

    private static func argument(_ index: Int32) -> UInt64? {
        guard let word = unsafe linux_argument(index) else { return nil }
        return unsafe parseInteger(UnsafeBufferPointer(start: word, count: strlen(word)).map { UInt8(bitPattern: $0) })
    }

    private static func play(_ seed: UInt64) -> [EngineEvent] {
        var engine = GestureEngine(options: .random(seed: seed))
        var events: [EngineEvent] = []
        for step in RandomTouches(seed: seed, frames: framesPerRun).steps { events += engine.play(step) }
        return events + engine.play(.wake(at: .distantFuture))
    }
}
