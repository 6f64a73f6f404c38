import GestureCore
import GestureNotation
import GestureProtocol
import Text

extension ActionsFile {
    /// Warnings about gestures that no hand can make.
    ///
    /// - Parameter devices: those that are connected.
    func impossibleGestures(on devices: [DeviceReport]) -> [Message] {
        var messages: [Message] = []
        for binding in bindings {
            guard case .gesture(let gesture) = binding.trigger else { continue }
            let used = devices.filter { binding.scope.includes($0) }
            for pattern in gesture.patterns {
                let problem = pattern.wayOut ?? pattern.areaAwayFromEdge ?? binding.excess(of: pattern, on: used)
                if let problem { messages.append(Message(line: binding.line, text: "'\(binding.name)': \(problem)")) }
            }
        }
        return messages
    }
}

extension RequestedGesture {
    /// The gesture, or the members of a sequence, without strokes.
    fileprivate var patterns: [GesturePattern] {
        switch form {
        case .gesture(let pattern): [pattern]
        case .stroke: []
        case .exclusive(let members), .simultaneous(let members), .sequence(let members, _):
            members.flatMap { $0.patterns }
        }
    }
}

extension GesturePattern {
    /// Why the fingers would leave the surface at the edge where they start.
    fileprivate var wayOut: String? {
        guard let edge, direction == edge.outwards else { return nil }
        let thresholds = Thresholds()
        let shortest = minimumDistance ?? (kind == .drag ? thresholds.slop : thresholds.swipeDistance)
        // Diagonally, fingers still have some room within the zone of the edge.
        guard shortest * 0.5.squareRoot() > thresholds.edge else { return nil }
        let article = kind == .edgeSwipe ? "an" : "a"
        return "\(article) \(kind.title) from the \(edge.name) edge cannot go \(edge.outwards.notation) (did you mean "
            + "'\(edge.inwards.notation)'?)"
    }

    /// Why the fingers cannot land both at the edge and in the area.
    fileprivate var areaAwayFromEdge: String? {
        guard let edge, let area else { return nil }
        let gap =
            switch edge {
            case .left: area.x
            case .right: 1 - area.x - area.width
            case .top: area.y
            case .bottom: 1 - area.y - area.height
            }
        // The zone of an edge is 4 mm wide: far less than a third of any device.
        guard gap > 0.3 else { return nil }
        return "the area is not at the \(edge.name) edge, where the fingers have to land: leave out one of the two"
    }
}

extension Binding {
    /// Why a distance of the gesture is longer than the devices.
    fileprivate func excess(of pattern: GesturePattern, on devices: [DeviceReport]) -> String? {
        var distance = pattern.minimumDistance ?? 0
        var axis = pattern.direction.map { $0.axis } ?? pattern.axis
        if let step, case .distance(let size) = step.size {
            distance = max(distance, size)
            if case .travel(let direction) = step.direction { axis = direction.axis }
        }
        let lengths = devices.map { device in
            switch axis {
            case .horizontal: device.width
            case .vertical: device.height
            case nil: Vector(x: device.width, y: device.height).length
            }
        }
        let millimetres = distance * Points.millimetresPerPoint
        guard let longest = lengths.max(), millimetres > longest else { return nil }
        return "\(tenths(millimetres)) mm is longer than the device: write at most \(tenths(longest))mm"
    }
}

extension EdgeLocation.Edge {
    fileprivate var outwards: Direction {
        switch self {
        case .left: .left
        case .right: .right
        case .top: .up
        case .bottom: .down
        }
    }
}
