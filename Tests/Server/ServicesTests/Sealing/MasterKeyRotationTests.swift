import Foundation
import JOSE
import Primitives
import SignIn
import Store
import Testing
@testable import DeviceRegistry
@testable import Foundations
@testable import Directory
@testable import MultiFactor
@testable import Services
@testable import DevicePolicies

/// One server after another over a database, each with the master keys that it is given.
@Suite("A new master key")
struct MasterKeyRotationTests {
    fileprivate static let code = Secret("ABCD-EFGH-JK")

    /// The databases there may be: one that this server made, and one from before there were roots.
    enum Origin: CaseIterable { case new, old }

    @Test("what was made under the old one stays good, also after more restarts and another new one", arguments: Origin.allCases)
    func survives(_ origin: Origin) async throws {
        let house = try await House(origin)
        let made = try await house.make(as: try await house.firstServer(origin))
        try await house.expect(made, good: true, "at once")
        try await house.restart()
        try await house.expect(made, good: true, "after a restart")
        for round in 1...2 {
            try house.bringNewKey()
            try await house.restart()
            try await house.expect(made, good: true, "with new key \(round)")
            try await house.restart()
            try await house.expect(made, good: true, "after a restart with new key \(round)")
        }
    }

    @Test("its roots and its proof need no older master key")
    func resealed() async throws {
        let house = try await House(.new)
        let made = try await house.make(as: try await house.server())
        try house.bringNewKey()
        try await house.restart()
        house.forgetOldKeys()
        try await house.restart()
        try await house.expect(made, good: true, "without the old key")
    }

    @Test("what is made then is made with a new root")
    func newRoot() async throws {
        let house = try await House(.new)
        let before = try await house.server().platform.sealer
        try house.bringNewKey()
        let after = try await house.server().platform.sealer
        #expect(after.roots.all.map(\.id) == [2, 1] && before.roots.all.map(\.id) == [1])
        #expect(KeyedHash("x", after).hash([1]) != KeyedHash("x", before).hash([1]))
        #expect(KeyedHash("x", after).lastingHash([1]) == KeyedHash("x", before).hash([1]))
        // Servers made with the old key know nothing of the new root.
        #expect(!KeyedHash("x", before).isHash(KeyedHash("x", after).hash([1]), of: [1]))
    }

    @Test("states that were sealed before end with their lifetime")
    func states() async throws {
        let house = try await House(.new)
        let made = try await house.make(as: try await house.server())
        try house.bringNewKey()
        try await house.restart()
        house.time.advance(by: 86_400)
        #expect(throws: JWEError.self) { try house.domain.signIn.journeyStates.open(made.state, limits: .standard) }
        #expect(try house.domain.signIn.persistentCookies.open(made.cookie, limits: .standard).plaintext == [2])
    }

    @Test("a server without the database's master key doesn't open it")
    func stranger() async throws {
        let house = try await House(.new)
        _ = try await house.server()
        house.replaceKey()
        await #expect(throws: SealError(.unknownKey)) { try await house.server() }
    }

    /// What is kept or handed out under derived keys.
    fileprivate struct SealedSamples {
        var pairingKey, ticket, state, cookie: String
        var messaged: MessagedCode
    }

