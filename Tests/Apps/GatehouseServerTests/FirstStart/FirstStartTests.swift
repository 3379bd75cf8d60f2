import Administration
import Foundation
import JourneyModel
import Primitives
import Store
import Testing

@testable import GatehouseServer
import Messaging
import Directory
import Foundations
import Services
import SignIn

@Suite("The first start")
struct FirstStartTests {
    @Test("a demonstration has its realms, journeys, user and clients")
    func demonstration() async throws {
        try await withDatabase { database in
            let domain = try Self.domain(database)
            #expect(try await start(domain, isDemo: true).isEmpty)
            try await Self.expectDemonstration(domain)
        }
    }

    @Test("without --demo there is one administrator with a password of their own, and nobody else")
    func administrator() async throws {
        try await withDatabase { database in
            let domain = try Self.domain(database)
            let told = try await start(domain, isDemo: false)
            let root = try await domain.directory.realms.realm(at: .root)
            #expect(told.count == 1)
            #expect(try await domain.directory.users.list(in: root.id).map(\.username) == ["admin"])
            #expect(try await domain.directory.users.list(in: domain.directory.realms.realm(at: Demo.realm).id).isEmpty)
            #expect(try await domain.directory.applications.application(Demo.confidentialClient, in: root.id) == nil)
            try await Self.expectPassword(try #require(told.first), domain)
        }
    }

    @Test("a second start changes nothing and tells nothing", arguments: [true, false])
    func idempotent(isDemo: Bool) async throws {
        try await withDatabase { database in
            let domain = try Self.domain(database)
            _ = try await start(domain, isDemo: isDemo)
            let before = try await Self.contents(domain)
            #expect(try await start(domain, isDemo: isDemo).isEmpty)
            #expect(try await Self.contents(domain) == before)
        }
    }

    @Test("a realm that was made before realms had journeys gets them once; one with a journey of its own stays as it is")
    func oldRealms() async throws {
        try await withDatabase { database in
            let domain = try Self.domain(database)
            _ = try await domain.directory.realms.create(.root)
            let (empty, own) = (try await Self.realm("empty", domain), try await Self.realm("own", domain))
            let journey = try #require(try BuiltInJourneys.all().first)
            try await domain.signIn.journeys.save(journey.json, named: "Own", in: own.id)
            _ = try await start(domain, isDemo: false)
            #expect(try await domain.signIn.journeys.all(in: empty.id).map(\.name) == ["Login", "sdkUsernamePasswordJourney"])
            #expect(try await domain.signIn.journeys.all(in: own.id).map(\.name) == ["Own"])
            try await domain.signIn.journeys.delete("sdkUsernamePasswordJourney", in: empty.id)
            _ = try await start(domain, isDemo: false)
            #expect(try await domain.signIn.journeys.all(in: empty.id).map(\.name) == ["Login"])
        }
    }

    @Test("what was changed or removed since stays so")
    func changesStay() async throws {
        try await withDatabase { database in
            let domain = try Self.domain(database)
            _ = try await start(domain, isDemo: true)
            let alpha = try await domain.directory.realms.realm(at: Demo.realm)
            try await domain.directory.applications.delete(Demo.confidentialClient, in: alpha.id)
            _ = try await start(domain, isDemo: true)
            #expect(try await domain.directory.applications.application(Demo.confidentialClient, in: alpha.id) == nil)
        }
    }

    @Test("killed after any number of writes, the next start makes the rest", arguments: 0..<40)
    func killed(after writes: Int) async throws {
        try await withDatabase { database in
            do { _ = try await start(try Self.domain(MortalDatabase(database, writes: writes)), isDemo: true) } catch is Killed {}
            let domain = try Self.domain(database)
            _ = try await start(domain, isDemo: true)
            try await Self.expectDemonstration(domain)
        }
    }

    @Test("killed before the administrator's password was told, the next start tells one that works", arguments: 0..<30)
    func killedBeforeTold(after writes: Int) async throws {
        try await withDatabase { database in
            let mortal = try Self.domain(MortalDatabase(database, writes: writes))
            var told: [Credentials] = []
            do { told = try await start(mortal, isDemo: false) } catch is Killed {}
            let domain = try Self.domain(database)
            told += try await start(domain, isDemo: false)
            try await Self.expectPassword(try #require(told.last), domain)
        }
    }

    @Test("killed after any number of writes, a setup made again has its administrator, and a start makes no other", arguments: 0..<30)
    func setUp(after writes: Int) async throws {
        try await withDatabase { database in
            let chosen = Credentials(realm: .root, username: "ada", password: Secret("correct horse battery staple"))
            let mortal = FirstStart(domain: try Self.domain(MortalDatabase(database, writes: writes)), isDemo: false)
            do { try await mortal.run(with: chosen) } catch is Killed {}
            let domain = try Self.domain(database)
            try await FirstStart(domain: domain, isDemo: false).run(with: chosen)
            #expect(try await start(domain, isDemo: false).isEmpty)
            let root = try await domain.directory.realms.realm(at: .root)
            #expect(try await domain.directory.users.list(in: root.id).map(\.username) == ["ada"])
            try await Self.expectPassword(chosen, domain)
        }
    }

    private func start(_ domain: Services, isDemo: Bool) async throws -> [Credentials] {
        var told: [Credentials] = []
        try await FirstStart(domain: domain, isDemo: isDemo).run { told.append($0) }
        return told
    }

    private func withDatabase(_ body: (SQLiteDatabase) async throws -> Void) async throws {
        let database = try await SQLiteDatabase.temporary(migrations: Schema.migrations)
        try await body(database)
        try await database.close()
    }
}

extension FirstStartTests {
    private static func realm(_ name: String, _ domain: Services) async throws -> Realm {
        try await domain.directory.realms.create(try #require(RealmPath(components: [name])))
    }

    private static func domain(_ database: any Database) throws -> Services {
        var hashing = PasswordHasher.Configuration(concurrency: 1)
        hashing.algorithm = .argon2id(memory: 64, passes: 1, lanes: 1)
        let random = SystemRandom()
        let key = try MasterKey(Secret(bytes: Array(repeating: 7, count: 32)))
        return Services(
            database: database, sealer: Sealer(MasterKeyRing(key), random: random),
            hasher: PasswordHasher(hashing, random: random), time: ManualTime(), random: random)
    }

    private static func expectDemonstration(_ domain: Services) async throws {
        #expect(try await domain.directory.realms.all().map(\.path.description) == ["/", "/alpha"])
        for realm in try await domain.directory.realms.all() {
            let own = realm.path == Demo.realm ? try BuiltInJourneys.demonstration().map(\.name) : []
            let names = Set(["Login", "sdkUsernamePasswordJourney"] + own).sorted()
            #expect(try await domain.signIn.journeys.all(in: realm.id).map(\.name) == names)
            let templates = realm.path == Demo.realm ? try EmailTemplate.standard().map(\.name).sorted() : []
            #expect(try await domain.messaging.templates.all(in: realm.id).map(\.name) == templates)
        }
        let alpha = try await domain.directory.realms.realm(at: Demo.realm)
        #expect(try await domain.directory.users.list(in: alpha.id).map(\.username) == [Demo.username])
        #expect(
            try await domain.directory.applications.all(in: alpha.id).map(\.id)
                == [OwnClients.commandLineID, Demo.phoneClient, Demo.verifier, Demo.confidentialClient, Demo.publicClient])
        try await expectPassword(
            Credentials(realm: Demo.realm, username: Demo.username, password: Secret(Demo.password)), domain)
    }

    private static func expectPassword(_ credentials: Credentials, _ domain: Services) async throws {
        let realm = try await domain.directory.realms.realm(at: credentials.realm)
        let user = try #require(try await domain.directory.users.user(named: credentials.username, in: realm.id))
        #expect(try await domain.directory.hasher.verify(credentials.password, against: try #require(user.passwordHash)))
    }

    /// What a start could change.
    private static func contents(_ domain: Services) async throws -> [String] {
        var contents: [String] = []
        for realm in try await domain.directory.realms.all() {
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            contents.append(
                "\(realm.id) \(realm.path) \(String(decoding: try encoder.encode(realm.settings, configuration: Schema.settings), as: UTF8.self))"
            )
            contents += try await domain.directory.users.list(in: realm.id).map { "\($0)" }
            contents += try await domain.directory.applications.all(in: realm.id).map { "\($0)" }
            contents += try await domain.signIn.journeys.all(in: realm.id).map { "\($0)" }
        }
        return contents
    }
}
