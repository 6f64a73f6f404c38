import GestureCore
import System
import Terminal

/// The loop that a command waits in.
package func makeLoop() throws(Failure) -> EventLoop {
    do throws(LoopError) {
        return try EventLoop()
    } catch {
        throw Failure(error)
    }
}

extension EventLoop {
    /// Takes signals in place of their default actions, from now on.
    package func takeSignals(_ numbers: [CInt], tag: UInt64) throws(Failure) {
        do throws(LoopError) {
            try watchSignals(numbers, tag: tag)
        } catch {
            throw Failure(error)
        }
    }

    /// Waits for the next event, or looks whether one is there.
    ///
    /// - Returns: nil if nothing is ready.
    package func next(until deadline: Instant?, blocks: Bool = true) throws(Failure) -> Ready? {
        do throws(LoopError) {
            return try wait(until: deadline?.microseconds, blocks: blocks)
        } catch {
            throw Failure(error)
        }
    }
}

extension Failure {
    fileprivate init(_ error: LoopError) { self = .failed("cannot wait for events: \(errorMessage(error.errno))") }
}
