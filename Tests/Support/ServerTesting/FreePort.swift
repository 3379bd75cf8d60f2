import NIOCore
import NIOPosix
import Synchronization

/// A port that is free at the moment. A server must know its port before it listens, since its own URLs contain it.
///
/// No two calls of a process get the same, and none gets one of those that systems give to outgoing connections: other tests make these all the
/// time, and would take it before the server does.
package enum FreePort {
    private static let range = 20_000..<32_000
    private static let next = Atomic(Int.random(in: 0..<range.count))

    package static func find() async throws -> Int {
        for _ in range {
            let port = range.lowerBound + next.wrappingAdd(1, ordering: .relaxed).oldValue % range.count
            do {
                try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton).bind(host: "127.0.0.1", port: port).get().close()
                return port
            } catch let error as IOError where error.errnoCode == EADDRINUSE {}
        }
        throw IOError(errnoCode: EADDRINUSE, reason: "no port is free")
    }
}
