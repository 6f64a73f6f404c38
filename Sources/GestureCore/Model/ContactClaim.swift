/// A contact that a gesture has claimed: until it is lifted, it is meant for nothing but this gesture.
public struct ContactClaim: Equatable, Sendable {
    public var surface: SurfaceID
    public var contact: ContactID

    public init(surface: SurfaceID, contact: ContactID) {
        self.surface = surface
        self.contact = contact
    }
}
