import DialectTesting
import Foundation
@testable import HTTPBase
import HTTPTypes
import JourneyMessages
import Primitives
import Sessions
import Testing
import WebAuthn

import DeviceRegistry
import Directory
import Foundations
import Services
import SignIn

/// A way by which a passkey signs somebody in.
enum PasskeyRoute: String, CaseIterable, Sendable {
    /// A journey over the step protocol: after a name, without one, and among the suggestions for one.
    case byName = "ByName"
    case usernameless = "Usernameless"
    case suggested = "Suggested"
    /// The same journeys by the hosted page, whose form is sent by hand.
    case hostedByName, hostedUsernameless, hostedSuggested
    /// A device authentication of the platform's API.
    case platform

    var journey: String {
        switch self {
        case .hostedByName: Self.byName.rawValue
        case .hostedUsernameless: Self.usernameless.rawValue
        case .hostedSuggested: Self.suggested.rawValue
        default: rawValue
        }
    }

    var isHosted: Bool { rawValue.hasPrefix("hosted") }
}

/// A way by which a passkey is registered.
enum PasskeyRegistrationRoute: String, CaseIterable, Sendable {
    /// A journey over the step protocol, after the password, and with a session.
    case afterPassword = "Register"
    case withSession = "RegisterNow"
    /// The same by the hosted page, whose form is sent by hand.
    case hosted
    /// From one's own account page.
    case account
    /// A device of the platform's API, which is activated.
    case platform
}

/// A realm in which user verification is required wherever it can be, with a user, another one, and another realm's user of the same name.
struct PasskeyStage {
    static let party = TestPasskey.party
    static let origin = TestPasskey.origin

    let platform: PlatformHarness
    let beta: Realm
    let user, other, stranger: User

    var server: ServerHarness { platform.server }
    var realm: Realm { platform.realm }

