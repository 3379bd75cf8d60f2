package import Foundation
import JourneyMessages
package import Primitives
import ResourceMessages
package import Foundations

/// An account to be made.
package struct NewAccount: Sendable {
    /// Its profile: `userName`, `accountStatus` and the attributes.
    package var document: JSONObject
    /// nil for one that signs in by other means.
    package var password: Secret?
    /// nil for a new random id.
    package var id: UUID?
    /// Whether it may lack attributes that the schema requires, such as an account of a program.
    package var mayBeIncomplete = false
    /// Whether the user administers the realm and those beneath it.
    package var isAdministrator = false
    /// nil for the realm's default population.
    package var population: UUID?
    /// The standing of its address: how it is known to be its owner's.
    package var mail = RecoveryAddress.Standing.given
    /// Whether the user is asked for a second factor; nil for what the realm has for new users.
    package var isMFAEnabled: Bool?

    package init(_ document: JSONObject, password: Secret? = nil) {
        self.document = document
        self.password = password
    }

    /// An account of a name with some attributes.
    package init(_ username: String, _ attributes: JSONObject = JSONObject(), password: Secret? = nil) {
        var document = attributes
        document["userName"] = .string(username)
        self.init(document, password: password)
    }
}

extension Accounts {
    /// Makes an account.
    ///
    /// - Parameter actor: the caller, for the audit log.
    /// - Throws: ``PolicyViolation``; `invalid` for an attribute that the schema doesn't know, `alreadyExists` when the name is taken.
    package func create(_ new: NewAccount, in realm: Realm, by actor: AuditActor? = nil) async throws -> User {
        let schema = try await schema(of: realm)
        try check(new.document, replacing: JSONObject(), schema)
        var violations = schema.attributes.compactMap { attribute -> PolicyViolation.Property? in
            let value = new.document[attribute.path]
            if new.mayBeIncomplete, value == nil, attribute.path != .userName { return nil }
            return violation(attribute, value, in: realm)
        }
        if let password = new.password {
            let failed = PasswordPolicy(realm.settings).failures(of: password, near: PasswordContext(new.document, realm))
            if !failed.isEmpty { violations.append(PolicyViolation.Property(name: "password", failed: failed)) }
        }
        guard violations.isEmpty else { throw PolicyViolation(properties: violations) }
        // That a name is taken is told here too.
        try await count(.nameCheck, bytes: 0, in: realm)
        try await count(.account, bytes: Quotas.row + JSONValue.object(new.document).text.utf8.count, in: realm)
        return try await insert(new, in: realm, by: actor)
    }

    private func insert(_ new: NewAccount, in realm: Realm, by actor: AuditActor?) async throws -> User {
        let blank = User(
            id: new.id ?? random.uuid(), realm: realm.id, username: "", status: .active, attributes: JSONObject(), created: time.now)
        var user = AccountDocument.apply(new.document, to: blank)
        user.isAdministrator = new.isAdministrator
        if let password = new.password { user.passwordHash = try await hasher.hash(password, for: asker(in: realm)) }
        user.population = new.population
        return try await users.insert(user, isMFAEnabled: new.isMFAEnabled, mail: new.mail, by: actor, from: stranger)
    }

    func violation(_ attribute: ProfileAttribute, _ value: JSONValue?, in realm: Realm) -> PolicyViolation.Property? {
        var failed = attribute.failures(of: value)
        if failed.isEmpty, attribute.path == .userName, let name = value?.string, !Self.isName(name, in: realm) {
            failed.append(.init(.validUsername))
        }
        return failed.isEmpty ? nil : PolicyViolation.Property(name: attribute.name, failed: failed)
    }

    /// Whether a realm takes a name for a user.
    static func isName(_ name: String, in realm: Realm) -> Bool {
        UserNameRules.problem(with: name, scripts: realm.settings[AccountSettings.self].userNameScripts) == nil
    }

    /// Refuses a document that changes what the schema doesn't know.
    func check(_ document: JSONObject, replacing old: JSONObject, _ schema: ProfileSchema) throws(DomainError) {
        var (rest, oldRest) = (document, old)
        for attribute in schema.attributes {
            rest[attribute.path] = nil
            oldRest[attribute.path] = nil
        }
        for member in rest.members where oldRest[member.name] != member.value {
            throw DomainError(.invalid, "the realm's schema has no attribute \(member.name.prefix(64))")
        }
    }
}
