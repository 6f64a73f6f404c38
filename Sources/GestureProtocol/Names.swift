import GestureCore

// The words by which the socket calls what the core knows. Strings and not IDL enums: new ones may come.

/// What the socket knows by a word.
public protocol Named: CaseIterable {
    var name: StaticString { get }
}

extension Named {
    /// The one that is called so; nil when none is.
    public init?(name: some Sequence<UInt8>) {
        for named in Self.allCases where name.elementsEqual(named.name.utf8) {
            self = named
            return
        }
        return nil
    }
}

extension GestureKind: Named {
    public var name: StaticString {
        switch self {
        case .press: "press"
        case .tap: "tap"
        case .longPress: "longPress"
        case .drag: "drag"
        case .swipe: "swipe"
        }
    }
}

extension GesturePhase: Named {
    public var name: StaticString {
        switch self {
        case .possible: "possible"
        case .began: "began"
        case .changed: "changed"
        case .ended: "ended"
        case .cancelled: "cancelled"
        }
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
