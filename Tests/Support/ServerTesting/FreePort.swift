import NIOCore
import NIOPosix

/// A port that is free at the moment. A server must know its port before it listens, since its own URLs contain it.
package enum FreePort {
    package static func find() async throws -> Int {
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton).bind(host: "127.0.0.1", port: 0).get()
        let port = channel.localAddress?.port ?? 0
        try await channel.close()
        return port
    }
}
