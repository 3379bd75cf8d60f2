package import Foundation
package import Primitives
package import Store
package import Foundations

extension Users {
    /// Adds a user.
    ///
    /// - Parameters:
    ///   - isMFAEnabled: nil for what the realm has for new users.
    ///   - standing: how the account's address is known to be its owner's.
    /// - Returns: the user as stored.
    /// - Throws: `invalid` for an impossible name, `alreadyExists` for a name or id that is taken, be it by a client, `unknownResource` for a
    ///   population that isn't there.
    func insert(
        _ user: User, isMFAEnabled: Bool? = nil, mail standing: RecoveryAddress.Standing = .given, by actor: AuditActor? = nil,
        from address: String? = nil
    ) async throws -> User {
        try await database.write { transaction in
            let making = AccountMaking(change: "created", time: user.created, actor: actor, address: address)
            return try insert(user, isMFAEnabled: isMFAEnabled, mail: standing, making, in: transaction)
        }
    }

    /// Adds a user inside a transaction. When it refuses the user, nothing is written.
    ///
    /// - Parameter making: the event for the audit log.
    func insert(
        _ user: User, isMFAEnabled: Bool?, mail standing: RecoveryAddress.Standing, _ making: AccountMaking,
        in transaction: any WriteTransaction
    ) throws -> User {
        let key = try Self.newKey(of: user.username)
        if let population = user.population { try Populations.check(population, in: user.realm, transaction) }
        var user = user
        guard try Self.users(folded: key, realm: user.realm, in: transaction).isEmpty,
            try Self.user(user.id, realm: user.realm, in: transaction) == nil
        else { throw Self.taken(user.username) }
        try checkReadings(of: key, realm: user.realm, in: transaction)
        try Self.checkIdentity(of: user, in: transaction)
        guard try !Applications.haveClient(named: user.id, realm: user.realm, in: transaction) else {
            throw DomainError(.alreadyExists, "\(user.id.text) is the id of a client of the realm")
        }
        try AccountLink.check(user, in: transaction)
        user.isMFAEnabled = try isMFAEnabled ?? RealmMFASettings.settings(of: user.realm, in: transaction).enablesNewUsers
        try transaction.execute(
            """
            INSERT INTO users (realm, id, username, folded, status, attributes, password, administrator, created, population,
                mfa_enabled, indexed, folding)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, 1, ?12)
            """, user.realm, user.id, user.username, UserNameKey(folded: key).text, user.status.rawValue,
            JSONValue.object(user.attributes).text, user.passwordHash, user.isAdministrator, user.created, user.population,
            user.isMFAEnabled, NameFolding.version)
        user.recovery = user.recovery(replacing: nil, standing)
        try Self.writeRecovery(user, in: transaction)
        try UserIndex.write(user, in: transaction)
        try audit.append(
            .userChanged, making.actor.naming(["change": making.change]), at: making.time, realm: user.realm, user: user.id,
            from: making.actor?.address ?? making.address, in: transaction)
        return try Self.user(user.id, realm: user.realm, in: transaction) ?? user
    }

    /// Puts a changed user in the place of the one of the same revision.
    ///
    /// - Returns: the user with the next revision.
    /// - Throws: `conflict` when another change came first, `alreadyExists` when the new name is taken, `invalid` for a new name that no
    ///   user gets, `unknownUser`.
    func replace(_ user: User, in transaction: any WriteTransaction) throws -> User {
        let key = try nextKey(of: user, in: transaction)
        try Self.checkIdentity(of: user, in: transaction)
        let changed = try transaction.execute(
            """
            UPDATE users SET username = ?4, folded = ?5, status = ?6, attributes = ?7, folding = ?8, revision = revision + 1
            WHERE realm = ?1 AND id = ?2 AND revision = ?3
            """, user.realm, user.id, user.revision, user.username, key.text, user.status.rawValue,
            JSONValue.object(user.attributes).text, NameFolding.version)
        guard changed == 1 else {
            guard try Self.user(user.id, realm: user.realm, in: transaction) != nil else { throw Self.unknown(user.id) }
            throw DomainError(.conflict, "the user was changed meanwhile; read it again")
        }
        try Self.writeRecovery(user, in: transaction)
        try AccountLink.check(user, in: transaction)
        try UserIndex.write(user, in: transaction)
        var next = user
        next.revision += 1
        next.nameKey = key.text
        return next
    }

