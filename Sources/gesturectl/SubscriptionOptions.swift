import GestureCore
import GestureProtocol

/// What to recognize, as the command line says it: becomes the parameters of Subscribe.
struct SubscriptionOptions {
    private var gestures: String?
    private var devices: String?
    private var phases: String?
    private var parameters: String?

    /// Takes the option if it is one of these.
    mutating func take(_ word: String, _ arguments: inout ArgumentReader) throws(Failure) -> Bool {
        switch word {
        case "--gestures": gestures = try arguments.value(of: word)
        case "--devices": devices = try arguments.value(of: word)
        case "--phases": phases = try arguments.value(of: word)
        case "--parameters": parameters = try arguments.value(of: word)
        default: return false
        }
        return true
    }

    /// The parameters as a JSON object.
    func json() throws(Failure) -> [UInt8] {
        if let parameters {
            guard gestures == nil, devices == nil, phases == nil else {
                throw .usage("--parameters says all there is to say: it goes with no other of these options")
            }
            guard JSONDocument(Array(parameters.utf8)) != nil else {
                throw .usage("--parameters wants a JSON object, e.g. '{\"gestures\": [{\"kind\": \"tap\"}]}'")
            }
            return Array(parameters.utf8)
        }
        var writer = JSONWriter()
        var separator: StaticString = "{"
        if let gestures {
            writer.raw(separator)
            writer.raw("\"gestures\":[")
            if words(gestures).isEmpty { throw .usage("--gestures wants a list, e.g. tap,swipe") }
            for (index, word) in words(gestures).enumerated() {
                if index > 0 { writer.raw(",") }
                try write(gesture: word, to: &writer)
            }
            writer.raw("]")
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

    /// What they ask for, read as the service reads it.
    func request() throws(Failure) -> SubscriptionRequest {
        let document = JSONDocument(try json())
        do throws(InvalidParameter) {
            return try SubscriptionRequest(parameters: document?.root, thresholds: Thresholds())
        } catch {
            throw .usage("\(error.name): expected \(error.expected)")
        }
    }

    /// Writes e.g. `tap:2/3` as `{"kind":"tap","count":2,"fingers":[3]}`.
    private func write(gesture word: [UInt8], to writer: inout JSONWriter) throws(Failure) {
        let parts = word.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        let head = parts[0].split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        writer.raw("{\"kind\":")
        writer.string(head[0])
        if head.count > 1 {
            writer.raw(",\"count\":")
            writer.integer(try number(head[1], in: word))
        }
        if parts.count > 1 {
            writer.raw(",\"fingers\":[")
            writer.integer(try number(parts[1], in: word))
            writer.raw("]")
        }
        writer.raw("}")
        if parts.count > 2 || head.count > 2 { throw wrong(word) }
    }

    private func number(_ digits: ArraySlice<UInt8>, in word: [UInt8]) throws(Failure) -> Int {
        guard let number = Int(String(decoding: digits, as: UTF8.self)) else { throw wrong(word) }
        return number
    }

    private func wrong(_ word: [UInt8]) -> Failure {
        .usage("--gestures: '\(String(decoding: word, as: UTF8.self))': expected e.g. tap, tap:2, swipe/3 or tap:2/3")
    }

    private func write(list: String, to writer: inout JSONWriter) {
        writer.raw("[")
        for (index, word) in words(list).enumerated() {
            if index > 0 { writer.raw(",") }
            writer.string(word)
        }
        writer.raw("]")
    }

    private func words(_ list: String) -> [[UInt8]] { list.utf8.split(separator: UInt8(ascii: ",")).map { Array($0) } }
}
