import GestureCore
import TestSupport
import Testing

@testable import GestureService

@Suite struct HapticFeedbackTests {
    /// The number of pulses after each frame of touches; nil for none.
    private func pulses(_ script: String, presses: Bool, taps: Bool) throws -> [Int?] {
        let feedback = HapticFeedback(
            HapticFeedback.Options(presses: presses, taps: taps, thresholds: Thresholds()))
        return try TouchScript(script).steps.map { step in
            switch step {
            case .plug(let surface): feedback.attach(surface)
            case .unplug(let id, let time): feedback.detach(id, at: time)
            case .frame(let frame): feedback.process(frame)
            case .wake(let time): feedback.advance(to: time)
            }
            return feedback.takeCount()
        }
    }

    private static let doubleTap = "0 down a 100,100; 50 up a; 150 down b 100,100; 200 up b; 900 wake"

    @Test func `a press pulses when the finger lands`() throws {
        #expect(try pulses(Self.doubleTap, presses: true, taps: false) == [nil, 1, nil, 1, nil, nil])
    }

    @Test func `a tap pulses once it is final, and a double tap twice`() throws {
        #expect(try pulses("0 down a 100,100; 50 up a; 900 wake", presses: false, taps: true) == [nil, nil, nil, 1])
        #expect(try pulses(Self.doubleTap, presses: false, taps: true) == [nil, nil, nil, nil, 2, nil])
    }

    @Test func `presses and taps pulse independently`() throws {
        #expect(try pulses(Self.doubleTap, presses: true, taps: true) == [nil, 1, nil, 1, 2, nil])
    }

    @Test func `a double tap and a press in one wake-up pulse twice`() throws {
        let feedback = HapticFeedback(
            HapticFeedback.Options(presses: true, taps: true, thresholds: Thresholds()))
        feedback.attach(.screen)
        for case .frame(let frame) in try TouchScript(Self.doubleTap + "; 1000 down c 100,100; 1050 up c").steps {
            feedback.process(frame)
        }
        #expect(feedback.takeCount() == 2 && feedback.takeCount() == nil)
    }

    @Test func `neither a drag nor a second finger pulses again`() throws {
        #expect(
            try pulses(
                "0 down a 100,100; 10 move a 200,100; 20 down b 300,100; 30 up a b", presses: true, taps: true)
                == [nil, 1, nil, nil, nil])
    }
}
