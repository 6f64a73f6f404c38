/// A method of the socket, as the IDL files describe it.
package enum Method: Named, Sendable {
    case getInfo, getInterfaceDescription
    case subscribe, setRegions, listDevices, getStatus
    case transform, grab, lock, unlock, pause, resume, reload, record, pulse

    /// The name with its interface, as calls have it.
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
        case .pulse: "org.gestured.Control.Pulse"
        }
    }
}
