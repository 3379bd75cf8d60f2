import Foundation
import PolicyMessages
import Primitives
import Store
import Testing
@testable import Directory
@testable import Foundations
@testable import SignIn
@testable import Services
@testable import Sessions

@Suite("Decisions of policies")
struct PolicyDecisionTests {
    @Test("a level, a journey and an age: what is missing is advised, what is there is enough")
    func conditions() async throws {
        let policies = try await PolicyHarness(condition: ["authLevel": 2])
        let (low, high) = (try await policies.session(), try await policies.session(journey: "StepUp", level: 2))
        let denied = try await policies.decide(low)
        #expect(denied.actions.isEmpty && denied.advices == PolicyAdvice(.level, "/alpha:2") && denied.ttl == 0)
        #expect(try await policies.decide(high).allows("GET"))
        try await policies.save(["journey": "StepUp"])
        #expect(try await policies.decide(low).advices == PolicyAdvice(.service, "/alpha:StepUp"))
        #expect(try await policies.decide(high).allows("GET"))
        try await policies.save(["sessionAge": 10])
        #expect(try await policies.decide(low).allows("GET"))
        policies.base.time.advance(by: 601)
        #expect(try await policies.decide(low).advices == PolicyAdvice(.session, "10"))
    }

    @Test("an upgraded session keeps the level and the journeys of the one before")
    func upgraded() async throws {
        let policies = try await PolicyHarness(condition: ["all": [["authLevel": 2], ["journey": "StepUp"]]])
        let high = try await policies.session(journey: "StepUp", level: 2)
        let next = try await policies.session(journey: "Login", level: 0, after: high)
        #expect(next.authLevel == 2 && next.earlierJourneys == ["StepUp"])
        let read = try #require(try await policies.domain.session.registry.session(handle: next.handle, in: policies.base.realm.id))
        #expect(read == next)
        #expect(try await policies.decide(read).allows("GET"))
        #expect(try await policies.domain.session.registry.session(handle: high.handle, in: policies.base.realm.id) == nil)
    }

    @Test("all, any and not")
    func combinations() async throws {
        let inside = ["IP": ["192.0.2.1"]]
        let policies = try await PolicyHarness(condition: [
            "any": [["addresses": ["192.0.2.0/24"]], ["authLevel": 2], ["journey": "StepUp"]]
        ])
        let session = try await policies.session()
        #expect(try await policies.decide(session, environment: inside).allows("GET"))
        let denied = try await policies.decide(session, environment: ["IP": ["203.0.113.1"]])
        #expect(denied.advices.entries.map(\.condition) == [.level, .service])
        #expect(try await policies.decide(session).actions.isEmpty)
        try await policies.save(["not": ["addresses": ["192.0.2.0/24"]]])
        #expect(try await !policies.decide(session, environment: inside).allows("GET"))
    }

    @Test("a condition on an address that the resource server doesn't tell isn't met, negated or not")
    func unknownAddress() async throws {
        let policies = try await PolicyHarness(condition: ["not": ["addresses": ["192.0.2.0/24"]]])
        let session = try await policies.session()
        #expect(try await !policies.decide(session).allows("GET"))
        #expect(try await !policies.decide(session, environment: ["IP": ["nonsense"]]).allows("GET"))
        #expect(try await policies.decide(session, environment: ["IP": ["203.0.113.1"]]).allows("GET"))
    }

