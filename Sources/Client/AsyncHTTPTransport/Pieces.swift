import AsyncHTTPClient
import DeviceFoundation
import Foundation
import NIOCore

/// The pieces of a streamed body, one after the other.
final class Pieces: @unchecked Sendable {  // read by the one task that iterates over the stream
    private var iterator: HTTPClientResponse.Body.AsyncIterator
    private let url: URL

    init(_ body: HTTPClientResponse.Body, from url: URL) {
        iterator = body.makeAsyncIterator()
        self.url = url
    }

    func next() async throws(TransportError) -> [UInt8]? {
        do { return try await iterator.next().map { Array($0.readableBytesView) } } catch { throw TransportError(error, from: url) }
    }
}
