import Text

/// The windows of a compositor, as wlr-foreign-toplevel-management-unstable-v1 (version 1) lists them.
struct ToplevelList {
    /// The events of zwlr_foreign_toplevel_handle_v1, in the order of the protocol.
    enum Event: UInt16 {
        case title, applicationID, outputEnter, outputLeave, state, done, closed
    }

    enum Problem: Error, Equatable {
        case tooMany
        /// A number that a client would choose, or one that is in use.
        case invalidNumber
        case invalidEvent
    }

    private struct Window {
        let number: UInt32
        var name: ByteString?
        /// What applies from the next event `done`.
        var nextName: ByteString?
        var isNextActive = false
    }

    static let most = 1024
    /// The objects that a compositor creates have numbers from here.
    private static let firstNumber: UInt32 = 0xff00_0000
    /// The value of `activated` in the enumeration `state`.
    private static let activated: UInt32 = 2

    private var windows: [Window] = []
    /// The window that became active last, if it still is. Each seat can have one.
    private var focus: UInt32?

    /// The application of the active window.
    var application: ByteString? { windows.first { $0.number == focus }?.name }

    mutating func add(_ number: UInt32) throws(Problem) {
        guard number >= Self.firstNumber, index(of: number) == nil else { throw .invalidNumber }
        guard windows.count < Self.most else { throw .tooMany }
        windows.append(Window(number: number))
    }

    /// Handles an event of the object `number`, and ignores other objects.
    ///
    /// - Returns: whether the window is closed. The client then has to destroy its object.
    mutating func handle(_ event: UInt16, _ arguments: WaylandArguments, of number: UInt32) throws(Problem) -> Bool {
        guard let index = index(of: number) else { return false }
        var arguments = arguments
        switch Event(rawValue: event) {
        case .applicationID:
            guard let name = arguments.string() else { throw .invalidEvent }
            windows[index].nextName = reportedName(name)
        case .state:
            guard let states = arguments.array() else { throw .invalidEvent }
            windows[index].isNextActive = false
            var values = WaylandArguments(states)
            while let state = values.word() { if state == Self.activated { windows[index].isNextActive = true } }
        case .done:
            windows[index].name = windows[index].nextName
            setActive(windows[index].isNextActive, number)
        case .closed:
            windows.remove(at: index)
            setActive(false, number)
            return true
        case .title, .outputEnter, .outputLeave, nil: break
        }
        return false
    }

    private mutating func setActive(_ isActive: Bool, _ number: UInt32) {
        if isActive {
            focus = number
        } else if focus == number {
            focus = nil
        }
    }

    private func index(of number: UInt32) -> Int? { windows.firstIndex { $0.number == number } }
}
