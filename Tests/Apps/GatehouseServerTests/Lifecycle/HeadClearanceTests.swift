import HTTPTypes
import NIOEmbedded
import NIOHTTPTypes
import Testing

@testable import GatehouseServer

/// Requests of HTTP/1.1 and of HTTP/2 pass here in one form, before the library looks at them.
@Suite("What no head may hold")
struct HeadClearanceTests {
    @Test("is gone before anything reads it, in the path of HTTP/2 as well; trailers go nowhere")
    func cleared() throws {
        let channel = EmbeddedChannel(handler: HeadClearance())
        let marks = "a" + String(repeating: "\u{360}\u{345}", count: 10_000)
        let hostile = HTTPRequest(
            method: .get, scheme: "https", authority: marks, path: "/\(marks)", headerFields: [.connection: marks, .cookie: "a=b"])
        let plain = HTTPRequest(method: .get, scheme: "https", authority: "a", path: "/b", headerFields: [.connection: "close"])
        for head in [hostile, plain] {
            try channel.writeInbound(HTTPRequestPart.head(head))
            try channel.writeInbound(HTTPRequestPart.end([.trailer: marks]))
        }
        let parts = try (0..<4).map { _ in try channel.readInbound(as: HTTPRequestPart.self) }
        guard case .head(let first) = parts[0], case .head(let second) = parts[2] else {
            Issue.record("no heads")
            return
        }
        #expect(first.headerFields.map(\.value) == ["\u{FFFD}", "a=b"] && first.path == "/\u{FFFD}" && first.authority == "\u{FFFD}")
        #expect(second == plain && parts[1] == .end(nil) && parts[3] == .end(nil))
    }
}
