import Text

/// The explanation of a touch for one region of its chain.
package struct ExplainedPart {
    package var touch: TouchExplanation
    /// The name of the region; nil if it has none.
    package var region: ByteString?
    /// The index of the region in the list.
    private(set) var index = 0

    package init(_ touch: TouchExplanation, by engine: ExplainedEngine) {
        self.touch = touch
        if let index = touch.region.flatMap({ engine.regionIDs.firstIndex(of: $0) }) {
            self.index = index
            region = engine.options.regions[index].name
        }
    }
}

extension [ExplainedPart] {
    /// Adds a part of the same touch: the innermost region is first, and its touches are in their order.
    package mutating func add(_ part: ExplainedPart) {
        // A parent comes before its children in the list of regions.
        let place = firstIndex {
            $0.index < part.index || $0.index == part.index && $0.touch.began > part.touch.began
        }
        insert(part, at: place ?? count)
    }

    /// The parts that have something to explain: regions that ask for nothing have not. Empty if none has.
    package var withReasons: [ExplainedPart] { filter { !$0.touch.verdicts.isEmpty || $0.touch.ignored != nil } }
}
