import GestureCore
import Text

/// A call of a method, with the type of its replies.
package struct Call<Reply: Message>: Sendable {
    package let method: Method
    /// Accepts more than one reply.
    package let more: Bool
    /// A JSON object.
    package let parameters: [UInt8]

    /// - Parameter writeMembers: writes the members of the parameters.
    fileprivate init(_ method: Method, more: Bool = false, _ writeMembers: (inout JSONWriter) -> Void = { _ in }) {
        var writer = JSONWriter()
        writer.raw("{")
        writeMembers(&writer)
        writer.raw("}")
        self.init(method, more: more, parameters: writer.bytes)
    }

    fileprivate init(_ method: Method, more: Bool = false, parameters: [UInt8]) {
        self.method = method
        self.more = more
        self.parameters = parameters
    }

    /// The message without its NUL.
    package var message: [UInt8] { VarlinkCall.message(method.name, parameters, more: more) }
}

extension Call<SubscriptionReply> {
    package static func subscribe(_ subscription: RequestedSubscription) -> Call {
        Call(.subscribe, more: true) { $0.members(subscription) }
    }

    /// - Parameter parameters: a JSON object.
    package static func subscribe(parameters: [UInt8]) -> Call { Call(.subscribe, more: true, parameters: parameters) }
}

extension Call<DeviceList> {
    package static var listDevices: Call { Call(.listDevices) }
}

extension Call<StatusReport> {
    package static var getStatus: Call { Call(.getStatus) }
}

extension Call<EmptyReply> {
    /// - Parameter subscription: the name in the state of the subscription.
    package static func setRegions(_ regions: [RequestedRegion], of subscription: ByteString) -> Call {
        Call(.setRegions) {
            $0.member(Method.Parameters.subscription, Array(subscription.bytes))
            $0.member(RequestedSubscription.regionList, regions) { $1.regions($0) }
        }
    }

    /// Settings that are nil stay as they are.
    ///
    /// - Parameters:
    ///   - rotation: 0, 90, 180 or 270.
    ///   - mirror: `none`, `horizontal` or `vertical`.
    package static func transform(
        _ device: String, rotation: Int? = nil, mirror: String? = nil, output: String? = nil
    ) -> Call {
        Call(.transform) {
            $0.member(Method.Parameters.device, Array(device.utf8))
            $0.member(Method.Parameters.rotation, rotation)
            $0.member(Method.Parameters.mirror, mirror.map { Array($0.utf8) })
            $0.member(Method.Parameters.output, output)
        }
    }

    package static func grab(_ device: String, _ grab: Bool) -> Call {
        Call(.grab) {
            $0.member(Method.Parameters.device, Array(device.utf8))
            $0.member(Method.Parameters.grab, grab)
        }
    }

    package static var unlock: Call { Call(.unlock) }
    package static var pause: Call { Call(.pause) }
    package static var resume: Call { Call(.resume) }
    package static var reload: Call { Call(.reload) }

    /// - Parameter count: 1 … 10; one pulse if nil.
    package static func pulse(_ count: Int64?) -> Call {
        Call(.pulse) { $0.member(Method.Parameters.count.member, count) { $1.integer($0) } }
    }
}

extension Call<LockReply> {
    package static func lock(_ lock: RequestedLock) -> Call { Call(.lock, more: true) { $0.members(lock) } }
}

extension Call<RecordingReply> {
    package static func record(_ device: String) -> Call {
        Call(.record, more: true) { $0.member(Method.Parameters.device, Array(device.utf8)) }
    }

    /// - Parameter device: the one that was touched last if nil.
    package static func recordLast(_ device: String?) -> Call {
        Call(.recordLast, more: true) { $0.member(Method.Parameters.lastDevice, device.map { Array($0.utf8) }) }
    }
}
