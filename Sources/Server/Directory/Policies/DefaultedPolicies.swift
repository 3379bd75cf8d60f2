package import Foundation
package import Primitives
package import ResourceMessages
package import Store
package import Foundations

/// A kind of policy of which a realm may have several, and always has one that counts where no other is named.
package protocol DefaultedPolicy: Shaped, Identifiable where ID == UUID {
    /// The name of the documents of the kind in the table, and the name that people use for such a policy.
    static var documentKind: String { get }
    /// The noun that people use for such a policy.
    static var noun: String { get }

    /// The id, unique in the realm.
    var id: UUID { get set }
    /// The name, unique in the realm among policies of the kind.
    var name: String { get }
    /// Whether it counts where no other is named.
    var isDefault: Bool { get set }
    /// The time of the last change; nil for a policy that isn't stored yet.
    var updated: Date? { get set }

    /// Makes the policy that every realm begins with.
    static func standard(_ id: UUID) -> Self

    /// The kind of thing that it is to other configuration that names it; nil where none does.
    static var referent: Shape.Referent? { get }
    /// The audit event of a policy that was made, replaced or deleted.
    static var changed: AuditEvent.Kind { get }

    /// Refuses what would be kept and do nothing in the realm, in the transaction that writes the policy.
    /// - Throws: ``ShapeError``.
    func checkEffects(in realm: UUID, _ transaction: any ReadTransaction) throws
}

/// The policies of one kind of all realms. The first of a realm need not be made.
package struct DefaultedPolicies<Policy: DefaultedPolicy>: Sendable {
    private static var kind: NamedDocuments.Kind {
        NamedDocuments.Kind(
            name: Policy.documentKind + "Policy", noun: Policy.noun, changed: Policy.changed, unknown: .unknownResource)
    }
    /// The kind of document that says which policy is a realm's default. Without it the realm has only the standard policy, which is then
    /// nowhere written.
    private static var pointer: NamedDocuments.Kind {
        NamedDocuments.Kind(
            name: Policy.documentKind + "DefaultPolicy", noun: "default policy", changed: Policy.changed, unknown: .unknownResource)
    }
    private static var pointerName: String { "policy" }
    private static var most: Int { 100 }

    private let database: any Database
    private let configuration: ConfigurationChange
    private let time: any TimeSource
    private let random: any RandomSource
    private let known: RevisionCache<UUID, RealmPolicies<Policy>>

    /// Policies are documents (``NamedDocuments``), and no table.
    package static var feature: Feature {
        Feature(
            targets: Policy.referent.map { referent in
                [ReferenceTargets(referent, ids: { realm, transaction in try all(in: realm, transaction).map(\.id) })]
            } ?? [],
            referrers: [
                Referrers(Policy.noun, Policy.form.shape) { search in
                    try all(in: search.realm, search.transaction).map { policy in
                        Referrer(id: name(policy.id), words: "the \(Policy.noun) \(policy.name)", .object(policy.json))
                    }
                }
            ])
    }

    package init(database: any Database, configuration: ConfigurationChange, time: any TimeSource, random: any RandomSource) {
        self.database = database
        self.configuration = configuration
        self.time = time
        self.random = random
        known = RevisionCache(configuration.revisions)
    }

    /// All policies of a realm, by name. Cached until the configuration changes.
    package func all(in realm: Realm) async throws -> [Policy] { try await current(in: realm).all }

    /// A realm's policies as they are now.
    @inline(never)  // Swift 6.3.1 crashes on optimising a caller that it inlines this into.
    package func current(in realm: Realm) async throws -> RealmPolicies<Policy> {
        try await known.value(realm.id) {
            try await database.read {
                RealmPolicies(all: try Self.all(in: realm.id, $0), standard: .standard(Self.standardID(of: realm.id)))
            }
        }
    }

    /// A policy; nil when there is none.
    package func policy(_ id: UUID, in realm: Realm) async throws -> Policy? { try await current(in: realm).policy(id) }

    /// The policy that is named, or the realm's default when none is.
    /// - Throws: `invalid` when there is none of that name.
    package func required(_ id: UUID?, in realm: Realm) async throws -> Policy { try await current(in: realm).required(id) }

    /// The realm's default policy.
    package func standard(in realm: Realm) async throws -> Policy { try await current(in: realm).standard }

    /// Makes a policy. One that says it is the default takes the place of the one that was.
    ///
    /// - Returns: the policy with its id.
    /// - Throws: ``ShapeError`` when its name is taken, and for a name of what the realm doesn't have.
    package func create(_ policy: Policy, in realm: Realm) async throws -> Policy {
        var made = policy
        made.id = random.uuid()
        made.updated = time.now
        try await change("created", [made], in: realm) { [made] transaction in
            guard try Self.all(in: realm.id, transaction).count < Self.most else {
                throw ShapeError(.tooMany, at: "", "a realm has at most \(Self.most) policies of a kind")
            }
            try Self.save(made, in: realm.id, transaction)
        }
        return made
    }

    /// Puts a policy in the place of the one with its id.
    /// - Throws: `unknownResource`; ``ShapeError`` when its name is taken, it was the default and would be it no longer, or it has a new
    ///   name of what the realm doesn't have.
    package func replace(_ policy: Policy, in realm: Realm) async throws -> Policy {
        var changed = policy
        changed.updated = time.now
        try await change("replaced", [changed], in: realm) { [changed] transaction in
            guard let old = try Self.all(in: realm.id, transaction).first(where: { $0.id == changed.id }) else {
                throw Self.unknown(changed.id)
            }
            guard changed.isDefault || !old.isDefault else {
                throw ShapeError(.invalid, at: "default", "a realm has a default policy; make another one the default instead")
            }
            try Self.save(changed, in: realm.id, transaction)
        }
        return changed
    }

    /// Removes a policy.
    /// - Throws: `unknownResource`; `invalid` for the default one; `conflict` for one that others name.
    package func delete(_ id: UUID, in realm: Realm) async throws {
        try await change("deleted", [], in: realm) { transaction in
            guard let old = try Self.all(in: realm.id, transaction).first(where: { $0.id == id }) else { throw Self.unknown(id) }
            guard !old.isDefault else {
                throw DomainError(.invalid, "the default policy can't be deleted; make another one the default first")
            }
            try NamedDocuments.remove(Self.name(id), Self.kind, realm: realm.id, in: transaction)
        }
    }

    private func change(
        _ change: String, _ policies: [Policy], in realm: Realm,
        _ body: @escaping @Sendable (any WriteTransaction) throws -> Void
    ) async throws {
        var details: JSONObject = ["resource": .string(Policy.noun), "change": .string(change)]
        if let policy = policies.first { details["id"] = .string(Self.name(policy.id)) }
        try await configuration.write(Policy.changed, details, realm: realm.id) { transaction in
            try Self.establish(realm.id, transaction)
            try body(transaction)
        }
    }
}

