package import Hummingbird
package import NIOCore
import NIOHTTP1
package import OAuthMessages
package import Primitives

/// The longest that bodies may be, in bytes.
package enum BodyLimit {
    /// The longest body of JSON: 1 MiB.
    package static let json = 1 << 20
    /// The longest body of a form.
    package static let form = FormBody.maximumBytes
}

/// A request that didn't arrive whole in time. It is thrown to the reader of the body.
package struct RequestTimeout: Error {
    package init() {}
}

extension Request {
    /// The whole body.
    /// - Throws: a 400 for one that isn't well-formed HTTP, a 408 when it takes too long, a 413 when it is longer than `limit` bytes, before more of it is read.
    package func bytes(upTo limit: Int) async throws -> ByteBuffer {
        if let announced = headers.first(.contentLength).flatMap({ Int(decimal: $0, leadingZeros: true) }), announced > limit {
            throw Self.tooLarge(limit)
        }
        do {
            return try await reading { try await $0.collect(upTo: limit) }
        } catch is NIOTooManyBytesError {
            throw Self.tooLarge(limit)
        }
    }

    /// Reads the body as it arrives, without keeping it whole.
    /// - Throws: a 400 for one that isn't well-formed HTTP, a 408 when it takes too long; the reader's own errors.
    package func reading<Result>(_ read: (RequestBody) async throws -> Result) async throws -> Result {
        do { return try await read(body) } catch is HTTPParserError {
            throw WireError(.badRequest, "the body isn't well-formed: chunks, length or trailers are wrong")
        } catch is RequestTimeout {
            throw WireError(.requestTimeout, "the body took too long to arrive")
        }
    }

    /// The body's JSON; nil when the body is empty, whatever its media type.
    /// - Throws: a 413, a 415 for another media type, a 400 for what isn't JSON.
    package func json(limits: JSONLimits = .standard) async throws -> JSONValue? {
        let buffer = try await bytes(upTo: limits.bytes)
        guard buffer.readableBytes > 0 else { return nil }
        try require(mediaType: "application/json")
        return try JSONValue(body: buffer.readableBytesView, limits: limits)
    }

    /// The body's form parameters; none when the body is empty.
    /// - Throws: a 413, a 415 for another media type, `invalid_request` for what can't be read.
    package func form() async throws -> FormBody {
        let buffer = try await bytes(upTo: BodyLimit.form)
        guard buffer.readableBytes > 0 else { return FormBody() }
        try require(mediaType: "application/x-www-form-urlencoded")
        return try FormBody(parsing: ByteOrderMark.skipped(in: buffer.readableBytesView))
    }

    /// The media type of the body, without parameters and in lower case; nil without one.
    package var mediaType: String? { headers[.contentType]?.split(separator: ";").first?.trimmingSpaces.lowercased() }

    private func require(mediaType expected: String) throws {
        if headers.only(.contentType) == expected { return }
        guard let type = mediaType, type == expected else {
            let given = headers[.contentType] ?? ""
            throw WireError(.unsupportedMediaType, "Content-Type '\(given.prefix(100))' is not supported; send \(expected)")
        }
    }

    private static func tooLarge(_ limit: Int) -> WireError {
        WireError(.contentTooLarge, "the body is longer than \(limit) bytes")
    }
}
