internal import CLinux
import GestureConfiguration
import GestureCore
import GestureProtocol

/// What a client may see and do.
extension ClientConnection {
    /// Whether the client may call org.gestured.Control, and claim fingers. Processes of the service's own user may, since they
    /// can signal the service anyway.
    var mayControl: Bool { rights.control || peer.uid == geteuid() }

    /// Applies another configuration.
    func configure(_ configuration: Configuration) {
        limitQueue()
        // Asked for again, since a process can have 65,536 groups, which is more memory than its user may have.
        rights = configuration.rights(uid: peer.uid, groups: peer.groups(fd))
        if let lostRight { refuse(.permissionDenied(.known(lostRight))) }
    }

    /// A right that the client needs for what it streams, and no longer has; nil if it has all.
    private var lostRight: Right? {
        let sendsTouches = waitingCall?.sendsTouches ?? false
        if !rights.positions, sendsTouches || subscriber?.includesPositions ?? false { return .positions }
        if !mayControl, sendsTouches || subscriber?.request.options.claims ?? false { return .control }
        return nil
    }
}
