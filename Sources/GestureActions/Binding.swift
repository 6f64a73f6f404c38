import GestureCore
import GestureProtocol
import Text

/// A gesture, and what it does: one line of an actions file, or one section with a name.
package struct Binding: Equatable, Sendable {
    /// What starts the action.
    package enum Trigger: Equatable, Sendable {
        case gesture(RequestedGesture)
        /// No touch on any device for this time.
        case idle(Interval)
        /// The first touch after this time; nil: after an idle binding has run.
        case wake(Interval?)
    }

    /// The part of a gesture at which the action runs.
    package enum Moment: CaseIterable, Equatable, Sendable, Named {
        case begin, update, end, cancel

        package var name: StaticString {
            switch self {
            case .begin: "begin"
            case .update: "update"
            case .end: "end"
            case .cancel: "cancel"
            }
        }
    }

    package enum Action: Equatable, Sendable {
        /// A program and its arguments.
        case command(CommandWords)
        /// Chords, typed one after the other.
        case keys([KeyChord])
        case click(PointerButton)
    }

    /// Where a binding applies.
    package struct Scope: Equatable, Sendable {
        /// The application that has the focus; any if nil.
        package var application: ByteString?
        /// The id, name or kind of the device; any if nil.
        package var device: ByteString?

        /// A binding of a higher rank replaces those of lower ranks for the same gesture.
        var rank: Int { (application == nil ? 0 : 2) + (device == nil ? 0 : 1) }

        /// Returns whether bindings apply on a device, apart from the application.
        func includes(_ other: DeviceReport) -> Bool {
            device.map { $0 == other.id || $0 == other.name || $0 == other.kind.text } ?? true
        }
    }

    /// The name of its section, or the gesture as the file has it.
    package var name: ByteString
    /// The line of the file, from 1.
    package var line: Int
    package var trigger: Trigger
    package var scope = Scope()
    /// The size of the steps in which the action repeats.
    package var step: Step?
    /// nil: when the gesture is recognized.
    package var moment: Moment?
    /// The largest number of runs for one gesture.
    package var limit: Int?
    /// The time after a run in which the binding does not run again.
    package var cooldown: Interval?
    package var action: Action
    /// The action as the file has it.
    package var text: ByteString

    /// Whether runs have to stay in order.
    package var isContinuous: Bool { step != nil || moment == .update }

    /// Returns whether both stand for the same part of the same gesture, so that the one with the narrower scope replaces the other.
    func competes(with other: Binding) -> Bool {
        trigger == other.trigger && step?.direction == other.step?.direction && (step == nil) == (other.step == nil)
            && moment == other.moment
    }
}
