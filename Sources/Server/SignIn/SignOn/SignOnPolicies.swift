package import Foundation
package import Primitives
import ResourceMessages
package import Store
package import Foundations
package import Directory

/// The sign-on policies of all realms, with their actions. Two of them every realm has from the beginning.
package struct SignOnPolicies: Sendable {
    /// Policies are documents (``NamedDocuments``), and no table. Their actions name others.
    package static let feature = Feature(
        targets: [
            ReferenceTargets(.signOnPolicy, names: { realm, transaction in try all(in: realm, transaction).map(\.id.text) })
        ],
        referrers: [
            Referrers("sign-on policy action", SignOnAction.form.shape) { search in
                try all(in: search.realm, search.transaction).flatMap { policy in
                    policy.actions.map {
                        Referrer(id: $0.id.text, words: "an action of the sign-on policy \(policy.name)", .object($0.json))
                    }
                }
            }
        ])

    private static let kind = NamedDocuments.Kind(
        name: "signOnPolicy", noun: "sign-on policy", changed: .mfaConfigurationChanged, unknown: .unknownResource)
    /// The kind of document that says which policy is a realm's default. Without it the realm has only the standard policies, which are
    /// then nowhere written.
    private static let pointer = NamedDocuments.Kind(
        name: "signOnDefaultPolicy", noun: "default policy", changed: .mfaConfigurationChanged, unknown: .unknownResource)
    private static let pointerName = "policy"
    private static let (most, mostActions) = (100, 20)

    private let database: any Database
    private let configuration: ConfigurationChange
    private let time: any TimeSource
    private let random: any RandomSource
    private let known: RevisionCache<UUID, [SignOnPolicy]>

    package init(database: any Database, configuration: ConfigurationChange, time: any TimeSource, random: any RandomSource) {
        self.database = database
        self.configuration = configuration
        self.time = time
        self.random = random
        known = RevisionCache(configuration.revisions)
    }

    /// All policies of a realm, by name. Cached until the configuration changes.
    package func all(in realm: Realm) async throws -> [SignOnPolicy] {
        try await known.value(realm.id) { try await database.read { try Self.all(in: realm.id, $0) } }
    }

    /// A policy; nil when there is none.
    package func policy(_ id: UUID, in realm: Realm) async throws -> SignOnPolicy? { try await all(in: realm).first { $0.id == id } }

    /// Makes a policy, without actions.
    /// - Throws: ``ShapeError`` when its name is taken, or it would be the default.
    package func create(_ policy: SignOnPolicy, in realm: Realm) async throws -> SignOnPolicy {
        guard !policy.isDefault else { throw Self.idleDefault }
        var made = policy
        (made.id, made.created, made.updated, made.actions) = (random.uuid(), time.now, time.now, [])
        try await change("created", made.id, in: realm) { [made] transaction in
            guard try Self.all(in: realm.id, transaction).count < Self.most else {
                throw ShapeError(.tooMany, at: "", "a realm has at most \(Self.most) sign-on policies")
            }
            try Self.save(made, in: realm.id, transaction)
        }
        return made
    }

    /// Puts a policy in the place of the one with its id; the actions stay.
    /// - Throws: `unknownResource`; ``ShapeError`` when its name is taken, or `default` isn't as it was.
    package func replace(_ policy: SignOnPolicy, in realm: Realm) async throws -> SignOnPolicy {
        try await change(policy.id, in: realm) { old in
            guard policy.isDefault == old.isDefault else { throw Self.idleDefault }
            (old.name, old.summary) = (policy.name, policy.summary)
        }
    }

    /// The error for a default policy: no user signs in by it, so that making one the default would look as if it did something.
    private static let idleDefault = ShapeError(
        .invalid, at: "default",
        "an application without policies signs in by the realm's default journey, whichever policy is the default; assign the policy to it")

    /// Removes a policy.
    /// - Throws: `unknownResource`; `invalid` for the default one; `conflict` for one that an application is assigned: without it the
    ///   application would ask for less.
    package func delete(_ id: UUID, in realm: Realm) async throws {
        try await change("deleted", id, in: realm) { transaction in
            guard let old = try Self.all(in: realm.id, transaction).first(where: { $0.id == id }) else { throw Self.unknown(id) }
            guard !old.isDefault else {
                throw DomainError(.invalid, "the default policy stays")
            }
            try NamedDocuments.remove(Self.name(id), Self.kind, realm: realm.id, in: transaction)
        }
    }

    /// Adds an action to a policy.
    /// - Throws: `unknownResource`; ``ShapeError`` for a name of what the realm doesn't have, or too many actions.
    package func add(_ action: SignOnAction, to policy: UUID, in realm: Realm) async throws -> SignOnAction {
        var made = action
        made.id = random.uuid()
        _ = try await change(policy, in: realm, checking: made) { [made] policy in
            guard policy.actions.count < Self.mostActions else {
                throw ShapeError(.tooMany, at: "", "a policy has at most \(Self.mostActions) actions")
            }
            policy.actions.append(made)
        }
        return made
    }

    /// Puts an action in the place of the one with its id.
    /// - Throws: as ``add(_:to:in:)``.
    package func replace(_ action: SignOnAction, of policy: UUID, in realm: Realm) async throws {
        _ = try await change(policy, in: realm, checking: action) { policy in
            guard let index = policy.actions.firstIndex(where: { $0.id == action.id }) else { throw Self.unknown(action.id) }
            policy.actions[index] = action
        }
    }

    /// Removes an action.
    /// - Throws: `unknownResource`.
    package func delete(action id: UUID, of policy: UUID, in realm: Realm) async throws {
        _ = try await change(policy, in: realm) { policy in
            guard let index = policy.actions.firstIndex(where: { $0.id == id }) else { throw Self.unknown(id) }
            policy.actions.remove(at: index)
        }
    }

    private func change(
        _ id: UUID, in realm: Realm, checking action: SignOnAction? = nil, _ edit: @escaping @Sendable (inout SignOnPolicy) throws -> Void
    ) async throws -> SignOnPolicy {
        let now = time.now
        try action?.checkEffects()
        try await change("changed", id, in: realm) { transaction in
            guard var policy = try Self.all(in: realm.id, transaction).first(where: { $0.id == id }) else { throw Self.unknown(id) }
            try edit(&policy)
            policy.updated = now
            policy.actions.sort { ($0.priority, $0.id.uuidString) < ($1.priority, $1.id.uuidString) }
            try Self.save(policy, in: realm.id, transaction)
        }
        guard let changed = try await policy(id, in: realm) else { throw Self.unknown(id) }
        return changed
    }

    private func change(
        _ change: String, _ id: UUID, in realm: Realm, _ body: @escaping @Sendable (any WriteTransaction) throws -> Void
    ) async throws {
        let details: JSONObject = ["resource": "sign-on policy", "change": .string(change), "id": .string(Self.name(id))]
        try await configuration.write(.mfaConfigurationChanged, details, realm: realm.id) { transaction in
            try Self.establish(realm.id, transaction)
            try body(transaction)
        }
    }
}

