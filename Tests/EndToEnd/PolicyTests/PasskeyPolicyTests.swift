import Foundation
import JourneyMessages
import NIOHTTP1
import Primitives
import ServerTesting
import Testing
import WebAuthn
import DeviceRegistry
import Directory
import Foundations
import Services
import SignIn

@Suite("Policy: passkeys")
struct PasskeyPolicyTests {
    private static let signingIn = ["ByName", "Usernameless", "Suggested"]

    @Test("a required verification can't be left out, on any path", arguments: signingIn)
    func verification(_ journey: String) async throws {
        try await withServer { (peer: Peer) async throws in
            let desk = try await PasskeyDesk(peer)
            let key = try await desk.registered()
            for forgery in [Forgery.none, .flagAdded, .presenceOnly] {
                let reply = try await desk.signIn(journey, with: key, verified: false, forgery)
                #expect(reply.status == 401 && reply.json["tokenId"] == nil, "\(journey) \(forgery): \(reply.text)")
            }
            #expect(try await desk.signIn(journey, with: key, verified: true).json["tokenId"] != nil, "the control")
        }
    }

    @Test("nor at a registration: nothing is kept")
    func registration() async throws {
        try await withServer { (peer: Peer) async throws in
            let desk = try await PasskeyDesk(peer)
            let step = try await desk.registration()
            let reply = try await desk.answer(step, with: try desk.made(step, PasskeyDesk.Key(), verified: false))
            #expect(reply.status == 401)
            #expect(try await desk.passkeys(of: Demo.user) == 0)
        }
    }

    @Test(
        "a registration wants somebody who has shown who they are",
        arguments: ["nothing", "claimed", "endedSession", "otherRealm", "madeUp", "empty"])
    func proof(_ kind: String) async throws {
        try await withServer { (peer: Peer) async throws in
            let desk = try await PasskeyDesk(peer)
            let session = try await peer.signIn()
            #expect(try await desk.start("RegisterNow", session: session).text.contains("webauthn_registration"), "the control")
            var reply: Peer.Reply
            switch kind {
            case "claimed":
                let step = try await desk.start("RegisterClaimed")
                reply = try await desk.answer(Step(json: step.json), name: Demo.user)
            case "endedSession":
                _ = try await peer.am("sessions?_action=logout", session: session)
                reply = try await desk.start("RegisterNow", session: session)
            case "otherRealm": reply = try await desk.start("RegisterNow", session: session, realm: "beta")
            case "madeUp": reply = try await desk.start("RegisterNow", session: "AQIC5w.*AAJTSQACMDE.*")
            case "empty": reply = try await desk.start("RegisterNow", session: "")
            default: reply = try await desk.start("RegisterNow")
            }
            #expect(reply.status == 401 && !reply.text.contains("webauthn_registration"), "\(reply.text)")
        }
    }

    @Test("a session that ends while a passkey is made takes the right to keep it along")
    func endedMeanwhile() async throws {
        try await withServer { (peer: Peer) async throws in
            let desk = try await PasskeyDesk(peer)
            let session = try await peer.signIn()
            let step = try Step(json: try await desk.start("RegisterNow", session: session).json)
            _ = try await peer.am("sessions?_action=logout", session: session)
            let reply = try await desk.answer(step, with: try desk.made(step, PasskeyDesk.Key(), verified: true), session: session)
            #expect(reply.status == 401)
            #expect(try await desk.passkeys(of: Demo.user) == 0)
        }
    }

