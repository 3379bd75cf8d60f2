internal import Foundation
internal import Primitives

/// The number of files and connections that this process may have open.
enum DescriptorLimit {
    /// The descriptors kept for the database, the scripts' processes, requests of the server's own, and connections that are being refused.
    private static let reserve = 256

    /// Raises the limit to the highest that this process may, and says what it is.
    static func raise() -> Int {
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return 1024 }
        var raised = limit
        raised.rlim_cur = raised.rlim_max
        guard setrlimit(resource, &raised) == 0 else { return count(limit.rlim_cur) }
        return count(raised.rlim_cur)
    }

    /// The share of the descriptors that connections may take.
    static func connections(of descriptors: Int) -> Int { max(descriptors / 2, descriptors - reserve) }

    /// No limit is infinite here; a connection takes memory too.
    private static func count(_ value: rlim_t) -> Int { Int(min(value, 1 << 20)) }

    #if canImport(Glibc)
    private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
    private static let resource = RLIMIT_NOFILE
    #endif
}