    fileprivate final class House {
        let database: SQLiteDatabase
        let time = ManualTime()
        private let random = SeededRandom(seed: 5)
        private var keys: [MasterKey]
        private(set) var domain: Services
        let realm: Realm
        let user: User
        private let device: UserDevice

        init(_ origin: Origin) async throws {
            database = try await SQLiteDatabase.temporary(migrations: Schema.migrations)
            keys = [try MasterKey.generate(random)]
            let sealer = Sealer(MasterKeyRing(keys[0]), random: random)
            // As a server did before there were roots: the proof, and nothing else.
            if origin == .old { _ = try await MasterKeyProof.check(database, with: sealer) }
            domain = Self.domain(database, sealer, time, random)
            _ = try await domain.directory.realms.create(.root)
            realm = try await domain.directory.realms.create(try #require(RealmPath("alpha")))
            user = try await domain.directory.users.create("demo", in: realm.id, passwordHash: nil)
            device = try await domain.deviceRegistry.devices.example(of: user)
        }

        private static func domain(_ database: SQLiteDatabase, _ sealer: Sealer, _ time: ManualTime, _ random: SeededRandom) -> Services {
            Services(
                database: database, sealer: sealer, hasher: PasswordHasher(.init(concurrency: 1), random: random), time: time,
                random: random)
        }

        /// A server as it starts now.
        func server() async throws -> Services {
            let ring = MasterKeyRing(keys[0], older: Array(keys.dropFirst()))
            return Self.domain(database, try await Sealer.opening(database, with: ring, time: time, random: random), time, random)
        }

        /// The server that makes things: of an old database, one from before there were roots.
        func firstServer(_ origin: Origin) async throws -> Services { origin == .old ? domain : try await server() }

        func restart() async throws { domain = try await server() }
        func bringNewKey() throws { keys.insert(try MasterKey.generate(random), at: 0) }
        func forgetOldKeys() { keys = [keys[0]] }
        func replaceKey() { keys = keys.map { _ in try? MasterKey.generate(random) }.compactMap(\.self) }

        func make(as server: Services) async throws -> SealedSamples {
            let (device, realm) = (device, realm)
            try await database.write {
                try server.multiFactor.authenticators.setRecoveryCodes([MasterKeyRotationTests.code, Secret("other")], of: device, in: $0)
            }
            let key = try await server.pairing.pairingKeys.create(for: user.id, in: realm)
            let ticket = try await server.pairing.pairingKeys.createTicket(
                for: user.id, installation: "i", application: "a", policy: nil, in: realm)
            domain = server
            return SealedSamples(
                pairingKey: key.code?.reveal() ?? "", ticket: ticket.0.reveal(), state: try server.signIn.journeyStates.seal([1]),
                cookie: try server.signIn.persistentCookies.seal([2]),
                messaged: MessagedCode(digits: 6, lifetime: 60, purpose: "p", sealer: server.platform.sealer, at: time.now, random: random))
        }

        func expect(_ made: SealedSamples, good: Bool, _ when: Comment) async throws {
            let (keys, realm) = (domain.pairing.pairingKeys, realm.id)
            for text in [made.pairingKey, made.ticket] {
                let found = try await database.read { try keys.find(Secret(text), realm: realm, in: $0) != nil }
                #expect(found == good, when)
            }
            let hashes = RecoveryCodes.hashes(of: user.id, domain.platform.sealer).hashes(
                RecoveryCodes.canonical(MasterKeyRotationTests.code))
            let id = user.id
            let known = try await database.read { transaction in
                try hashes.filter {
                    try transaction.row(
                        "SELECT 1 AS one FROM recovery_codes WHERE realm = ?1 AND user_id = ?2 AND hash = ?3", realm, id, $0) != nil
                }.count
            }
            #expect((known == 1) == good, when)
            #expect(MessagedCode.isHash(made.messaged.hash, of: made.messaged.code, purpose: "p", domain.platform.sealer) == good, when)
            #expect(!MessagedCode.isHash(made.messaged.hash, of: made.messaged.code, purpose: "q", domain.platform.sealer), when)
            if made.cookie.isEmpty { return }
            #expect((try? domain.signIn.journeyStates.open(made.state, limits: .standard).plaintext == [1]) == good, when)
            #expect((try? domain.signIn.persistentCookies.open(made.cookie, limits: .standard).plaintext == [2]) == good, when)
            #expect((try? domain.signIn.persistentCookies.open(made.state, limits: .standard)) == nil, when)
        }
    }

    @Test("a recovery code is used up across a new master key, once", arguments: Origin.allCases)
    func recoveryCode(_ origin: Origin) async throws {
        let house = try await House(origin)
        _ = try await house.make(as: try await house.firstServer(origin))
        try house.bringNewKey()
        try await house.restart()
        #expect(try await house.useCode())
        #expect(try await !house.useCode())
    }
}

extension MasterKeyRotationTests.House {
    func useCode() async throws -> Bool {
        try await domain.multiFactor.authenticators.useRecoveryCode(
            MasterKeyRotationTests.code, of: user, for: [.totp], in: realm, from: "192.0.2.1", spending: { _ in })
    }
}

extension Devices {
    /// A device that is only looked at.
    fileprivate func example(of user: User) async throws -> UserDevice {
        let (id, now) = (UUID(), Date(timeIntervalSince1970: 1_767_225_600))
        try await database.write { transaction in
            try transaction.execute(
                """
                INSERT INTO devices (realm, id, user_id, kind, status, created, updated) VALUES (?1, ?2, ?3, 'TOTP', 'ACTIVE', ?4, ?4)
                """, user.realm, id, user.id, now)
        }
        guard let device = try await devices(of: user.id, in: user.realm).first else { throw DomainError(.invalid, "no device") }
        return device
    }
}
