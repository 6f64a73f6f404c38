import Foundation
import GestureClient
import Testing

@testable import GestureClient

/// The events that `gesturectl replay` finds in a recording for the request of a subscription.
struct Replay {
    struct Event {
        var sequence: Int
        var phase: String
        var path: [Int]
        var fields: WireFields
    }

    let events: [Event]

    init(_ recording: Recording, _ subscription: GestureEvents<any Described>) async throws {
        let folder = try Folder.temporary()
        defer { try? FileManager.default.removeItem(at: folder) }
        let lines = try await Program.gesturectl.output(
            "replay", try recording.file(in: folder), "--parameters", await Self.parameters(of: subscription))
        events = try lines.split(separator: "\n").map { try Event(Data($0.utf8)) }
    }

    /// The parameters of Subscribe, as the client sends them.
    private static func parameters(of subscription: GestureEvents<any Described>) async throws -> String {
        let transport = CallTransport()
        let events = GestureEvents(
            transport: transport, recognitions: subscription.recognitions, region: subscription.region,
            options: subscription.options)
        var iterator = events.makeAsyncIterator()
        let error = await #expect(throws: GestureClientError.self) { try await iterator.next() }
        guard case .refused(_, let call) = error else { throw CocoaError(.coderInvalidValue) }
        let object = try JSONSerialization.jsonObject(with: Data(call.utf8)) as? [String: Any]
        return String(
            decoding: try JSONSerialization.data(withJSONObject: try #require(object?["parameters"])), as: UTF8.self)
    }

    /// Refuses each call with its text.
    private struct CallTransport: Transport {
        var lost: GestureClientError { .notAvailable }

        func open(_ call: [UInt8], _: any MessageReceiver) throws(GestureClientError) -> any Connection {
            throw .refused(error: "", parameters: String(decoding: call, as: UTF8.self))
        }

        func retry(after delay: Double, _ action: @escaping @Sendable () -> Void) {}
    }
}

extension Replay.Event {
    /// Fields that typed values do not contain, or that are compared by themselves.
    private static let omitted: Set = ["sequence", "phase", "path", "stage", "stages"]

    init(_ text: Data) throws {
        let object = try #require(try JSONSerialization.jsonObject(with: text) as? [String: Any])
        sequence = try #require(object["sequence"] as? Int)
        phase = try #require(object["phase"] as? String)
        path = object["path"] as? [Int] ?? []
        fields = WireFields()
        for (name, value) in object where !Self.omitted.contains(name) { try add(name, value) }
        switch fields["kind"] {
        case "press":
            // Only a step that can go either way carries it.
            fields["inside"] = fields["inside"] ?? "\(phase == "began")"
        case "longPress", "drag":
            for name in ["translation", "velocity"] where fields[name + ".x"] == nil { fields.set(name, Vector.zero) }
        default: break
        }
        // The name of a composition; that of a stroke is its shape.
        if fields["kind"] != "stroke" { fields["name"] = nil }
    }

    private mutating func add(_ name: String, _ value: Any) throws {
        switch value {
        case let text as String: fields[name] = text
        case let flag as Bool where ["inside", "active"].contains(name): fields[name] = "\(flag)"
        case let number as NSNumber: fields.set(name, number.doubleValue)
        case let object as [String: Any]: for (key, value) in object { try add("\(name).\(key)", value) }
        default: Issue.record("\(name): \(value)")
        }
    }
}
