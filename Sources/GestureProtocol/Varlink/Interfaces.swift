/// The interfaces of the socket, as their IDL files describe them.
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

/// The version of service, tool and library.
package let version: StaticString = "0.1.0"

/// Where the service listens unless it is told otherwise.
public let defaultSocket = "/run/gestured/gestured.sock"
