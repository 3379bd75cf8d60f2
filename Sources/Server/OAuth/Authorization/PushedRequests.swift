import Foundation
import OAuthMessages
package import Primitives
package import Store
package import Directory
package import Foundations

/// Authorization requests that clients pushed and browsers only name (RFC 9126).
package struct PushedRequests: Sendable {
    /// The table `pushed_requests`; rows go with their realm or application, or once they have expired.
    package static let feature = Feature(
        history: [
            SchemaStep(1, "initial", place: 13, tables), SchemaStep(42, "rows by index", place: 12, expiryIndex),
            SchemaStep(43, "bounds of strangers", place: 1, heldColumn),
        ],
        // A user's input is stored sealed, and for a quarter of an hour at the most.
        tables: [
            .owned(
                "pushed_requests", filled: .byStrangers(.init(by: .address, bytes: 20 << 10, renewals: .once, lifetime: .seconds(33_000))),
                by: .application("application"))
        ],
        expiry: [Expiry("pushed_requests", key: "realm, id", by: "expires")])

    private static let tables: [SQL] = [
        """
        CREATE TABLE pushed_requests (
            realm TEXT NOT NULL, id TEXT NOT NULL, application TEXT NOT NULL, form TEXT NOT NULL, expires BIGINT NOT NULL,
            PRIMARY KEY (realm, id))
        """
    ]

    private static let expiryIndex: [SQL] = ["CREATE INDEX pushed_requests_expires ON pushed_requests (expires)"]

    /// The column that says whether a request's life was extended.
    private static let heldColumn: [SQL] = ["ALTER TABLE pushed_requests ADD COLUMN held BIGINT NOT NULL DEFAULT 0"]

    /// The beginning of every `request_uri` of this server. No other is looked at, and none is ever fetched.
    static let prefix = "urn:ietf:params:oauth:request_uri:"

    /// The time for which a request may be used once the user has been sent to sign in, in seconds.
    static let lifeWhileSigningIn: TimeInterval = 1800

    /// The greatest length of a request, in bytes.
    static let longest = 16 << 10

    package let database: any Database
    package let quotas: Quotas
    package let time: any TimeSource
    package let random: any RandomSource

    package init(database: any Database, quotas: Quotas, time: any TimeSource, random: any RandomSource) {
        self.database = database
        self.quotas = quotas
        self.time = time
        self.random = random
    }

    /// Keeps a request, and returns its `request_uri`.
    /// - Throws: `throttled` when too many, or too much, came from the address; `invalid_request` for one that is too long.
    func keep(_ form: FormBody, for application: Application, in realm: Realm, from address: String) async throws -> String {
        let (id, text) = (random.token(), form.encoded)
        guard text.utf8.count <= Self.longest else {
            throw OAuthError(.invalidRequest, "a pushed request has at most \(Self.longest) bytes")
        }
        try await quotas.require(.pushedRequest, bytes: Quotas.row + text.utf8.count, from: address, in: realm)
        let lifetime = realm.settings[AuthorizationSettings.self].pushedRequestLifetime
        let expires = time.now.addingTimeInterval(TimeInterval(lifetime))
        try await database.write { transaction in
            _ = try transaction.execute(
                "INSERT INTO pushed_requests (realm, id, application, form, expires) VALUES (?1, ?2, ?3, ?4, ?5)",
                application.realm, id, application.id, text, expires)
        }
        return Self.prefix + id
    }

    /// The request of a `request_uri`, which stays usable until a code is issued for it.
    /// - Throws: `invalid_request_uri` when it is unknown, used, expired or another client's.
    func request(_ uri: String, of application: String, realm: UUID) async throws -> FormBody {
        let (id, now) = (try Self.id(uri), time.now)
        let row = try await database.read { transaction in
            try transaction.row(
                "SELECT form FROM pushed_requests WHERE realm = ?1 AND id = ?2 AND application = ?3 AND expires > ?4", realm, id,
                application, now)
        }
        guard let row else { throw OAuthError(.invalidRequestURI, "the request_uri is unknown, used or expired") }
        return try FormBody(parsing: try row.text("form"))
    }

    /// Lets a request wait for the user to sign in: its own life is only meant for the way to this server (RFC 9126 §2.2).
    ///
    /// A stranger who has the `request_uri` brings this about without signing in. So a life is extended once, and a second call writes nothing.
    func hold(_ uri: String, realm: UUID) async throws {
        let (id, until) = (try Self.id(uri), time.now.addingTimeInterval(Self.lifeWhileSigningIn))
        let isFree = try await database.read { transaction in
            try transaction.row("SELECT 1 AS free FROM pushed_requests WHERE realm = ?1 AND id = ?2 AND held = 0", realm, id) != nil
        }
        guard isFree else { return }
        try await database.write { transaction in
            _ = try transaction.execute(
                "UPDATE pushed_requests SET expires = ?3, held = 1 WHERE realm = ?1 AND id = ?2 AND held = 0", realm, id, until)
        }
    }

    /// Uses a request up, in the transaction that issues its code; false when that has been done.
    static func spend(_ uri: String, realm: UUID, in transaction: any WriteTransaction) throws -> Bool {
        try transaction.execute("DELETE FROM pushed_requests WHERE realm = ?1 AND id = ?2", realm, try id(uri)) == 1
    }

    private static func id(_ uri: String) throws(OAuthError) -> String {
        guard uri.hasPrefix(prefix), uri.utf8.count <= 128 else {
            throw OAuthError(.invalidRequestURI, "the request_uri is not one that this server gave out")
        }
        return String(uri.dropFirst(prefix.count))
    }
}
