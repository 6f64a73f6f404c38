import GestureCore
import Text

/// A subscription as the service carries it out: what a client requested, in the form of the engine.
package struct CompiledSubscription: Hashable, Sendable {
    package var options: GestureOptions
    /// Ids or names of devices; nil for all, including devices plugged in later.
    package var devices: [ByteString]?
    /// The phases to send; nil for all.
    package var phases: [GesturePhase]?

    package init(
        options: GestureOptions = GestureOptions(), devices: [ByteString]? = nil, phases: [GesturePhase]? = nil
    ) {
        self.options = options
        self.devices = devices
        self.phases = phases
    }

    package func wants(_ phase: GesturePhase) -> Bool { phases?.contains(phase) ?? true }

    /// Returns whether the request includes a device.
    package func wants(deviceID: some Collection<UInt8>, name: some Collection<UInt8>) -> Bool {
        devices?.contains { deviceID == $0 || name == $0 } ?? true
    }
}

extension CompiledSubscription {
    /// Compiles a request that was read, so that each of its members is valid.
    ///
    /// - Parameter thresholds: those that are not chosen.
    /// - Throws: for what gestures or regions do not permit together.
    init(_ request: RequestedSubscription, thresholds: Thresholds) throws(InvalidParameter) {
        self.init(devices: request.devices, phases: request.phases)
        options.thresholds = thresholds
        if let gestures = request.gestures {
            var room = GestureRoom()
            options.gestures = try GestureSet(gestures, room: &room)
        }
        if let regions = request.regions { options.regions = try [TrackedRegion](regions) }
        if let chosen = request.thresholds {
            options.thresholds.override(by: chosen)
            options.isSteady = chosen.steady ?? false
            let preset = options.isSteady ? TouchAccommodations.steady : nil
            options.holdDuration = chosen.holdDuration ?? preset?.holdDuration
            options.ignoreRepeat = chosen.ignoreRepeat ?? preset?.ignoreRepeat
        }
    }

    /// Compiles a request of this program as the service would, which reads it from a message and checks every member.
    package init(checking request: RequestedSubscription, thresholds: Thresholds) throws(InvalidParameter) {
        guard let document = JSONDocument(Call.subscribe(request).parameters) else {
            throw InvalidParameter(
                RequestedSubscription.gestureList.name, expected: "compositions that are nested less deeply")
        }
        try self.init(parameters: document.root, thresholds: thresholds)
    }

    /// Reads and compiles the parameters of a Subscribe.
    package init(parameters: JSONValue?, thresholds: Thresholds) throws(InvalidParameter) {
        try self.init(RequestedSubscription(parameters: parameters), thresholds: thresholds)
    }
}

extension VarlinkCall {
    /// The number of regions in the call, before they are read.
    package var regionCount: Int { parameters?[RequestedSubscription.regionList.name]?.count ?? 0 }

    /// Reads and compiles the regions of a SetRegions; none if the call has no such parameter.
    package func compiledRegions() throws(InvalidParameter) -> [TrackedRegion] {
        guard let regions = parameters?[RequestedSubscription.regionList.name] else { return [] }
        return try [TrackedRegion]([RequestedRegion](regions))
    }
}
