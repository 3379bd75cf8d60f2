package import Foundation
package import Primitives
import ResourceMessages
package import Store
package import Foundations

/// The populations of all realms.
package struct Populations: Sendable {
    /// The columns of the table `users` that name a user's population; populations themselves are documents (``NamedDocuments``).
    package static let feature = Feature(
        history: [SchemaStep(12, "platform", userColumns)],
        targets: [
            ReferenceTargets(.population, names: { realm, transaction in try all(in: realm, transaction).map(\.id.text) })
        ])

    /// The columns that the table of users has for it.
    private static let userColumns: [SQL] = [
        "ALTER TABLE users ADD COLUMN population TEXT",
        "CREATE INDEX users_population ON users (realm, population)",
    ]

    private static let kind = NamedDocuments.Kind(
        name: "population", noun: "population", changed: .populationChanged, unknown: .unknownResource)
    private static let most = 1000

    private let database: any Database
    private let configuration: ConfigurationChange
    private let audit: AuditLog
    private let time: any TimeSource
    private let random: any RandomSource

    package init(
        database: any Database, configuration: ConfigurationChange, audit: AuditLog, time: any TimeSource, random: any RandomSource
    ) {
        self.database = database
        self.configuration = configuration
        self.audit = audit
        self.time = time
        self.random = random
    }

    /// All populations of a realm, by name, with how many users each has.
    package func all(in realm: Realm) async throws -> [Population] {
        try await database.read { transaction in
            try Self.all(in: realm.id, transaction).map { try Self.counted($0, in: realm.id, transaction) }
        }
    }

    /// A population; nil when there is none.
    package func population(_ id: UUID, in realm: Realm) async throws -> Population? {
        try await database.read { transaction in
            try Self.all(in: realm.id, transaction).first { $0.id == id }.map { try Self.counted($0, in: realm.id, transaction) }
        }
    }

    /// Makes a population.
    /// - Throws: ``ShapeError`` when its name is taken.
    package func create(_ population: Population, in realm: Realm) async throws -> Population {
        var made = population
        (made.id, made.created, made.updated, made.userCount) = (random.uuid(), time.now, time.now, 0)
        try await change("created", made.id, in: realm) { [made] transaction in
            guard try Self.all(in: realm.id, transaction).count < Self.most else {
                throw ShapeError(.tooMany, at: "", "a realm has at most \(Self.most) populations")
            }
            try Self.save(made, in: realm.id, transaction)
        }
        return made
    }

    /// Puts a population in the place of the one with its id.
    /// - Throws: `unknownResource`; ``ShapeError`` when its name is taken, or another would be the default.
    package func replace(_ population: Population, in realm: Realm) async throws -> Population {
        let now = time.now
        try await change("replaced", population.id, in: realm) { transaction in
            guard let old = try Self.all(in: realm.id, transaction).first(where: { $0.id == population.id }) else {
                throw Self.unknown(population.id)
            }
            var changed = population
            (changed.created, changed.updated) = (old.created, now)
            try Self.save(changed, in: realm.id, transaction)
        }
        return try await self.population(population.id, in: realm) ?? population
    }

    /// Removes a population that no user belongs to.
    /// - Throws: `unknownResource`; `invalid` for the default one, `conflict` for one that has users, or that others name.
    package func delete(_ id: UUID, in realm: Realm) async throws {
        guard id != Population.standardID(of: realm.id) else { throw DomainError(.invalid, "the default population can't be deleted") }
        try await change("deleted", id, in: realm) { transaction in
            // Those who put a user into it keep it until they are done.
            _ = try NamedDocuments.isThere(Self.name(id), Self.kind, realm: realm.id, in: transaction, keeping: .removed)
            guard try Self.count(id, in: realm.id, transaction) == 0 else {
                throw DomainError(.conflict, "the population has users; move them to another first")
            }
            try NamedDocuments.remove(Self.name(id), Self.kind, realm: realm.id, in: transaction)
        }
    }

    private func change(
        _ change: String, _ id: UUID, in realm: Realm, _ body: @escaping @Sendable (any WriteTransaction) throws -> Void
    ) async throws {
        try await configuration.write(
            .populationChanged, ["population": .string(Self.name(id)), "change": .string(change)], realm: realm.id, body)
    }
}

extension Populations {
    /// Puts a user into a population.
    /// - Throws: `unknownResource` when there is no such population, `unknownUser`.
    package func move(_ user: UUID, to population: UUID, in realm: Realm, by actor: AuditActor? = nil) async throws {
        let now = time.now
        try await database.write { transaction in
            try Self.check(population, in: realm.id, transaction)
            let moved = try transaction.execute(
                "UPDATE users SET population = ?3, revision = revision + 1 WHERE realm = ?1 AND id = ?2", realm.id, user, population)
            guard moved == 1, let changed = try Users.user(user, realm: realm.id, in: transaction) else { throw Users.unknown(user) }
            try UserIndex.write(changed, in: transaction)
            let details: JSONObject = ["change": "population", "population": .string(Self.name(population))]
            try audit.append(
                .userChanged, actor.naming(details), at: now, realm: realm.id, user: user, from: actor?.address, in: transaction)
        }
    }

    /// Refuses a population that the realm doesn't have.
    static func check(_ population: UUID, in realm: UUID, _ transaction: any ReadTransaction) throws {
        guard population != Population.standardID(of: realm) else { return }
        guard try NamedDocuments.isThere(name(population), kind, realm: realm, in: transaction) else { throw unknown(population) }
    }

    private static func all(in realm: UUID, _ transaction: any ReadTransaction) throws -> [Population] {
        let standard = Population.standardID(of: realm)
        var populations = try NamedDocuments.all(kind, realm: realm, in: transaction).map { document in
            var population = try Population(stored: document.definition)
            population.id = UUID(text: document.name) ?? population.id
            population.isDefault = population.id == standard
            return population
        }
        if !populations.contains(where: \.isDefault) { populations.append(.standard(of: realm)) }
        return populations.sorted { ($0.name, $0.id.uuidString) < ($1.name, $1.id.uuidString) }
    }

    private static func save(_ population: Population, in realm: UUID, _ transaction: any WriteTransaction) throws {
        guard population.isDefault == (population.id == Population.standardID(of: realm)) else {
            throw ShapeError(.invalid, at: "default", "which population is the default doesn't change")
        }
        guard try !all(in: realm, transaction).contains(where: { $0.id != population.id && $0.name == population.name }) else {
            throw ShapeError(.taken, at: "name", "there is a population of this name already")
        }
        try NamedDocuments.write(.object(population.checked().json), kind, named: name(population.id), realm: realm, in: transaction)
    }

    private static func counted(_ population: Population, in realm: UUID, _ transaction: any ReadTransaction) throws -> Population {
        var counted = population
        counted.userCount = try count(population.id, in: realm, transaction)
        return counted
    }

    private static func count(_ id: UUID, in realm: UUID, _ transaction: any ReadTransaction) throws -> Int {
        let named = try transaction.row("SELECT COUNT(*) AS count FROM users WHERE realm = ?1 AND population = ?2", realm, id)
        var count = Int(try named?.int("count") ?? 0)
        if id == Population.standardID(of: realm) {
            let rest = try transaction.row("SELECT COUNT(*) AS count FROM users WHERE realm = ?1 AND population IS NULL", realm)
            count += Int(try rest?.int("count") ?? 0)
        }
        return count
    }

    private static func name(_ id: UUID) -> String { id.text }
    private static func unknown(_ id: UUID) -> DomainError { DomainError(.unknownResource, "no population \(name(id))") }
}
