import Foundations
import HTTPBase
import HTTPTypes
import Hummingbird
import Primitives
import RealmHTTP
import Messaging

/// `POST /push/{token}`: a message for a device that has subscribed (RFC 8030 §5).
package struct PushResource: Sendable {
    let reader: RequestReader
    let push: BuiltInPush
    let random: any RandomSource

    func take(_ request: Request, _ context: GatehouseContext) async throws -> Response {
        let message = try await message(request, context)
        let kept: Int
        do { kept = try await push.accept(message, origin: reader.configuration.publicAddress.origin) } catch let error
            as ForeignPushError
        { throw Self.wire(error) }
        return Response(
            status: .created,
            headers: [
                // The message's own resource, which only its device could use.
                .location: reader.configuration.publicAddress.url(
                    "\(PushPath.messages)/messages/\(random.token(16))"),
                .timeToLive: String(kept),
            ])
    }

    private func message(_ request: Request, _ context: GatehouseContext) async throws -> ForeignPush {
        // RFC 8030 §5.2: a message says how long it is of use.
        guard let life = request.headers[.timeToLive].flatMap({ UInt32(decimal: $0, leadingZeros: true) }) else {
            throw WireError(.badRequest, "TTL is missing, or is no number of seconds")
        }
        let body = try await request.bytes(upTo: ForeignPush.longestBody)
        return ForeignPush(
            token: context.parameters.get("token") ?? "", timeToLive: Int(life), topic: request.headers[.topic],
            contentEncoding: request.headers[.contentEncoding] ?? "", authorization: request.headers[.authorization],
            body: Array(body.readableBytesView))
    }

    private static func wire(_ error: ForeignPushError) -> WireError {
        switch error.code {
        case .malformed: WireError(.badRequest, error.reason)
        case .unknown: WireError(.notFound, error.reason)
        case .unauthenticated: WireError(.unauthorized, error.reason, headers: [.wwwAuthenticate: "vapid"])
        case .forbidden: WireError(.forbidden, error.reason)
        case .tooLarge: WireError(.contentTooLarge, error.reason)
        case .tooMany: WireError(.tooManyRequests, error.reason, headers: [.retryAfter: "60"])
        }
    }
}

extension HTTPField.Name {
    fileprivate static let timeToLive = Self.known("TTL")
    fileprivate static let topic = Self.known("Topic")
}
