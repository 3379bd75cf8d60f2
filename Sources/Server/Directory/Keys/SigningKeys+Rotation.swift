package import Foundation
import Primitives
import Store
import Foundations

extension SigningKeys {
    /// Makes the next key of a purpose. It is published now and signs later, by default in an hour; what the keys before
    /// it signed, or still will sign, is accepted until the last of it has expired.
    ///
    /// - Parameters:
    ///   - ahead: seconds from now until it signs.
    ///   - longestLife: the longest life in seconds of what is signed with keys of this purpose.
    /// - Returns: the new key's id.
    @discardableResult
    package func rotate(
        _ purpose: RealmKey.Purpose, in realm: Realm, ahead: TimeInterval = publishedAhead, longestLife: TimeInterval? = nil
    ) async throws -> String {
        // A realm that has no keys yet gets its first: the next must not be the only one, since it doesn't sign yet.
        _ = try await keys(of: realm.id)
        let life = longestLife ?? TimeInterval(realm.settings[TokenSettings.self].longestLife(purpose))
        let new = try await make(purpose, in: realm.id)
        let signsFrom = new.created.addingTimeInterval(ahead)
        try await configuration.write(in: realm.id) { transaction in
            try Self.add(new, signsFrom: signsFrom, in: transaction)
            try transaction.execute(
                """
                UPDATE signing_keys SET verifies_until = ?4
                WHERE realm = ?1 AND purpose = ?2 AND id <> ?3 AND verifies_until IS NULL
                """, realm.id, purpose.rawValue, new.id, signsFrom.addingTimeInterval(life))
            try audit.append(Self.event(new, in: realm), in: transaction)
        }
        return new.id
    }

    /// Withdraws a key at once, as after a leak: it is published no more, what it signed is refused, and a new one signs.
    ///
    /// - Throws: `invalid` when the realm has no such key.
    package func withdraw(_ id: String, in realm: Realm) async throws {
        guard let old = try await keys(of: realm.id).all.first(where: { $0.id == id }) else {
            throw DomainError(.invalid, "the realm has no key \(id)")
        }
        let new = try await make(old.purpose, in: realm.id)
        try await configuration.write(in: realm.id) { transaction in
            try transaction.execute("DELETE FROM signing_keys WHERE realm = ?1 AND id = ?2", realm.id, id)
            // A caller that looked at the clock before it asked gets this one, too: it may be the only one.
            try Self.add(new, signsFrom: new.created.addingTimeInterval(-Self.publishedAhead), in: transaction)
            try audit.append(Self.event(new, in: realm, reason: "\(id) was withdrawn"), in: transaction)
        }
    }

    private static func event(_ new: NewKey, in realm: Realm, reason: String? = nil) -> AuditEvent {
        var event = AuditEvent(.keyRotated, at: new.created, realm: realm.path.description, reason: reason)
        event.details = ["key": .string(new.id), "purpose": .string(new.purpose.rawValue)]
        return event
    }

    private static func add(_ new: NewKey, signsFrom: Date, in transaction: any WriteTransaction) throws {
        let row = try transaction.row(
            "SELECT MAX(generation) AS newest FROM signing_keys WHERE realm = ?1 AND purpose = ?2", new.realm,
            new.purpose.rawValue)
        let generation = (try row?.optionalInt("newest") ?? 0) + 1
        guard try new.insert(generation: generation, signsFrom: signsFrom, in: transaction) else {
            throw DomainError(.conflict, "another node makes a key for this realm right now; try again")
        }
    }
}

extension TokenSettings {
    /// The longest life in seconds of what a key of a purpose authenticates, applications' own settings aside: a token that
    /// would outlive its key is given the key's end instead.
    fileprivate func longestLife(_ purpose: RealmKey.Purpose) -> Int {
        purpose == .hs256 ? grantLifetime : max(accessTokenLifetime, idTokenLifetime)
    }
}
