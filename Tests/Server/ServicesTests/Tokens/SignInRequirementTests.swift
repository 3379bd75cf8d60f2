import Foundation
import OAuthMessages
import Primitives
import Store
import Testing
@testable import Services
@testable import Sessions
@testable import OAuth
@testable import Directory

@Suite("Required journeys and levels")
struct SignInRequirementTests {
    /// Where something is required, and what.
    enum Rule: CaseIterable {
        case realmJourney, realmLevel, clientJourney, clientLevel

        func apply(_ realm: inout RealmSettings) {
            switch self {
            case .realmJourney: realm[SessionSettings.self].requiredJourneys = ["Strong", "Other"]
            case .realmLevel:
                realm[SessionSettings.self].requiredLevel = 2
                realm[SessionSettings.self].journeysByLevel = ["2": "Strong", "9": "Stronger"]
            case .clientJourney, .clientLevel: realm[SessionSettings.self].journeysByLevel = ["2": "Strong"]
            }
        }

        func apply(_ client: inout ApplicationSettings) {
            switch self {
            case .realmJourney, .realmLevel: break
            case .clientJourney: client.requiredJourneys = ["Strong"]
            case .clientLevel: client.requiredLevel = 2
            }
        }
    }

    private func harness(_ rule: Rule) async throws -> TokenHarness {
        let harness = try await TokenHarness { rule.apply(&$0) }
        for client in ["app", "service"] { try await harness.change(client) { rule.apply(&$0) } }
        return harness
    }

    private func session(_ journey: String, level: Int, earlier: [String] = [], _ harness: TokenHarness) async throws -> Secret {
        var new = NewSession(user: harness.base.user, journey: journey, authLevel: level)
        new.earlierJourneys = earlier
        let (domain, realm) = (harness.domain, harness.realm)
        return try await harness.base.database.write { [new] in try domain.session.registry.create(new, in: realm, $0).1 }
    }

    @Test("a session of a lesser journey gets no code: the journey that is required is run", arguments: Rule.allCases)
    func lesser(_ rule: Rule) async throws {
        let harness = try await harness(rule)
        guard case .signIn(let demand) = try await harness.authorize() else {
            Issue.record("a weaker session got a code")
            return
        }
        #expect(demand.journey == "Strong" && demand.isForced)
        #expect(try await harness.answer(["prompt": "none"]).value("error") == "login_required")
        await harness.base.close()
    }

    @Test("one that is enough gets its code, also when it was upgraded since", arguments: Rule.allCases)
    func enough(_ rule: Rule) async throws {
        let harness = try await harness(rule)
        for (journey, earlier) in [("Strong", []), ("Login", ["Strong"])] {
            let token = try await session(journey, level: 2, earlier: earlier, harness)
            #expect(try TokenHarness.parameters(try await harness.authorize(session: token)).value("code") != nil, "\(journey)")
        }
        await harness.base.close()
    }

    @Test("every way to a code asks the same: plain, pushed, by acr_values, max_age, prompt and marker", arguments: Rule.allCases)
    func ways(_ rule: Rule) async throws {
        let harness = try await harness(rule)
        for changes in [[:], ["acr_values": "none"], ["max_age": "3600"], ["prompt": "login"], ["prompt": "select_account"]] {
            guard case .signIn = try await harness.authorize(changes) else {
                Issue.record("\(changes) got a code")
                continue
            }
        }
        let pushed = try await harness.domain.oauth.authorization.push(
            harness.authorizationForm(), credentials: try ClientCredentials(authorization: nil, form: harness.authorizationForm()),
            in: harness.realm, issuer: harness.issuer, from: "192.0.2.1")
        let form = FormBody([("client_id", "app"), ("request_uri", pushed.requestURI)])
        let outcome = try await harness.domain.oauth.authorization.respond(
            to: form, session: harness.sessionToken, in: harness.realm, issuer: harness.issuer)
        guard case .signIn = outcome else {
            Issue.record("a pushed request got a code")
            return
        }
        await harness.base.close()
    }

    @Test("whoever signed in when asked, and by a lesser journey again, is told so rather than asked for ever", arguments: Rule.allCases)
    func unmet(_ rule: Rule) async throws {
        let harness = try await harness(rule)
        guard case .signIn(let demand) = try await harness.authorize() else {
            Issue.record("a weaker session got a code")
            return
        }
        harness.time.advance(by: 5)
        let lesser = try await session("Login", level: 0, harness)
        let refused = try TokenHarness.parameters(try await harness.comeBack(demand, session: lesser))
        #expect(try refused.value("error") == "unmet_authentication_requirements")
        let enough = try await session("Strong", level: 2, harness)
        #expect(try TokenHarness.parameters(try await harness.comeBack(demand, session: enough)).value("code") != nil)
        await harness.base.close()
    }

    @Test("refreshing asks for nothing anew")
    func refresh() async throws {
        let harness = try await TokenHarness()
        let tokens = try await harness.exchange(try await harness.code(["scope": "openid offline_access"]))
        try await harness.change("app") { $0.requiredJourneys = ["Strong"] }
        #expect(try await harness.refresh(tokens.refreshToken).refreshToken != nil)
        await harness.base.close()
    }

    @Test("a client's journeys take the place of its realm's, and the higher level counts")
    func precedence() {
        var (realm, client) = (RealmSettings(), ApplicationSettings())
        #expect(SignInRequirement(realm, client).isNothing)
        realm[SessionSettings.self].requiredJourneys = ["A"]
        realm[SessionSettings.self].requiredLevel = 3
        #expect(SignInRequirement(realm, client).journeys == ["A"])
        (client.requiredJourneys, client.requiredLevel) = (["B"], 1)
        let both = SignInRequirement(realm, client)
        #expect(both.journeys == ["B"] && both.level == 3)
        #expect(SignInRequirement(realm, client, hasPolicies: true).journeys.isEmpty)
    }
}
