import Text

/// The interfaces of the socket, each described by an IDL file.
package enum Interface: Named, Sendable {
    case varlinkService, gestures, control

    package var name: StaticString {
        switch self {
        case .varlinkService: "org.varlink.service"
        case .gestures: "org.gestured.Gestures"
        case .control: "org.gestured.Control"
        }
    }

    package var description: [UInt8] {
        switch self {
        case .varlinkService: PackageResources.org_varlink_service_varlink
        case .gestures: PackageResources.org_gestured_Gestures_varlink
        case .control: PackageResources.org_gestured_Control_varlink
        }
    }
}

/// The version of the service, the tool and the library.
package let version: StaticString = "0.1.0"

/// The default socket of the service.
public let defaultSocket = "/run/gestured/gestured.sock"
