package import Foundation
import Foundations
import JOSE
import Primitives
import SignIn

/// Seals what a persistent cookie says, and opens it again: a compact JWE, `dir` with `A256GCM` (RFC 7516), whose header names its purpose,
/// its realm, the cookie and its expiry.
package struct PersistentCookieSealer: Sendable {
    private static let purpose = "persistent cookie"
    private static let limits = JOSELimits(token: 2048)

    private let keys: SealingEpochs
    private let realm: UUID

    /// The sealer of a realm's cookies, by the keys for persistent cookies.
    package init(_ domain: JourneyServices, realm: UUID) {
        keys = domain.signIn.persistentCookies
        self.realm = realm
    }

    /// The value of a cookie, which counts until a time.
    package func seal(_ cookie: PersistentCookie, named name: String, until end: Date) throws -> String {
        var header = required(name)
        header["exp"] = .integer(Int64(end.timeIntervalSince1970))
        return try keys.seal(cookie.json.encoded, header: header)
    }

    /// Opens a cookie's value; nil when it isn't ours, isn't whole, belongs elsewhere or is too old.
    package func open(_ value: String, named name: String, at now: Date) -> PersistentCookie? {
        guard let opened = try? keys.open(value, requiring: required(name), limits: Self.limits),
            let end = opened.header["exp"]?.integer, now.timeIntervalSince1970 < TimeInterval(end),
            let json = try? JSONValue(parsing: opened.plaintext), let cookie = PersistentCookie(json: json), now < cookie.ends
        else { return nil }
        return cookie
    }

    private func required(_ name: String) -> JSONObject {
        ["use": .string(Self.purpose), "rlm": .string(realm.uuidString), "nam": .string(name)]
    }
}
