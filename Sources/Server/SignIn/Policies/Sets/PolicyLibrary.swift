package import Foundation
import Directory
import Primitives
package import Store
package import Foundations

/// The policy sets of all realms.
package struct PolicyLibrary: Sendable {
    static let kind = NamedDocuments.Kind(
        name: "policySet", noun: "policy set", changed: .policiesChanged, unknown: .unknownPolicySet)

    private struct Key: Hashable {
        let realm: UUID
        let name: String
    }

    private let database: any Database
    private let documents: NamedDocuments
    private let known: RevisionCache<Key, PolicySet>

    /// The policy sets in a database; changes raise the configuration's revision.
    package init(database: any Database, configuration: ConfigurationChange) {
        self.database = database
        documents = NamedDocuments(Self.kind, database: database, configuration: configuration)
        known = RevisionCache(configuration.revisions)
    }

    /// A set by its name, for decisions; nil when there is none. Cached until the configuration changes.
    package func set(_ name: String, in realm: UUID) async throws -> PolicySet? {
        try await known.existingValue(Key(realm: realm, name: name)) {
            guard let document = try await documents.document(name, in: realm) else { return nil }
            let set = try PolicySet(stored: document.definition)
            guard set.namesByText else { return set }
            // An earlier version kept names alone: the users who have them now are kept by id, before another gets a name that is given up.
            let settled = try await settled(set, in: realm, isRefusing: false)
            try await database.write { transaction in
                // Unless the set was changed meanwhile; then its next reader does the same for that.
                guard try NamedDocuments.document(name, Self.kind, realm: realm, in: transaction)?.revision == document.revision else {
                    return
                }
                try NamedDocuments.write(settled.stored, Self.kind, named: name, realm: realm, in: transaction)
            }
            return settled
        }
    }

    /// A set as administrators see it: users by the names that they have now, or by id where there is no such user any more. nil when there
    /// is no such set.
    package func shown(_ name: String, in realm: UUID) async throws -> PolicySet? {
        guard let set = try await set(name, in: realm) else { return nil }
        return try await named([set], in: realm).first
    }

    /// All sets of a realm, by name, as administrators see them.
    package func all(in realm: UUID) async throws -> [PolicySet] {
        var sets: [PolicySet] = []
        for document in try await documents.all(in: realm) {
            let stored = try PolicySet(stored: document.definition)
            // A set that an earlier version kept with names of users is settled when it is first read.
            if let set = stored.namesByText ? try await set(document.name, in: realm) : stored { sets.append(set) }
        }
        return try await named(sets, in: realm)
    }

    /// Stores a set, new or in place of the one of the same name. A name that no user has means none, later ones neither.
    /// - Throws: `ambiguous` for a name that may mean two users.
    package func save(_ set: PolicySet, in realm: UUID) async throws {
        try await documents.save(try await settled(set, in: realm).stored, named: set.name, in: realm)
    }

    /// The set with the users whom its names mean now.
    ///
    /// - Parameter isRefusing: whether a name that may mean two users is refused; it means none otherwise.
    /// - Throws: `ambiguous` for a name that may mean two users.
    package func settled(_ set: PolicySet, in realm: UUID, isRefusing: Bool = true) async throws -> PolicySet {
        try await database.lookUp { transaction in
            try set.mappingUsers { named in
                guard named.meaning == .open else { return named }
                var user: User?
                do { user = try Users.user(UserReference(idOrName: named.text), realm: realm, in: transaction) } catch let error
                    as DomainError
                    where error.code == .ambiguous && !isRefusing
                { user = nil }
                return PolicySubject.Named(user?.username ?? named.text, user.map { .user($0.id) } ?? .noUser)
            }
        }
    }

    private func named(_ sets: [PolicySet], in realm: UUID) async throws -> [PolicySet] {
        let ids = Set(sets.flatMap(\.users))
        guard !ids.isEmpty else { return sets }
        let names = try await database.lookUp { try Users.usernames(of: ids, realm: realm, in: $0) }
        return sets.map { set in
            set.mappingUsers { named in
                guard case .user(let id) = named.meaning else { return named }
                return PolicySubject.Named(names[id] ?? id.text, named.meaning)
            }
        }
    }

    /// Removes a set: from then on nothing is allowed by it.
    /// - Throws: `unknownPolicySet`.
    package func delete(_ name: String, in realm: UUID) async throws { try await documents.delete(name, in: realm) }
}

extension PolicySet {
    /// Whether it has a name of a user that isn't looked up yet.
    fileprivate var namesByText: Bool { policies.contains { $0.subject.named.contains { $0.meaning == .open } } }

    /// The users whom it names.
    fileprivate var users: [UUID] {
        policies.flatMap(\.subject.named).compactMap { if case .user(let id) = $0.meaning { id } else { nil } }
    }

    fileprivate func mappingUsers(_ change: (PolicySubject.Named) throws -> PolicySubject.Named) rethrows -> PolicySet {
        var set = self
        for index in set.policies.indices {
            let subject = set.policies[index].subject
            set.policies[index].subject = subject.naming(try subject.named.map(change))
        }
        return set
    }
}
