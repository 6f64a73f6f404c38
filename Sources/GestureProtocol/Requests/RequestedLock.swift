import GestureCore
import Text

/// The parameters of Lock as a client chooses them: at least one of gestures and seconds.
package struct RequestedLock: Hashable, Sendable {
    /// Those that unlock. Not press, touch and activity.
    package var gestures: [RequestedGesture]?
    package var thresholds: RequestedThresholds?
    /// 1 … 86400.
    package var seconds: Int64?

    package init(gestures: [RequestedGesture]? = nil, thresholds: RequestedThresholds? = nil, seconds: Int64? = nil) {
        self.gestures = gestures
        self.thresholds = thresholds
        self.seconds = seconds
    }

    /// org.gestured.Control does not know the types of org.gestured.Gestures.
    fileprivate static let gestureList = Member("gestures", "?[]object")
    fileprivate static let thresholdList = Member("thresholds", "?object")
    fileprivate static let seconds = Parameter.count("seconds", 1...86_400, expected: "seconds, 1 … 86400")

    static var members: [Member] { [gestureList, thresholdList, seconds.member] }
}

extension JSONWriter {
    mutating func members(_ lock: RequestedLock) {
        member(RequestedLock.gestureList, lock.gestures) { $1.gestures($0) }
        member(RequestedLock.thresholdList, lock.thresholds) { $1.thresholds($0) }
        member(RequestedLock.seconds.member, lock.seconds) { $1.integer($0) }
    }
}

extension RequestedLock {
    /// Reads the parameters of a Lock.
    package init(parameters: JSONValue?) throws(InvalidParameter) {
        self.init()
        // Thresholds alone mean nothing.
        if parameters?[Self.gestureList.name] != nil {
            let request = try RequestedSubscription(parameters: parameters)
            (gestures, thresholds) = (request.gestures, request.thresholds)
        }
        seconds = try parameters?.optional(Self.seconds).map { Int64($0) }
        guard gestures != nil || seconds != nil else {
            throw InvalidParameter(Self.gestureList.name, expected: "gestures or seconds")
        }
    }

    /// Compiles the gestures, which are recognized on the whole device.
    ///
    /// - Parameter configured: the thresholds that are not chosen.
    /// - Returns: nil if only time ends the lock.
    package func compiled(_ configured: Thresholds) throws(InvalidParameter) -> CompiledSubscription? {
        guard let gestures else { return nil }
        let request = RequestedSubscription(gestures: gestures, thresholds: thresholds)
        let compiled = try CompiledSubscription(request, thresholds: configured)
        let selection = compiled.options.gestures.selection
        guard !gestures.isEmpty, !selection.press, !selection.touch, selection.idleTime == nil else {
            throw InvalidParameter(Self.gestureList.name, expected: "gestures other than press, touch and activity")
        }
        return compiled
    }
}
