import GestureCore
import GestureProtocol
import Text

/// The options of monitor and replay that become the parameters of Subscribe.
struct SubscriptionOptions {
    static let gestures = Option(
        "--gestures", "LIST", .someOf(GestureKind.allCases),
        help: """
            Only these kinds, separated by commas: \(joined(GestureKind.allCases.map { "\($0.name)" })). ':' and a number selects \
            taps by their count, '/' and a number any kind by its fingers: tap:2,swipe/3. ':' and a name selects a built-in stroke: \
            stroke:circle. Default: all but stroke, touch and activity, with taps up to triple.
            """)
    static let devices = Option(
        "--devices", "LIST", .devices, help: "Only from these devices: ids or names, separated by commas.")
    static let phases = Option(
        "--phases", "LIST", .someOf(GesturePhase.allCases),
        help: "Only these phases, separated by commas: \(joined(GesturePhase.allCases.map { "\($0.name)" })).")
    static let parameters = Option(
        "--parameters", "JSON",
        help: """
            The parameters of Subscribe, for regions, compositions and thresholds; see gestured-varlink(7). Replaces the options \
            above.
            """)
    static let all = [gestures, devices, phases, parameters]

    private let gestures: String?
    private let devices: String?
    private let phases: String?
    private let parameters: String?

    init(_ invocation: Invocation) {
        gestures = invocation.value(of: Self.gestures)
        devices = invocation.value(of: Self.devices)
        phases = invocation.value(of: Self.phases)
        parameters = invocation.value(of: Self.parameters)
    }

    /// The parameters as a JSON object.
    func json() throws(Failure) -> [UInt8] {
        if let parameters {
            guard gestures == nil, devices == nil, phases == nil else {
                throw .usage("--parameters cannot be combined with --gestures, --devices or --phases")
            }
            guard JSONDocument(Array(parameters.utf8)) != nil else {
                throw .usage("--parameters requires a JSON object, e.g. '{\"gestures\": [{\"kind\": \"tap\"}]}'")
            }
            return Array(parameters.utf8)
        }
        var writer = JSONWriter()
        var separator: StaticString = "{"
        if let gestures {
            writer.raw(separator)
            writer.raw("\"gestures\":")
            try writer.gestures(gestures, of: "--gestures")
            separator = ","
        }
        if let devices {
            writer.raw(separator)
            writer.raw("\"devices\":")
            write(list: devices, to: &writer)
            separator = ","
        }
        if let phases {
            writer.raw(separator)
            writer.raw("\"phases\":")
            write(list: phases, to: &writer)
            separator = ","
        }
        if writer.bytes.isEmpty { writer.raw("{") }
        writer.raw("}")
        return writer.bytes
    }

    /// The request, read as the service reads it.
    func request() throws(Failure) -> SubscriptionRequest {
        let document = JSONDocument(try json())
        do throws(InvalidParameter) {
            return try SubscriptionRequest(parameters: document?.root, thresholds: Thresholds())
        } catch {
            throw .usage("\(error.name): expected \(error.expected)")
        }
    }

    private func write(list: String, to writer: inout JSONWriter) {
        writer.raw("[")
        for (index, word) in list.separated().enumerated() {
            if index > 0 { writer.raw(",") }
            writer.string(word)
        }
        writer.raw("]")
    }
}

/// The short form of gestures: `tap:2/3` is a double tap of three fingers.
extension JSONWriter {
    /// Writes a list of such words as an array of Gesture.
    ///
    /// - Parameter option: the name of the option for error messages.
    mutating func gestures(_ list: String, of option: String) throws(Failure) {
        let words = list.separated()
        if words.isEmpty { throw .usage("\(option) requires a list, e.g. tap,swipe") }
        raw("[")
        for (index, word) in words.enumerated() {
            if index > 0 { raw(",") }
            guard gesture(word) else {
                let word = String(decoding: word, as: UTF8.self)
                throw .usage("\(option): '\(word)': expected e.g. tap, tap:2, swipe/3 or tap:2/3")
            }
        }
        raw("]")
    }

    /// Writes e.g. `tap:2/3` as `{"kind":"tap","count":2,"fingers":[3]}`, and `stroke:circle` as
    /// `{"kind":"stroke","name":"circle"}`.
    ///
    /// - Returns: false if the word is invalid.
    private mutating func gesture(_ word: [UInt8]) -> Bool {
        let parts = word.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        let head = parts[0].split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard parts.count <= 2, head.count <= 2 else { return false }
        raw("{\"kind\":")
        string(head[0])
        if head.count > 1, GestureKind(name: head[0]) == .stroke {
            raw(",\"name\":")
            string(head[1])
        } else if head.count > 1 {
            guard let count = Int64(String(decoding: head[1], as: UTF8.self)) else { return false }
            raw(",\"count\":")
            integer(count)
        }
        if parts.count > 1 {
            guard let fingers = Int64(String(decoding: parts[1], as: UTF8.self)) else { return false }
            raw(",\"fingers\":[")
            integer(fingers)
            raw("]")
        }
        raw("}")
        return true
    }
}

extension String {
    /// The words of a list separated by commas.
    fileprivate func separated() -> [[UInt8]] { utf8.split(separator: UInt8(ascii: ",")).map { Array($0) } }
}
