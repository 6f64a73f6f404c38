import GestureCore
import Text

/// A method of the socket. ``name``, ``parameters`` and ``reply`` describe it as the IDL file does; the handlers are in
/// GestureService.
package enum Method: Named, Sendable {
    case getInfo, getInterfaceDescription
    case subscribe, setRegions, listDevices, getStatus
    case transform, grab, lock, unlock, pause, resume, reload, record, recordLast, pulse

    /// The name with its interface, as calls contain it.
    package var name: StaticString {
        switch self {
        case .getInfo: "org.varlink.service.GetInfo"
        case .getInterfaceDescription: "org.varlink.service.GetInterfaceDescription"
        case .subscribe: "org.gestured.Gestures.Subscribe"
        case .setRegions: "org.gestured.Gestures.SetRegions"
        case .listDevices: "org.gestured.Gestures.ListDevices"
        case .getStatus: "org.gestured.Gestures.GetStatus"
        case .transform: "org.gestured.Control.Transform"
        case .grab: "org.gestured.Control.Grab"
        case .lock: "org.gestured.Control.Lock"
        case .unlock: "org.gestured.Control.Unlock"
        case .pause: "org.gestured.Control.Pause"
        case .resume: "org.gestured.Control.Resume"
        case .reload: "org.gestured.Control.Reload"
        case .record: "org.gestured.Control.Record"
        case .recordLast: "org.gestured.Control.RecordLast"
        case .pulse: "org.gestured.Control.Pulse"
        }
    }

    /// The method that was probably meant by an unknown name; nil if none is similar.
    package static func hint(for name: [UInt8]) -> String? {
        let dot = UInt8(ascii: ".")
        let word = name.lastIndex(of: dot).map { Array(name[($0 + 1)...]) } ?? name
        let interface = name.dropLast(word.count)
        let names = allCases.map { ByteString("\($0.name)") }
        let sameInterface = names.filter { $0.bytes.starts(with: interface) }
        let known = sameInterface.isEmpty ? names : sameInterface
        let words = known.map { ByteString(Array($0.bytes.split(separator: dot).last ?? $0.bytes[...])) }
        guard let nearest = nearestWord(to: word, among: words), let index = words.firstIndex(of: nearest) else {
            return nil
        }
        return known[index].description
    }

    var parameters: [Member] {
        switch self {
        case .getInfo, .listDevices, .getStatus, .unlock, .pause, .resume, .reload: []
        case .getInterfaceDescription: [Parameters.interface.member]
        case .subscribe: RequestedSubscription.members
        case .setRegions: [Parameters.subscription.member, RequestedSubscription.regionList]
        case .transform:
            [Parameters.device.member, Parameters.rotation.member, Parameters.mirror.member, Parameters.output.member]
        case .grab: [Parameters.device.member, Parameters.grab.member]
        case .lock: RequestedLock.members
        case .record: [Parameters.device.member]
        case .recordLast: [Parameters.lastDevice.member]
        case .pulse: [Parameters.count.member]
        }
    }

    /// The members of replies, as the IDL file declares them.
    var reply: [String] {
        switch self {
        case .getInfo: InfoReply.declarations
        case .getInterfaceDescription: InterfaceDescriptionReply.declarations
        case .subscribe: SubscriptionReply.declarations
        case .listDevices: DeviceList.declarations
        case .getStatus: StatusReport.declarations
        case .lock: LockReply.declarations
        case .record, .recordLast: RecordingReply.declarations
        case .setRegions, .transform, .grab, .unlock, .pause, .resume, .reload, .pulse: EmptyReply.declarations
        }
    }

    /// The parameters that handlers read one by one.
    package enum Parameters {
        package static let interface = Parameter.text("interface", expected: "the name of an interface")
        package static let subscription = Parameter.text(
            "subscription", expected: "the name in the state of a subscription")
        package static let device = Parameter.text("device", expected: "the id or name of a device")
        package static let lastDevice = Parameter<[UInt8]>(
            "device", "?string", expected: "the id or name of a device"
        ) { $0.string }
        /// In degrees.
        package static let rotation = Parameter<Int>("rotation", "?int", expected: "0, 90, 180 or 270") {
            $0.integer.flatMap { [0, 90, 180, 270].contains($0) ? Int($0) : nil }
        }
        package static let mirror = Parameter<[UInt8]>(
            "mirror", "?string", expected: "none, horizontal or vertical", words: ["none", "horizontal", "vertical"]
        ) { value in ["none", "horizontal", "vertical"].contains { value.isString($0) } ? value.string : nil }
        package static let output = Parameter<String>(
            "output", "?string", expected: "the name of a display, 1 to 64 bytes"
        ) { Parameter.name("output").read($0)?.description }
        package static let grab = Parameter.flag("grab", "bool")
        package static let count = Parameter.count("count", 1...10, expected: "a whole number, 1 … 10")
    }
}
