import Administration
import Directory
import Foundation
import Foundations
import Primitives
import Services
import Store
import Testing

@Suite("Callers of administrative actions")
struct CallerTests {
    private let alpha = Stage.alpha

    /// A client with some roles, as a caller.
    private func worker(_ roles: [AdministratorRole], _ stage: Stage) -> AdministrativeCaller {
        var settings = ApplicationSettings()
        settings.roles = roles
        return .worker(Application(id: "w", realm: stage.realm.id, settings: settings, secret: nil), of: stage.realm)
    }

    @Test("a worker does what its roles allow, in its realm, and is named")
    func worker() async throws {
        let stage = try await Stage()
        let front = stage.administration(as: worker([.identityDataAdmin], stage))
        let user = try await front.perform(LockUser(realm: alpha, username: "ada", minutes: 5))
        #expect(user.lockedUntil == stage.domain.platform.time.now.addingTimeInterval(300))
        #expect(try await stage.events().last?["details"]?["byClient"] == "w")
        await expectRefusal(.notPermitted, "realm.set") {
            _ = try await front.perform(SetRealm(realm: alpha, assignments: [Assignment("sessionLifetime", "60")]))
        }
        let root = CreateUser(realm: .root, username: "bob")
        await expectRefusal(.notPermitted, "user.create in another realm") { _ = try await front.perform(root) }
        await expectRefusal(.notPermitted, "audit.list") { _ = try await front.read(ListAuditEvents(limit: 50)) }
        await stage.close()
    }

    @Test("a user's report names the devices that are locked, and unlocking the user unlocks them")
    func devices() async throws {
        let stage = try await Stage()
        let front = stage.administration(as: worker([.identityDataAdmin], stage))
        let (device, name) = (stage.device, stage.user.username)
        try await stage.domain.platform.database.write { transaction in
            _ = try transaction.execute(
                "UPDATE devices SET locked_until = ?2, lock_reason = 'OTP' WHERE id = ?1", device, Date.distantFuture)
        }
        let locked = try await front.read(ShowUser(realm: alpha, username: name))
        #expect(locked.json["lockedDevices"] == [device.text: "an administrator unlocks it"])
        let unlocked = try await front.perform(UnlockUser(realm: alpha, username: name))
        #expect(unlocked.json["lockedDevices"] == [:])
        await stage.close()
    }

    @Test("a worker can't touch an administrator, by whom it would hold more than it does")
    func administrators() async throws {
        let stage = try await Stage()
        let front = stage.administration(as: worker(AdministratorRole.allCases, stage))
        let before = try await stage.rows()
        for action in [
            SetUserPassword(realm: alpha, username: "chief", password: Secret("a password of its own")),
            SetUserAttributes(realm: alpha, username: "chief", assignments: [Assignment("mail", "me@example.com")]),
            CreatePairingKey(realm: alpha, username: "chief"), ProveUserMail(realm: alpha, username: "chief"),
            DeleteUser(realm: alpha, username: "chief"),
        ] as [any ChangingAction] {
            await expectRefusal(.notPermitted, type(of: action).declaration.name) { try await front.call(action) }
        }
        #expect(try await stage.rows() == before)
        await stage.close()
    }

    @Test("a worker gives no client more than it holds: by a new client, a change of one, or another's secret")
    func grants() async throws {
        let stage = try await Stage()
        let front = stage.administration(as: worker([.clientApplicationDeveloper], stage))
        let before = try await stage.rows()
        var rich = CreateClient(realm: alpha, id: "rich")
        (rich.isConfidential, rich.roles) = (true, ["Identity Data Admin"])
        for action in [
            rich, SetClient(realm: alpha, id: "backend", assignments: [Assignment("scopes", "fr:idm:*")]),
            RotateClientSecret(realm: alpha, id: "worker"),
        ] as [any ChangingAction] {
            await expectRefusal(.notPermitted, type(of: action).declaration.name) { try await front.call(action) }
            await expectRefusal(.notPermitted, type(of: action).declaration.name) { try await front.call(action, isDryRun: true) }
        }
        #expect(try await stage.rows() == before)
        var plain = CreateClient(realm: alpha, id: "plain")
        plain.scopes = ["openid"]
        _ = try await front.perform(plain)
        #expect(try await stage.domain.directory.applications.application("plain", in: stage.realm.id) != nil)
        await stage.close()
    }

    @Test("an administrator does everything in the realm and beneath it, and nothing above; another user nothing")
    func users() async throws {
        let stage = try await Stage()
        let chief = try #require(try await stage.domain.directory.users.user(named: "chief", in: stage.realm.id))
        let front = stage.administration(as: .user(chief, of: stage.realm))
        let below = try await front.perform(CreateRealm(path: try #require(AdministeredRealm("alpha/lab"))))
        _ = try await front.perform(SetRealm(realm: below.path, assignments: [Assignment("sessionLifetime", "60")]))
        _ = try await front.perform(RemoveRealm(path: below.path))
        #expect(try await stage.events().last?["details"]?["byUser"]?.string == chief.id.uuidString.lowercased())
        for action in [
            CreateRealm(path: try #require(AdministeredRealm("beta"))), RemoveRealm(path: alpha), CreateUser(realm: .root, username: "bob"),
        ] as [any ChangingAction] {
            await expectRefusal(.notPermitted, type(of: action).declaration.name) { try await front.call(action) }
        }
        let ada = stage.administration(as: .user(stage.user, of: stage.realm))
        await expectRefusal(.notPermitted, "user.show") { _ = try await ada.read(ShowUser(realm: alpha, username: "ada")) }
        await stage.close()
    }
}
