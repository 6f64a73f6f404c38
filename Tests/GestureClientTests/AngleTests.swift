import GestureClient
import Testing

@Suite struct AngleTests {
    @Test func `degrees and radians are two units of one angle`() {
        #expect(Angle(degrees: 180).radians == .pi)
        #expect(Angle(radians: .pi / 2) == .degrees(90))
        #expect(Angle.radians(-.pi) == .degrees(-180))
        var angle = Angle()
        #expect(angle == .zero)
        angle.radians = 2 * .pi
        #expect(angle.degrees == 360)
    }

    @Test func `angles are added, subtracted, negated and compared`() {
        #expect(Angle.degrees(90) + .degrees(300) == .degrees(390))
        #expect(Angle.degrees(90) - .degrees(300) == .degrees(-210))
        #expect(-Angle.degrees(90) == .degrees(-90))
        #expect(Angle.degrees(-1) < .zero && Angle.degrees(1) > .zero)
    }

    @Test func `is described in degrees`() { #expect("\(Angle.degrees(90))" == "90.0°") }
}
