import GestureCore

/// One touchscreen or touchpad that is open: its frames.
public struct TouchDevice: ~Copyable {
    private let evdev: EvdevDevice
    public let geometry: TouchGeometry
    private var decoder: TouchDecoder

    /// What a reading gave.
    public enum Reading: Equatable, Sendable {
        /// The frame was set.
        case frame
        case empty
        /// The device is gone: close it at once.
        case gone
    }

    /// Takes over an open device. Fingers that are down already are dead until they are lifted.
    public init(
        _ evdev: consuming EvdevDevice, kind: Surface.Kind, configured: PhysicalSize? = nil
    ) throws(UnusableDevice) {
        let geometry = try TouchGeometry(evdev.description, kind: kind, configured: configured)
        var decoder = try TouchDecoder(evdev.description, geometry)
        decoder.seed(from: evdev)
        self.geometry = geometry
        self.decoder = decoder
        self.evdev = evdev
    }

    public var fd: CInt { evdev.fd }
    public var contactsDown: Int { decoder.contactsDown }
    /// How often the kernel's queue ran over.
    public private(set) var overruns = 0

    /// Reads on until a frame is complete or nothing is left; never waits.
    public mutating func read(contacts: inout ContactNumbers, into frame: inout TouchFrame) -> Reading {
        if decoder.followUp(into: &frame) { return .frame }
        while true {
            switch evdev.read() {
            case .event(let event):
                if decoder.handle(event, contacts: &contacts, into: &frame) { return .frame }
            case .overrun(let time):
                overruns += 1
                let hadContacts = decoder.loseAll(at: time, into: &frame)
                decoder.seed(from: evdev)
                if hadContacts { return .frame }
            case .empty:
                return .empty
            case .gone:
                return .gone
            }
        }
    }
}
