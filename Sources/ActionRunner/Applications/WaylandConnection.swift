import System
import Text

/// The focus as compositors report it that have wlr-foreign-toplevel-management-unstable-v1: labwc, wayfire, river, niri and others.
///
/// Speaks the protocol itself: libwayland-client would have to be installed, and version 1.21 ends the program if a request cannot be
/// sent.
final class WaylandConnection {
    /// Why the compositor reports no focus; nil if it does, or if that is not known yet. It can change when the compositor offers
    /// more.
    private(set) var problem: String?
    var application: ByteString? { windows.application }

    private let socket: CompositorSocket
    private var messages = WaylandMessages()
    private var windows = ToplevelList()
    private var isBound = false
    /// Sent at the end of ``read()``, all at once: each message of its own takes much more room in the socket's buffer.
    private var requests: [UInt8] = []

    /// The objects of this connection. The first one is always the display.
    private enum Object {
        static let display: UInt32 = 1
        static let registry: UInt32 = 2
        static let callback: UInt32 = 3
        static let manager: UInt32 = 4
    }

    /// The numbers of requests in their interfaces.
    private enum Request {
        static let sync: UInt16 = 0
        static let getRegistry: UInt16 = 1
        static let bind: UInt16 = 0
        static let destroyWindow: UInt16 = 7
    }

    private static let managerInterface = "zwlr_foreign_toplevel_manager_v1"

    init(_ path: String, loop: EventLoop) throws(CompositorError) {
        socket = try CompositorSocket(path, loop: loop)
        // The reply to sync says that the registry is complete.
        request(Object.display, Request.getRegistry, Object.registry)
        request(Object.display, Request.sync, Object.callback)
        try flush()
    }

    func read() throws(CompositorError) {
        messages.append(try socket.receiveOrFail())
        while let message = try next() { try handle(message) }
        try flush()
    }

    private func next() throws(CompositorError) -> WaylandMessages.Message? {
        do throws(WaylandMessages.InvalidSize) { return try messages.next() } catch { throw invalid }
    }

    private func handle(_ message: WaylandMessages.Message) throws(CompositorError) {
        var arguments = message.arguments
        switch (message.object, message.event) {
        case (Object.display, 0):
            // error(object, code, message)
            _ = (arguments.word(), arguments.word())
            let text = String(decoding: (arguments.string() ?? []).prefix(256), as: UTF8.self)
            throw socket.failure("reported an error: \(text)")
        case (Object.registry, 0):
            // global(name, interface, version)
            guard let name = arguments.word(), let interface = arguments.string() else { throw invalid }
            if !isBound, interface.elementsEqual(Self.managerInterface.utf8) { bind(name, interface) }
        case (Object.callback, 0):
            if !isBound { problem = socket.failure("the compositor lacks \(Self.managerInterface)").reason }
        case (Object.manager, 0):
            // toplevel(new object)
            guard let number = arguments.word() else { throw invalid }
            do throws(ToplevelList.Problem) { try windows.add(number) } catch { throw failure(error) }
        case (Object.manager, 1):
            throw socket.failure("stopped listing windows")
        default:
            do throws(ToplevelList.Problem) {
                guard try windows.handle(message.event, arguments, of: message.object) else { return }
            } catch {
                throw failure(error)
            }
            request(message.object, Request.destroyWindow)
        }
    }

    private func bind(_ name: UInt32, _ interface: [UInt8]) {
        isBound = true
        problem = nil
        var arguments = WaylandArguments()
        arguments.append(name)
        arguments.append(string: interface)
        // Version 1 has all that is needed here.
        arguments.append(1)
        arguments.append(Object.manager)
        requests += WaylandMessages.request(Object.registry, Request.bind, arguments)
    }

    private func request(_ object: UInt32, _ request: UInt16, _ argument: UInt32? = nil) {
        var arguments = WaylandArguments()
        if let argument { arguments.append(argument) }
        requests += WaylandMessages.request(object, request, arguments)
    }

    private func flush() throws(CompositorError) {
        try socket.send(requests)
        requests.removeAll()
    }

    private var invalid: CompositorError { socket.failure("sent an invalid Wayland message") }

    private func failure(_ problem: ToplevelList.Problem) -> CompositorError {
        switch problem {
        case .tooMany: socket.failure("lists more than \(ToplevelList.most) windows")
        case .invalidNumber, .invalidEvent: invalid
        }
    }
}