    init() async throws {
        platform = try await PlatformHarness()
        let (domain, realm) = (platform.domain, platform.realm)
        beta = try await domain.directory.realms.create(try #require(RealmPath("/beta")))
        user = try #require(try await domain.directory.users.user(named: TestDomain.username, in: realm.id))
        other = try await domain.directory.users.create("other", in: realm.id)
        stranger = try await domain.directory.users.create(TestDomain.username, in: beta.id)
        for realm in [realm, beta] {
            for (name, nodes) in Self.journeys {
                let journey: JSONValue = ["name": .string(name), "start": "first", "mustRun": true, "nodes": .object(nodes)]
                try await domain.signIn.journeys.save(journey, named: name, in: realm.id)
            }
        }
        let path = "/users/\(user.id.uuidString.lowercased())"
        #expect(try await platform.send(.put, path + "/mfaEnabled", ["mfaEnabled": true]).status == .ok)
        let policy = try #require(try await platform.send(.get, "/fido2Policies").json["_embedded"]?["fido2Policies"]?.array?.first)
        let strict: JSONValue = ["name": "Strict", "default": true, "userVerification": ["option": "REQUIRED"]]
        #expect(try await platform.send(.put, "/fido2Policies/" + (policy["id"]?.string ?? ""), strict).status == .ok)
    }

    private static var journeys: [(String, JSONObject)] {
        let party: JSONObject = [
            "relyingPartyDomain": .string(party), "origins": [.string(origin)], "userVerificationRequirement": "REQUIRED",
        ]
        func node(_ kind: String, _ more: JSONObject = [:]) -> JSONValue {
            var settings = party
            for member in more.members { settings[member.name] = member.value }
            var node: JSONObject = [kind: .object(settings), "success": "success"]
            for end in ["failure", "error", "unsupported"] { node[end] = "failure" }
            if kind == "webAuthnAuthentication" { node["noDevice"] = "failure" }
            return .object(node)
        }
        // On a page, the outcomes are the page's.
        let suggesting = node("webAuthnAuthentication", ["mediation": "CONDITIONAL"])
        var page: JSONObject = [
            "page": ["nodes": [["username": [:]], ["webAuthnAuthentication": suggesting["webAuthnAuthentication"] ?? .null]]]
        ]
        for member in suggesting.object?.members ?? [] where member.name != "webAuthnAuthentication" { page[member.name] = member.value }
        let password: JSONValue = ["page": ["nodes": [["username": [:]], ["password": [:]]]], "next": "check"]
        let session: JSONValue = ["sessionData": ["sessionDataKey": "UserToken", "sharedStateKey": "username"], "next": "register"]
        return [
            ("ByName", ["first": ["username": [:], "next": "key"], "key": node("webAuthnAuthentication")]),
            ("Usernameless", ["first": node("webAuthnAuthentication", ["requiresResidentKey": true])]),
            ("Suggested", ["first": .object(page)]),
            (
                "Register",
                [
                    "first": password, "check": ["dataStoreDecision": [:], "true": "register", "false": "failure"],
                    "register": node("webAuthnRegistration"),
                ]
            ),
            ("RegisterNow", ["first": session, "register": node("webAuthnRegistration")]),
            ("PasskeyRegistration", ["first": session, "register": node("webAuthnRegistration")]),
        ]
    }

    // MARK: Passkeys

    /// Keeps a passkey, as if it had been registered.
    func keep(_ passkey: TestPasskey, for user: User, in realm: Realm) async throws {
        let challenge = [UInt8](repeating: 1, count: 32)
        let options = CreationOptions(
            relyingPartyID: Self.party, relyingPartyName: "", user: .init(id: [1], name: "", displayName: ""), challenge: challenge)
        let response = try passkey.model.create(for: options, origin: Self.origin, key: passkey.key, id: passkey.id, userVerified: true)
        let ceremony = RegistrationCeremony(
            relyingParty: RelyingParty(id: Self.party, origins: [.exactly(Self.origin)]), challenge: challenge)
        let new = NewPasskey(try await ceremony.verify(response, at: server.time.now), for: Self.party)
        #expect(try await platform.domain.deviceRegistry.devices.keep(new, for: user.id, most: 0, in: realm, spending: { _ in }) == .kept)
    }

    /// How many passkeys count for the user.
    func kept() async throws -> Int { try await platform.domain.deviceRegistry.devices.passkeys(of: user.id, in: realm.id).count }

    // MARK: Asking

    /// Where somebody is asked for a passkey.
    enum Place {
        case step(JSONValue, realm: Realm)
        /// With the form as it was shown, to be sent by hand.
        case page(DialectTesting.Browser, action: String, fields: [String: String])
        case authentication(JSONValue)
        case device(JSONValue)
    }

    /// Is asked for a passkey of the user's; nil where none is asked for.
    func ask(_ route: PasskeyRoute, in realm: Realm? = nil) async throws -> (RequestOptions, Place)? {
        let realm = realm ?? self.realm
        if route == .platform {
            let begun = try await authenticate("", ["user": ["id": .string(user.id.uuidString.lowercased())]], in: realm)
            guard let options = begun["publicKeyCredentialRequestOptions"] else { return nil }
            return (try RequestOptions(json: TestPasskey.options(options)), .authentication(begun))
        }
        if route.isHosted {
            let browser = Browser(server)
            try await browser.open("/realms\(realm.path)/login?journey=\(route.journey)")
            if route == .hostedByName { try await browser.submit(["IDToken1": TestDomain.username]) }
            return try browser.ceremony.map { (try RequestOptions(json: $0), browser.place) }
        }
        var step = try await server.authenticate(
            realm: "/realms\(realm.path)", query: "?authIndexType=service&authIndexValue=\(route.journey)"
        ).json
        if route == .byName {
            step = try await server.authenticate(step.answering([TestDomain.username]), realm: "/realms\(realm.path)").json
        }
        guard let data = step.output("data"), case .webAuthnAuthentication(let request) = Callback.metadata(data).kind else { return nil }
        let options = RequestOptions(
            challenge: Array(Data(base64Encoded: request.challenge) ?? Data()), relyingPartyID: request.relyingPartyID,
            allowed: request.allowedCredentials.map { CredentialDescriptor(id: $0) })
        return (options, .step(step, realm: realm))
    }

    /// Is asked to register; nil where nobody is.
    ///
    /// - Parameter isProven: whether the user shows who they are on the way.
    func ask(_ route: PasskeyRegistrationRoute, isProven: Bool = true) async throws -> (CreationOptions, Place)? {
        switch route {
        case .platform:
            let path = "/users/\(user.id.uuidString.lowercased())/devices"
            let token = isProven ? platform.token : try await platform.userToken(other, scopes: ["openid"])
            let body: JSONValue = ["type": "FIDO2", "rp": ["id": .string(Self.party), "name": "Example"]]
            let made = try await platform.send(.post, path, body, token: token).json
            guard let options = made["publicKeyCredentialCreationOptions"] else { return nil }
            return (try CreationOptions(json: TestPasskey.options(options)), .device(made))
        case .hosted, .account:
            let browser = Browser(server)
            try await browser.open("/realms/alpha/" + (route == .account ? "account" : "login?journey=Register"))
            if isProven { try await browser.submit(["IDToken1": TestDomain.username, "IDToken2": TestDomain.password]) }
            if route == .account {
                try await browser.open("/realms/alpha/login?journey=PasskeyRegistration&goto=%2Frealms%2Falpha%2Faccount")
            }
            return try browser.ceremony.map { (try CreationOptions(json: $0), browser.place) }
        case .afterPassword, .withSession:
            var headers = HTTPFields()
            if route == .withSession, isProven { headers = server.presenting(try await server.sessionToken()) }
            var step = try await server.start(route.rawValue, headers: headers)
            let password = isProven ? TestDomain.password : "wrong"
            if route == .afterPassword { step = try await server.authenticate(step.answering([TestDomain.username, password])).json }
            guard let data = step.output("data"), case .webAuthnRegistration(let request) = Callback.metadata(data).kind else { return nil }
            let options = CreationOptions(
                relyingPartyID: request.relyingPartyID, relyingPartyName: "", user: .init(id: [1], name: "", displayName: ""),
                challenge: Array(Data(base64Encoded: request.challenge) ?? Data()))
            return (options, .step(step, realm: realm))
        }
    }

    // MARK: Answering

    /// The number of the user's sessions.
    func sessions() async throws -> Int {
        let realm = try await server.domain.directory.realms.realm(at: TestDomain.alpha)
        return try await server.domain.session.registry.sessions(of: user.id, in: realm.id).count
    }

    /// Whether an answer signs in.
    func signsIn(_ response: AuthenticationResponse, at place: Place) async throws -> Bool {
        let answer = WebAuthnAnswer(
            clientDataJSON: response.clientDataJSON, data: response.authenticatorData, signature: response.signature,
            credentialID: response.id, userHandle: response.userHandle.map { String(decoding: $0, as: UTF8.self) })
        return try await accepts(WebAuthnOutcome.answered(answer).text, response.json.text, at: place)
    }

    /// Whether what is sent is accepted, in the form of the steps or that of the platform.
    func accepts(_ outcome: String, _ json: String, at place: Place) async throws -> Bool {
        switch place {
        case .step(let step, let realm):
            let index = (step["callbacks"]?.array ?? []).firstIndex { $0["type"] == "HiddenValueCallback" } ?? 0
            let asked = (step["callbacks"]?.array ?? [])[..<index].count { $0["input"]?.array?.isEmpty == false }
            let values = [JSONValue](repeating: .null, count: asked) + [.string(outcome)]
            return try await server.authenticate(step.answering(values), realm: "/realms\(realm.path)").json["tokenId"] != nil
        case .page(let browser, let action, let fields):
            let before = browser.cookies[server.configuration.sessionCookie.name]
            try await browser.post(action, fields.mapValues { $0 == "unsupported" ? outcome : $0 })
            let after = browser.cookies[server.configuration.sessionCookie.name]
            return after != nil && after != before
        case .authentication(let begun):
            let body: JSONValue = ["origin": .string(Self.origin), "assertion": .string(json), "compatibility": "FULL"]
            return try await authenticate("/" + (begun["id"]?.string ?? ""), body, action: "assertion.check")["status"] == "COMPLETED"
        case .device(let made):
            let path = "/users/\(user.id.uuidString.lowercased())/devices/" + (made["id"]?.string ?? "")
            let body: JSONValue = ["origin": .string(Self.origin), "attestation": .string(json)]
            return try await platform.act(path, "device.activate", body, token: try await token()).json["status"] == "ACTIVE"
        }
    }

    /// Sends what an authenticator made.
    func register(_ response: RegistrationResponse, at place: Place) async throws {
        let answer = WebAuthnAnswer(
            clientDataJSON: response.clientDataJSON, data: response.attestationObject, credentialID: response.id)
        _ = try await accepts(WebAuthnOutcome.answered(answer).text, response.json.text, at: place)
    }

    /// A fresh one, so that it is never the token that is refused.
    private func token() async throws -> String { try await PlatformHarness.token(of: "worker", in: realm, server) }

    private func authenticate(
        _ path: String, _ body: JSONValue, action: String? = nil, in realm: Realm? = nil
    ) async throws -> JSONValue {
        let type = action.map(PlatformHarness.mediaType) ?? "application/json"
        let headers: HTTPFields = [.authorization: "Bearer " + (try await token()), .contentType: type]
        let environment = (realm ?? self.realm).id.uuidString.lowercased()
        return try await server.send(.post, "/\(environment)/deviceAuthentications" + path, headers: headers, body: body.text).json
    }
}

extension DialectTesting.Browser {
    /// The options of the ceremony that the page describes, in WebAuthn's JSON.
    fileprivate var ceremony: JSONValue? {
        guard let text = page?.text.firstMatch(of: /data-options="([^"]*)"/)?.1 else { return nil }
        return try? JSONValue(parsing: unescaped(text))
    }

    /// The page without its script, which says `unsupported` for what comes of a ceremony.
    fileprivate var place: PasskeyStage.Place { .page(self, action: form.action, fields: form.fields) }
}
