import FuzzSupport
import TouchRecordings

@main
enum FuzzGetevent {
    static func main() {
        unsafe runFuzzer { bytes, count in
            unsafe check(UnsafeBufferPointer(start: bytes, count: count)) { bytes throws(RecordingError) in
                try Recording(getevent: bytes)
            }
            return 0
        }
    }
}
