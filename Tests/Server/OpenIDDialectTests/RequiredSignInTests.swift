import DialectTesting
import Foundation
import Foundations
@testable import HTTPBase
import HTTPTypes
import OAuthMessages
import Primitives
@testable import RealmHTTP
import Store
import Testing

import Services
import Sessions
import SignIn
import Directory

@Suite("A session of a lesser journey than is required becomes nothing")
struct RequiredSignInTests {
    private func harness() async throws -> OpenIDHarness {
        let harness = try await OpenIDHarness()
        var realm = harness.realm
        realm.settings[SessionSettings.self].requiredJourneys = ["Strong"]
        try await harness.server.domain.signIn.journeys.save(["name": "Strong"], named: "Strong", in: realm.id)
        try await harness.server.domain.directory.realms.update(realm)
        return harness
    }

    private func strongSession(_ harness: OpenIDHarness) async throws -> HTTPFields {
        let (domain, realm) = (harness.server.domain, harness.realm)
        let user = try #require(try await domain.directory.users.user(named: TestDomain.username, in: realm.id))
        let token = try await domain.platform.database.write { transaction in
            try domain.session.registry.create(NewSession(user: user, journey: "Strong"), in: realm, transaction).1
        }
        return harness.server.presenting(token.reveal())
    }

    @Test("no family of paths, method or prompt gives a code for it", arguments: PathFamily.allCases)
    func families(_ family: PathFamily) async throws {
        let harness = try await harness()
        let path = family.path(of: harness.realm)
        let strong = try await strongSession(harness)
        for changes in [[:], ["prompt": "login"], ["max_age": "7200"], ["acr_values": "x"]] {
            let sent = try await harness.authorize(changes, at: path)
            #expect(OpenIDHarness.parameter("code", of: sent).isEmpty, "\(changes)")
            #expect(sent.headers[.location]?.contains("journey=Strong") == true, "\(sent.headers)")
        }
        let silent = try await harness.authorize(["prompt": "none"], at: path)
        #expect(OpenIDHarness.parameter("error", of: silent) == (family == .am ? "interaction_required" : "login_required"))
        let posted = try await harness.post(
            path + "/authorize", OpenIDHarness.query(), headers: harness.server.presenting(harness.session.reveal()))
        #expect(OpenIDHarness.parameter("code", of: posted).isEmpty && posted.headers[.location]?.contains("journey=Strong") == true)
        let pushed = try await harness.post(path + "/par", OpenIDHarness.query())
        let uri = try #require(pushed.json["request_uri"]?.string)
        let query = FormBody([("client_id", "app"), ("request_uri", uri)]).encoded
        let byReference = try await harness.server.send(
            .get, path + "/authorize?" + query, headers: harness.server.presenting(harness.session.reveal()))
        #expect(OpenIDHarness.parameter("code", of: byReference).isEmpty)
        let enough = try await harness.server.send(.get, path + "/authorize?" + OpenIDHarness.query(), headers: strong)
        #expect(!OpenIDHarness.parameter("code", of: enough).isEmpty, "\(enough.text)")
    }

    @Test("the account page asks for the journey, and endpoints about one's own account refuse")
    func account() async throws {
        let harness = try await harness()
        let weak = harness.server.presenting(harness.session.reveal())
        let page = try await harness.server.send(.get, "/realms/alpha/account", headers: weak)
        let location = try #require(page.headers[.location])
        #expect(location.contains("journey=Strong") && location.contains("ForceAuth=true") && location.contains("account"))
        let strong = try await strongSession(harness)
        #expect(try await harness.server.send(.get, "/realms/alpha/account", headers: strong).status == .ok)
        let user = try #require(try await harness.server.domain.directory.users.user(named: TestDomain.username, in: harness.realm.id))
        for path in ["/openidm/managed/alpha_user/\(user.id)", "/am/json/realms/alpha/users/\(user.id)/devices/2fa/webauthn"] {
            let refused = try await harness.server.send(.get, path, headers: weak)
            #expect(refused.status == .forbidden && refused.json["detail"]?["errorCode"] == "unmet_authentication_requirements", "\(path)")
            #expect(try await harness.server.send(.get, path, headers: strong).status == .ok, "\(path)")
        }
    }
}
