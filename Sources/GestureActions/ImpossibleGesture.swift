import GestureCore
import GestureProtocol
import Text

extension ActionsFile {
    /// Warnings about gestures that no hand can make.
    ///
    /// - Parameters:
    ///   - devices: those that are connected.
    ///   - thresholds: those of the service.
    func impossibleGestures(on devices: [DeviceReport], _ thresholds: Thresholds) -> [Message] {
        var messages: [Message] = []
        for binding in bindings {
            guard case .gesture(let gesture) = binding.trigger else { continue }
            let used = devices.filter { binding.scope.includes($0) }
            var problems = gesture.patterns.compactMap { pattern in
                pattern.wayOut(thresholds) ?? pattern.areaAwayFromEdge(on: used, thresholds)
                    ?? binding.excess(of: pattern, on: used)
            }
            if let problem = gesture.lackOfTime(thresholds) { problems.append(problem) }
            for problem in problems {
                messages.append(Message(line: binding.line, text: "'\(binding.name)': \(problem)"))
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

    /// Why a sequence takes longer than it may.
    fileprivate func lackOfTime(_ thresholds: Thresholds) -> String? {
        guard case .sequence(_, let limit?) = form else { return nil }
        var least: Int64 = 0
        for pattern in patterns where pattern.kind == .longPress {
            least += (pattern.minimumDuration ?? thresholds.longPress).microseconds
        }
        guard least > limit.microseconds else { return nil }
        let time = Interval(microseconds: least).words
        return "the holds alone take \(time), and all of it may take \(limit.words): write a longer time for 'within'"
    }
}

extension GesturePattern {
    /// Why the fingers would leave the surface at the edge where they start.
    fileprivate func wayOut(_ thresholds: Thresholds) -> String? {
        guard let edge, direction == edge.outwards else { return nil }
        let shortest = minimumDistance ?? (kind == .drag ? thresholds.slop : thresholds.swipeDistance)
        // Diagonally, fingers still have some room within the zone of the edge.
        guard shortest * 0.5.squareRoot() > thresholds.edge else { return nil }
        let article = kind == .edgeSwipe ? "an" : "a"
        return "\(article) \(kind.title) from the \(edge.name) edge cannot go \(edge.outwards.notation) (did you mean "
            + "'\(edge.inwards.notation)'?)"
    }

    /// Why the fingers cannot land both at the edge and in the area.
    fileprivate func areaAwayFromEdge(on devices: [DeviceReport], _ thresholds: Thresholds) -> String? {
        guard let edge, let area else { return nil }
        let gap =
            switch edge {
            case .left: area.x
            case .right: 1 - area.x - area.width
            case .top: area.y
            case .bottom: 1 - area.y - area.height
            }
        let isHorizontal = edge == .left || edge == .right
        let longest = devices.map { isHorizontal ? $0.width : $0.height }.max()
        // Without a device, nearly a third of one is farther than any zone.
        guard gap > (longest.map { thresholds.edge * Points.millimetresPerPoint / $0 } ?? 0.3) + 1e-6 else {
            return nil
        }
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
        let area = pattern.area ?? Rectangle(x: 0, y: 0, width: 1, height: 1)
        let lengths = devices.map { device in
            // From the far end of the area, where the fingers land, to the edge.
            let (left, right) = (device.width * (area.x + area.width), device.width * (1 - area.x))
            let (up, down) = (device.height * (area.y + area.height), device.height * (1 - area.y))
            return switch (pattern.direction, axis) {
            case (.left, _): left
            case (.right, _): right
            case (.up, _): up
            case (.down, _): down
            case (_, .horizontal): max(left, right)
            case (_, .vertical): max(up, down)
            case (_, nil): Vector(x: max(left, right), y: max(up, down)).length
            }
        }
        let millimetres = distance * Points.millimetresPerPoint
        guard let longest = lengths.max(), millimetres > longest + 1e-3 else { return nil }
        let place = pattern.area == nil ? "the device" : "the way from the area to the edge"
        return "\(tenths(millimetres)) mm is longer than \(place), which has \(tenths(longest)) mm"
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
