import Foundation
#if canImport(Glibc)
import Glibc
#endif

/// Lets every other thread go first when the processors are busy.
func lowerThreadPriority() {
    #if canImport(Glibc)
    // On Linux niceness belongs to a thread, and 0 is the calling one (setpriority(2), "C library/kernel differences").
    // A third of a usual share is left to hashes where everything else is busy: enough for a login while a crowd is being refused.
    // It fails only where a sandbox forbids it; then the hashes are merely less polite.
    _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 5)
    #else
    Thread.current.qualityOfService = .utility
    #endif
}

extension PasswordHasher.Configuration {
    /// The number of processors that the machine has.
    package static var processors: Int { ProcessInfo.processInfo.activeProcessorCount }
}
