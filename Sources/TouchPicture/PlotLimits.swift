import GestureCore
import Text

/// The gestures of a request, and the thresholds that decide on it, as far as a plot shows them.
struct PlotLimits {
    /// The slop on this surface, in pt. Regions can have another one.
    let slop: Points
    /// Whether the edge band decides on a gesture.
    let hasEdgeBand: Bool
    let wantsPinch: Bool
    let wantsRotation: Bool
    /// The areas in which gestures of the request have to start, with the names of these gestures.
    let areas: [(area: Rectangle, title: String)]

    private let thresholds: Thresholds
    private let kind: Surface.Kind
    private let sets: [GestureSet]

    init(_ options: GestureOptions, on kind: Surface.Kind) {
        thresholds = options.thresholds
        self.kind = kind
        var sets = options.regions.compactMap { $0.gestures }
        // Regions that all have their own gestures leave none to the subscription.
        if sets.isEmpty || sets.count < options.regions.count { sets.insert(options.gestures, at: 0) }
        func wants(_ kind: GestureKind) -> Bool {
            sets.contains { set in !set.selection[kind].isEmpty || set.contains { $0.kind == kind } }
        }
        self.sets = sets
        slop = thresholds.slop(on: kind)
        hasEdgeBand =
            thresholds.edge > 0
            && (wants(.edgeSwipe) || sets.contains { $0.contains { $0.edge != nil } })
        wantsPinch = wants(.pinch)
        wantsRotation = wants(.rotation)
        areas = Self.areas(sets)
    }

    private static func areas(_ sets: [GestureSet]) -> [(area: Rectangle, title: String)] {
        var areas: [(area: Rectangle, names: [ByteString])] = []
        for set in sets {
            for composition in set.compositions {
                for pattern in composition.expression.distinct({ $0 }) {
                    guard let area = pattern.area else { continue }
                    let name = composition.name ?? ByteString("\(pattern.kind.title)")
                    if let index = areas.firstIndex(where: { $0.area == area }) {
                        if !areas[index].names.contains(name) { areas[index].names.append(name) }
                    } else {
                        areas.append((area, [name]))
                    }
                }
            }
        }
        return areas.map { ($0.area, joined($0.names.map { $0.description })) }
    }

    /// Returns the shortest distance in pt that makes any of the requested swipes; nil if no swipe is requested.
    func swipeDistance(fingers: Int) -> Points? {
        let configured = thresholds.swipeDistance(fingers: fingers, on: kind)
        var distances: [Points] = []
        for set in sets {
            let selection = set.selection
            if !selection[.swipe].isEmpty || !selection[.edgeSwipe].isEmpty {
                distances.append(min(configured, selection.swipeDistance ?? configured))
            }
            for composition in set.compositions {
                distances += composition.expression.distinct { pattern in
                    pattern.kind == .swipe || pattern.kind == .edgeSwipe
                        ? pattern.minimumDistance ?? configured : nil
                }
            }
        }
        return distances.min()
    }
}
