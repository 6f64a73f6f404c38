import GestureCore
import Text

/// The parameters of Subscribe as a client chooses them. Those that are nil have the defaults of the service.
package struct RequestedSubscription: Hashable, Sendable {
    package var gestures: [RequestedGesture]?
    package var regions: [RequestedRegion]?
    /// Ids or names of devices.
    package var devices: [ByteString]?
    package var phases: [GesturePhase]?
    package var thresholds: RequestedThresholds?

    package init(
        gestures: [RequestedGesture]? = nil, regions: [RequestedRegion]? = nil, devices: [ByteString]? = nil,
        phases: [GesturePhase]? = nil, thresholds: RequestedThresholds? = nil
    ) {
        self.gestures = gestures
        self.regions = regions
        self.devices = devices
        self.phases = phases
        self.thresholds = thresholds
    }
}

extension JSONWriter {
    /// Writes the parameters of a Subscribe.
    package mutating func subscription(_ subscription: RequestedSubscription) {
        raw("{")
        member(SubscriptionRequest.gestures, subscription.gestures) { $1.gestures($0) }
        member(SubscriptionRequest.regions, subscription.regions) { $1.regions($0) }
        member(SubscriptionRequest.devices, subscription.devices) { devices, writer in
            writer.array(devices) { $1.string($0.bytes) }
        }
        member(SubscriptionRequest.phases, subscription.phases) { phases, writer in
            writer.array(phases) { $1.word($0.name) }
        }
        member(SubscriptionRequest.thresholds, subscription.thresholds) { $1.thresholds($0) }
        raw("}")
    }

    /// Writes the parameters of a SetRegions.
    ///
    /// - Parameter subscription: the name in the state of the subscription.
    package mutating func setRegions(_ regions: [RequestedRegion], of subscription: [UInt8]) {
        raw("{")
        member(Method.Parameters.subscription, subscription)
        member(SubscriptionRequest.regions, regions) { $1.regions($0) }
        raw("}")
    }

    /// Writes the parameters of a Lock.
    package mutating func lock(until gesture: RequestedGesture?, seconds: Int64?) {
        raw("{")
        member(Member("gestures", "?[]object"), gesture.map { [$0] }) { $1.gestures($0) }
        member(Method.Parameters.seconds.member, seconds) { $1.integer($0) }
        raw("}")
    }

    /// Writes the parameters of a Record.
    package mutating func record(_ device: String) {
        raw("{")
        member(Method.Parameters.device.member, device) { $1.string($0.utf8) }
        raw("}")
    }

    /// Writes the parameters of a Pulse.
    package mutating func pulse(_ count: Int) {
        raw("{")
        member(Method.Parameters.count.member, count) { $1.integer($0) }
        raw("}")
    }
}
