import GestureCore

/// The content of the live view beside the model.
struct WatchStatus: Equatable {
    /// A line about something unusual, in place of the keys; nil for none.
    var notice: String?
    /// The recording that is played; nil for the service.
    var replay: Replay?
    /// Whether positions are known.
    var hasPositions = true

    struct Replay: Equatable {
        enum State: Equatable {
            case playing, paused, over
        }

        /// From 0 before the first.
        var frame = 0
        /// Since the start of the recording.
        var time = Interval.zero
        var state = State.playing
    }
}
