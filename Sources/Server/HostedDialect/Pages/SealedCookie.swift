import Foundation
import Hummingbird
import Primitives
import Services
import Foundations
import DialectBase

/// A cookie whose content only this server can read or make, and which it believes for a limited time.
struct SealedCookie: Sendable {
    private let cookie: PrivateCookie
    private let context: String
    private let lifetime: Int
    private let sealer: Sealer
    private let time: any TimeSource

    /// - Parameter lifetime: seconds.
    init(_ name: String, lifetime: Int, reader: RequestReader) {
        cookie = PrivateCookie(name, lifetime: lifetime, at: reader.configuration.publicAddress)
        context = "cookie/\(name)"
        self.lifetime = lifetime
        sealer = reader.domain.sealer
        time = reader.domain.time
    }

    func carrying(_ members: JSONObject) throws -> Cookie {
        var content = members
        content["until"] = .integer(Int64(time.now.timeIntervalSince1970) + Int64(lifetime))
        let sealed = try sealer.seal(Secret(bytes: JSONValue.object(content).encoded), context: context)
        return cookie.carrying(Base64URL.encode(sealed))
    }

    /// The members; nil when the request has no such cookie, or one that isn't ours or is too old.
    func content(of request: Request) -> JSONObject? {
        guard let sealed = text(in: request).flatMap({ Base64URL.decode($0) }),
            let opened = try? sealer.open(sealed, context: context),
            let content = opened.withBytes({ try? JSONValue(parsing: $0).object }), let until = content["until"]?.integer,
            time.now.timeIntervalSince1970 < Double(until)
        else { return nil }
        return content
    }

    /// The cookie as it came.
    func text(in request: Request) -> String? { cookie.value(in: request) }

    func expired() -> Cookie { cookie.expired() }
}
