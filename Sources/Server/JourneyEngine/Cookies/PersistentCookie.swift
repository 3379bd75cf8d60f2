import Crypto
package import Directory
package import Foundation
package import Primitives

/// The contents of a persistent cookie: whose it is, and until when it counts.
///
/// It is bound to the realm, the cookie's name, the user and their password, and to the address that it was given to, for journeys that
/// hold it against that. A password that was changed, and an account that is locked or inactive, make it worthless.
package struct PersistentCookie: Sendable, Equatable {
    /// The id of the user.
    package let user: UUID
    /// The time when the user proved who they are, and the time when the cookie ends for good.
    package let since: Date
    /// The time when the cookie ends for good.
    package let ends: Date
    /// The address that it was given to.
    package let address: String
    /// Says which password the user had.
    package let password: String

    package init(_ user: User, since: Date, ends: Date, address: String) {
        self.user = user.id
        self.since = since
        self.ends = ends
        self.address = address
        password = Self.digest(of: user)
    }

    /// Whether it still speaks for a user.
    package func speaks(for user: User) -> Bool { self.user == user.id && password == Self.digest(of: user) }

    private static func digest(of user: User) -> String {
        Base64URL.encode(SHA256.hash(data: user.passwordMark).prefix(16))
    }
}

extension PersistentCookie {
    package var json: JSONValue {
        [
            "u": .string(user.uuidString), "s": .number(since.timeIntervalSince1970), "e": .number(ends.timeIntervalSince1970),
            "a": .string(address), "p": .string(password),
        ]
    }

    /// Reads what ``json`` writes; nil when a member is missing.
    package init?(json: JSONValue) {
        guard let user = json["u"]?.string.flatMap(UUID.init(text:)), let since = json["s"]?.number, let ends = json["e"]?.number,
            let address = json["a"]?.string, let password = json["p"]?.string
        else { return nil }
        self.user = user
        self.since = Date(timeIntervalSince1970: since)
        self.ends = Date(timeIntervalSince1970: ends)
        self.address = address
        self.password = password
    }
}
