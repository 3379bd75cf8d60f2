import AsyncHTTPClient
import DeviceFoundation
import Foundation
import NIOCore

/// The pieces of a streamed body, one after the other.
final class Pieces: @unchecked Sendable {  // read by the one task that iterates over the stream
    private var iterator: HTTPClientResponse.Body.AsyncIterator
    private let url: URL
    /// Kept, since a transport that is released ends what it has under way.
    private let transport: AsyncHTTPTransport

    init(_ body: HTTPClientResponse.Body, from url: URL, over transport: AsyncHTTPTransport) {
        iterator = body.makeAsyncIterator()
        self.url = url
        self.transport = transport
    }

    func next() async throws(TransportError) -> [UInt8]? {
        do { return try await iterator.next().map { Array($0.readableBytesView) } } catch { throw TransportError(error, from: url) }
    }
}
