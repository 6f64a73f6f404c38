import GestureCore
import System
import TouchDevices

/// Reads the modifier keys of all keyboards.
final class Keyboards {
    private final class Keyboard {
        let path: String
        /// nil once the keyboard is gone: that closes the descriptor.
        var device: KeyboardDevice?
        var source: DescriptorSource?
        var held: Modifiers
        /// What is held next, and from when on.
        var next: (modifiers: Modifiers, time: Instant)?

        init(path: String, device: consuming KeyboardDevice) {
            self.path = path
            held = device.modifiers
            self.device = .some(device)
        }
    }

    private let loop: EventLoop
    private let hub: GestureHub
    private let onWake: () -> Void
    private var keyboards: [Keyboard] = []

    /// No keyboard can keep touches waiting.
    private static let mostChangesAtOnce = 512

    init(_ loop: EventLoop, hub: GestureHub, onWake: @escaping () -> Void) {
        self.loop = loop
        self.hub = hub
        self.onWake = onWake
    }

    /// Opens one; one that is open already stays as it is.
    ///
    /// - Returns: why it is not used; nil where it is, or has vanished.
    func open(path: String) -> String? {
        guard !keyboards.contains(where: { $0.path.utf8.elementsEqual(path.utf8) }) else { return nil }
        do throws(KeyboardError) {
            let device = try KeyboardDevice(path: path)
            let fd = device.fd
            let keyboard = Keyboard(path: path, device: device)
            do throws(LoopError) {
                keyboard.source = try DescriptorSource(loop, fd: fd, .readable) { [self] _ in onWake() }
            } catch {
                return errorMessage(error.errno)
            }
            keyboards.append(keyboard)
            hub.modifiers.note(held, at: EventLoop.now)
            Log.info("reading its modifier keys", .device(path))
            return nil
        } catch {
            return error == .missing ? nil : error.message
        }
    }

    /// Closes one, if it is open: what is held on it no longer is.
    func close(path: String) {
        guard let keyboard = keyboards.first(where: { $0.path.utf8.elementsEqual(path.utf8) }) else { return }
        close(keyboard)
    }

    func closeAll() {
        for keyboard in keyboards { close(keyboard) }
    }

    private func close(_ keyboard: Keyboard) {
        keyboard.source?.stop()
        keyboard.device = nil
        keyboards.removeAll { $0 === keyboard }
        hub.modifiers.note(held, at: EventLoop.now)
        Log.info("gone", .device(keyboard.path))
    }

    /// Reads every keyboard's queue dry, in the order of the time stamps.
    func readAll() {
        for _ in 0..<Self.mostChangesAtOnce {
            guard let keyboard = earliest(), let next = keyboard.next else { return }
            keyboard.held = next.modifiers
            keyboard.next = nil
            hub.modifiers.note(held, at: next.time)
        }
    }

    /// Held on any of them.
    private var held: Modifiers {
        var held: Modifiers = []
        for keyboard in keyboards { held.formUnion(keyboard.held) }
        return held
    }

    /// The keyboard whose next change is the oldest.
    private func earliest() -> Keyboard? {
        var earliest: (keyboard: Keyboard, time: Instant)?
        for keyboard in keyboards {
            if keyboard.next == nil {
                switch keyboard.device?.read() {
                case .held(let modifiers, let time): keyboard.next = (modifiers, time)
                case .empty: continue
                case .gone, nil:
                    close(keyboard)
                    continue
                }
            }
            if let time = keyboard.next?.time, time < earliest?.time ?? .distantFuture { earliest = (keyboard, time) }
        }
        return earliest?.keyboard
    }
}

extension KeyboardError {
    /// In words for a person.
    fileprivate var message: String {
        switch self {
        case .missing: "it is not there any more"
        case .open(let errno):
            errorMessage(errno) + ": for modifier keys, install 82-gestured-modifiers.rules, see gestured.conf(5)"
        case .mask(let errno):
            "the kernel cannot keep from us what is typed on it (EVIOCSMASK: \(errorMessage(errno)))"
        case .clock(let errno): "its events cannot be stamped (EVIOCSCLOCKID: \(errorMessage(errno)))"
        }
    }
}
