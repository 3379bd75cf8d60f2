package import Foundation
package import Primitives
import ResourceMessages
import Store
package import Foundations

extension Accounts {
    /// Changes an account.
    ///
    /// - Parameters:
    ///   - revision: the one that is to be changed; nil for whichever there is.
    ///   - password: a new one.
    ///   - mail: how a new address is known to be the owner's; nil for what its author makes it, `claimed` for the owner's own.
    ///   - session: the handle of the user's session in which that is done; a new password ends the others.
    ///   - actor: the caller, for the audit log.
    ///   - edit: changes the profile (`AccountDocument`); called again when another change came first.
    /// - Throws: the errors of `edit`; ``PolicyViolation``; `invalid` for an attribute that the schema doesn't know, `notPermitted` for
    ///   one that the author may not change, `conflict` for another revision, `alreadyExists`, `unknownUser`.
    package func change(
        _ id: UUID, in realm: Realm, as author: Author = .administrator, revision: Int64? = nil, password: Secret? = nil,
        mail: RecoveryAddress.Standing? = nil, in session: String? = nil, by actor: AuditActor? = nil,
        _ edit: (inout JSONObject) throws -> Void = { _ in }
    ) async throws -> User {
        let mail = mail ?? (author == .owner ? .claimed : .given)
        for _ in 0..<Self.attempts {
            guard let user = try await users.user(id, in: realm.id) else { throw Users.unknown(id) }
            guard revision == nil || revision == user.revision else {
                throw DomainError(.conflict, "the user has another revision; read it again")
            }
            do {
                return try await change(user, in: realm, as: author, mail, NewPassword(password, session: session), actor, edit)
            } catch let error as DomainError where error.code == .conflict && revision == nil { continue }
        }
        throw DomainError(.conflict, "the user is changed by many at once; try again")
    }

    private func change(
        _ user: User, in realm: Realm, as author: Author, _ mail: RecoveryAddress.Standing, _ new: NewPassword, _ actor: AuditActor?,
        _ edit: (inout JSONObject) throws -> Void
    ) async throws -> User {
        let (schema, old) = (try await schema(of: realm), AccountDocument.of(user))
        var document = old
        try edit(&document)
        try check(document, replacing: old, schema)
        let changed = schema.attributes.filter { document[$0.path] != old[$0.path] }
        if author == .owner, let forbidden = changed.first(where: { !$0.isUserEditable }) {
            throw DomainError(.notPermitted, "users may not change \(forbidden.name)")
        }
        // The answer tells owners whether a name is taken, as it does strangers.
        if author == .owner, let address = Requester.address, changed.contains(where: { $0.path == .userName }) {
            try await quotas.require(.nameCheck, bytes: 0, from: address, in: realm)
        }
        var violations = changed.compactMap { violation($0, document[$0.path], in: realm) }
        if let password = new.password {
            let failed = try await failures(ofPassword: password, for: user, near: PasswordContext(document, realm), in: realm)
            if !failed.isEmpty { violations.append(PolicyViolation.Property(name: "password", failed: failed)) }
        }
        guard violations.isEmpty else { throw PolicyViolation(properties: violations) }
        guard document != old || new.password != nil else { return user }
        var next = AccountDocument.apply(document, to: user)
        next.recovery = next.recovery(replacing: user, mail)
        return try await write(next, replacing: user, changed.map(\.name), new, actor, in: realm)
    }

    private func write(
        _ user: User, replacing old: User, _ names: [String], _ new: NewPassword, _ actor: AuditActor?, in realm: Realm
    ) async throws -> User {
        let hash = if let password = new.password { try await hasher.hash(password, for: asker(in: realm)) } else { String?.none }
        let now = time.now
        let details = actor.naming(["change": "attributes", "attributes": .array(names.map(JSONValue.string))])
        return try await database.write { transaction in
            var next = try users.replace(user, in: transaction)
            if !names.isEmpty {
                try audit.append(
                    .userChanged, details, at: now, realm: realm.id, user: user.id, formerMail: old.attribute(User.mail),
                    from: actor?.address, in: transaction)
            }
            if let hash {
                try setPassword(hash, of: next, in: realm, keeping: new.session, by: actor, at: now, transaction)
                next = try Users.user(user.id, realm: realm.id, in: transaction) ?? next
            }
            return next
        }
    }

    /// A password that is set with a change, or none, and the session in which that is done.
    private struct NewPassword {
        let password: Secret?
        let session: String?

        init(_ password: Secret?, session: String?) {
            self.password = password
            self.session = session
        }
    }

    private static let attempts = 5
}
