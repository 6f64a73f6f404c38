import FuzzSupport
import TouchRecordings

@main
enum FuzzLibinput {
    static func main() {
        unsafe runFuzzer { bytes, count in
            unsafe check(UnsafeBufferPointer(start: bytes, count: count)) { bytes throws(RecordingError) in
                try Recording(libinput: bytes)
            }
            return 0
        }
    }
}
