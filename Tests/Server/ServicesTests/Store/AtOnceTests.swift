import DeviceMessages
import DevicePolicies
import Foundation
import JOSE
import OAuthMessages
import PostgresTesting
import Primitives
import Store
import StorePostgres
import Testing
@testable import DeviceRegistry
@testable import Directory
@testable import Foundations
@testable import Messaging
@testable import OAuth
@testable import Services
@testable import Sessions
@testable import SignIn

/// What counts, orders, reads and writes back, or belongs to an owner, each several times at once on a database that lets writers run
/// beside each other and notices none of that itself (`READ COMMITTED`).
@Suite(
    "Eight writers at once, at READ COMMITTED", .enabled(if: TestCluster.current != nil, "no PostgreSQL was tested"),
    .timeLimit(.minutes(10))
)
struct AtOnceTests {
    private func withDomain(_ body: @Sendable (DomainHarness) async throws -> Void) async throws {
        let cluster = try #require(TestCluster.current)
        let configuration = try cluster.configuration(try cluster.newSchema()) { configuration in
            configuration.isolation = .readCommitted
            configuration.connections = 8
        }
        let harness = try await DomainHarness(over: try await PostgresDatabase.open(configuration, migrations: Schema.migrations))
        do { try await body(harness) } catch {
            await harness.close()
            throw error
        }
        await harness.close()
    }

