import GestureClient
import GestureProtocol

/// A value whose events can be compared with those in the protocol.
protocol Described: Sendable {
    /// The newest event of each member of a composition; of other gestures, the only one.
    var members: [Member] { get }
}

/// What a typed value says about one event of the service.
struct Member: Sendable {
    var path: [Int] = []
    var sequence: Int
    /// The fields as in the protocol, with dots in the names of nested ones.
    var fields: WireFields

    /// The same member of a composition of which its composition is a member.
    func within(_ index: Int) -> Member { Member(path: [index] + path, sequence: sequence, fields: fields) }
}

/// Fields of an event as text, numbers rounded to a millionth. Missing fields are left out.
struct WireFields: Equatable, Sendable, CustomStringConvertible {
    var values: [String: String] = [:]

    var description: String { values.sorted { $0.key < $1.key }.map { "\($0) \($1)" }.joined(separator: ", ") }

    subscript(name: String) -> String? {
        get { values[name] }
        set { values[name] = newValue }
    }

    static func text(_ number: Double) -> String { "\((number * 1e6).rounded() / 1e6 + 0)" }

    mutating func set(_ name: String, _ number: Double?) { values[name] = number.map(Self.text) }
    mutating func set(_ name: String, _ number: Int?) { set(name, number.map(Double.init)) }
    mutating func set(_ name: String, _ time: Duration?) { set(name, time.map(\.microseconds)) }
    mutating func set(_ name: String, _ vector: Vector?) {
        set(name + ".x", vector?.x)
        set(name + ".y", vector?.y)
    }
}

extension Duration {
    fileprivate var microseconds: Int {
        Int(components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000)
    }
}

extension GestureValue {
    /// - Parameter more: adds the fields of the kind.
    fileprivate func member(_ kind: String, _ more: (inout WireFields) -> Void) -> [Member] {
        var fields = WireFields(values: ["kind": kind, "device": context.device])
        fields["output"] = context.output
        fields["region"] = context.region
        fields.set("gesture", context.gesture)
        fields.set("time", context.time)
        fields.set("fingers", context.fingers)
        fields.set("points", context.location)
        fields.set("x", context.position?.x)
        fields.set("y", context.position?.y)
        more(&fields)
        return [Member(sequence: context.sequence, fields: fields)]
    }
}

extension PressGesture.Value: Described {
    var members: [Member] { member("press") { $0["inside"] = "\(isInside)" } }
}

extension TouchGesture.Value: Described {
    var members: [Member] {
        member("touch") {
            $0.set("contact", contact)
            $0.set("pressure", pressure)
            $0.set("major", major)
        }
    }
}

extension TapGesture.Value: Described {
    var members: [Member] {
        member("tap") {
            $0.set("count", count)
            $0.set("run", run)
            $0.set("decided", decided)
        }
    }
}

extension LongPressGesture.Value: Described {
    var members: [Member] {
        member("longPress") {
            $0.set("translation", translation)
            $0.set("velocity", velocity)
        }
    }
}

extension DragGesture.Value: Described {
    var members: [Member] {
        member("drag") {
            $0.set("translation", translation)
            $0.set("velocity", velocity)
            $0["axis"] = axis.map { "\($0)" }
        }
    }
}

extension SwipeGesture.Value: Described {
    var members: [Member] {
        member("swipe") {
            $0.set("translation", translation)
            $0.set("velocity", velocity)
            $0["direction"] = "\(direction)"
        }
    }
}

extension EdgeSwipeGesture.Value: Described {
    var members: [Member] {
        member("edgeSwipe") {
            $0.set("translation", translation)
            $0.set("velocity", velocity)
            $0["direction"] = "\(direction)"
            $0["edge"] = edge.map { "\($0)" } ?? corner.map { "\($0)" }
            // `top`, `middle` or `bottom` on the left and right edges.
            let vertical = edge == .left || edge == .right
            $0["section"] = section.map {
                switch $0 {
                case .first: vertical ? "top" : "left"
                case .middle: "middle"
                case .last: vertical ? "bottom" : "right"
                }
            }
        }
    }
}

extension MagnifyGesture.Value: Described {
    var members: [Member] {
        member("pinch") {
            $0.set("scale", magnification)
            $0.set("scaleVelocity", velocity)
        }
    }
}

extension RotateGesture.Value: Described {
    var members: [Member] {
        member("rotation") {
            $0.set("rotation", rotation.degrees)
            $0.set("rotationVelocity", velocity.degrees)
        }
    }
}

extension StrokeGesture.Value: Described {
    var members: [Member] {
        member("stroke") {
            $0["name"] = shape
            $0.set("score", score)
        }
    }
}

extension SimultaneousGesture.Value: Described where First.Value: Described, Second.Value: Described {
    var members: [Member] {
        (first?.members ?? []).map { $0.within(0) } + (second?.members ?? []).map { $0.within(1) }
    }
}

extension SequenceGesture.Value: Described where First.Value: Described, Second.Value: Described {
    var members: [Member] {
        switch self {
        case .first(let first): first.members.map { $0.within(0) }
        case .second(let first, let second):
            first.members.map { $0.within(0) } + (second?.members ?? []).map { $0.within(1) }
        }
    }
}

extension ExclusiveGesture.Value: Described where First.Value: Described, Second.Value: Described {
    var members: [Member] {
        switch self {
        case .first(let first): first.members.map { $0.within(0) }
        case .second(let second): second.members.map { $0.within(1) }
        }
    }
}
