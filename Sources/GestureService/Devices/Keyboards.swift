import GestureCore
import System
import Text
import TouchDevices

/// Reads the modifier keys of all keyboards.
final class Keyboards {
    private final class Keyboard {
        let path: ByteString
        /// nil once the keyboard is gone: that closes the descriptor.
        var device: KeyboardDevice?
        var watch: DescriptorWatch?
        var held: EventModifiers
        /// The modifiers held from the next change on, and its time.
        var next: (modifiers: EventModifiers, time: Instant)?

        init(path: ByteString, device: consuming KeyboardDevice) {
            self.path = path
            held = device.modifiers
            self.device = .some(device)
        }
    }

    private let loop: EventLoop
    private let hub: GestureHub
    private var keyboards: [Keyboard] = []

    /// The most changes that one call reads, so that no keyboard keeps touches waiting.
    private static let mostChangesAtOnce = 512

    init(_ loop: EventLoop, hub: GestureHub) {
        self.loop = loop
        self.hub = hub
    }

    /// Opens a keyboard, unless it is open already.
    ///
    /// - Returns: why it cannot be used; nil if it can, or has vanished.
    func open(path: ByteString) -> String? {
        guard !keyboards.contains(where: { $0.path == path }) else { return nil }
        do throws(KeyboardError) {
            let device = try KeyboardDevice(path: path)
            let fd = device.fd
            let keyboard = Keyboard(path: path, device: device)
            do throws(LoopError) {
                keyboard.watch = try DescriptorWatch(loop, fd: fd, as: .auxiliaryInput, for: .readable)
            } catch {
                return errorMessage(error.errno)
            }
            keyboards.append(keyboard)
            hub.note(held, at: EventLoop.now)
            Log.info("reading its modifier keys", .device(path))
            return nil
        } catch {
            return error == .missing ? nil : error.message
        }
    }

    /// Closes a keyboard, if it is open: its keys count as released.
    func close(path: ByteString) {
        guard let keyboard = keyboards.first(where: { $0.path == path }) else { return }
        close(keyboard)
    }

    func closeAll() {
        for keyboard in keyboards { close(keyboard) }
    }

    private func close(_ keyboard: Keyboard) {
        keyboard.watch = nil
        keyboard.device = nil
        keyboards.removeAll { $0 === keyboard }
        hub.note(held, at: EventLoop.now)
        Log.info("gone", .device(keyboard.path))
    }

    /// Reads the queues of all keyboards until they are empty, in the order of the time stamps.
    func readAll() {
        for _ in 0..<Self.mostChangesAtOnce {
            guard let keyboard = earliest(), let next = keyboard.next else { return }
            keyboard.held = next.modifiers
            keyboard.next = nil
            hub.note(held, at: next.time)
        }
    }

    /// The modifiers held on any keyboard.
    private var held: EventModifiers {
        var held: EventModifiers = []
        for keyboard in keyboards { held.formUnion(keyboard.held) }
        return held
    }

    /// Returns the keyboard whose next change is the oldest.
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
    /// The reason, for log lines and clients.
    fileprivate var message: String {
        switch self {
        case .missing: "it is gone"
        case .open(let errno):
            errorMessage(errno) + ": for modifier keys, install 82-gestured-modifiers.rules, see gestured.conf(5)"
        case .mask(let errno):
            "the kernel cannot filter its keys (EVIOCSMASK: \(errorMessage(errno)))"
        case .clock(let errno):
            "the kernel does not stamp its events with the monotonic clock (EVIOCSCLOCKID: \(errorMessage(errno)))"
        }
    }
}