    @Test("a passkey never serves another user, nor another realm", arguments: signingIn)
    func others(_ journey: String) async throws {
        try await withServer { (peer: Peer) async throws in
            let desk = try await PasskeyDesk(peer)
            let (mine, hers) = (try await desk.registered(), try await desk.registered("ada"))
            #expect(try await desk.signIn(journey, with: mine, realm: "beta").status == 401, "another realm's user of that name")
            let handle = try await desk.handle(of: "ada")
            if journey == "ByName" {
                #expect(try await desk.signIn(journey, with: mine, as: "ada").status == 401)
            } else {
                #expect(try await desk.signIn(journey, with: mine, handle: handle).status == 401)
            }
            let reply = try await desk.signIn(journey, with: hers, as: "ada", handle: handle)
            let info = try await peer.am("users?_action=idFromSession", session: reply.json["tokenId"]?.string)
            #expect(info.json["id"] == "ada", "the control: \(reply.text)")
        }
    }

    @Test("nobody registers a passkey that is somebody's already")
    func taken() async throws {
        try await withServer { (peer: Peer) async throws in
            let desk = try await PasskeyDesk(peer)
            let mine = try await desk.registered()
            let step = try await desk.registration(of: "ada")
            #expect(try await desk.answer(step, with: try desk.made(step, mine, verified: true)).status == 401)
            #expect(try await desk.passkeys(of: "ada") == 0)
        }
    }

    @Test("wrong passwords lock the password, and keep no passkey out", arguments: signingIn)
    func passwords(_ journey: String) async throws {
        try await withServer { (peer: Peer) async throws in
            let desk = try await PasskeyDesk(peer)
            let key = try await desk.registered()
            for _ in 0..<5 { #expect(try await peer.answer(try await peer.start("Login"), password: "wrong").status < 500) }
            #expect(try await peer.answer(try await peer.start(), password: .string(Demo.password)).json["tokenId"] == nil)
            #expect(try await desk.signIn(journey, with: key, verified: true).json["tokenId"] != nil)
            #expect(
                try await peer.answer(try await peer.start(), password: .string(Demo.password)).json["tokenId"] != nil, "nobody guesses")
        }
    }

    @Test("an answer counts once", arguments: signingIn)
    func once(_ journey: String) async throws {
        try await withServer { (peer: Peer) async throws in
            let desk = try await PasskeyDesk(peer)
            let key = try await desk.registered()
            let step = try await desk.asking(journey)
            let text = try await desk.signed(step, key, verified: true)
            let replies = try await withThrowingTaskGroup(of: Peer.Reply.self) { group in
                for _ in 0..<6 { group.addTask { try await desk.answer(step, with: text) } }
                return try await group.reduce(into: [Peer.Reply]()) { $0.append($1) }
            }
            #expect(
                Set(replies.map { $0.json["tokenId"]?.string }).count == 1 && replies[0].json["tokenId"] != nil, "one session, told to all")
            peer.time.advance(by: 10)
            #expect(try await desk.signIn(journey, answering: text).status == 401, "nor in another run")
        }
    }
}

/// How a signed answer is made to look better than it is.
private enum Forgery {
    case none
    /// The flag is set after the signature.
    case flagAdded
    /// The answer says that somebody was there, and no more.
    case presenceOnly
}

/// A server with journeys that register passkeys and sign in by them, in two realms, and the authenticators of their users.
private struct PasskeyDesk: Sendable {
    struct Key: Sendable {
        let key: SoftwareCredentialKey
        let id = SystemRandom().bytes(32)

        init() throws { key = try SoftwareCredentialKey(.es256, random: SystemRandom()) }
    }

    private static let origin = "https://login.example.com"
    private static let party: JSONObject = [
        "relyingPartyDomain": "example.com", "origins": [.string(origin)], "userVerificationRequirement": "REQUIRED",
    ]

    let peer: Peer

