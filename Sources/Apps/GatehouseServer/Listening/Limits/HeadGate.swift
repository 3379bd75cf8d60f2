internal import NIOCore
internal import NIOHTTP1
internal import Primitives

/// Refuses heads of HTTP/1 that the parser lets through and two programs may read in two ways (RFC 9112 §3.2, §6.1, §11.2).
final class HeadGate: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    private var isOver = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isOver else { return }
        guard case .head(var head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
        guard Self.isSound(head) else {
            isOver = true
            // The answer is a 400, and the connection's end.
            return context.fireErrorCaught(HTTPParserError.invalidHeaderToken)
        }
        guard head.version == .http1_0 else { return context.fireChannelRead(data) }
        // Such a connection ends with its answer, unless its client asks for more of it (RFC 9112 §9.3).
        if !Self.asksToStay(head.headers["connection"]) { head.headers.replaceOrAdd(name: "connection", value: "close") }
        // No such client knows a 100 (RFC 9110 §10.1.1).
        head.headers.remove(name: "expect")
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    private static func asksToStay(_ lines: [String]) -> Bool {
        lines.contains { line in
            line.asciiLowercased.utf8.split { $0 == UInt8(ascii: ",") || $0 == 0x20 || $0 == 0x09 }.contains {
                $0.elementsEqual("keep-alive".utf8)
            }
        }
    }

    static func isSound(_ head: HTTPRequestHead) -> Bool {
        let isOld = head.version == .http1_0 || head.version == .http0_9
        let hosts = head.headers["host"]
        let isHostSound = hosts.count == 1 ? isHost(hosts[0]) : hosts.isEmpty && isOld
        let codings = head.headers["transfer-encoding"]
        guard !codings.isEmpty else { return isHostSound }
        let isChunked = codings.count == 1 && codings[0].lowercased() == "chunked" && !isOld
        return isHostSound && isChunked && !head.headers.contains(name: "content-length")
    }

    /// A name or an address, perhaps a port (RFC 3986 §3.2.2).
    private static func isHost(_ text: String) -> Bool {
        (1...300).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                // The characters of most hosts come first: the set below is hashed.
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: ":"):
                    true
                default: marks.contains(byte)
                }
            }
    }

    private static let marks = Set("-_~%!$&'()*+,;=[]".utf8)
}
