import Foundation
package import JourneyMessages
package import Primitives
import ResourceMessages
package import Store
package import Foundations

/// The service that makes and changes accounts by the rules of their realm: the profile's schema, the policies, the history of passwords.
///
/// Every way to an account goes through here: the command line, the REST resource, a journey's nodes.
package struct Accounts: Sendable {
    /// The author with whose rights an account is changed.
    package enum Author: Sendable {
        /// May change every attribute; also a journey, for what it was built to do.
        case administrator
        /// The user, who may change what the schema says users may.
        case owner
    }

    package let database: any Database
    package let users: Users
    package let schemas: ProfileSchemas
    package let hasher: PasswordHasher
    package let quotas: Quotas
    /// The module's part that ends a user's sessions when the password changes.
    package let sessions: any SessionEnding.Type
    package let audit: AuditLog
    package let time: any TimeSource
    package let random: any RandomSource
    /// The network address of a client whose user hasn't proved yet who they are; nil for those who have, and for administrators.
    private(set) var stranger: String?

    package init(
        database: any Database, users: Users, schemas: ProfileSchemas, hasher: PasswordHasher, quotas: Quotas,
        sessions: any SessionEnding.Type, audit: AuditLog, time: any TimeSource, random: any RandomSource, stranger: String? = nil
    ) {
        self.database = database
        self.users = users
        self.schemas = schemas
        self.hasher = hasher
        self.quotas = quotas
        self.sessions = sessions
        self.audit = audit
        self.time = time
        self.random = random
        self.stranger = stranger
    }

    /// The same, for an unknown client at a network address: it is told a limited number of times whether a name is taken, makes a limited
    /// number of accounts, and waits for its hashes with others from there.
    package func asked(from address: String) -> Accounts {
        var asked = self
        asked.stranger = address
        return asked
    }

    /// The asker by which hashes wait: the stranger's address in the realm, or this server itself.
    package func asker(in realm: Realm) -> Asker { stranger.map { Asker(address: $0, in: realm.id) } ?? .server }

    /// Counts what a stranger asks for.
    /// - Throws: `throttled`; ``/Store/DatabaseError``.
    ///
    /// - Parameter bytes: the length of what is kept for it.
    func count(_ kind: Quotas.Kind, bytes: Int, in realm: Realm) async throws {
        if let stranger { try await quotas.require(kind, bytes: bytes, from: stranger, in: realm) }
    }

    /// A realm's schema.
    package func schema(of realm: Realm) async throws -> ProfileSchema { try await schemas.schema(of: realm.id) }

    /// The policies of an attribute, or of `password`; nil when the schema has no such attribute.
    package func policies(of name: String, in realm: Realm) async throws -> AttributePolicies? {
        guard FieldPath(name) != .password else { return PasswordPolicy(realm.settings).policies }
        return try await schema(of: realm)[name]?.policies
    }

    /// Returns the policies that a value for an attribute breaks, of a user name also whether it is taken.
    ///
    /// - Parameter user: the user whose attribute it is; nil for a new account.
    /// - Throws: `throttled` when a stranger has asked for too many names.
    package func failures(
        of value: JSONValue?, for attribute: ProfileAttribute, of user: User? = nil, in realm: Realm
    ) async throws -> [FailedPolicy] {
        let failures = attribute.failures(of: value)
        guard attribute.path == .userName, let name = value?.string else { return failures }
        guard Self.isName(name, in: realm), try await !users.isReserved(name, in: realm.id) else {
            return failures + [FailedPolicy(.validUsername)]
        }
        try await count(.nameCheck, bytes: 0, in: realm)
        return try await users.isTaken(name, butBy: user?.id, in: realm.id) ? failures + [FailedPolicy(.unique)] : failures
    }
}
