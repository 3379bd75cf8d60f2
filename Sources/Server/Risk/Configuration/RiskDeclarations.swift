package import Directory
package import Foundation
package import Foundations
package import Primitives
package import ResourceMessages
import RiskScoring
import RiskSignals
package import Store

/// The predictors and policy sets of all realms. A realm begins with those of ``BuiltInRisk``.
package struct RiskDeclarations: Sendable {
    /// Declarations are documents (``NamedDocuments``), and no table.
    package static let feature = Feature(
        targets: [
            ReferenceTargets(.riskPredictor) { name, realm, transaction in
                try NamedDocuments.isThere(name, Kind.predictor.documents, realm: realm, in: transaction)
                    || BuiltInRisk.predictors(of: realm).contains { $0.id.text == name }
            },
            ReferenceTargets(
                .riskPredictorResult,
                names: { realm, transaction in
                    try unsorted(.predictor, in: realm, transaction).map { $0.text("compactName") }
                }),
            ReferenceTargets(.riskPolicySet) { name, realm, transaction in
                try NamedDocuments.isThere(name, Kind.policySet.documents, realm: realm, in: transaction)
                    || BuiltInRisk.policySet(of: realm, isDefault: true).id.text == name
            },
        ],
        referrers: Kind.allCases.map { kind in
            Referrers(kind.noun, kind.shape) { search in
                try unsorted(kind, in: search.realm, search.transaction).map {
                    Referrer(id: $0.id.text, words: "the \(kind.noun) \($0.text("name"))", .object($0.members))
                }
            }
        })

    /// The kinds of declarations.
    package enum Kind: String, Sendable, CaseIterable {
        case predictor = "riskPredictor"
        case policySet = "riskPolicySet"

        /// The number that a realm may have.
        var most: Int { 100 }
        var noun: String { self == .predictor ? "risk predictor" : "risk policy set" }

        /// The members that a declaration of this kind may have.
        package var shape: Shape { self == .predictor ? RiskPredictor.form.shape : RiskPolicySet.form.shape }

        fileprivate var documents: NamedDocuments.Kind {
            NamedDocuments.Kind(name: rawValue, noun: noun, changed: .riskConfigurationChanged, unknown: .unknownResource)
        }
    }

    private let database: any Database
    private let configuration: ConfigurationChange
    private let time: any TimeSource
    private let random: any RandomSource
    private let cache: RevisionCache<UUID, RiskRules>

    package init(database: any Database, configuration: ConfigurationChange, time: any TimeSource, random: any RandomSource) {
        self.database = database
        self.configuration = configuration
        self.time = time
        self.random = random
        cache = RevisionCache(configuration.revisions)
    }

    /// The rules of a realm, read and ready.
    package func rules(of realm: Realm) async throws -> RiskRules {
        try await cache.value(realm.id) {
            let (predictors, sets) = try await database.read { transaction in
                (
                    try Self.all(.predictor, in: realm.id, transaction), try Self.all(.policySet, in: realm.id, transaction)
                )
            }
            return try RiskRules(predictors: predictors, policySets: sets)
        }
    }

    /// All declarations of a kind, by name.
    package func all(_ kind: Kind, in realm: Realm) async throws -> [RiskDeclaration] {
        try await database.read { try Self.all(kind, in: realm.id, $0) }
    }

    /// A declaration; nil when there is none.
    package func declaration(_ id: UUID, _ kind: Kind, in realm: Realm) async throws -> RiskDeclaration? {
        try await all(kind, in: realm).first { $0.id == id }
    }

    /// Makes a declaration.
    /// - Throws: ``/ResourceMessages/ShapeError`` for one that the rules don't take that has members without effect or
    ///   names what the realm doesn't have, or whose name is taken.
    package func create(_ members: JSONObject, _ kind: Kind, in realm: Realm) async throws -> RiskDeclaration {
        try Self.check(members, kind)
        let made = RiskDeclaration(id: random.uuid(), members: members, created: time.now, updated: time.now)
        try await change("created", made.id, kind, in: realm) { transaction in
            guard try Self.all(kind, in: realm.id, transaction).count < kind.most else {
                throw ShapeError(.tooMany, at: "", "a realm has at most \(kind.most) of these")
            }
            try Self.save(made, kind, in: realm.id, transaction)
        }
        return made
    }

    /// Puts a declaration in the place of the one with its id.
    /// - Throws: `unknownResource`; ``/ResourceMessages/ShapeError`` as ``create(_:_:in:)``, and when a predictor's compact name or type
    ///   would change.
    package func replace(_ id: UUID, by members: JSONObject, _ kind: Kind, in realm: Realm) async throws -> RiskDeclaration {
        try Self.check(members, kind)
        let now = time.now
        try await change("replaced", id, kind, in: realm) { transaction in
            guard let old = try Self.all(kind, in: realm.id, transaction).first(where: { $0.id == id }) else {
                throw Self.unknown(kind, id)
            }
            for name in ["compactName", "type"] where kind == .predictor && old.members[name] != members[name] {
                throw ShapeError(.invalid, at: name, "it doesn't change")
            }
            let changed = RiskDeclaration(id: id, members: members, created: old.created ?? now, updated: now)
            try Self.save(changed, kind, in: realm.id, transaction)
        }
        guard let changed = try await declaration(id, kind, in: realm) else { throw Self.unknown(kind, id) }
        return changed
    }

    /// Removes a declaration. One that came with the realm goes back to what it was.
    /// - Throws: `unknownResource`; `conflict` for one that another names, and for the default policy set.
    package func delete(_ id: UUID, _ kind: Kind, in realm: Realm) async throws {
        try await change("deleted", id, kind, in: realm) { transaction in
            let all = try Self.all(kind, in: realm.id, transaction)
            guard let old = all.first(where: { $0.id == id }) else { throw Self.unknown(kind, id) }
            guard !old.isBuiltIn, !(kind == .policySet && old.flag("default")) else {
                throw DomainError(.conflict, "\(old.text("name")) can't be deleted: it comes with the realm, or is the default")
            }
            try NamedDocuments.remove(id.text, kind.documents, realm: realm.id, in: transaction)
        }
    }

    private static func check(_ members: JSONObject, _ kind: Kind) throws(ShapeError) {
        switch kind {
        case .predictor: _ = try RiskPredictor.form.value(of: .object(members))
        case .policySet: _ = try RiskPolicySet.form.value(of: .object(members))
        }
    }

    private func change(
        _ change: String, _ id: UUID, _ kind: Kind, in realm: Realm, _ body: @escaping @Sendable (any WriteTransaction) throws -> Void
    ) async throws {
        try await configuration.write(
            .riskConfigurationChanged, [kind.rawValue: .string(id.text), "change": .string(change)], realm: realm.id, body)
    }

    private static func unknown(_ kind: Kind, _ id: UUID) -> DomainError { DomainError(.unknownResource, "no \(kind.noun) \(id.text)") }
}

