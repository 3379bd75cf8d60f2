// Has the realms take spare RSA keys.
import KeyTesting
import PostgresTesting
import Foundation
import Primitives
import Store
import Testing
import Messaging
import Directory
import Foundations
import Services
import Sessions

/// A domain over a temporary database, with a realm `/alpha` and a user `demo`, a clock that stands still and seeded randomness.
struct DomainHarness {
    static let password = "Ch4ng3it!"

    let database: any Database
    let domain: Services
    let time: ManualTime
    let realm: Realm
    let user: User
    private let sealer: Sealer
    private let random: SeededRandom
    private static let databases = TestDatabases<Int, Void>(migrations: Schema.migrations)

    init(mail: any MailSender = NoMail(), messages turn: OutboxTurn = .atOnce) async throws {
        try await self.init(over: try await Self.databases.database(0) { _ in }.database, mail: mail, messages: turn)
    }

    /// - Parameter database: a database with the schema and no rows.
    init(over database: any Database, mail: any MailSender = NoMail(), messages turn: OutboxTurn = .atOnce) async throws {
        time = ManualTime()
        random = SeededRandom(seed: 1)
        let database = RehearsedDatabase.ifWanted(database)
        self.database = database
        sealer = Sealer(MasterKeyRing(try MasterKey.generate(random)), random: random)
        // The least Argon2id that the algorithm allows: these tests are about the rules, not the cost.
        var configuration = PasswordHasher.Configuration(concurrency: 2)
        configuration.algorithm = .argon2id(memory: 8, passes: 1, lanes: 1)
        let hasher = PasswordHasher(configuration, random: random)
        domain = Services(
            database: database, sealer: sealer, hasher: hasher, time: time, random: random, mail: mail,
            messages: turn)
        _ = try await domain.directory.realms.create(.root)
        realm = try await domain.directory.realms.create(try #require(RealmPath("alpha")))
        user = try await domain.directory.users.create("demo", in: realm.id, passwordHash: try await hasher.hash(Secret(Self.password)))
    }

    private init(_ other: DomainHarness, realm: Realm) {
        database = other.database
        domain = other.domain
        user = other.user
        sealer = other.sealer
        time = other.time
        random = other.random
        self.realm = realm
    }

    /// The same with its realm's settings changed.
    func with(_ realm: Realm) -> DomainHarness { DomainHarness(self, realm: realm) }

    /// Another server over the same database.
    func anotherNode(mail: any MailSender = NoMail(), messages turn: OutboxTurn = .atOnce) -> Services {
        Services(
            database: database, sealer: sealer, hasher: domain.directory.hasher, time: time, random: random, mail: mail, messages: turn)
    }

    /// Another server, which sees the same data through another database.
    func anotherNode(over database: any Database) -> Services {
        Services(database: database, sealer: sealer, hasher: domain.directory.hasher, time: time, random: random)
    }

    /// Another server over the same database, which hashes new passwords another way.
    func anotherNode(hashing algorithm: PasswordAlgorithm) -> Services {
        var configuration = PasswordHasher.Configuration(concurrency: 1)
        configuration.algorithm = algorithm
        let hasher = PasswordHasher(configuration, random: random)
        return Services(database: database, sealer: sealer, hasher: hasher, time: time, random: random)
    }

    /// What is known of wrong attempts at a factor of the user.
    func failures(_ factor: Factor) async throws -> FactorFailures {
        try await domain.directory.users.failures(of: user.id, in: realm.id)[factor] ?? FactorFailures()
    }

    /// A session of the user, and its token.
    func signIn() async throws -> (UserSession, Secret) {
        let (domain, realm, user) = (domain, realm, user)
        return try await database.write { transaction in
            try domain.session.registry.create(NewSession(user: user, journey: "Login"), in: realm, transaction)
        }
    }

    /// Gives a user a name as an earlier version would have.
    func rename(_ username: String, to name: String, folded: String) async throws {
        let realm = realm.id
        try await database.write { transaction in
            try transaction.execute(
                "UPDATE users SET username = ?3, folded = ?4, folding = 0 WHERE realm = ?1 AND username = ?2", realm, username, name, folded
            )
        }
    }

    func close() async {
        await domain.directory.hasher.close()
        try? await database.close()
    }
}
