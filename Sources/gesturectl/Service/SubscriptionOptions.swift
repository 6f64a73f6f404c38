import GestureCore
import GestureNotation
import GestureProtocol
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
        "--parameters", "JSON",
        help: """
            The parameters of Subscribe, for regions, compositions and thresholds; see gestured-varlink(7). Replaces the options \
            above.
            """)
    static let all = [gestures, devices, phases, parameters]

    private let gestures: String?
    /// Ids or names.
    private var devices: [[UInt8]]?
    private let phases: String?
    private let parameters: String?

    init(_ invocation: Invocation) {
        gestures = invocation.value(of: Self.gestures)
        devices = invocation.value(of: Self.devices).map { $0.separated() }
        phases = invocation.value(of: Self.phases)
        parameters = invocation.value(of: Self.parameters)
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
