import GestureConnection
import GestureProtocol
import Terminal
import Text
import TouchRecordings

package func connect(_ socket: String) throws(Failure) -> ServiceConnection {
    do throws(ConnectionError) {
        return try ServiceConnection(path: socket)
    } catch {
        throw Failure(error)
    }
}

/// The time in ms after which a service that does not reply counts as broken.
package let replyTimeout = 5000

/// Makes a call with one reply.
package func call<Answer: Message>(_ connection: ServiceConnection, _ request: Call<Answer>) throws(Failure) -> Answer {
    do throws(ConnectionError) {
        return try connection.call(request, timeout: replyTimeout)
    } catch {
        throw Failure(error)
    }
}

/// Makes a call with one reply on a connection of its own.
@discardableResult
package func call<Answer: Message>(_ socket: String, _ request: Call<Answer>) throws(Failure) -> Answer {
    try call(connect(socket), request)
}

extension ServiceConnection {
    /// The devices, with text that is safe for a terminal.
    package func devices() throws(ConnectionError) -> DeviceList {
        try call(.listDevices, timeout: replyTimeout).printable
    }
}

/// The devices that the service uses, with text that is safe for a terminal.
package func listDevices(_ connection: ServiceConnection) throws(Failure) -> DeviceList {
    try call(connection, .listDevices).printable
}

extension Failure {
    /// An invalid parameter comes from the command line, so it is a usage error.
    package init(_ error: ConnectionError) {
        if case .invalidParameter? = error.reply { self = .usage(error.message) } else { self = .failed(error.message) }
    }
}

/// A part of a recording that the service sends.
package struct RecordingPart {
    package var text: [UInt8]
    /// False for the last part.
    package var continues: Bool

    package init(_ reply: Reply) {
        text = (reply.parameters.map { RecordingReply($0) } ?? RecordingReply()).text
        continues = reply.continues
    }

    /// - Throws: if the text is no recording.
    package func recording() throws(Failure) -> Recording {
        do throws(RecordingError) {
            return try Recording(evemu: text)
        } catch {
            throw Self.invalid
        }
    }

    /// What a recording without a description of its device is, too.
    package static var invalid: Failure { .failed("the service sent an invalid recording") }
}

/// Lets the service record a device.
///
/// - Parameter device: an id or a name.
/// - Returns: the first part of the recording. The others follow on the connection.
package func startRecording(_ device: String, _ connection: ServiceConnection) throws(Failure) -> RecordingPart {
    do throws(ConnectionError) {
        connection.send(.record(device))
        return RecordingPart(try connection.next(timeout: replyTimeout))
    } catch {
        throw Failure(error)
    }
}
