import DeviceFoundation
import Foundation
import Primitives

/// Reads a key set from a file or a URL.
enum KeySetSource {
    static func read(_ source: String, over transport: @autoclosure () throws -> any HTTPTransport) async throws -> [UInt8] {
        guard source.contains("://") else {
            return try InputFile.bytes(source)
        }
        guard let url = URL(string: source) else { throw CommandFailure("\(source) is no URL") }
        let response = try await transport().send(HTTPRequest(.get, url))
        guard response.status == 200 else { throw CommandFailure("\(source) answered \(response.status)") }
        return Array(ByteOrderMark.skipped(in: response.body))
    }
}
