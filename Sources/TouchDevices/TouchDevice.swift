import GestureCore
import TouchDecoding
import TouchRecordings

/// One touchscreen or touchpad that is open: its frames.
public struct TouchDevice: ~Copyable {
    private let evdev: EvdevDevice
    package private(set) var geometry: TouchGeometry
    private var decoder: TouchDecoder
    /// What is next, when a pen came before it.
    private var waiting: RawEvent?
    /// Each gets all that the device sends, as it is read.
    private var recorders: [DeviceRecorder] = []

    /// What a reading gave.
    package enum Reading: Equatable, Sendable {
        /// The frame was set.
        case frame
        case empty
        /// The device is gone: close it at once.
        case gone
    }

    /// Takes over an open device. Fingers that are down already are dead until they are lifted.
    package init(
        _ evdev: consuming EvdevDevice, kind: Surface.Kind, setup: DeviceSetup = DeviceSetup()
    ) throws(UnusableDevice) {
        let geometry = try TouchGeometry(evdev.description, kind: kind, setup: setup)
        var decoder = try TouchDecoder(evdev.description, geometry)
        decoder.seed(from: DeviceSnapshot(evdev))
        self.geometry = geometry
        self.decoder = decoder
        self.evdev = evdev
        selectEvents()
    }

    /// Receives what contacts are made of, or everything while somebody records: most drivers also move a pointer with the oldest
    /// contact, which is two of five events in a frame of one finger, and many send a time stamp of their own.
    private func selectEvents() {
        guard recorders.isEmpty else {
            evdev.select(types: nil, axes: nil)
            return
        }
        evdev.select(
            types: [EventType.syn, EventType.key, EventType.abs],
            axes: geometry.multitouch == .slots ? FrameAssembler.slotAxes : nil)
    }

    package var fd: CInt { evdev.fd }
    /// See ``EvdevDevice/takeMessage()``.
    package func takeMessage() -> EvdevMessage? { evdev.takeMessage() }
    package var contactsDown: Int { decoder.contactsDown }
    /// Whether nothing is on it, not even what is not reported.
    package var isUntouched: Bool { decoder.isUntouched }
    /// How often the kernel's queue ran over.
    package private(set) var overruns = 0

    /// Counts so from now on, as another surface. Fingers that are down are dead until they are lifted.
    ///
    /// - Parameter geometry: made of this device's own description.
    package mutating func renew(_ geometry: TouchGeometry) throws(UnusableDevice) {
        var decoder = try TouchDecoder(evdev.description, geometry)
        decoder.seed(from: DeviceSnapshot(evdev))
        // A pen that is near still is.
        decoder.pens = self.decoder.pens
        self.geometry = geometry
        self.decoder = decoder
        waiting = nil
    }

    /// Keeps the events of the device from all other programs, or lets them have them again.
    ///
    /// - Returns: the errno of what failed, or 0.
    package func grab(_ wanted: Bool) -> CInt { evdev.grab(wanted) }

    /// Takes down that a pen came near the same device, or that the last has gone. Its touches are cancelled then, and those that
    /// come while it is near or within 90 ms do not count, until they are lifted.
    package mutating func note(penIsNear: Bool, at time: Instant) { decoder.pens.note(isNear: penIsNear, at: time) }

    /// More than the kernel keeps: a driver that floods must not be read for ever.
    private static let mostSkipped = 1 << 14

    /// Throws away what waits to be read. Fingers that are down are dead until they are lifted.
    ///
    /// - Returns: whether the device is still there.
    package mutating func skip() -> Bool {
        waiting = nil
        var last: Instant?
        reading: for _ in 0..<Self.mostSkipped {
            switch evdev.read() {
            case .event(let event): last = event.time
            case .overrun(let time): last = time
            case .empty: break reading
            case .gone: return false
            }
        }
        if let last {
            for recorder in recorders { recorder.append(overrunAt: last, DeviceSnapshot(evdev)) }
        }
        decoder.discardPens()
        decoder.restart()
        decoder.seed(from: DeviceSnapshot(evdev))
        return true
    }

    private mutating func readEvent() -> EvdevDevice.Reading {
        guard let event = waiting else {
            let reading = evdev.read()
            if !recorders.isEmpty { record(reading) }
            return reading
        }
        waiting = nil
        return .event(event)
    }

    private func record(_ reading: EvdevDevice.Reading) {
        for recorder in recorders {
            switch reading {
            case .event(let event): recorder.append(event)
            case .overrun(let time): recorder.append(overrunAt: time, DeviceSnapshot(evdev))
            case .empty, .gone: break
            }
        }
    }

    /// Records from now on what the device sends, also while no other program gets it.
    ///
    /// - Parameter context: what udev knows of it.
    package mutating func startRecording(_ context: DeviceContext) -> DeviceRecorder {
        var context = context
        context.add(geometry.kind, geometry.size, geometry.setup.orientation, of: evdev.description)
        let recorder = DeviceRecorder(evdev.description, context, DeviceSnapshot(evdev), isAnonymous: false)
        recorders.append(recorder)
        selectEvents()
        return recorder
    }

    package mutating func stop(_ recorder: DeviceRecorder) {
        recorders.removeAll { $0 === recorder }
        selectEvents()
    }

    /// Reads on until a frame is complete or nothing is left; never waits.
    package mutating func read(contacts: inout ContactNumbers, into frame: inout TouchFrame) -> Reading {
        if decoder.followUp(into: &frame) { return .frame }
        while true {
            switch readEvent() {
            case .event(let event):
                if decoder.applyPens(upTo: event.time, into: &frame) {
                    waiting = event
                    return .frame
                }
                if decoder.handle(event, contacts: &contacts, into: &frame) { return .frame }
            case .overrun(let time):
                overruns += 1
                let hadContacts = decoder.loseAll(at: time, into: &frame)
                decoder.seed(from: DeviceSnapshot(evdev))
                if hadContacts { return .frame }
            case .empty:
                return decoder.applyPens(upTo: .distantFuture, into: &frame) ? .frame : .empty
            case .gone:
                return .gone
            }
        }
    }
}
