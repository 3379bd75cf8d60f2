internal import NIOCore
internal import NIOPosix

/// Finds out whether a port is free before anything is written or printed.
enum PortProbe {
    /// - Throws: `ServerError.cannotListen` in one clear line.
    static func check(host: String, port: Int) async throws {
        do {
            let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                .bind(host: host, port: port).get()
            try await channel.close()
        } catch {
            throw ServerError(listeningOn: host, port: port, failed: error)
        }
    }
}