    /// Whether a name is one that a feature of the server takes for something else.
    func isReserved(_ name: String, in realm: UUID) async throws -> Bool {
        guard let key = NameFolding.folded(name) else { return true }
        return try await database.lookUp { try reservations.reading(of: key, realm: realm, in: $0) != nil }
    }

    /// Whether a name is another user's.
    func isTaken(_ name: String, butBy user: UUID?, in realm: UUID) async throws -> Bool {
        guard let key = NameFolding.folded(name) else { return true }
        return try await database.lookUp { try Self.users(folded: key, realm: realm, in: $0).contains { $0.id != user } }
    }

    /// The folded form of a new name, by the rules that hold in every realm.
    private static func newKey(of name: String) throws(DomainError) -> String {
        if let problem = UserNameRules.problem(with: name, scripts: .any) { throw DomainError(.invalid, problem) }
        return NameFolding.folded(name) ?? ""
    }

    /// Refuses a name that a feature of the server takes for something else.
    private func checkReadings(of key: String, realm: UUID, in transaction: any ReadTransaction) throws {
        if let reading = try reservations.reading(of: key, realm: realm, in: transaction) {
            throw DomainError(.invalid, "a user name isn't \(reading)")
        }
    }

    /// The key of a changed user. A user whose name stays keeps it, whatever names are allowed now, and whichever user has the same one.
    private func nextKey(of user: User, in transaction: any ReadTransaction) throws -> UserNameKey {
        guard let old = try Self.user(user.id, realm: user.realm, in: transaction) else { throw Self.unknown(user.id) }
        let isKept = old.username.utf8.elementsEqual(user.username.utf8)
        guard let key = try isKept ? NameFolding.folded(user.username) : Self.newKey(of: user.username) else {
            return UserNameKey(stored: old.nameKey)
        }
        let others = try Self.users(folded: key, realm: user.realm, in: transaction).filter { $0.id != user.id }
        guard isKept || others.isEmpty else { throw Self.taken(user.username) }
        if !isKept { try checkReadings(of: key, realm: user.realm, in: transaction) }
        return others.isEmpty ? UserNameKey(folded: key) : UserNameKey(folded: key, sharedBy: user.id)
    }

    /// Replaces a user's password hash, and forgets what was wrong with the old one; 0 when there is no such user.
    static func setPassword(_ hash: String, of user: UUID, realm: UUID, in transaction: any WriteTransaction) throws -> Int {
        try FactorFailures.clear([.password], of: user, realm: realm, in: transaction)
        return try transaction.execute(
            "UPDATE users SET password = ?3, locked_until = NULL, revision = revision + 1 WHERE realm = ?1 AND id = ?2", realm, user, hash)
    }

    /// Replaces the stored hash of a password by another one of the same password, unless the stored one is another by now. The revision stays,
    /// so that a change of the user that is under way isn't in conflict with it.
    static func renewHash(_ old: String, by new: String, of user: UUID, realm: UUID, in transaction: any WriteTransaction) throws {
        try transaction.execute(
            "UPDATE users SET password = ?4 WHERE realm = ?1 AND id = ?2 AND password = ?3", realm, user, old, new)
    }

    /// Makes a user active or inactive; an inactive one's sessions and grants are worthless from then on.
    package func setStatus(_ status: User.Status, of user: UUID, in realm: UUID) async throws {
        try await change(user, in: realm, .userChanged, ["change": .string(status.rawValue)]) { transaction in
            let changed = try transaction.execute(
                "UPDATE users SET status = ?3, revision = revision + 1 WHERE realm = ?1 AND id = ?2", realm, user, status.rawValue)
            if let changed = try Self.user(user, realm: realm, in: transaction) { try UserIndex.write(changed, in: transaction) }
            return changed
        }
    }

