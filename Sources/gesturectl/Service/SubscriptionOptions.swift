import GestureCore
import GestureNotation
import GestureProtocol
import System
import Text

/// The options of monitor and replay that become the parameters of Subscribe.
struct SubscriptionOptions {
    static let gestures = Option(
        "--gestures", "LIST", .someOf(GestureKind.allCases),
        help: """
            Only these gestures, separated by commas, in the short notation: 'tap 2, swipe left 3', 'hold 2s in top-left', \
            'tap 4 then hold 2s'. Kinds: press, touch, tap, hold, drag, swipe, edge, pinch, rotate, stroke NAME, idle TIME; see \
            NOTATION in gesturectl(1). Default: all but stroke, touch and idle, with taps up to triple.
            """)
    static let devices = Option(
        "--devices", "LIST", .devices, help: "Only from these devices: ids or names, separated by commas.")
    static let phases = Option(
        "--phases", "LIST", .someOf(GesturePhase.allCases),
        help: "Only these phases, separated by commas: \(joined(GesturePhase.allCases.map { "\($0.name)" })).")
    static let parameters = Option(
        "--parameters", "JSON", .file,
        help: """
            The parameters of Subscribe, for regions, compositions and thresholds; see gestured-varlink(7). A JSON object, or the \
            path of a file with one. Cannot be combined with other options that select events.
            """)
    static let all = [gestures, devices, phases, parameters]

    private let gestures: String?
    /// Ids or names.
    private var devices: [[UInt8]]?
    private let phases: String?
    /// A JSON object.
    private let parameters: [UInt8]?

    /// The largest file of parameters, in bytes: the service accepts no longer call.
    private static let largestFile = 1 << 20

    init(_ invocation: Invocation) throws(Failure) {
        gestures = invocation.value(of: Self.gestures)
        devices = invocation.value(of: Self.devices).map { $0.separated() }
        phases = invocation.value(of: Self.phases)
        parameters = try invocation.value(of: Self.parameters).map { value throws(Failure) in
            try Self.object(fromParameters: value)
        }
    }

    /// Returns the JSON object that a value of `--parameters` is, or that the file with this path contains.
    private static func object(fromParameters value: String) throws(Failure) -> [UInt8] {
        var json = Array(value.utf8)
        let isFile = json.first { !isSpace($0) } != UInt8(ascii: "{")
        if isFile {
            do throws(FileError) {
                json = try contents(of: value, limit: largestFile)
            } catch {
                throw .usage("--parameters: \(error.message); expected a JSON object or the path of a file with one")
            }
        }
        while let last = json.last, isSpace(last) { json.removeLast() }
        guard JSONDocument(json) != nil else {
            throw isFile
                ? .usage("--parameters: \(value): expected a file with a JSON object")
                : .usage("--parameters requires a JSON object, e.g. '{\"gestures\": [{\"kind\": \"tap\"}]}'")
        }
        return json
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\t")
            || byte == UInt8(ascii: "\r")
    }

    /// Selects one device.
    mutating func select(device: String) throws(Failure) {
        guard devices == nil, parameters == nil else {
            throw .usage("DEVICE cannot be combined with --devices or --parameters, which name devices, too")
        }
        devices = [Array(device.utf8)]
    }

    /// The parameters as a JSON object.
    func json() throws(Failure) -> [UInt8] {
        if let parameters {
            if gestures != nil || devices != nil || phases != nil {
                let other = gestures != nil ? Self.gestures : devices != nil ? Self.devices : Self.phases
                throw .usage("--parameters cannot be combined with \(other.name)")
            }
            return parameters
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
            writer.array(devices) { $1.string($0) }
            separator = ","
        }
        if let phases {
            writer.raw(separator)
            writer.raw("\"phases\":")
            try check(phases: phases)
            writer.array(phases.separated()) { $1.string($0) }
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
            try document?.root.checkMembers(SubscriptionRequest.members, of: "")
            return try SubscriptionRequest(parameters: document?.root, thresholds: Thresholds())
        } catch {
            throw .usage("\(error.nameWithHint): expected \(error.expected)")
        }
    }

    private func check(phases: String) throws(Failure) {
        for word in phases.separated() where GesturePhase(name: word) == nil {
            let error = NotationError(
                ByteString(word), expected: "possible, began, changed, ended or cancelled",
                among: GesturePhase.allCases.map { ByteString("\($0.name)") })
            throw .usage("--phases: \(error.message)")
        }
    }
}

extension JSONWriter {
    /// Writes gestures in the short notation as an array of Gesture.
    ///
    /// - Parameter option: the name of the option for error messages.
    mutating func gestures(_ list: String, of option: String) throws(Failure) {
        do throws(NotationError) {
            gestures(try GestureReader.list(list.utf8))
        } catch {
            throw .usage("\(option): \(error.message)")
        }
    }
}

extension String {
    /// The words of a list separated by commas, without the spaces before them.
    fileprivate func separated() -> [[UInt8]] {
        utf8.split(separator: UInt8(ascii: ",")).map { Array($0.drop { $0 == UInt8(ascii: " ") }) }
    }
}
