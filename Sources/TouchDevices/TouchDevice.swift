import GestureCore
import TouchDecoding
import TouchRecordings

/// An open touchscreen or touchpad, read as frames.
public struct TouchDevice: ~Copyable {
    private let evdev: EvdevDevice
    package private(set) var geometry: TouchGeometry
    private var decoder: TouchDecoder
    /// An event that was read, but that a pen precedes.
    private var pending: RawEvent?
    /// Each receives all events of the device as they are read.
    private var recorders: [DeviceRecorder] = []

    /// The result of ``read(contacts:into:)``.
    package enum Reading: Equatable, Sendable {
        /// `frame` was set.
        case frame
        case empty
        /// The device is gone. Close it at once.
        case gone
    }

    /// Takes over an open device. Fingers that are down already are ignored until they are lifted.
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

    /// Selects the events that the decoder uses, or all while recording: most drivers also move a pointer with the oldest contact,
    /// which is two of five events in a frame of one finger, and many send a time stamp of their own.
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
    /// Whether no contact is on the device, not even an ignored one.
    package var isUntouched: Bool { decoder.isUntouched }
    /// How often the kernel's queue overflowed.
    package private(set) var overruns: UInt64 = 0

    /// Applies another geometry. Fingers that are down are ignored until they are lifted.
    ///
    /// - Parameter geometry: made from the description of this device.
    package mutating func renew(_ geometry: TouchGeometry) throws(UnusableDevice) {
        var decoder = try TouchDecoder(evdev.description, geometry)
        decoder.seed(from: DeviceSnapshot(evdev))
        // A pen that is near stays near.
        decoder.pens = self.decoder.pens
        self.geometry = geometry
        self.decoder = decoder
        pending = nil
    }

    /// Grabs the device exclusively, or ends the grab.
    ///
    /// - Returns: 0, or an errno.
    package func grab(_ wanted: Bool) -> CInt { evdev.grab(wanted) }

    /// Notes that a pen came near the same device, or that the last one left. Touches are cancelled, and fingers that land while the
    /// pen is near, or within 90 ms after, are ignored until they are lifted.
    package mutating func note(penIsNear: Bool, at time: Instant) { decoder.pens.note(isNear: penIsNear, at: time) }

    /// The largest number of events to skip, more than the kernel queues: a driver that floods must not block the service.
    private static let mostSkipped = 1 << 14

    /// Discards pending events. Fingers that are down are ignored until they are lifted.
    ///
    /// - Returns: false if the device is gone.
    package mutating func skip() -> Bool {
        pending = nil
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
        guard let event = pending else {
            let reading = evdev.read()
            if !recorders.isEmpty { record(reading) }
            return reading
        }
        pending = nil
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

    /// Starts to record the events of the device, which works even while it is grabbed.
    ///
    /// - Parameter context: what udev says about the device.
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

    /// Reads events until a frame is complete or no event is pending, without blocking.
    package mutating func read(contacts: inout ContactNumbers, into frame: inout TouchFrame) -> Reading {
        if decoder.followUp(into: &frame) { return .frame }
        while true {
            switch readEvent() {
            case .event(let event):
                if decoder.applyPens(upTo: event.time, into: &frame) {
                    pending = event
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
