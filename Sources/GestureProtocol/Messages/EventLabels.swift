import GestureCore
import Text

/// The names of regions and compositions in events, and the places of gestures in compositions, as JSON.
///
/// A class, so that passing it with every event counts one reference instead of one per array.
package final class EventLabels: Sendable {
    private struct RegionLabels: Sendable {
        var id: RegionID
        /// With its quotes.
        var name: [UInt8]
        /// Those of its own compositions; nil if it has none and uses those of the subscription.
        var compositions: [CompositionLabels]?
    }

    private let compositions: [CompositionLabels]
    private let regions: [RegionLabels]

    package convenience init(_ engine: GestureEngine) {
        self.init(Self.labels(engine.options.gestures), regions: [], engine)
    }

    private init(_ compositions: [CompositionLabels], regions: [RegionLabels], _ engine: GestureEngine) {
        self.compositions = compositions
        self.regions =
            regions
            + zip(engine.options.regions, engine.regionIDs).map { region, id in
                RegionLabels(
                    id: id, name: quoted(region.name.bytes), compositions: region.gestures.map { Self.labels($0) })
            }
    }

    /// Returns the labels with the names of the current regions, and without those that no event can refer to any more.
    package func updated(_ engine: GestureEngine) -> EventLabels {
        let kept = regions.filter { engine.uses($0.id) && !engine.regionIDs.contains($0.id) }
        return EventLabels(compositions, regions: kept, engine)
    }

    @inline(__always)  // most events are of no region, as below of no composition
    func region(of event: borrowing EngineEvent) -> [UInt8]? {
        guard let index = index(of: event.region) else { return nil }
        return regions[index].name
    }

    /// The name and the path of an event of a composition, as members of an event; nil for other events.
    @inline(__always)
    func composition(of event: borrowing EngineEvent) -> [UInt8]? {
        guard let part = event.part else { return nil }
        if let index = index(of: event.region), let own = regions[index].compositions {
            return own[part.composition].members[part.node]
        }
        return compositions[part.composition].members[part.node]
    }

    private func index(of id: RegionID?) -> Int? {
        guard let id else { return nil }
        for index in regions.indices where regions[index].id == id { return index }
        return nil
    }

    private static func labels(_ gestures: GestureSet) -> [CompositionLabels] {
        gestures.compositions.map { CompositionLabels($0) }
    }
}

/// The labels that the events of one composition share.
private struct CompositionLabels: Sendable {
    /// The name and the path as members of an event, by ``CompositionPart/node``.
    let members: [[UInt8]]

    init(_ composition: Composition) {
        members = zip(composition.expression.paths, composition.expression.shapes).map { path, shape in
            var writer = JSONWriter()
            if let name = composition.name ?? shape?.name {
                writer.raw(",\"name\":")
                writer.string(name.bytes)
            }
            // A gesture that is no member has no path.
            if !path.isEmpty, !composition.joinsEntries {
                writer.raw(",\"path\":")
                writer.array(path) { $1.integer($0) }
            }
            return writer.bytes
        }
    }
}

/// The id of a device and the name of its display, as events carry them.
///
/// A class, so that passing it with every event counts one reference instead of one per name.
package final class DeviceLabels: Equatable, Sendable {
    package let id: ByteString
    package let output: ByteString?
    /// Both as members of an event in JSON.
    let members: [UInt8]

    package init(id: String, output: String? = nil) {
        self.id = ByteString(id)
        self.output = output.map { ByteString($0) }
        var writer = JSONWriter()
        writer.raw(",\"device\":")
        writer.string(id.utf8)
        if let output {
            writer.raw(",\"output\":")
            writer.string(output.utf8)
        }
        members = writer.bytes
    }

    package static func == (left: DeviceLabels, right: DeviceLabels) -> Bool { left.members == right.members }
}

private func quoted(_ name: String.UTF8View) -> [UInt8] {
    var writer = JSONWriter()
    writer.string(name)
    return writer.bytes
}

extension DeviceReport {
    package init(_ labels: DeviceLabels) {
        self.init()
        (id, output) = (labels.id, labels.output)
    }
}
