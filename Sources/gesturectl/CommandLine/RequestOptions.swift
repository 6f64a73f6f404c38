import GestureCore
import GestureProtocol
import System
import Terminal
import Text

/// The options of monitor and replay that become the parameters of Subscribe.
struct RequestOptions {
    static let gestures = Option(
        "--gestures", "LIST", .someOf(GestureKind.allCases.map { $0.shortNotation }),
        help: """
            Only these gestures, separated by commas, in the short notation: 'double tap, swipe left 3 fingers', \
            'hold 2s in top-left', '4 taps then hold 2s'. Kinds: press, touch, tap, hold, drag, swipe, edge, pinch, rotate, stroke NAME, idle TIME; see \
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
    private var devices: [ByteString]?
    private let phases: String?
    /// Those of `--parameters`.
    private let parameters: RequestedSubscription?

    /// The largest file of parameters, in bytes: the service accepts no longer call.
    private static let largestFile = 1 << 20

    init(_ invocation: Invocation) throws(Failure) {
        gestures = invocation.value(of: Self.gestures)
        devices = invocation.value(of: Self.devices).map { $0.separated().map { ByteString($0) } }
        phases = invocation.value(of: Self.phases)
        parameters = try invocation.value(of: Self.parameters).map { value throws(Failure) in
            try Self.request(fromParameters: value)
        }
    }

    /// Reads the JSON object that a value of `--parameters` is, or that the file with this path contains.
    private static func request(fromParameters value: String) throws(Failure) -> RequestedSubscription {
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
        guard let document = JSONDocument(json) else {
            throw isFile
                ? .usage("--parameters: \(value): expected a file with a JSON object")
                : .usage("--parameters requires a JSON object, e.g. '{\"gestures\": [{\"kind\": \"tap\"}]}'")
        }
        do throws(InvalidParameter) {
            return try RequestedSubscription(checking: document.root)
        } catch {
            throw Failure(error)
        }
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
        devices = [ByteString(device)]
    }

    /// The parameters of Subscribe.
    func request() throws(Failure) -> RequestedSubscription {
        if let parameters {
            if gestures != nil || devices != nil || phases != nil {
                let other = gestures != nil ? Self.gestures : devices != nil ? Self.devices : Self.phases
                throw .usage("--parameters cannot be combined with \(other.name)")
            }
            return parameters
        }
        return RequestedSubscription(
            gestures: try gestures.map { list throws(Failure) in
                try [RequestedGesture](notation: list, of: Self.gestures)
            }, devices: devices, phases: try phases.map { list throws(Failure) in try Self.phases(list) })
    }

    private static func phases(_ list: String) throws(Failure) -> [GesturePhase] {
        var phases: [GesturePhase] = []
        for word in list.separated() {
            guard let phase = GesturePhase(name: word) else {
                let error = NotationError(
                    ByteString(word), expected: "possible, began, changed, ended or cancelled",
                    among: GesturePhase.allCases.map { ByteString("\($0.name)") })
                throw .usage("--phases: \(error.message)")
            }
            if !phases.contains(phase) { phases.append(phase) }
        }
        return phases
    }
}

extension RequestedSubscription {
    /// The request as a service with these thresholds would carry it out.
    func compiled(_ thresholds: Thresholds = Thresholds()) throws(Failure) -> CompiledSubscription {
        do throws(InvalidParameter) {
            return try CompiledSubscription(checking: self, thresholds: thresholds)
        } catch {
            throw Failure(error)
        }
    }
}

extension Failure {
    init(_ error: InvalidParameter) { self = .usage(error.message) }
}

extension [RequestedGesture] {
    /// Reads gestures in the short notation.
    ///
    /// - Parameter option: the one that they were given with, for error messages.
    init(notation list: String, of option: Option) throws(Failure) {
        do throws(NotationError) {
            self = try GestureReader.list(list.utf8)
        } catch {
            let place = error.column.map { ", column \($0)" } ?? ""
            throw .usage("\(option.name)\(place): \(error.message)")
        }
    }
}

extension String {
    /// The words of a list separated by commas, without the spaces before them.
    fileprivate func separated() -> [[UInt8]] {
        utf8.split(separator: UInt8(ascii: ",")).map { Array($0.drop { $0 == UInt8(ascii: " ") }) }
    }
}
