@testable import Administration
import Directory
import Foundation
import Foundations
import Primitives
import Services
import Store
import Testing

@Suite("A domain where nothing stays")
struct TrialTests {
    @Test("what is done sees what was done before, and nothing of it stays")
    func sees() async throws {
        let stage = try await Stage()
        let before = try await stage.rows()
        let trial = stage.services.trial()
        let path = try #require(RealmPath("beta"))
        let made = try await trial.directory.realms.create(path)
        let user = try await trial.directory.users.create("bob", in: made.id)
        try await trial.directory.users.setLock(until: trial.platform.time.now.addingTimeInterval(60), of: user.id, in: made.id)
        #expect(try await trial.directory.realms.realm(at: path).id == made.id)
        #expect(try await trial.directory.users.user(named: "bob", in: made.id)?.isLocked(at: trial.platform.time.now) == true)
        #expect(try await stage.rows() == before)
        await #expect(throws: DomainError.self) { try await stage.domain.directory.realms.realm(at: path) }
        await stage.close()
    }

    @Test("a write that fails leaves nothing behind, also within the trial")
    func fails() async throws {
        let stage = try await Stage()
        let trial = stage.services.trial()
        await #expect(throws: DomainError.self) { try await trial.directory.realms.create(Stage.alpha) }
        #expect(try await trial.directory.realms.all().count == 3)
        await stage.close()
    }

    @Test("a body that is run again draws what it drew before")
    func draws() async throws {
        let stage = try await Stage()
        let trial = stage.services.trial()
        let drawn = try await trial.platform.database.write { transaction in
            let id = trial.platform.random.uuid()
            try transaction.execute("INSERT INTO realms (id, path, settings) VALUES (?1, '/drawn', '{}')", id)
            return id
        }
        for _ in 0..<2 {
            let stored = try await trial.platform.database.read { try $0.row("SELECT id FROM realms WHERE path = '/drawn'")?.uuid("id") }
            #expect(stored == drawn)
        }
        #expect(trial.platform.random.uuid() != drawn)
        await stage.close()
    }

    @Test("others write meanwhile, and the trial sees it")
    func beside() async throws {
        let stage = try await Stage()
        let trial = stage.services.trial()
        _ = try await trial.directory.realms.create(try #require(RealmPath("beta")))
        _ = try await stage.domain.directory.realms.create(try #require(RealmPath("gamma")))
        #expect(try await trial.directory.realms.all().map(\.path.description) == ["/", "/alpha", "/alpha/staff", "/beta", "/gamma"])
        await stage.close()
    }
}

@Suite("An action that isn't in the list")
struct UnlistedActionTests {
    private struct Unlisted: ChangingAction {
        static let declaration = ActionDeclaration("realm.forget", .administer, "Forget to list an action.")
        static var interface: ActionInterface<Self> { ActionInterface(.post("forgotten"), .nothing) { _ in Self() } }
        let realm = RealmPath.root

        func perform(in realm: Realm, at site: Site) async throws {}
    }

    @Test("can't be performed, even by the operator")
    func refused() async throws {
        let stage = try await Stage()
        await expectRefusal(.notPermitted, "an unlisted action") { try await stage.administration().perform(Unlisted()) }
        await stage.close()
    }
}
