import Text

/// The errors in replies.
package enum VarlinkError: Equatable, Sendable {
    /// With the method that was probably meant.
    case interfaceNotFound([UInt8], hint: String? = nil)
    /// With the method that was probably meant.
    case methodNotFound([UInt8], hint: String? = nil)
    case invalidParameter(InvalidParameter)
    /// The message is no call. The connection is closed after it.
    case invalidMessage(InvalidMessage)
    /// The method requires a call with `more`.
    case expectedMore
    /// The client lacks a right, which this parameter of the call requires; nil if the method itself does.
    case permissionDenied(Word<Right>, for: String? = nil)
    /// No device in use has this id or name.
    case deviceNotFound([UInt8])
    /// Another program has grabbed the device.
    case deviceBusy([UInt8])
    /// The service has no devices, or no haptic device.
    case notAvailable
    /// The configuration does not turn the flight recorder on.
    case recorderOff
    /// The configuration is invalid; with its error messages.
    case configurationInvalid([String])
    /// No open subscription has this name.
    case subscriptionNotFound([UInt8])
    /// A limit was reached; with its value.
    case limitExceeded(Word<LimitName>, Int)
}

/// A right that the configuration grants or denies.
package enum Right: Named, Sendable {
    case positions, control

    package var name: StaticString {
        switch self {
        case .positions: "positions"
        case .control: "control"
        }
    }
}

/// A limit of the service, as errors name it.
package enum LimitName: Named, Sendable {
    case connections, connectionsPerUser, messageSize, values, descriptors, queueSize, memoryPerUser
    case regions, recognizersPerSubscription, recognizersPerUser, recognizers, memoryPerSubscription, memory
    case recordings

    package var name: StaticString {
        switch self {
        case .connections: "connections"
        case .connectionsPerUser: "connectionsPerUser"
        case .messageSize: "messageSize"
        case .values: "values"
        case .descriptors: "descriptors"
        case .queueSize: "queueSize"
        case .memoryPerUser: "memoryPerUser"
        case .regions: "regions"
        case .recognizersPerSubscription: "recognizersPerSubscription"
        case .recognizersPerUser: "recognizersPerUser"
        case .recognizers: "recognizers"
        case .memoryPerSubscription: "memoryPerSubscription"
        case .memory: "memory"
        case .recordings: "recordings"
        }
    }

    /// True for a limit that other clients, or the slowness of this one, have a part in: the same call can succeed later. A call
    /// that exceeds another limit by itself fails again.
    package var isPassing: Bool {
        switch self {
        case .connections, .connectionsPerUser, .descriptors, .queueSize, .recognizers, .recognizersPerUser, .memory,
            .memoryPerUser, .recordings:
            true
        case .messageSize, .values, .regions, .recognizersPerSubscription, .memoryPerSubscription: false
        }
    }
}

extension VarlinkError {
    /// The names of the errors.
    private enum Name: Named {
        case interfaceNotFound, methodNotFound, invalidParameter, expectedMore, permissionDenied
        case deviceNotFound, deviceBusy, notAvailable, recorderOff, configurationInvalid
        case subscriptionNotFound, limitExceeded, invalidMessage

        var name: StaticString {
            switch self {
            case .interfaceNotFound: "org.varlink.service.InterfaceNotFound"
            case .methodNotFound: "org.varlink.service.MethodNotFound"
            case .invalidParameter: "org.varlink.service.InvalidParameter"
            case .expectedMore: "org.varlink.service.ExpectedMore"
            case .permissionDenied: "org.varlink.service.PermissionDenied"
            case .deviceNotFound: "org.gestured.Control.DeviceNotFound"
            case .deviceBusy: "org.gestured.Control.DeviceBusy"
            case .notAvailable: "org.gestured.Control.NotAvailable"
            case .recorderOff: "org.gestured.Control.RecorderOff"
            case .configurationInvalid: "org.gestured.Control.ConfigurationInvalid"
            case .subscriptionNotFound: "org.gestured.Gestures.SubscriptionNotFound"
            case .limitExceeded: "org.gestured.Gestures.LimitExceeded"
            case .invalidMessage: "org.gestured.Gestures.InvalidMessage"
            }
        }
    }

    private var name: Name {
        switch self {
        case .interfaceNotFound: .interfaceNotFound
        case .methodNotFound: .methodNotFound
        case .invalidParameter: .invalidParameter
        case .expectedMore: .expectedMore
        case .permissionDenied: .permissionDenied
        case .deviceNotFound: .deviceNotFound
        case .deviceBusy: .deviceBusy
        case .notAvailable: .notAvailable
        case .recorderOff: .recorderOff
        case .configurationInvalid: .configurationInvalid
        case .subscriptionNotFound: .subscriptionNotFound
        case .limitExceeded: .limitExceeded
        case .invalidMessage: .invalidMessage
        }
    }

    /// The names of the parameters of errors, for writing and reading. Errors are no ``Message``: the service refuses connections as
    /// fast as the kernel accepts them.
    private enum Key {
        static var interface: StaticString { "interface" }
        static var method: StaticString { "method" }
        static var parameter: StaticString { "parameter" }
        static var expected: StaticString { "expected" }
        static var hint: StaticString { "hint" }
        static var column: StaticString { "column" }
        static var needs: StaticString { "needs" }
        static var device: StaticString { "device" }
        static var messages: StaticString { "messages" }
        static var subscription: StaticString { "subscription" }
        static var limit: StaticString { "limit" }
        static var maximum: StaticString { "maximum" }
    }
}