    init(_ peer: Peer) async throws {
        self.peer = peer
        let domain = peer.server.domain
        let beta = try await domain.directory.realms.create(try #require(RealmPath("/beta")))
        let alpha = try await domain.directory.realms.realm(at: try #require(RealmPath("/alpha")))
        let hash = try await domain.directory.hasher.hash(Secret(Demo.password))
        _ = try await domain.directory.users.create("ada", in: alpha.id, passwordHash: hash)
        _ = try await domain.directory.users.create(Demo.user, in: beta.id, passwordHash: hash)
        for realm in [alpha, beta] {
            for (name, nodes) in Self.journeys {
                let journey: JSONValue = ["name": .string(name), "start": "first", "mustRun": true, "nodes": .object(nodes)]
                try await domain.signIn.journeys.save(journey, named: name, in: realm.id)
            }
        }
    }

    private static var journeys: [(String, JSONObject)] {
        func node(_ kind: String, _ settings: JSONObject, outcomes: [String]) -> JSONValue {
            var node: JSONObject = [kind: .object(settings), "success": "success"]
            for outcome in outcomes { node[outcome] = "failure" }
            return .object(node)
        }
        let register = node("webAuthnRegistration", party, outcomes: ["failure", "error", "unsupported"])
        func signIn(_ extra: JSONObject = [:]) -> JSONObject {
            var settings = party
            for member in extra.members { settings[member.name] = member.value }
            return settings
        }
        let ends = ["failure", "error", "unsupported", "noDevice"]
        var page: JSONObject = [
            "page": [
                "nodes": [["username": [:]], ["webAuthnAuthentication": .object(signIn(["mediation": "CONDITIONAL"]))]]
            ], "success": "success",
        ]
        for end in ends { page[end] = "failure" }
        return [
            (
                "Register",
                [
                    "first": ["page": ["nodes": [["username": [:]], ["password": [:]]]], "next": "check"],
                    "check": ["dataStoreDecision": [:], "true": "register", "false": "failure"], "register": register,
                ]
            ),
            (
                "RegisterNow",
                [
                    "first": ["sessionData": ["sessionDataKey": "UserToken", "sharedStateKey": "username"], "next": "register"],
                    "register": register,
                ]
            ),
            ("RegisterClaimed", ["first": ["username": [:], "next": "register"], "register": register]),
            (
                "ByName",
                ["first": ["username": [:], "next": "key"], "key": node("webAuthnAuthentication", signIn(), outcomes: ends)]
            ), ("Usernameless", ["first": node("webAuthnAuthentication", signIn(["requiresResidentKey": true]), outcomes: ends)]),
            ("Suggested", ["first": .object(page)]),
        ]
    }

    // MARK: The client

    func start(_ journey: String, session: String? = nil, realm: String = "alpha") async throws -> Peer.Reply {
        try await post("authenticate?authIndexType=service&authIndexValue=\(journey)", "{}", session, realm)
    }

    private func post(_ path: String, _ body: String, _ session: String?, _ realm: String) async throws -> Peer.Reply {
        var headers = [("Content-Type", "application/json"), ("Accept-API-Version", "resource=2.1, protocol=1.0")]
        if let session { headers.append((Demo.cookie, session)) }
        return try await peer.send(.POST, "/am/json/realms/\(realm)/\(path)", headers, body: body)
    }

    func answer(
        _ step: Step, name: String? = nil, password: String? = nil, with outcome: String? = nil, session: String? = nil,
        realm: String = "alpha"
    ) async throws -> Peer.Reply {
        var step = step
        for index in step.callbacks.indices {
            switch step.callbacks[index].type {
            case .name: if let name { step.answer(index, with: name) }
            case .password: if let password { step.answer(index, with: Secret(password)) }
            case .hiddenValue: if let outcome { step.answer(index, with: outcome) }
            default: break
            }
        }
        return try await post("authenticate", step.json.text, session, realm)
    }

    // MARK: The authenticator

    /// The step that asks for a new passkey, after the password.
    func registration(of user: String = Demo.user) async throws -> Step {
        let first = try Step(json: try await start("Register").json)
        return try Step(json: try await answer(first, name: user, password: Demo.password).json)
    }

    func registered(_ user: String = Demo.user) async throws -> Key {
        let (key, step) = (try Key(), try await registration(of: user))
        let reply = try await answer(step, with: try made(step, key, verified: true))
        #expect(reply.json["tokenId"] != nil, "\(reply.text)")
        return key
    }

    func made(_ step: Step, _ key: Key, verified: Bool) throws -> String {
        let request = try #require(
            step.callbacks.lazy.compactMap { if case .webAuthnRegistration(let request) = $0.kind { request } else { nil } }.first)
        let options = CreationOptions(
            relyingPartyID: "example.com", relyingPartyName: "", user: .init(id: Array(request.userID.utf8), name: "", displayName: ""),
            challenge: Array(try #require(Data(base64Encoded: request.challenge))))
        let made = try AuthenticatorModel().create(
            for: options, origin: Self.origin, key: key.key, id: key.id, userVerified: verified)
        return WebAuthnOutcome.answered(
            WebAuthnAnswer(clientDataJSON: made.clientDataJSON, data: made.attestationObject, credentialID: made.id)
        ).text
    }

    /// The step that asks for a passkey.
    func asking(_ journey: String, as user: String = Demo.user, realm: String = "alpha") async throws -> Step {
        let first = try Step(json: try await start(journey, realm: realm).json)
        guard journey == "ByName" else { return first }
        let reply = try await answer(first, name: user, realm: realm)
        return try Step(json: reply.json)
    }

    func signed(
        _ step: Step, _ key: Key, verified: Bool, _ forgery: Forgery = .none, handle: String? = nil
    ) async throws -> String {
        let request = try #require(
            step.callbacks.lazy.compactMap { if case .webAuthnAuthentication(let request) = $0.kind { request } else { nil } }.first)
        let options = RequestOptions(
            challenge: Array(try #require(Data(base64Encoded: request.challenge))), relyingPartyID: "example.com",
            userVerification: .discouraged)
        var signed = try AuthenticatorModel().sign(
            for: options, origin: Self.origin, key: key.key, id: key.id, userHandle: nil, userVerified: verified)
        if forgery == .flagAdded { signed.authenticatorData[32] |= 4 }
        if forgery == .presenceOnly { signed.authenticatorData[32] = 1 }
        let handle = if let handle { handle } else { try await self.handle(of: Demo.user) }
        return WebAuthnOutcome.answered(
            WebAuthnAnswer(
                clientDataJSON: signed.clientDataJSON, data: signed.authenticatorData, signature: signed.signature,
                credentialID: signed.id, userHandle: handle)
        ).text
    }

    func signIn(
        _ journey: String, with key: Key, as user: String = Demo.user, realm: String = "alpha", verified: Bool = true,
        _ forgery: Forgery = .none, handle: String? = nil
    ) async throws -> Peer.Reply {
        // A name without a passkey ends the journey before it asks.
        let first = try await start(journey, realm: realm)
        var step = try Step(json: first.json)
        if journey == "ByName" {
            let asked = try await answer(step, name: user, realm: realm)
            guard asked.status == 200 else { return asked }
            step = try Step(json: asked.json)
        }
        return try await answer(step, with: signed(step, key, verified: verified, forgery, handle: handle), realm: realm)
    }

    func signIn(_ journey: String, answering text: String) async throws -> Peer.Reply {
        try await answer(try await asking(journey), with: text)
    }

    // MARK: The database

    func handle(of user: String) async throws -> String {
        let alpha = try await peer.server.domain.directory.realms.realm(at: try #require(RealmPath("/alpha")))
        let user = try #require(try await peer.server.domain.directory.users.user(named: user, in: alpha.id))
        return String(decoding: RegisteredPasskey.handle(of: user.id), as: UTF8.self)
    }

    func passkeys(of user: String) async throws -> Int {
        let domain = peer.server.domain
        let alpha = try await domain.directory.realms.realm(at: try #require(RealmPath("/alpha")))
        let user = try #require(try await domain.directory.users.user(named: user, in: alpha.id))
        return try await domain.deviceRegistry.devices.keptPasskeys(of: user.id, in: alpha.id).count
    }
}
