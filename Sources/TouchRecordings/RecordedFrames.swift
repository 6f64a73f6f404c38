import GestureCore
import TouchDecoding

/// What recognizes the touches of a recording.
package protocol TouchEngine {
    mutating func advance(to time: Instant)
    mutating func detach(_ surface: SurfaceID, at time: Instant)
}

extension GestureEngine: TouchEngine {}
extension ExplainedEngine: TouchEngine {}

/// The frames of a recording, one after the other, and what follows them: the one way to play a recording without delays.
package struct RecordedFrames {
    package let surface: Surface
    /// The current frame, after ``next()`` has returned true.
    package private(set) var frame: TouchFrame
    private var device: RecordedDevice
    private var contacts = ContactNumbers()

    package init(_ device: RecordedDevice) {
        self.device = device
        surface = device.geometry.surface(SurfaceID(1))
        frame = TouchFrame(surface: surface.id, time: .distantPast)
    }

    /// Goes to the next frame.
    ///
    /// - Returns: false at the end of the recording.
    package mutating func next() -> Bool { device.next(contacts: &contacts, into: &frame) }

    /// Why contacts are cancelled in the current frame.
    package var loss: ContactLoss { device.loss }

    /// Whether fingers are down after the frames so far.
    package var areFingersDown: Bool { device.contactsDown > 0 }

    /// The time of the last event of the recording.
    package var end: Instant { device.lastTime ?? .distantPast }

    /// Ends what was recognized after the last frame.
    package func finish(_ engine: inout some TouchEngine) {
        if areFingersDown {
            // The recording does not contain the end of these touches.
            engine.detach(surface.id, at: end)
        } else {
            // Time passes after the recording: pending taps become final.
            engine.advance(to: .distantFuture)
        }
    }
}
