import GestureCore
import Text
import TouchDecoding
import TouchRecordings

/// An open touchscreen or touchpad, read as frames.
public struct DecodedDevice: ~Copyable {
    private let evdev: EvdevDevice
    package private(set) var geometry: TouchGeometry
    private var decoder: TouchDecoder
    /// An event that was read, but that a pen precedes.
    private var pending: RawEvent?
    /// Each receives all events of the device as they are read.
    private var recorders: [DeviceRecorder] = []
    /// Keeps the last events; nil if they are not kept.
    package private(set) var history: EventHistory?
    /// Passes events on to a clone; nil if the device is not filtered.
    private var relay: TouchRelay?
    /// The events that were passed on and are not decoded yet, and the index of the next one.
    private var passed: [RawEvent] = []
    private var nextPassed = 0

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

    /// Selects the events that the decoder uses, or all while recording or passing them on: most drivers also move a pointer with the oldest contact,
    /// which is two of five events in a frame of one finger, and many send a time stamp of their own.
    private func selectEvents() {
        guard recorders.isEmpty, relay == nil else {
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
    package private(set) var faults = ContactFaults()
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
        forgetPassed()
    }

    /// Whether a clone has been made.
    package var hasClone: Bool { relay != nil }
    /// Whether touches are passed on to the clone.
    package var isRelaying: Bool { relay?.isStarted ?? false }
    /// The errno because of which touches are not passed on any more; 0 if there is none.
    package var relayError: CInt { relay?.error ?? 0 }
    /// Whether the current touch is withheld from the clone because it began on a dark or idle display.
    package var isWakingWithheld: Bool { relay?.isWaking ?? false }
    /// When ``advanceRelay(to:)`` has something to do; nil if never.
    package var relayDeadline: Instant? { relay?.nextDeadline }
    /// Whether events wait to be read from the kernel.
    package var hasPendingEvents: Bool { evdev.hasPendingEvents }

    /// Makes a clone of the device. Nothing is passed on to it yet.
    ///
    /// - Throws: the reason if it cannot be made.
    package mutating func makeClone(_ rules: WithholdingRules, _ thresholds: Thresholds) throws(CloneFailure) {
        let filter: TouchFilter
        do throws(UnfilterableDevice) {
            filter = try TouchFilter(evdev.description, geometry, rules, thresholds)
        } catch {
            throw .unfilterable(error)
        }
        do throws(CloneError) {
            relay = TouchRelay(try CloneDevice(of: evdev), filter)
        } catch {
            throw .uinput(error)
        }
        selectEvents()
    }

    package mutating func removeClone() {
        relay = nil
        selectEvents()
    }

    /// Passes touches on to the clone from now on. The device must be grabbed.
    package mutating func startRelay() throws(CloneError) { relay?.start(from: try EvdevState(path: evdev.path)) }

    /// Decides by other rules which touches are withheld.
    ///
    /// - Parameter power: tells whether the display is dark; nil if touches that wake it are not withheld.
    package mutating func applyToRelay(_ rules: WithholdingRules, _ thresholds: Thresholds, _ power: DisplayPower?) {
        relay?.apply(rules, thresholds, geometry)
        relay?.power = power
    }

    /// Withholds everything from the clone, or only what the rules say.
    package mutating func setRelayBlocking(_ wanted: Bool, at time: Instant) { relay?.setBlocking(wanted, at: time) }

    /// Cancels a contact on the clone, and withholds it until it is lifted.
    package mutating func withhold(_ contact: ContactID, at time: Instant) {
        if relay != nil, let slot = decoder.slot(of: contact) { relay?.withhold(slot: slot, at: time) }
    }

    /// Passes on the touches that have been held back long enough.
    package mutating func advanceRelay(to now: Instant) { relay?.advance(to: now) }

    private mutating func pass(_ reading: EvdevDevice.Reading) {
        switch reading {
        case .event(let event): relay?.handle(event)
        case .overrun(let time): relay?.synchronize(with: evdev, at: time)
        case .empty, .gone: break
        }
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
        forgetPassed()
        var last: Instant?
        reading: for _ in 0..<Self.mostSkipped {
            let reading = evdev.read()
            pass(reading)
            switch reading {
            case .event(let event): last = event.time
            case .overrun(let time): last = time
            case .empty: break reading
            case .gone: return false
            }
        }
        if let last {
            recordLoss(at: last)
        }
        decoder.discardPens()
        decoder.restart()
        decoder.seed(from: DeviceSnapshot(evdev))
        return true
    }

    @inline(__always)  // called in one place, for each event
    private mutating func readEvent() -> EvdevDevice.Reading {
        guard let event = pending else {
            let reading = relay == nil && passed.isEmpty ? evdev.read() : readPassed()
            switch reading {
            case .event(let event):
                // Not in a method for both, which could copy all properties.
                history?.append(event)
                if !recorders.isEmpty { record(event) }
            case .overrun(let time): recordLoss(at: time)
            case .empty, .gone: break
            }
            return reading
        }
        pending = nil
        return .event(event)
    }

    /// Returns the next event of a device whose events are passed on. A frame is passed on before its first event is decoded.
    @inline(never)  // as what follows: all other devices would pay for its variables at each event
    private mutating func readPassed() -> EvdevDevice.Reading {
        if passed.isEmpty {
            while passed.count < TouchFilter.mostEvents {
                let reading = evdev.read()
                pass(reading)
                if case .event(let event) = reading {
                    passed.append(event)
                    if event.isReport { break }
                    continue
                }
                // An overrun makes the events before it worthless. The others are read again.
                if case .overrun = reading { forgetPassed() }
                if passed.isEmpty { return reading }
                break
            }
        }
        let event = passed[nextPassed]
        nextPassed += 1
        if nextPassed == passed.count { forgetPassed() }
        return .event(event)
    }

    private mutating func forgetPassed() {
        passed.clear()
        nextPassed = 0
    }

    @inline(never)
    private func record(_ event: RawEvent) {
        for recorder in recorders { recorder.append(event) }
    }

    @inline(never)
    private func recordLoss(at time: Instant) {
        guard history != nil || !recorders.isEmpty else { return }
        let state = DeviceSnapshot(evdev)
        history?.append(overrunAt: time, state, of: evdev.description)
        for recorder in recorders { recorder.append(overrunAt: time, state) }
    }

    /// Keeps the last events of the device from now on: those that the decoder uses, and others only while the device is recorded or
    /// filtered.
    ///
    /// - Parameters:
    ///   - capacity: a power of two.
    ///   - past: earlier events of the device, which are kept as far as they fit.
    ///   - lossTime: the time up to which events were lost since then; nil if none were.
    package mutating func keepHistory(capacity: Int, past: EventHistory?, lossTime: Instant?) {
        let state = DeviceSnapshot(evdev)
        guard let past else {
            history = EventHistory(capacity: capacity, state)
            return
        }
        let history = EventHistory(capacity: capacity, past)
        past.clear()
        if let lossTime { history.append(overrunAt: lossTime, state, of: evdev.description) }
        self.history = history
    }

    package mutating func dropHistory() {
        history?.clear()
        history = nil
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

    package var recordings: Int { recorders.count }

    package mutating func stop(_ recorder: DeviceRecorder) {
        recorders.removeAll { $0 === recorder }
        selectEvents()
    }

    /// Cancels every contact, because events were lost.
    @inline(never)
    private mutating func loseAll(at time: Instant, into frame: inout TouchFrame) {
        overruns += 1
        _ = decoder.loseAll(at: time, into: &frame)
        decoder.seed(from: DeviceSnapshot(evdev))
    }

    /// The most events that one call reads without completing a frame: more than a frame of ten fingers has. A driver that floods
    /// with events that change nothing must not block the service.
    private static let mostEventsAtOnce = 128

    /// Reads events until a frame is complete or no event is pending, without blocking.
    ///
    /// After lost events, or ``mostEventsAtOnce``, the frame can be without changes: it tells up to what time the device was read.
    package mutating func read(contacts: inout ContactNumbers, into frame: inout TouchFrame) -> Reading {
        if decoder.followUp(into: &frame) {
            faults.follow(frame)
            return .frame
        }
        var time = frame.time
        for _ in 0..<Self.mostEventsAtOnce {
            switch readEvent() {
            case .event(let event):
                time = event.time
                if decoder.applyPens(upTo: event.time, into: &frame) {
                    pending = event
                    return .frame
                }
                if decoder.handle(event, contacts: &contacts, into: &frame) {
                    if decoder.takeContactsChanged() { faults.follow(frame) }
                    return .frame
                }
            case .overrun(let time):
                // Also without contacts: if the queue overflows faster than it is read, nothing else would end the loop.
                loseAll(at: time, into: &frame)
                return .frame
            case .empty:
                return decoder.applyPens(upTo: .distantFuture, into: &frame) ? .frame : .empty
            case .gone:
                return .gone
            }
        }
        frame.time = time
        frame.changes.clear()
        return .frame
    }
}

/// Why a device has no clone.
package enum CloneFailure: Error, Equatable, Sendable {
    case unfilterable(UnfilterableDevice)
    case uinput(CloneError)

    package var message: String {
        switch self {
        case .unfilterable(let reason): reason.message
        case .uinput(let error): error.message
        }
    }
}