    /// Runs an attempt with each number at once, and returns how many succeed.
    private static func atOnce(_ count: Int, _ attempt: @escaping @Sendable (Int) async throws -> Void) async -> Int {
        await withTaskGroup(of: Bool.self) { group in
            for number in 0..<count {
                group.addTask { do { try await attempt(number); return true } catch { return false } }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
    }

    private static func count(_ sql: SQL, _ harness: DomainHarness) async throws -> Int64 {
        try await harness.database.read { try $0.row(sql, harness.realm.id, harness.user.id)?.int("count") ?? -1 }
    }

    @Test("bounds hold: pairing keys of a user, jobs of a realm, push subscriptions of an installation")
    func bounds() async throws {
        try await withDomain { harness in
            let (domain, realm, user) = (harness.domain, harness.realm, harness.user.id)
            let keys = await Self.atOnce(28) { _ in _ = try await domain.pairing.pairingKeys.create(for: user, in: realm) }
            #expect(keys == PairingKeys.mostOfUser)
            let subscriptions = await Self.atOnce(40) { _ in
                _ = try await domain.messaging.push.subscriptions.create(for: "phone", realm: realm.id)
            }
            #expect(subscriptions == 32)
            let jobs = Jobs(harness.database, domain.platform.sealer, random: SystemRandom())
            let (now, most) = (harness.time.now, Int(Jobs.mostOfRealm))
            let begun = await Self.atOnce(most + 8) { _ in
                let job = try await jobs.begin("users", Secret("work"), in: realm.id, target: nil, at: now)
                guard job != nil else { throw DomainError(.conflict, "full") }
            }
            #expect(begun == most)
        }
    }

    private static func device(_ harness: DomainHarness) -> UserDevice {
        let now = harness.time.now
        return UserDevice(
            id: UUID(), realm: harness.realm.id, user: harness.user.id, kind: .totp, status: .active, created: now, updated: now)
    }

    @Test("each device of a user has a place of its own in their order")
    func places() async throws {
        try await withDomain { harness in
            let devices = (0..<8).map { _ in Self.device(harness) }
            let made = await Self.atOnce(8) { number in try await harness.database.write { try Devices.insert(devices[number], in: $0) } }
            #expect(made == 8)
            let (realm, user, now) = (harness.realm.id, harness.user.id, harness.time.now)
            let places = try await harness.database.read { try Devices.devices(of: user, realm: realm, at: now, in: $0).map(\.position) }
            #expect(places == Array(1...8))
        }
    }

    @Test("what is changed of a device or an installation at once is all there")
    func records() async throws {
        try await withDomain { harness in
            let (realm, user, now) = (harness.realm, harness.user.id, harness.time.now)
            let devices = harness.domain.deviceRegistry.devices
            for round in 0..<8 {
                let device = Self.device(harness)
                try await harness.database.write { try Devices.insert(device, in: $0) }
                let changed = await Self.atOnce(2) { number in
                    if number == 0 { _ = try await devices.setNickname("name \(round)", device.id, of: user, in: realm) }
                    if number == 1 { _ = try await devices.setBlocked(true, device.id, of: user, in: realm) }
                }
                let found = try await devices.device(device.id, of: user, in: realm.id)
                #expect(changed == 2 && found?.nickname == "name \(round)" && found?.blocked != nil)
            }
            let key = try JWK.generate(.p256, random: SeededRandom(seed: 1))
            let phone = Installation(
                id: "phone", realm: realm.id, signing: try ProofKey(key), agreement: key, app: AppDescription(id: "org.example.app"),
                device: DeviceDescription(platform: "ANDROID"), push: nil, isPushAllowed: true, created: now)
            try await harness.database.write { try harness.domain.deviceRegistry.installations.insert(phone, in: $0) }
            _ = await Self.atOnce(8) { _ in
                try await harness.database.write { transaction in
                    var known = try #require(
                        try Installations.installation("phone", realm: realm.id, in: transaction, keeping: .changed))
                    try Installations.update(&known, in: transaction)
                }
            }
            #expect(try await harness.domain.deviceRegistry.installations.installation("phone", in: realm.id)?.revision == 9)
        }
    }

    @Test("no more wrong codes are looked at than a device's limit has, however many come at once")
    func passcodes() async throws {
        try await withDomain { harness in
            let (device, now) = (Self.device(harness), harness.time.now)
            try await harness.database.write { try Devices.insert(device, in: $0) }
            let looked = await Self.atOnce(8) { _ in
                // A body may run more than once: the run that is committed tells.
                let isLookedAt = try await harness.database.write { transaction in
                    let known = try #require(try Devices.device(device.id, realm: device.realm, at: now, in: transaction))
                    let limit = FailureLimit(count: 3, coolDown: TimeSpan(5, .minutes))
                    var isLookedAt = false
                    _ = try Passcodes.attempt(at: known, limit: limit, now: now, in: transaction) {
                        isLookedAt = true
                        return .wrong
                    }
                    return isLookedAt
                }
                if !isLookedAt { throw CancellationError() }
            }
            #expect(looked == 3)
        }
    }

    @Test("a right recovery code is used up once; each wrong one that comes beside others is counted")
    func recoveryCodes() async throws {
        try await withDomain { harness in
            let (sealer, user, now) = (harness.domain.platform.sealer, harness.user, harness.time.now)
            let asker = BudgetAsker.stranger(at: "203.0.113.1")
            let code = PasswordRecoveryCode(for: user, sealer, random: SystemRandom())
            let right = PasswordRecoveryCode.Entry(code: code.text, user: user, asker: asker, time: now)
            let wrong = PasswordRecoveryCode.Entry(code: Secret("WRONG234"), user: user, asker: asker, time: now)
            for _ in 0..<4 {
                try await harness.database.write {
                    try code.keep(for: user, by: asker, until: now.addingTimeInterval(60), in: $0)
                }
                let spent = await Self.atOnce(8) { _ in
                    let isSpent = try await harness.database.write { try PasswordRecoveryCode.spend(right, sealer, in: $0) }
                    if !isSpent { throw CancellationError() }
                }
                #expect(spent == 1)
            }
            try await harness.database.write { try code.keep(for: user, by: asker, until: now.addingTimeInterval(60), in: $0) }
            _ = await Self.atOnce(PasswordRecoveryCode.mostFailures) { _ in
                _ = try await harness.database.write { try PasswordRecoveryCode.isRight(wrong, sealer, in: $0) }
            }
            #expect(try await harness.database.write { try PasswordRecoveryCode.isRight(right, sealer, in: $0) } == false)
        }
    }

    @Test("scopes that a user agrees to at once are all remembered")
    func consents() async throws {
        try await withDomain { harness in
            let (realm, user, now) = (harness.realm.id, harness.user.id, harness.time.now)
            _ = await Self.atOnce(8) { number in
                try await harness.database.write {
                    try Consents.give(Scope(values: ["scope\(number)"]), of: user, to: "app", realm: realm, at: now, in: $0)
                }
            }
            let scope = try await harness.database.read {
                try $0.row("SELECT scope FROM consents WHERE realm = ?1 AND user_id = ?2", realm, user)?.text("scope")
            }
            #expect(scope.map { Set(Scope(stored: $0).values) } == Set((0..<8).map { "scope\($0)" }))
        }
    }

    @Test("an account at a provider becomes one user's, whoever signs in with it at once")
    func links() async throws {
        try await withDomain { harness in
            let (users, realm) = (harness.domain.directory.users, harness.realm.id)
            for round in 0..<4 {
                let made = await Self.atOnce(8) { number in
                    _ = try await users.create(
                        "user\(round)-\(number)", in: realm, attributes: ["aliasList": .array([.string("google-\(round)")])])
                }
                #expect(made == 1)
            }
        }
    }

    @Test("nothing of a user stays who is removed while rows are written for them")
    func removal() async throws {
        try await withDomain { harness in
            let (domain, realm, now) = (harness.domain, harness.realm, harness.time.now)
            for round in 0..<8 {
                let user = try await domain.directory.users.create("gone\(round)", in: realm.id)
                _ = await Self.atOnce(8) { number in
                    guard number > 0 else { return try await domain.directory.users.delete(user.id, in: realm.id) }
                    if number == 1 { _ = try await domain.pairing.pairingKeys.create(for: user.id, in: realm) }
                    try await harness.database.write { transaction in
                        guard let known = try Users.user(user.id, realm: realm.id, in: transaction) else { throw Users.unknown(user.id) }
                        _ = try domain.session.registry.create(NewSession(user: known, journey: "Login"), in: realm, transaction)
                        let device = UserDevice(
                            id: UUID(), realm: realm.id, user: known.id, kind: .totp, status: .active, created: now, updated: now)
                        try Devices.insert(device, in: transaction)
                    }
                }
                #expect(try await domain.directory.users.user(user.id, in: realm.id) == nil)
            }
            for sql: SQL in [
                "SELECT COUNT(*) AS count FROM sessions WHERE realm = ?1 AND user_id <> ?2",
                "SELECT COUNT(*) AS count FROM devices WHERE realm = ?1 AND user_id <> ?2",
                "SELECT COUNT(*) AS count FROM pairing_keys WHERE realm = ?1 AND user_id <> ?2",
            ] { #expect(try await Self.count(sql, harness) == 0) }
        }
    }
}
