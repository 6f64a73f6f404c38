import FuzzSupport
import TouchRecordings

@main
enum FuzzEvemu {
    static func main() {
        unsafe runFuzzer { bytes, count in
            unsafe check(UnsafeBufferPointer(start: bytes, count: count)) { bytes throws(RecordingError) in
                try Recording(evemu: bytes)
            }
            return 0
        }
    }
}
