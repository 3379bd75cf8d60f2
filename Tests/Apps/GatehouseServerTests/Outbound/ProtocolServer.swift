import NIOCore
import NIOPosix
import NIOSSL
import NIOTLS
import Synchronization

/// A server that prefers HTTP/2, and ends each connection once it is agreed which protocol would be spoken.
final class ProtocolServer: Sendable {
    private final class Choice: Sendable {
        let last = Mutex<String?>(nil)
    }

    private final class Listener: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer

        private let choice: Choice

        init(_ choice: Choice) { self.choice = choice }

        func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
            guard case TLSUserEvent.handshakeCompleted(let chosen) = event else { return }
            choice.last.withLock { $0 = chosen }
            context.close(promise: nil)
        }
    }

    private let choice: Choice
    private let channel: any Channel

    init(_ files: (certificate: String, key: String)) async throws {
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: try NIOSSLCertificate.fromPEMFile(files.certificate).map { .certificate($0) },
            privateKey: .privateKey(try NIOSSLPrivateKey(file: files.key, format: .pem)))
        configuration.applicationProtocols = ["h2", "http/1.1"]
        let (context, choice) = (try NIOSSLContext(configuration: configuration), Choice())
        self.choice = choice
        channel = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandlers(NIOSSLServerHandler(context: context), Listener(choice))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
    }

    var port: Int { channel.localAddress?.port ?? 0 }

    /// The protocol of the last connection.
    var chosen: String? { choice.last.withLock { $0 } }

    deinit { channel.close(promise: nil) }
}
