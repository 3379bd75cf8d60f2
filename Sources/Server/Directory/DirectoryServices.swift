package import Foundations

/// The services of realms and their users, applications and keys.
///
/// A class only so that handing it on costs one reference; nothing of it ever changes.
package final class DirectoryServices: Sendable {
    package let realms: Realms
    package let users: Users
    package let schemas: ProfileSchemas
    package let populations: Populations
    package let accounts: Accounts
    package let applications: Applications
    package let keys: SigningKeys
    package let secrets: RealmSecrets
    package let mfaSettings: RealmMFASettings
    package let hasher: PasswordHasher
    package let quotas: Quotas

    /// - Parameter sessions: the service that ends a user's sessions where an account changes.
    package init(_ platform: Platform, hasher: PasswordHasher, sessions: any SessionEnding.Type) {
        let (database, configuration, sealer) = (platform.database, platform.configuration, platform.sealer)
        let (erasure, audit, time, random) = (platform.erasure, platform.audit, platform.time, platform.random)
        self.hasher = hasher
        quotas = Quotas(over: platform.quotas, time: time)
        realms = Realms(database: database, configuration: configuration, erasure: erasure, random: random)
        users = Users(
            database: database, reservations: NameReservations(platform.features), erasure: erasure, audit: audit, time: time,
            random: random)
        schemas = ProfileSchemas(database: database, configuration: configuration)
        populations = Populations(database: database, configuration: configuration, audit: audit, time: time, random: random)
        accounts = Accounts(
            database: database, users: users, schemas: schemas, hasher: hasher, quotas: quotas, sessions: sessions, audit: audit,
            time: time, random: random)
        applications = Applications(
            database: database, time: time, sealer: sealer, configuration: configuration, erasure: erasure)
        keys = SigningKeys(
            database: database, sealer: sealer, audit: audit, configuration: configuration, time: time, random: random)
        secrets = RealmSecrets(database: database, sealer: sealer, configuration: configuration)
        mfaSettings = RealmMFASettings(database: database, configuration: configuration)
    }
}