    @Test("nobody is denied without advice, and so is any resource that no policy is about")
    func denied() async throws {
        let policies = try await PolicyHarness(condition: ["authLevel": 2])
        let session = try await policies.session(level: 2)
        let nobody = try await policies.decide(nil)
        #expect(nobody.actions.isEmpty && nobody.advices.isEmpty)
        let other = try await policies.decide(session, resource: "https://other.example.com/")
        #expect(other.actions.isEmpty && other.advices.isEmpty && other.ttl == PolicyDecision.forever)
        await #expect(throws: DomainError(.invalid, "")) { try await policies.decide(session, resource: "https://a b") }
        await #expect(throws: DomainError(.unknownPolicySet, "")) {
            try await policies.domain.signIn.decisions.decide(
                PolicyRequest(application: "none", resources: ["a"]), for: session, in: policies.base.realm)
        }
    }

    @Test("of several policies one that denies prevails, whatever their order; inactive ones don't count")
    func combined() async throws {
        let policies = try await PolicyHarness()
        let session = try await policies.session()
        let allow: JSONValue = [
            "resources": ["https://api.example.com/*"], "actions": ["GET": true, "POST": true], "attributes": ["a": ["1"]],
        ]
        let deny: JSONValue = ["resources": ["https://api.example.com/t*"], "actions": ["POST": false], "subject": ["users": ["DEMO"]]]
        let off: JSONValue = ["resources": ["*"], "actions": ["GET": false], "active": false]
        let elsewhere: JSONValue = ["resources": ["*"], "actions": ["GET": false], "subject": ["users": ["alice"]]]
        for order in [["allow": allow, "deny": deny], ["deny": deny, "allow": allow]] as [JSONObject] {
            var set = order
            set["off"] = off
            set["elsewhere"] = elsewhere
            try await policies.domain.signIn.policies.save(
                PolicySet(json: ["name": "banking", "policies": .object(set)]), in: policies.base.realm.id)
            let decision = try await policies.decide(session)
            #expect(decision.actions == ["GET": true, "POST": false] && decision.attributes == ["a": ["1"]])
            #expect(decision.ttl == PolicyDecision.forever)
        }
    }

    @Test(
        "a policy is about the users whom it was saved for, whatever they are called since, and no later user of a name",
        arguments: [false, true])
    func renamed(_ isOld: Bool) async throws {
        let policies = try await PolicyHarness()
        let (domain, realm, user) = (policies.domain, policies.base.realm.id, policies.base.user)
        let policy: JSONValue = [
            "resources": ["https://api.example.com/*"], "actions": ["GET": true],
            "subject": ["not": ["not": ["users": ["DEMO", "later"]]]],
        ]
        let json: JSONValue = ["name": "banking", "policies": ["p": policy]]
        if isOld {
            // An earlier version kept names alone.
            try await domain.platform.database.write { transaction in
                _ = try transaction.execute(
                    "UPDATE documents SET definition = ?2 WHERE realm = ?1 AND kind = 'policySet'", realm, json.text)
            }
        } else {
            try await domain.signIn.policies.save(PolicySet(json: json), in: realm)
        }
        let session = try await policies.session()
        #expect(try await policies.decide(session).allows("GET"))
        try await policies.base.rename("demo", to: "renamed", folded: "renamed")
        for name in ["demo", "later"] {
            let stranger = try await policies.session(of: try await domain.directory.users.create(name, in: realm))
            #expect(try await !policies.decide(stranger).allows("GET"), "\(name)")
        }
        #expect(try await policies.decide(session).allows("GET"))
        let named = try await domain.signIn.policies.shown("banking", in: realm)?.policies.first?.subject.named
        #expect(named == [PolicySubject.Named("renamed", .user(user.id)), PolicySubject.Named("later", .noUser)])
        let all = try await domain.signIn.policies.all(in: realm)
        #expect(all.first?.json["policies"]?["p"]?["subject"] == ["not": ["not": ["users": ["renamed", "later"]]]])
        // Who is gone is named by id, which no later user has.
        try await domain.directory.users.delete(user.id, in: realm)
        let gone = try await domain.signIn.policies.shown("banking", in: realm)?.policies.first?.subject.named
        #expect(gone?.first == PolicySubject.Named(user.id.text, .user(user.id)))
    }

    @Test("changes are audited, and seen at once")
    func changes() async throws {
        let policies = try await PolicyHarness()
        let session = try await policies.session()
        try await policies.domain.signIn.policies.delete("banking", in: policies.base.realm.id)
        await #expect(throws: DomainError(.unknownPolicySet, "")) { try await policies.decide(session) }
        await #expect(throws: DomainError(.unknownPolicySet, "")) {
            try await policies.domain.signIn.policies.delete("banking", in: policies.base.realm.id)
        }
        #expect(try await policies.events("policies.changed") == 2)
    }

    @Test("trying policies out begins no transaction")
    func preview() async throws {
        let policies = try await PolicyHarness()
        let session = try await policies.session()
        let request = PolicyRequest(application: "banking", resources: [PolicyHarness.resource])
        let trial = try await policies.domain.signIn.decisions.preview(request, for: session, in: policies.base.realm)[0]
        let decision = trial.decision
        #expect(
            trial.reasons.contains { $0.outcome == .conditionNotMet && $0.missing == ["an approval of each access by the journey Approve"] }
        )
        #expect(decision.actions.isEmpty && decision.advices[.transaction] == ["approved by the journey Approve"])
        let count = try await policies.base.database.read { try $0.row("SELECT COUNT(*) AS n FROM transactions")?.int("n") }
        #expect(count == 0)
    }
}
