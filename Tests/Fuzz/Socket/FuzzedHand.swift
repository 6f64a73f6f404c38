import GestureCore
import GestureProtocol
import TestSupport

@testable import GestureService

/// A touchscreen and a touchpad, and fingers that do what bytes say.
struct FuzzedHand {
    private let service: FuzzedService
    private var surfaces: [Surface] = []
    private var fingers: [Finger?]
    private var contacts: UInt64 = 0

    private struct Finger {
        var contact: ContactID
        var position: Vector
    }

    private static let fingersOfDevice = 4

    init(_ service: FuzzedService) {
        self.service = service
        fingers = Array(repeating: nil, count: 2 * Self.fingersOfDevice)
        plug()
    }

    private mutating func plug() {
        surfaces = [(Surface.screen, "Screen"), (.pad, "Pad")].map { kind, name in
            let surface = Surface(id: service.hub.newSurfaceID(), kind: kind.kind, size: kind.size)
            service.hub.attach(
                AttachedDevice(surface: surface, id: service.hub.uniqueID("1234:5678"), name: name) { DeviceReport($0) }
            )
            return surface
        }
    }

    /// In the midst of whatever goes on.
    mutating func togglePlug() { if surfaces.isEmpty { plug() } else { leave() } }

    mutating func leave() {
        for surface in surfaces { service.hub.detach(surface.id, at: service.now) }
        service.hub.flush()
        surfaces = []
        for index in fingers.indices { fingers[index] = nil }
    }

    /// | bits | meaning                                                            |
    /// |------|--------------------------------------------------------------------|
    /// | 0, 1 | which finger                                                       |
    /// | 2 … 4| land, lift, move in one of four directions, time passes, be lost   |
    /// | 5    | on which device                                                    |
    /// | 6, 7 | a move by 1, 4, 16 or 64 frames                                    |
    mutating func act(_ byte: UInt8) {
        guard !surfaces.isEmpty else { return }
        let device = Int(byte >> 5 & 1)
        let finger = Int(byte & 3) + device * Self.fingersOfDevice
        let frames = 1 << (2 * Int(byte >> 6))
        switch byte >> 2 & 7 {
        case 0: land(finger, device)
        case 1: end(finger, device, .up)
        case 2: move(finger, device, by: Vector(x: 15, y: 0), frames)
        case 3: move(finger, device, by: Vector(x: 0, y: 15), frames)
        case 4: move(finger, device, by: Vector(x: -15, y: 0), frames)
        case 5: move(finger, device, by: Vector(x: 0, y: -15), frames)
        case 6:
            service.now = service.now + .milliseconds(150 * Int64(frames))
            service.hub.advance(to: service.now)
        default: end(finger, device, .cancel)
        }
        // As if one wake-up had found all frames of it.
        service.hub.flush()
    }

    private mutating func land(_ finger: Int, _ device: Int) {
        guard fingers[finger] == nil else { return }
        contacts += 1
        let position = Vector(x: 60 + 120 * Double(finger % Self.fingersOfDevice), y: 180)
        fingers[finger] = Finger(contact: ContactID(contacts), position: position)
        send(.down, of: finger, device)
    }

    private mutating func move(_ finger: Int, _ device: Int, by step: Vector, _ frames: Int) {
        for _ in 0..<frames {
            guard let position = fingers[finger]?.position else { return }
            fingers[finger]?.position = position + step
            send(.move, of: finger, device)
        }
    }

    private mutating func end(_ finger: Int, _ device: Int, _ action: ContactChange.Action) {
        send(action, of: finger, device)
        fingers[finger] = nil
    }

    private func send(_ action: ContactChange.Action, of finger: Int, _ device: Int) {
        guard let finger = fingers[finger] else { return }
        service.now = service.now + .milliseconds(8)
        service.hub.advance(to: service.now)
        let change = ContactChange(finger.contact, action, at: finger.position)
        service.hub.process(TouchFrame(surface: surfaces[device].id, time: service.now, changes: [change]))
    }
}
