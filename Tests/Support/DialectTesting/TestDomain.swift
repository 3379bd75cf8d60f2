// Has the realms take spare RSA keys.
import KeyTesting
import PostgresTesting
import Foundation
import JourneyEngine
import JourneyNodes
package import Primitives
import Store
package import Messaging
package import Services
package import Foundations
import Directory

import JourneyModel

/// A domain over a temporary database: realms `/` and `/alpha`, in both of them the user `demo` and the built-in journeys.
///
/// Checking and saving the journeys takes longer than most tests, so it is done once in a process for each time that a clock begins at.
package enum TestDomain {
    package static let alpha = RealmPath("/alpha") ?? .root
    package static let username = "demo"
    package static let password = "Ch4ng3it!"
    private static let databases = TestDatabases<Date, Void>(migrations: Schema.migrations)

    package static func make(
        time: ManualTime, mail: any MailSender = NoMail(), http: any OutboundHTTP = NoOutboundHTTP()
    ) async throws -> Services {
        let begin = time.now
        let (database, _) = try await databases.database(begin) { database in
            let domain = try services(over: database, SeededRandom(seed: 7), time: ManualTime(begin))
            for path in [RealmPath.root, alpha] { try await populate(try await domain.directory.realms.create(path), of: domain) }
            await domain.directory.hasher.close()
        }
        return try services(over: database, SeededRandom(seed: 8), time: time, mail: mail, http: http)
    }

    private static func services(
        over database: any Database, _ random: SeededRandom, time: ManualTime, mail: any MailSender = NoMail(),
        http: any OutboundHTTP = NoOutboundHTTP()
    ) throws -> Services {
        let keys = MasterKeyRing(try MasterKey.generate(SeededRandom(seed: 9)))
        return Services(
            database: RehearsedDatabase.ifWanted(database), sealer: Sealer(keys, random: random), hasher: hasher(random), time: time,
            random: random, mail: mail, http: http)
    }

    private static func populate(_ realm: Realm, of domain: Services) async throws {
        let hash = try await domain.directory.hasher.hash(Secret(password))
        _ = try await domain.directory.users.create(
            username, in: realm.id, attributes: ["givenName": "Demo", "sn": "User", "mail": ["demo@example.com"]], passwordHash: hash)
        let engine = JourneyEngine(domain: JourneyServices(domain), catalogue: .runnable)
        for journey in try BuiltInJourneys.all() + TestJourneys.all() { try await engine.save(journey, in: realm) }
    }

    /// Hashes as cheaply as the algorithm allows: a test has no time to waste.
    private static func hasher(_ random: any RandomSource) -> PasswordHasher {
        var configuration = PasswordHasher.Configuration(concurrency: 1)
        configuration.algorithm = .argon2id(memory: 8, passes: 1, lanes: 1)
        return PasswordHasher(configuration, random: random)
    }
}
