import CLibFuzzer

/// Runs libFuzzer by the command line: ends the program where `target` traps.
///
/// - Parameter target: takes one input; its answer is 0.
public func runFuzzer(_ target: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt) {
    var count = CommandLine.argc
    var words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = unsafe CommandLine.unsafeArgv
    _ = unsafe LLVMFuzzerRunDriver(&count, &words, target)
}
