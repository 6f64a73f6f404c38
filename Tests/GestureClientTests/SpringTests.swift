import GestureClient
import Testing

@Suite struct SpringTests {
    static let bounces = [-0.9, -0.5, -1e-12, 0, 1e-12, 0.1, 0.5, 0.9]

    /// The positions of a spring with a period of 1 s without damping, by integrating its equation of motion in steps of 0.1 ms.
    private func positions(bounce: Double, until end: Duration) -> [Double] {
        let damping = bounce < 0 ? 1 / (1 + bounce) : 1 - bounce
        let stiffness = 4 * Double.pi * .pi
        let friction = 4 * Double.pi * damping
        func acceleration(_ x: Double, _ v: Double) -> Double { stiffness * (1 - x) - friction * v }
        let step = 0.0001
        var (x, v) = (0.0, 0.0)
        return (0...Int(end / .microseconds(100))).map { _ in
            defer {
                let (v1, a1) = (v, acceleration(x, v))
                let (v2, a2) = (v + step / 2 * a1, acceleration(x + step / 2 * v1, v + step / 2 * a1))
                let (v3, a3) = (v + step / 2 * a2, acceleration(x + step / 2 * v2, v + step / 2 * a2))
                let (v4, a4) = (v + step * a3, acceleration(x + step * v3, v + step * a3))
                x += step / 6 * (v1 + 2 * v2 + 2 * v3 + v4)
                v += step / 6 * (a1 + 2 * a2 + 2 * a3 + a4)
            }
            return x
        }
    }

    @Test(arguments: bounces)
    func `moves as a spring and stays settled after its duration`(bounce: Double) {
        let animation = Animation.spring(duration: .seconds(1), bounce: bounce)
        for (step, position) in positions(bounce: bounce, until: animation.duration * 1.5).enumerated() {
            let elapsed = Duration.microseconds(100 * step)
            let error = abs(animation.value(at: elapsed) - position)
            guard error < (elapsed < animation.duration ? 1e-7 : 1e-3) else {
                Issue.record("\(error) at \(elapsed)")
                return
            }
        }
    }

    @Test func `settles 1.47 periods after the start without bounce`() {
        #expect(abs(Animation.spring(duration: .seconds(1)).duration / .seconds(1) - 1.4696) < 0.0001)
        #expect(Animation.spring() == .spring(duration: .milliseconds(500), bounce: 0))
        #expect(Animation.default == .spring(duration: .milliseconds(550), bounce: 0))
    }

    @Test(arguments: bounces)
    func `overshoots only with a positive bounce`(bounce: Double) {
        let animation = Animation.spring(bounce: bounce)
        let highest = (0...1000).map { animation.value(at: animation.duration * $0 / 1000) }.max()!
        #expect((highest > 1) == (bounce > 0.01))
    }

    @Test func `a bounce is limited to -0.9 … 0.9`() {
        for (limit, step) in [(0.9, 0.01), (-0.9, -0.01)] {
            #expect(Animation.spring(bounce: limit - step) != .spring(bounce: limit))
            #expect(Animation.spring(bounce: limit + step) == .spring(bounce: limit))
        }
        #expect(Animation.spring(bounce: .nan) == .spring(bounce: 0))
    }
}