/// The policies of one kind that a realm has at one moment, for work that can't wait in the middle.
package struct RealmPolicies<Policy: DefaultedPolicy>: Sendable {
    /// The policies by name.
    package let all: [Policy]
    /// The realm's default policy.
    package let standard: Policy

    /// - Parameter standard: the policy of a realm that has stored none.
    fileprivate init(all: [Policy], standard: Policy) {
        self.all = all
        self.standard = all.first(where: \.isDefault) ?? standard
    }

    /// A policy; nil when there is none.
    package func policy(_ id: UUID) -> Policy? { all.first { $0.id == id } }

    /// The policy that is named, or the realm's default when none is.
    /// - Throws: `invalid` when there is none of that name.
    package func required(_ id: UUID?) throws(DomainError) -> Policy {
        guard let id else { return standard }
        guard let policy = policy(id) else { throw DomainError(.invalid, "no \(Policy.noun) \(id.text)") }
        return policy
    }
}

extension DefaultedPolicies {
    /// A realm's policies as they are within a transaction, by name.
    package static func all(in realm: UUID, _ transaction: any ReadTransaction) throws -> [Policy] {
        guard let chosen = try NamedDocuments.document(pointerName, pointer, realm: realm, in: transaction) else {
            return [.standard(standardID(of: realm))]
        }
        let policies = try NamedDocuments.all(kind, realm: realm, in: transaction).map { document in
            var policy = try Policy(stored: document.definition)
            policy.id = UUID(text: document.name) ?? policy.id
            policy.isDefault = chosen.definition["id"]?.string == document.name
            return policy
        }
        return policies.sorted { ($0.name, $0.id.uuidString) < ($1.name, $1.id.uuidString) }
    }

    /// Writes down the policy that the realm has had all along, before anything else about policies is written.
    private static func establish(_ realm: UUID, _ transaction: any WriteTransaction) throws {
        guard try NamedDocuments.document(pointerName, pointer, realm: realm, in: transaction) == nil else { return }
        let standard = Policy.standard(standardID(of: realm))
        try NamedDocuments.write(.object(standard.json), kind, named: name(standard.id), realm: realm, in: transaction)
        try point(to: standard.id, realm, transaction)
    }

    private static func save(_ policy: Policy, in realm: UUID, _ transaction: any WriteTransaction) throws {
        let others = try all(in: realm, transaction).filter { $0.id != policy.id }
        guard !others.contains(where: { $0.name == policy.name }) else {
            throw ShapeError(.taken, at: "name", "there is a policy of this name already")
        }
        try policy.checkEffects(in: realm, transaction)
        try NamedDocuments.write(.object(policy.checked().json), kind, named: name(policy.id), realm: realm, in: transaction)
        if policy.isDefault { try point(to: policy.id, realm, transaction) }
    }

    private static func point(to id: UUID, _ realm: UUID, _ transaction: any WriteTransaction) throws {
        try NamedDocuments.write(["id": .string(name(id))], pointer, named: pointerName, realm: realm, in: transaction)
    }

    private static func standardID(of realm: UUID) -> UUID { .derived(from: realm, Policy.noun) }
    private static func name(_ id: UUID) -> String { id.text }
    private static func unknown(_ id: UUID) -> DomainError { DomainError(.unknownResource, "no \(Policy.noun) \(name(id))") }
}
