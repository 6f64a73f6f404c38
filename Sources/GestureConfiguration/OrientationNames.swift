import GestureProtocol
import TouchInput

extension Orientation.Mirror: Named {
    public var name: StaticString {
        switch self {
        case .none: "none"
        case .horizontal: "horizontal"
        case .vertical: "vertical"
        }
    }
}
