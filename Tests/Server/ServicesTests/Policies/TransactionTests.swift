import Foundation
import Foundations
import PolicyMessages
import Primitives
import Store
import Testing
@testable import Services
@testable import SignIn
@testable import Directory
@testable import Sessions

@Suite("One-shot transactions")
struct TransactionTests {
    @Test("asked for, approved, used: once")
    func once() async throws {
        let policies = try await PolicyHarness()
        let session = try await policies.session()
        let id = try await policies.ask(session)
        #expect(try await !policies.decide(session, transaction: id).allows("GET"), "not approved yet")
        #expect(try await policies.approve(id, session))
        #expect(try await policies.decide(session, transaction: id.uppercased()).allows("GET"))
        let again = try await policies.decide(session, transaction: id)
        #expect(again.actions.isEmpty && again.advices.transactionID != nil && again.advices.transactionID != id)
    }

    /// Ways to misuse somebody's approved transaction.
    enum Misuse: CaseIterable {
        case otherUser, otherSession, otherResource, otherPolicy, changedJourney, late, loggedOut, unapproved, invented
    }

    @Test("it is of no use for anything else", arguments: Misuse.allCases)
    func bound(_ misuse: Misuse) async throws {
        let policies = try await PolicyHarness()
        let (domain, realm) = (policies.domain, policies.base.realm)
        let session = try await policies.session()
        let id = try await policies.ask(session)
        if misuse != .unapproved { #expect(try await policies.approve(id, session)) }
        var (presented, resource, used) = (session, PolicyHarness.resource, id)
        switch misuse {
        case .otherUser: presented = try await policies.session(of: try await domain.directory.users.create("alice", in: realm.id))
        case .otherSession: presented = try await policies.session()
        case .otherResource: resource += "/other"
        case .otherPolicy:
            var set = try #require(try await domain.signIn.policies.set("banking", in: realm.id))
            set.policies[0].name = "q"
            try await domain.signIn.policies.save(set, in: realm.id)
        case .changedJourney: try await policies.save(["transaction": "Stronger"])
        case .late: policies.base.time.advance(by: TimeInterval(realm.settings[JourneySettings.self].transactionLifetime))
        case .loggedOut: _ = try await domain.session.registry.end(handle: session.handle, in: realm.id)
        case .unapproved: break
        case .invented: used = "4e1b7a52-0d3c-4c7e-9a41-6f2d8c0b5e13"
        }
        #expect(try await policies.decide(presented, transaction: used, resource: resource).actions.isEmpty)
    }

    @Test("it is approved once, in its own session, by its own journey, in time")
    func approval() async throws {
        let policies = try await PolicyHarness()
        let session = try await policies.session()
        let other = try await policies.session()
        let id = try await policies.ask(session)
        #expect(try await policies.domain.signIn.transactions.waiting(id, for: other) == nil)
        #expect(try await policies.domain.signIn.transactions.waiting(id, for: session)?.journey == "Approve")
        #expect(try await !policies.approve(id, other))
        #expect(try await !policies.approve(id, session, journey: "Login"))
        #expect(try await !policies.approve(id, session, at: policies.base.time.now.addingTimeInterval(180)))
        #expect(try await policies.approve(id, session))
        #expect(try await !policies.approve(id, session))
        #expect(try await policies.domain.signIn.transactions.waiting(id, for: session) == nil)
    }

    @Test("of 64 who use it at once, on two nodes, one gets through")
    func parallel() async throws {
        let policies = try await PolicyHarness()
        let session = try await policies.session()
        let id = try await policies.ask(session)
        try await policies.approve(id, session)
        let nodes = [policies.domain, policies.base.anotherNode()]
        let request = PolicyRequest(application: "banking", resources: [PolicyHarness.resource], environment: ["TxId": [id]])
        let allowed = try await withThrowingTaskGroup(of: Bool.self) { group in
            for index in 0..<64 {
                group.addTask {
                    try await nodes[index % 2].signIn.decisions.decide(request, for: session, in: policies.base.realm)[0].allows("GET")
                }
            }
            return try await group.reduce(into: 0) { count, isAllowed in count += isAllowed ? 1 : 0 }
        }
        #expect(allowed == 1)
    }

    @Test("a request about the same resource twice gets it once")
    func twice() async throws {
        let policies = try await PolicyHarness()
        let session = try await policies.session()
        let id = try await policies.ask(session)
        try await policies.approve(id, session)
        let request = PolicyRequest(
            application: "banking", resources: [PolicyHarness.resource, "https://API.example.com/x/../transfer"],
            environment: ["TxId": [id]])
        let decisions = try await policies.domain.signIn.decisions.decide(request, for: session, in: policies.base.realm)
        #expect(decisions.map { $0.allows("GET") } == [true, false])
    }

    @Test("it is asked for, and used up, only when all else is met")
    func last() async throws {
        let policies = try await PolicyHarness(condition: ["authLevel": 1, "transaction": "Approve"])
        let low = try await policies.session()
        #expect(try await policies.decide(low).advices == PolicyAdvice(.level, "/alpha:1"))
        let high = try await policies.session(level: 1)
        let id = try await policies.ask(high)
        try await policies.approve(id, high)
        try await policies.save(["authLevel": 2, "transaction": "Approve"])
        #expect(try await !policies.decide(high, transaction: id).allows("GET"))
        try await policies.save(["authLevel": 1, "transaction": "Approve"])
        #expect(try await policies.decide(high, transaction: id).allows("GET"))
    }

    @Test("asking over and over fills nothing: the oldest that wait in a session go")
    func bounded() async throws {
        let policies = try await PolicyHarness()
        let (session, other) = (try await policies.session(), try await policies.session())
        let kept = try await policies.ask(other)
        let approved = try await policies.ask(session)
        try await policies.approve(approved, session)
        for _ in 0..<110 {
            policies.base.time.advance(by: 0.1)
            _ = try await policies.ask(session)
        }
        let waiting = try await policies.base.database.read { transaction in
            try transaction.row("SELECT COUNT(*) AS n FROM transactions WHERE status = 'created' AND session = ?1", session.handle)?.int(
                "n")
        }
        #expect(waiting == Int64(Transactions.mostInSession))
        #expect(try await policies.domain.signIn.transactions.waiting(kept, for: other) != nil)
        #expect(try await policies.decide(session, transaction: approved).allows("GET"))
    }

    @Test("what became of it is audited, and forgotten when it is too old")
    func traces() async throws {
        let policies = try await PolicyHarness()
        let session = try await policies.session()
        let id = try await policies.ask(session)
        try await policies.approve(id, session)
        for _ in 0..<2 { _ = try await policies.decide(session, transaction: id) }
        for kind in ["transaction.used", "transaction.refused"] { #expect(try await policies.events(kind) == 1) }
        policies.base.time.advance(by: 181)
        try await policies.domain.platform.forgetExpired()
        let count = try await policies.base.database.read { try $0.row("SELECT COUNT(*) AS n FROM transactions")?.int("n") }
        #expect(count == 0)
    }
}

@Suite("Grants of an upgraded session")
struct UpgradeGrantTests {
    @Test("logging out of the new session revokes what was given in the old one")
    func moved() async throws {
        let policies = try await PolicyHarness()
        let old = try await policies.session()
        let (database, realm) = (policies.base.database, policies.base.realm)
        try await database.write { transaction in
            _ = try transaction.execute(
                """
                INSERT INTO grants (realm, id, application, user_id, session, offline, issuer, scope, authenticated, redirect_uri, challenge,
                    created, generation, expires, ends) VALUES (?1, 'g', 'app', 'u', ?2, 0, '', '', 0, '', '', 0, 0, 0, 0)
                """, realm.id, old.handle)
        }
        let new = try await policies.session(after: old)
        #expect(try await policies.domain.session.registry.end(handle: new.handle, in: realm.id))
        #expect(try await database.read { try $0.row("SELECT id FROM grants") } == nil)
    }
}
