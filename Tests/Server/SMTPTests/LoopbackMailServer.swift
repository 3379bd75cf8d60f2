import NIOCore
import NIOPosix
import Synchronization

/// A mail server without TLS on loopback, which says what it is told to and keeps what it gets.
final class LoopbackMailServer: Sendable {
    /// What it answers to a command, by the command's first word; what isn't there is answered with 250.
    typealias Answers = [String: String]

    private let channel: any Channel
    private let heard: Heard

    let port: Int

    static func start(_ answers: Answers = [:]) async throws -> LoopbackMailServer {
        let heard = Heard()
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(ByteToMessageHandler(LineDecoder()))
                    try channel.pipeline.syncOperations.addHandler(Conversation(answers, heard))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        return LoopbackMailServer(channel, heard)
    }

    private init(_ channel: any Channel, _ heard: Heard) {
        self.channel = channel
        self.heard = heard
        port = channel.localAddress?.port ?? 0
    }

    /// The lines that it got, commands and message.
    var lines: [String] { heard.lines.withLock { $0 } }

    func stop() async throws { try await channel.close() }

    final class Heard: Sendable { let lines = Mutex<[String]>([]) }
}

private struct LineDecoder: ByteToMessageDecoder {
    typealias InboundOut = String

    mutating func decode(context: ChannelHandlerContext, buffer: inout ByteBuffer) throws -> DecodingState {
        guard let end = buffer.readableBytesView.firstIndex(of: UInt8(ascii: "\n")) else { return .needMoreData }
        let line = buffer.readString(length: end - buffer.readerIndex + 1) ?? ""
        context.fireChannelRead(wrapInboundOut(line.replacing("\r\n", with: "")))
        return .continue
    }
}

private final class Conversation: ChannelInboundHandler {
    typealias InboundIn = String
    typealias OutboundOut = ByteBuffer

    private let answers: LoopbackMailServer.Answers
    private let heard: LoopbackMailServer.Heard
    private var isMessage = false

    init(_ answers: LoopbackMailServer.Answers, _ heard: LoopbackMailServer.Heard) {
        self.answers = answers
        self.heard = heard
    }

    func channelActive(context: ChannelHandlerContext) { say(answers["greeting"] ?? "220 ready", context) }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let line = unwrapInboundIn(data)
        heard.lines.withLock { $0.append(line) }
        if isMessage {
            guard line == "." else { return }
            isMessage = false
            return say(answers["."] ?? "250 taken", context)
        }
        let word = String(line.split(separator: " ").first ?? "")
        let answer = answers[word] ?? (word == "DATA" ? "354 go on" : word == "EHLO" ? "250-me\r\n250 8BITMIME" : "250 fine")
        isMessage = answer.hasPrefix("354")
        say(answer, context)
    }

    private func say(_ text: String, _ context: ChannelHandlerContext) {
        guard text != "silence" else { return }
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: text + "\r\n")), promise: nil)
    }
}
