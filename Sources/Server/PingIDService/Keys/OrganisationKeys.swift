package import Foundation
package import PingIDMessages
package import Primitives
package import Store
package import Directory
package import Foundations

/// The keys by which customers' servers sign their requests, and this server its answers. They are sealed at rest; several at a time, so that
/// one can be replaced while its successor is in use already.
package struct OrganisationKeys: Sendable {
    /// The table `pingid_keys`; rows go with their realm.
    package static let feature = Feature(
        history: [SchemaStep(34, "pingid", place: 1, tables)],
        tables: [.free("pingid_keys", filled: .byAdministration, because: "keys of realms")])

    private static let tables: [SQL] = [
        """
        CREATE TABLE pingid_keys (
            realm TEXT NOT NULL, token TEXT NOT NULL, sealed BLOB NOT NULL, needs_expiry BIGINT NOT NULL, created BIGINT NOT NULL,
            PRIMARY KEY (realm, token))
        """
    ]

    /// The number of keys of a realm.
    private static let most = 20
    /// The number of bytes of a key.
    private static let length = 32

    private let database: any Database
    private let sealer: Sealer
    private let configuration: ConfigurationChange
    private let time: any TimeSource
    private let random: any RandomSource

    package init(
        database: any Database, sealer: Sealer, configuration: ConfigurationChange, time: any TimeSource, random: any RandomSource
    ) {
        self.database = database
        self.sealer = sealer
        self.configuration = configuration
        self.time = time
        self.random = random
    }

    /// A key as its owner receives it, once.
    package struct IssuedKey: Sendable {
        /// The account's id, `account_id`: the realm's.
        package let account: String
        /// The name of the key, `token`.
        package let token: String
        /// The secret of the key.
        package let key: Secret
    }

    /// Makes a key.
    ///
    /// - Parameter needsExpiry: whether requests without `expires` or `X-Request-ID` are refused.
    /// - Throws: `conflict` when the realm has too many.
    package func make(in realm: Realm, needsExpiry: Bool = true) async throws -> IssuedKey {
        let (token, key, now) = (random.token(16), Secret(bytes: random.bytes(Self.length)), time.now)
        let sealed = try sealer.seal(key, context: Self.context(realm.id, token))
        try await configuration.write(
            .realmChanged, ["change": "PingID organisation key made", "token": .string(token)], realm: realm.id
        ) { transaction in
            let row = try transaction.row("SELECT COUNT(*) AS count FROM pingid_keys WHERE realm = ?1", realm.id)
            guard try row?.int("count") ?? 0 < Self.most else {
                throw DomainError(.conflict, "the realm has \(Self.most) organisation keys, which is the most; remove one first")
            }
            try transaction.execute(
                "INSERT INTO pingid_keys (realm, token, sealed, needs_expiry, created) VALUES (?1, ?2, ?3, ?4, ?5)", realm.id, token,
                sealed, needsExpiry, now)
        }
        return IssuedKey(account: realm.id.text, token: token, key: key)
    }

    /// Removes a key; false when there was none.
    package func remove(_ token: String, in realm: Realm) async throws -> Bool {
        let isThere = try await database.read { try Self.row(token, realm.id, $0) != nil }
        guard isThere else { return false }
        try await configuration.write(
            .realmChanged, ["change": "PingID organisation key removed", "token": .string(token)], realm: realm.id
        ) { try $0.execute("DELETE FROM pingid_keys WHERE realm = ?1 AND token = ?2", realm.id, token) }
        return true
    }

    /// The names of a realm's keys, and when they were made.
    package func tokens(in realm: Realm) async throws -> [(token: String, created: Date)] {
        try await database.read { transaction in
            try transaction.rows("SELECT token, created FROM pingid_keys WHERE realm = ?1 ORDER BY created, token", realm.id).map {
                (try $0.text("token"), try $0.date("created"))
            }
        }
    }

    private static func row(_ token: String, _ realm: UUID, _ transaction: any ReadTransaction) throws -> Row? {
        try transaction.row("SELECT * FROM pingid_keys WHERE realm = ?1 AND token = ?2", realm, token)
    }

    private static func context(_ realm: UUID, _ token: String) -> String { "PingID organisation key/\(realm.text)/\(token)" }
}

extension OrganisationKeys {
    /// A request that was signed by a customer's server, and the means to sign the answer. Only ``OrganisationKeys`` makes one.
    package struct Signed: Sendable {
        package let request: SignedRequest
        package let signature: RequestSignature
        private let key: Secret

        fileprivate init(request: SignedRequest, signature: RequestSignature, key: Secret) {
            self.request = request
            self.signature = signature
            self.key = key
        }

        /// The value of ``/PingIDMessages/AnswerSignature/field`` for an answer.
        package func answer(status: Int, body: [UInt8]) throws -> String {
            try AnswerSignature(status: status, body: body).text(answering: request, signature: signature, key: key)
        }
    }

    /// Verifies the signature of a request, and which key it is by. Whether it was sent before is seen by ``spend(_:in:)``.
    ///
    /// - Parameter field: the value of `Authorization`.
    /// - Throws: ``/PingIDMessages/RequestSignatureError``; an unknown key is told as a wrong signature.
    package func verify(_ field: String, of request: SignedRequest, in realm: Realm) async throws -> Signed {
        let unverified = try UnverifiedRequestSignature(field)
        let claimed = unverified.claimed
        let row = try await database.lookUp { try Self.row(claimed.token, realm.id, $0) }
        // Without a key one is drawn, so that an unknown token takes no other way than a wrong signature.
        let key =
            try row.map { try sealer.open(try $0.blob("sealed"), context: Self.context(realm.id, claimed.token)) }
            ?? Secret(bytes: random.bytes(Self.length))
        let signature = try unverified.verify(request, key: key, at: time.now, needsExpiry: try row?.bool("needs_expiry") ?? true)
        guard constantTimeEqual(Array(claimed.account.utf8), Array(realm.id.text.utf8)) else {
            throw RequestSignatureError(.signature, "the signature is another account's")
        }
        return Signed(request: request, signature: signature, key: key)
    }

    /// Uses up the id of a request, before it has any effect; false when it was used.
    package func spend(_ signed: Signed, in realm: Realm) async throws -> Bool {
        guard let id = signed.signature.requestID, let expires = signed.signature.expires else { return true }
        let name = signed.signature.token + " " + id
        return try await database.write {
            try SpentOnce.spend(name, .pingIDRequest, realm: realm.id, expires: expires.addingTimeInterval(1), in: $0)
        }
    }
}
