import Primitives
import Services
import Store

/// A domain over a temporary database: realms `/` and `/alpha`.
enum TestDomain {
    static let alpha = RealmPath("/alpha") ?? .root

    static func make(time: ManualTime) async throws -> Domain {
        let database = try await SQLiteDatabase.temporary(migrations: Schema.migrations)
        let random = SeededRandom(seed: 7)
        let keys = MasterKeyRing(try MasterKey.generate(random))
        let domain = Domain(
            database: database, sealer: Sealer(keys, random: random), hasher: hasher(random), time: time, random: random)
        _ = try await domain.realms.create(.root)
        _ = try await domain.realms.create(alpha)
        return domain
    }

    /// Hashes as cheaply as the algorithm allows: a test has no time to waste.
    private static func hasher(_ random: any RandomSource) -> PasswordHasher {
        var configuration = PasswordHasher.Configuration(concurrency: 1)
        configuration.algorithm = .argon2id(memory: 8, passes: 1, lanes: 1)
        return PasswordHasher(configuration, random: random)
    }
}
