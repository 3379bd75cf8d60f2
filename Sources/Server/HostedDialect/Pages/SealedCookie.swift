import Foundation
import HTTPBase
import Hummingbird
import Primitives
import Foundations

/// A cookie whose content only this server can read or make, and which it believes for a limited time.
struct SealedCookie: Sendable {
    private let cookie: PrivateCookie
    private let context: String
    private let lifetime: Int
    private let sealer: Sealer
    private let time: any TimeSource

    /// - Parameters:
    ///   - lifetime: seconds.
    ///   - address: this server's address, for which the cookie is.
    init(_ name: String, lifetime: Int, at address: PublicAddress, sealer: Sealer, time: any TimeSource) {
        cookie = PrivateCookie(name, lifetime: lifetime, at: address)
        context = "cookie/\(name)"
        self.lifetime = lifetime
        self.sealer = sealer
        self.time = time
    }

    func carrying(_ members: JSONObject) throws -> Cookie {
        var content = members
        content["until"] = .integer(Int64(time.now.timeIntervalSince1970) + Int64(lifetime))
        let sealed = try sealer.seal(Secret(bytes: JSONValue.object(content).encoded), context: context)
        return cookie.carrying(Base64URL.encode(sealed))
    }

    /// The cookies of a request that are ours and not too old: each as it came, with its members.
    func held(in request: Request) -> [(text: String, content: JSONObject)] {
        cookie.values(in: request).compactMap { text in content(of: text).map { (text, $0) } }
    }

    private func content(of text: String) -> JSONObject? {
        guard let sealed = Base64URL.decode(text), let opened = try? sealer.open(sealed, context: context),
            let content = opened.withBytes({ try? JSONValue(parsing: $0).object }), let until = content["until"]?.integer,
            time.now.timeIntervalSince1970 < Double(until)
        else { return nil }
        return content
    }

    func expired() -> Cookie { cookie.expired() }
}
