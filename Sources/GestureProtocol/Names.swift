import GestureCore

// The words by which the socket calls what the core knows. Strings and not IDL enums: new ones may come.

extension GestureKind {
    public var name: StaticString {
        switch self {
        case .press: "press"
        case .tap: "tap"
        case .longPress: "longPress"
        case .drag: "drag"
        case .swipe: "swipe"
        }
    }

    public init?(name: some Sequence<UInt8>) {
        for kind in Self.allCases where name.elementsEqual(kind.name.utf8) {
            self = kind
            return
        }
        return nil
    }
}

extension GesturePhase {
    public var name: StaticString {
        switch self {
        case .possible: "possible"
        case .began: "began"
        case .changed: "changed"
        case .ended: "ended"
        case .cancelled: "cancelled"
        }
    }

    public init?(name: some Sequence<UInt8>) {
        for phase in Self.allCases where name.elementsEqual(phase.name.utf8) {
            self = phase
            return
        }
        return nil
    }
}

extension Direction {
    public var name: StaticString {
        switch self {
        case .up: "up"
        case .down: "down"
        case .left: "left"
        case .right: "right"
        }
    }
}

extension Surface.Kind {
    public var name: StaticString {
        switch self {
        case .touchscreen: "touchscreen"
        case .touchpad: "touchpad"
        }
    }
}

extension StaticString {
    var utf8: [UInt8] { withUTF8Buffer { unsafe [UInt8]($0) } }
}
