internal import CLinux

func processID() -> CInt { getpid() }