// MARK: Writing

extension JSONWriter {
    /// Writes an error as a whole message, the final NUL included.
    package mutating func errorReply(_ error: VarlinkError) {
        raw("{\"error\":")
        error.writeName(to: &self)
        raw(",\"parameters\":{")
        error.writeParameters(to: &self)
        raw("}}\0")
    }
}

extension VarlinkError {
    fileprivate func writeName(to writer: inout JSONWriter) { writer.word(name.name) }

    fileprivate func writeParameters(to writer: inout JSONWriter) {
        switch self {
        case .interfaceNotFound(let interface, let hint):
            Self.write(Key.interface, interface, to: &writer)
            Self.write(hint, to: &writer)
        case .methodNotFound(let method, let hint):
            Self.write(Key.method, method, to: &writer)
            Self.write(hint, to: &writer)
        case .invalidParameter(let parameter):
            Self.write(Key.parameter, parameter.name.utf8, to: &writer)
            Self.write(Key.expected, parameter.expected.utf8, to: &writer)
            Self.write(parameter.hint, to: &writer)
            Self.write(column: parameter.column, to: &writer)
        case .invalidMessage(let message):
            Self.write(Key.expected, message.expected.utf8, to: &writer)
            Self.write(column: message.column, to: &writer)
        case .permissionDenied(let right, let parameter):
            writer.key(Key.needs)
            right.write(to: &writer)
            if let parameter { Self.write(Key.parameter, parameter.utf8, to: &writer) }
        case .deviceNotFound(let device), .deviceBusy(let device): Self.write(Key.device, device, to: &writer)
        case .configurationInvalid(let messages):
            writer.key(Key.messages)
            writer.array(messages) { $1.string($0.utf8) }
        case .subscriptionNotFound(let name): Self.write(Key.subscription, name, to: &writer)
        case .limitExceeded(let limit, let maximum):
            writer.key(Key.limit)
            limit.write(to: &writer)
            writer.key(Key.maximum)
            writer.integer(maximum)
        case .expectedMore, .notAvailable, .recorderOff: break
        }
    }

    private static func write(_ hint: String?, to writer: inout JSONWriter) {
        if let hint { write(Key.hint, hint.utf8, to: &writer) }
    }

    private static func write(column: Int?, to writer: inout JSONWriter) {
        guard let column else { return }
        writer.key(Key.column)
        writer.integer(column)
    }

    private static func write(_ name: StaticString, _ text: some Sequence<UInt8>, to writer: inout JSONWriter) {
        writer.key(name)
        writer.string(text)
    }
}

// MARK: Reading

extension VarlinkError {
    /// Reads an error reply.
    ///
    /// - Parameters:
    ///   - name: with its interface.
    ///   - parameters: those of the reply; a parameter that is missing counts as empty.
    /// - Returns: nil for an error that this version does not know.
    package init?(_ name: some Sequence<UInt8>, _ parameters: JSONValue?) {
        func bytes(_ name: StaticString) -> [UInt8] { parameters?.member(name)?.string ?? [] }
        func text(_ name: StaticString) -> String { String(decoding: bytes(name), as: UTF8.self) }
        let hint = parameters?.member(Key.hint)?.string.map { String(decoding: $0, as: UTF8.self) }
        let column = parameters?.member(Key.column)?.integer.map { Int(clamping: $0) }
        switch Name(name: name) {
        case .interfaceNotFound: self = .interfaceNotFound(bytes(Key.interface), hint: hint)
        case .methodNotFound: self = .methodNotFound(bytes(Key.method), hint: hint)
        case .invalidParameter:
            self = .invalidParameter(
                InvalidParameter(text(Key.parameter), expected: text(Key.expected), hint: hint, column: column))
        case .invalidMessage:
            self = .invalidMessage(InvalidMessage(expected: text(Key.expected), column: column))
        case .expectedMore: self = .expectedMore
        case .permissionDenied:
            let parameter = text(Key.parameter)
            self = .permissionDenied(Word(bytes(Key.needs)), for: parameter.utf8.isEmpty ? nil : parameter)
        case .deviceNotFound: self = .deviceNotFound(bytes(Key.device))
        case .deviceBusy: self = .deviceBusy(bytes(Key.device))
        case .notAvailable: self = .notAvailable
        case .recorderOff: self = .recorderOff
        case .configurationInvalid:
            let messages = parameters?.member(Key.messages).flatMap { [ByteString](json: $0) }
            self = .configurationInvalid((messages ?? []).map { $0.description })
        case .subscriptionNotFound: self = .subscriptionNotFound(bytes(Key.subscription))
        case .limitExceeded:
            let maximum = parameters?.member(Key.maximum)?.integer ?? 0
            self = .limitExceeded(Word(bytes(Key.limit)), Int(clamping: maximum))
        case nil: return nil
        }
    }

    /// Whether the same call can succeed later.
    package var isPassing: Bool {
        if case .limitExceeded(let limit, _) = self { limit.known?.isPassing ?? false } else { false }
    }
}