extension RiskDeclarations {
    private static func all(_ kind: Kind, in realm: UUID, _ transaction: any ReadTransaction) throws -> [RiskDeclaration] {
        try unsorted(kind, in: realm, transaction).sorted { ($0.text("name"), $0.id.text) < ($1.text("name"), $1.id.text) }
    }

    private static func unsorted(_ kind: Kind, in realm: UUID, _ transaction: any ReadTransaction) throws -> [RiskDeclaration] {
        let own = try NamedDocuments.all(kind.documents, realm: realm, in: transaction).map { RiskDeclaration($0) }
        let hasDefault = own.contains { $0.flag("default") }
        let builtIn =
            kind == .predictor
            ? BuiltInRisk.predictors(of: realm) : [BuiltInRisk.policySet(of: realm, isDefault: !hasDefault)]
        let ids = Set(own.map(\.id))
        return own + builtIn.filter { !ids.contains($0.id) }
    }

    private static func save(_ declaration: RiskDeclaration, _ kind: Kind, in realm: UUID, _ transaction: any WriteTransaction) throws {
        let others = try all(kind, in: realm, transaction).filter { $0.id != declaration.id }
        let unique = kind == .predictor ? ["name", "compactName"] : ["name"]
        for name in unique where others.contains(where: { $0.text(name) == declaration.text(name) }) {
            throw ShapeError(.taken, at: name, "there is one of this \(name) already")
        }
        if kind == .policySet { try changeDefault(to: declaration, others, in: realm, transaction) }
        try NamedDocuments.write(declaration.stored, kind.documents, named: declaration.id.text, realm: realm, in: transaction)
        let predictors = try all(.predictor, in: realm, transaction)
        let sets = try all(.policySet, in: realm, transaction)
        do { _ = try RiskRules(predictors: predictors, policySets: sets) } catch let error as RiskError {
            throw ShapeError(.invalid, at: "", error.message)
        }
    }

    /// Sees to it that there is one default policy set: one that becomes it takes that from the other.
    private static func changeDefault(
        to declaration: RiskDeclaration, _ others: [RiskDeclaration], in realm: UUID, _ transaction: any WriteTransaction
    ) throws {
        guard declaration.flag("default") else {
            guard others.contains(where: { $0.flag("default") }) else {
                throw ShapeError(.invalid, at: "default", "make another policy set the default instead")
            }
            return
        }
        for other in others where other.flag("default") {
            var members = other.members
            members["default"] = false
            let changed = RiskDeclaration(
                id: other.id, members: members, created: other.created ?? declaration.updated, updated: declaration.updated)
            try NamedDocuments.write(changed.stored, Kind.policySet.documents, named: other.id.text, realm: realm, in: transaction)
        }
    }
}
