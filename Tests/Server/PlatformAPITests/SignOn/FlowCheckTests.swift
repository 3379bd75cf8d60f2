import DialectTesting
import Foundation
@testable import HTTPBase
import HTTPTypes
import OAuthMessages
import Primitives
import Services
import Testing

import Directory

@Suite("Flows: silent requests (docs/protocols/step-protocol.md 4.8)")
struct FlowCheckTests {
    private let harness: OpenIDHarness
    private let issuer: String

    init() async throws {
        harness = try await OpenIDHarness()
        issuer = "/\(harness.realm.id.uuidString.lowercased())/as"
    }

    /// A `POST` by fetch, its parameters in the query or in the form.
    private func ask(_ changes: [String: String], inQuery: Bool = false, signedIn: Bool = true) async throws -> ServerResponse {
        let form = OpenIDHarness.query(["response_mode": "pi.flow", "prompt": "none"].merging(changes) { $1 })
        var headers: HTTPFields = signedIn ? harness.server.presenting(harness.session.reveal()) : [:]
        headers[.accept] = "application/json"
        return try await harness.post(issuer + "/authorize" + (inQuery ? "?" + form : ""), inQuery ? "" : form, headers: headers)
    }

    @Test("a silent code, wherever the parameters stand", arguments: [true, false])
    func code(_ inQuery: Bool) async throws {
        let answer = try await ask([:], inQuery: inQuery)
        #expect(answer.status == .ok)
        #expect(answer.json["authorizeResponse"]?["code"]?.string?.isEmpty == false)
        #expect(answer.json["authorizeResponse"]?["state"] == "s t")
    }

    @Test("without a session the error says that somebody must sign in", arguments: [true, false])
    func loginRequired(_ inQuery: Bool) async throws {
        let answer = try await ask([:], inQuery: inQuery, signedIn: false)
        #expect(answer.status == .badRequest && answer.json["code"] == "INVALID_REQUEST" && answer.json["id"]?.string != nil)
        #expect(answer.json["details"]?.array?.first?["code"] == "LOGIN_REQUIRED")
        #expect(answer.json["details"]?.array?.first?["message"] == "User authentication is required")
    }

    @Test("consent that can't be had is told likewise")
    func consent() async throws {
        // With implied consent there is nothing to ask.
        #expect(try await ask(["prompt": "consent"]).json["authorizeResponse"]?["code"] != nil)
        var application = try #require(try await harness.server.domain.directory.applications.application("app", in: harness.realm.id))
        application.settings.impliedConsent = false
        try await harness.server.domain.directory.applications.update(application)
        let answer = try await ask(["prompt": "consent"])
        #expect(answer.json["details"]?.array?.first?["code"] == "CONSENT_REQUIRED")
    }

    @Test("whether a session is there: 204, or the error; never a flow")
    func check() async throws {
        let none = ["response_type": "none"]
        let there = try await ask(none)
        #expect(there.status == .noContent && there.text.isEmpty)
        #expect(try await ask(none, signedIn: false).json["details"]?.array?.first?["code"] == "LOGIN_REQUIRED")
        #expect(try await ask(["response_type": "none", "prompt": "login"]).json["code"] == "INVALID_REQUEST")
        #expect(try await ask(["response_type": "id_token", "nonce": "n"]).json["code"] == "INVALID_REQUEST")
    }

    @Test("discovery names the mode where it is served, and nowhere else")
    func discovery() async throws {
        let platform = try await harness.server.send(.get, issuer + "/.well-known/openid-configuration").json
        #expect(platform["response_modes_supported"]?.strings == ["query", "fragment", "pi.flow"])
        let plain = try await harness.server.send(.get, "/realms/alpha/.well-known/openid-configuration").json
        #expect(plain["response_modes_supported"]?.strings == ["query", "fragment"])
    }
}