extension SignOnPolicies {
    static func all(in realm: UUID, _ transaction: any ReadTransaction) throws -> [SignOnPolicy] {
        guard let chosen = try NamedDocuments.document(pointerName, pointer, realm: realm, in: transaction) else {
            return SignOnPolicy.standard(in: realm).sorted { $0.name < $1.name }
        }
        let policies = try NamedDocuments.all(kind, realm: realm, in: transaction).map { document in
            var policy = try SignOnPolicy(stored: document.definition["policy"] ?? .null)
            policy.id = UUID(text: document.name) ?? policy.id
            policy.isDefault = chosen.definition["id"]?.string == document.name
            policy.actions = try (document.definition["actions"]?.array ?? []).map { try SignOnAction(stored: $0) }
            return policy
        }
        return policies.sorted { $0.name < $1.name }
    }

    /// Writes down the policies that the realm has had all along, before anything else about policies is written.
    private static func establish(_ realm: UUID, _ transaction: any WriteTransaction) throws {
        guard try NamedDocuments.document(pointerName, pointer, realm: realm, in: transaction) == nil else { return }
        for policy in SignOnPolicy.standard(in: realm) {
            try write(policy, in: realm, transaction)
            if policy.isDefault { try point(to: policy.id, realm, transaction) }
        }
    }

    private static func save(_ policy: SignOnPolicy, in realm: UUID, _ transaction: any WriteTransaction) throws {
        guard try !all(in: realm, transaction).contains(where: { $0.id != policy.id && $0.name == policy.name }) else {
            throw ShapeError(.taken, at: "name", "there is a policy of this name already")
        }
        try write(policy, in: realm, transaction)
    }

    private static func write(_ policy: SignOnPolicy, in realm: UUID, _ transaction: any WriteTransaction) throws {
        let actions = try policy.actions.map { JSONValue.object(try $0.checked().json) }
        try NamedDocuments.write(
            ["policy": .object(policy.checked().json), "actions": .array(actions)], kind, named: name(policy.id), realm: realm,
            in: transaction)
    }

    private static func point(to id: UUID, _ realm: UUID, _ transaction: any WriteTransaction) throws {
        try NamedDocuments.write(["id": .string(name(id))], pointer, named: pointerName, realm: realm, in: transaction)
    }

    private static func name(_ id: UUID) -> String { id.text }
    private static func unknown(_ id: UUID) -> DomainError { DomainError(.unknownResource, "no sign-on policy or action \(name(id))") }
}
