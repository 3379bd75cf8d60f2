import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@testable import GatehouseServer

@Suite("The time for a request's body")
struct RequestDeadlineTests {
    /// The whole seconds after which a body of a stated length, of which one byte came, is given up.
    private static func seconds(for length: String?) throws -> Int {
        let channel = EmbeddedChannel(handler: RequestDeadline(.seconds(30)))
        var head = HTTPRequest(method: .put, scheme: "https", authority: "a", path: "/")
        head.headerFields[.contentLength] = length
        try channel.writeInbound(HTTPRequestPart.head(head))
        try channel.writeInbound(HTTPRequestPart.body(ByteBuffer(bytes: [0])))
        for second in 1...1000 {
            channel.embeddedEventLoop.advanceTime(by: .seconds(1))
            do { try channel.throwIfErrorCaught() } catch { return second }
        }
        return .max
    }

    @Test("grows with its stated length, within a bound")
    func byLength() throws {
        #expect(try Self.seconds(for: nil) == 30)
        #expect(try Self.seconds(for: "65535") == 30)
        #expect(try Self.seconds(for: "18657735") == 314)
        #expect(try Self.seconds(for: "999999999999999999") == 630)
        for wrong in ["-18657735", "1e9", "99999999999999999999999"] { #expect(try Self.seconds(for: wrong) == 30) }
    }
}
