import HTTPTypes
package import Hummingbird
import NIOCore
import NIOHTTPTypes
import Primitives

/// The expectations of a request's head (RFC 9110 §10.1.1). A client that waits for a word before it sends the body gets a 100 as soon as
/// a route reads the body; a route that refuses by the head alone answers at once, and the body never comes.
package enum Expectation {
    private static let interim = "100-continue"

    /// Returns the problem of an expectation that this server doesn't know.
    static func problem(of headers: HTTPFields) -> WireError? {
        guard headers.contains(.expect) else { return nil }
        let isKnown = headers[values: .expect].allSatisfy { isInterim($0) }
        return isKnown ? nil : WireError(.expectationFailed, "Expect has another value than 100-continue")
    }

    /// Returns a request whose body asks the client to send it when it is read for the first time, if the client waits for that.
    package static func awaiting(_ request: Request, _ context: GatehouseContext) -> Request {
        guard request.headers.contains(.expect), problem(of: request.headers) == nil else { return request }
        var request = request
        request.body = RequestBody(asyncSequence: AwaitedBody(body: request.body) { await context.continueRequest() })
        return request
    }

    /// Whether a field's line has this expectation alone, be it several times: as a list it means what as many lines mean (RFC 9110 §5.3).
    private static func isInterim(_ line: String) -> Bool {
        line.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).allSatisfy { part in
            let spaces: Set<UInt8> = [0x20, 0x09]
            return isOne(String(own: part.drop(while: spaces.contains).reversed().drop(while: spaces.contains).reversed()))
        }
    }

    private static func isOne(_ value: String) -> Bool {
        value.utf8.elementsEqual(interim.utf8) { $0 == $1 || (65...90).contains($0) && $0 + 32 == $1 }
    }
}

/// A body that is asked for when it is read.
private struct AwaitedBody: AsyncSequence, Sendable {
    let body: RequestBody
    let ask: @Sendable () async -> Void

    struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate var base: RequestBody.AsyncIterator
        fileprivate var ask: (@Sendable () async -> Void)?

        mutating func next() async throws -> ByteBuffer? { try await next(isolation: nil) }

        mutating func next(isolation actor: isolated (any Actor)?) async throws -> ByteBuffer? {
            if let ask {
                self.ask = nil
                await ask()
            }
            return try await base.next(isolation: actor)
        }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(base: body.makeAsyncIterator(), ask: ask) }
}
