package import Foundation
package import Primitives
package import Store

/// The answers to requests that their callers have named by a key: one that comes again with its key gets the answer of the first, and has no
/// effect of its own.
///
/// A row is written before the request is worked on, so that of two at the same time one is; the answer is added after. An answer is
/// sealed, since it may hold a secret that is told once.
package struct KeptAnswers: Sendable {
    package static let feature = Feature(
        history: [SchemaStep(53, "kept answers and jobs", tables)],
        tables: [
            .free("kept_answers", filled: .byAdministration, because: "answers of a day, sealed; no column tells of what they are about")
        ],
        expiry: [Expiry("kept_answers", key: "realm, name", by: "expires")])

    private static let tables: [SQL] = [
        """
        CREATE TABLE kept_answers (
            realm TEXT NOT NULL, name BLOB NOT NULL, caller BLOB NOT NULL, request BLOB NOT NULL, answer BLOB, expires BIGINT NOT NULL,
            PRIMARY KEY (realm, name))
        """,
        "CREATE INDEX kept_answers_caller ON kept_answers (realm, caller)",
        "CREATE INDEX kept_answers_expires ON kept_answers (expires)",
    ]

    /// The time in seconds for which an answer is given again.
    package static let lifetime: TimeInterval = 86_400
    /// The number of keys of one caller within that time.
    package static let mostOfOne = 5000
    /// The longest answer that is kept, in bytes.
    package static let longest = 1 << 20

    /// The standing of a request with a key.
    package enum Standing: Sendable {
        /// It is the first, and to be worked on.
        case first
        /// The same request came before, with this answer.
        case answered(Secret)
        /// The same request came before, and its answer isn't known: it is being worked on, or the server ended meanwhile.
        case begun
        /// Another request came with the key.
        case other
        /// The caller has used too many keys.
        case tooMany
    }

    /// A request's name by its key, and all that makes it the same as another.
    package struct Claim: Sendable {
        fileprivate let realm: UUID
        fileprivate let name: [UInt8]
        fileprivate let caller: [UInt8]
        fileprivate let request: [UInt8]
        fileprivate var context: String { "kept answer \(Base64URL.encode(name))" }
    }

    private let database: any Database
    private let sealer: Sealer
    private let hash: KeyedHash

    package init(_ database: any Database, _ sealer: Sealer) {
        self.database = database
        self.sealer = sealer
        hash = KeyedHash("kept answers", sealer)
    }

    /// - Parameters:
    ///   - key: the caller's name of the request.
    ///   - route: the thing that is asked for; a key counts for each by itself.
    ///   - content: what else the request says.
    package func claim(_ key: String, of caller: String, in realm: UUID, route: String, content: String) -> Claim {
        let name = JSONValue.array([.string(caller), .string(route), .string(key)]).encoded
        return Claim(
            realm: realm, name: hash.hash(name), caller: hash.hash(Array(caller.utf8)), request: hash.hash(Array(content.utf8)))
    }

    /// Takes a request in hand, unless it came before.
    package func take(_ claim: Claim, at now: Date) async throws -> Standing {
        let (found, sealed) = try await database.write { transaction -> (Standing, [UInt8]?) in
            try transaction.execute(
                "DELETE FROM kept_answers WHERE realm = ?1 AND name = ?2 AND expires <= ?3", claim.realm, claim.name, now)
            let row = try transaction.row(
                "SELECT request, answer FROM kept_answers WHERE realm = ?1 AND name = ?2", claim.realm, claim.name)
            if let row {
                guard try row.blob("request") == claim.request else { return (.other, nil) }
                return (.begun, try row.optionalBlob("answer"))
            }
            try transaction.hold(HeldName("kept answers", claim.realm, claim.caller))
            let count = try transaction.row(
                "SELECT COUNT(*) AS count FROM kept_answers WHERE realm = ?1 AND caller = ?2", claim.realm, claim.caller)
            guard try count?.int("count") ?? 0 < Self.mostOfOne else { return (.tooMany, nil) }
            try transaction.execute(
                "INSERT INTO kept_answers (realm, name, caller, request, expires) VALUES (?1, ?2, ?3, ?4, ?5)", claim.realm, claim.name,
                claim.caller, claim.request, now.addingTimeInterval(Self.lifetime))
            return (.first, nil)
        }
        guard let sealed else { return found }
        return .answered(try sealer.open(sealed, context: claim.context))
    }

    /// Keeps the answer of a request that was taken in hand; not one that is too long.
    package func keep(_ answer: Secret, for claim: Claim) async throws {
        guard answer.count <= Self.longest else { return }
        let sealed = try sealer.seal(answer, context: claim.context)
        try await database.write { transaction in
            try transaction.execute(
                "UPDATE kept_answers SET answer = ?3 WHERE realm = ?1 AND name = ?2", claim.realm, claim.name, sealed)
        }
    }

    /// Lets go of a request that was refused, and so had no effect: it may come again.
    package func release(_ claim: Claim) async throws {
        try await database.write { transaction in
            try transaction.execute("DELETE FROM kept_answers WHERE realm = ?1 AND name = ?2", claim.realm, claim.name)
        }
    }

}
