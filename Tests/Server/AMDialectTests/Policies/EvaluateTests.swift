import DialectTesting
@testable import HTTPBase
import HTTPTypes
import PolicyMessages
import Primitives
import Testing

import Services
import Directory

@Suite("Asking for decisions")
struct EvaluateTests {
    @Test("the answer has the documented members (docs/protocols/step-protocol.md 10.5)")
    func shape() async throws {
        let policies = try await PolicyServer()
        let token = try await policies.signIn()
        let answer = try await policies.evaluate(for: token)
        #expect(answer.status == .ok && answer.headers[.contentAPIVersion] == "resource=2.1")
        let decision = try #require(answer.json.array?.first?.object)
        #expect(decision.names == ["resource", "actions", "attributes", "advices", "ttl"])
        #expect(decision["resource"]?.string == PolicyServer.transfer && decision["actions"] == [:] && decision["attributes"] == [:])
        #expect(decision["ttl"] == 0)
        #expect(decision["advices"]?["TransactionConditionAdvice"]?.strings?.first?.count == 36)
        let id = try await policies.approved(token)
        let allowed = try await policies.evaluate(for: token, transaction: id).json.array?.first
        #expect(allowed?["actions"] == ["POST": true] && allowed?["advices"] == [:])
    }

    @Test("who may ask about whom")
    func callers() async throws {
        let policies = try await PolicyServer()
        let (demo, alice) = (try await policies.signIn(), try await policies.signIn("alice"))
        #expect(try await policies.evaluate(for: demo, asking: alice).status == .forbidden)
        #expect(try await policies.evaluate(for: demo, asking: demo).status == .ok)
        #expect(try await policies.evaluate(for: nil, asking: demo).json.array?.first?["advices"]?.object?.isEmpty == false)
        #expect(try await policies.evaluate(for: alice, asking: policies.administrator).status == .ok)
        let body = PolicyRequest(application: "banking", resources: [PolicyServer.transfer], session: Secret(demo)).json
        #expect(try await policies.ask(body, headers: [:]).status == .unauthorized)
        #expect(try await policies.ask(body, headers: policies.server.presenting("nonsense")).status == .unauthorized)
        #expect(try await policies.ask(body, headers: [.authorization: "Bearer nonsense"]).status == .unauthorized)
    }

    @Test("a client asks with the scope fr:am:*, and with no other")
    func clients() async throws {
        let policies = try await PolicyServer()
        let token = try await policies.signIn()
        let body = PolicyRequest(application: "banking", resources: [PolicyServer.transfer], session: Secret(token)).json
        for (scope, status) in [("fr:am:*", HTTPResponse.Status.ok), ("fr:idm:*", .forbidden)] {
            let bearer = try await policies.clientToken(scope)
            #expect(try await policies.ask(body, headers: [.authorization: "Bearer \(bearer)"]).status == status)
        }
    }

    @Test("what can't be answered says why")
    func refused() async throws {
        let policies = try await PolicyServer()
        let admin = policies.server.presenting(policies.administrator)
        let good = PolicyRequest(application: "banking", resources: [PolicyServer.transfer])
        #expect(try await policies.evaluate(for: "nonsense").status == .badRequest)
        #expect(try await policies.ask(good.json, headers: admin, action: "evaluateTree").status == .badRequest)
        #expect(try await policies.ask(good.json.with("application", "none"), headers: admin).status == .notFound)
        #expect(try await policies.ask(good.json.with("resources", []), headers: admin).status == .badRequest)
        #expect(try await policies.ask(good.json.with("resources", ["a b"]), headers: admin).status == .badRequest)
        #expect(try await policies.ask(good.json.with("subject", ["jwt": "x"]), headers: admin).status == .badRequest)
        #expect(try await policies.ask([], headers: admin).status == .badRequest)
        // The administrator is of the root realm, nobody in this one.
        let nobody = try await policies.ask(good.json, headers: admin)
        #expect(nobody.json.array?.first?["actions"] == [:] && nobody.json.array?.first?["advices"] == [:])
    }
}

extension PolicyServer {
    /// An access token of a client that acts for itself.
    func clientToken(_ scope: String) async throws -> String {
        var settings = ApplicationSettings()
        settings.grantTypes = [.clientCredentials]
        settings.scopes = [scope]
        let id = "resource-server-\(scope.filter(\.isLetter))"
        settings.authentication = .secretPost
        try await server.domain.directory.applications.create(
            Application(id: id, realm: realm.id, settings: settings, secret: Secret("s3cret-of-a-client")))
        let answer = try await server.send(
            .post, "/am/oauth2/realms/alpha/access_token", headers: [.contentType: "application/x-www-form-urlencoded"],
            body: "grant_type=client_credentials&client_id=\(id)&client_secret=s3cret-of-a-client&scope=\(scope)")
        return try #require(answer.json["access_token"]?.string)
    }
}