    /// Makes a user an administrator of the realm and those beneath it, or one no longer.
    package func setAdministrator(_ isAdministrator: Bool, _ user: UUID, in realm: UUID) async throws {
        try await change(user, in: realm, .userChanged, ["change": isAdministrator ? "administrator" : "no administrator"]) {
            try $0.execute("UPDATE users SET administrator = ?3 WHERE realm = ?1 AND id = ?2", realm, user, isAdministrator)
        }
    }

    /// Locks a user until a time, or unlocks it (nil) with all its factors.
    package func setLock(until: Date?, of user: UUID, in realm: UUID) async throws {
        try await change(user, in: realm, until == nil ? .accountUnlocked : .accountLocked) {
            try Self.setLock(until: until, of: user, realm: realm, in: $0)
        }
    }

    /// Locks a user until a time, or unlocks it (nil) with all its factors, inside a transaction; 0 when there is no such user.
    @discardableResult
    package static func setLock(until: Date?, of user: UUID, realm: UUID, in transaction: any WriteTransaction) throws -> Int {
        if until == nil { try FactorFailures.clear(Set(Factor.allCases), of: user, realm: realm, in: transaction) }
        return try transaction.execute("UPDATE users SET locked_until = ?3 WHERE realm = ?1 AND id = ?2", realm, user, until)
    }

    /// Writes down that a user signed in, in the transaction that makes the session.
    package static func recordLogin(of user: UUID, realm: UUID, at now: Date, in transaction: any WriteTransaction) throws {
        try transaction.execute("UPDATE users SET last_login = ?3 WHERE realm = ?1 AND id = ?2", realm, user, now)
    }

    /// Adds one to a user's count of logins, inside a transaction.
    package static func countLogin(of user: UUID, realm: UUID, in transaction: any WriteTransaction) throws {
        try transaction.execute("UPDATE users SET login_count = login_count + 1 WHERE realm = ?1 AND id = ?2", realm, user)
    }

    /// Removes a user with all that is known of them, their sessions and grants too. Only the audit log remembers.
    package func delete(_ user: UUID, in realm: UUID) async throws {
        try await delete(user, in: realm, revision: nil)
    }

    /// Removes a user of a revision.
    /// - Throws: `conflict` when the user has another one, `unknownUser`.
    package func delete(_ user: UUID, in realm: UUID, revision: Int64?, by actor: AuditActor? = nil) async throws {
        try await change(user, in: realm, .userChanged, actor.naming(["change": "deleted"]), from: actor?.address) { transaction in
            if let revision, let there = try Self.user(user, realm: realm, in: transaction), there.revision != revision {
                throw DomainError(.conflict, "the user has revision \(there.revision), not \(revision)")
            }
            return try erasure.erase(user: user, realm: realm, in: transaction)
        }
    }

    /// The names and addresses by which a user's own record knows the user.
    static func names(of erased: Feature.ErasedUser) throws -> [String] {
        let row = try erased.transaction.row(
            "SELECT username, attributes FROM users WHERE realm = ?1 AND id = ?2", erased.realm, erased.id)
        guard let row else { return [] }
        let (username, attributes) = (
            try row.text("username"), try JSONValue(parsing: try row.text("attributes"), limits: .own()).object ?? JSONObject()
        )
        return attributes.members.flatMap { $0.value.strings ?? $0.value.string.map { [$0] } ?? [] } + [username, folded(username)]
    }

    /// Changes a user and writes it down.
    package func change(
        _ user: UUID, in realm: UUID, _ kind: AuditEvent.Kind, _ details: JSONObject = JSONObject(), from address: String? = nil,
        _ body: @escaping @Sendable (any WriteTransaction) throws -> Int
    ) async throws {
        let now = time.now
        try await database.write { transaction in
            guard try body(transaction) == 1 else { throw Self.unknown(user) }
            try audit.append(kind, details, at: now, realm: realm, user: user, from: address, in: transaction)
        }
    }

    /// The error of an operation on a user who isn't there.
    package static func unknown(_ user: UUID) -> DomainError { DomainError(.unknownUser, "no user \(user.text)") }
}
