import DialectTesting
import Foundation
@testable import HTTPBase
import HTTPTypes
import Primitives
import Testing
import WebAuthn

import Services
import Directory

@Suite("Platform: FIDO2 devices")
struct PlatformPasskeyTests {
    /// A platform whose user is asked for a second factor.
    private struct Stage {
        let platform: PlatformHarness
        let user: String

        init() async throws {
            platform = try await PlatformHarness()
            user = "/users/\(platform.user.id.uuidString.lowercased())"
            #expect(try await platform.send(.put, user + "/mfaEnabled", ["mfaEnabled": true]).status == .ok)
        }

        var userID: JSONValue { ["id": .string(platform.user.id.uuidString.lowercased())] }

        func create(_ policy: JSONValue? = nil, for user: String? = nil) async throws -> ServerResponse {
            var body: JSONObject = ["type": "FIDO2", "rp": ["id": .string(TestPasskey.party), "name": "Example"]]
            body["policy"] = policy.map { ["id": $0] }
            return try await platform.send(.post, (user ?? self.user) + "/devices", .object(body))
        }

        func activate(_ device: JSONValue, _ body: JSONValue, for user: String? = nil) async throws -> ServerResponse {
            try await platform.act((user ?? self.user) + "/devices/" + (device["id"]?.string ?? ""), "device.activate", body)
        }

        /// A user's active passkey.
        func register(_ passkey: TestPasskey) async throws {
            let made = try await create()
            let active = try await activate(made.json, passkey.attestation(made.json))
            #expect(active.status == .ok && active.json["status"] == "ACTIVE", "\(active.text)")
        }

        func authenticate(
            _ method: HTTPRequest.Method, _ path: String = "", _ body: JSONValue? = nil, action: String? = nil
        ) async throws -> ServerResponse {
            var headers: HTTPFields = [.authorization: "Bearer " + platform.token]
            if body != nil { headers[.contentType] = action.map(PlatformHarness.mediaType) ?? "application/json" }
            return try await platform.server.send(
                method, "/\(platform.environment)/deviceAuthentications" + path, headers: headers, body: body?.text)
        }

        func begin(_ more: JSONObject = [:]) async throws -> ServerResponse {
            var body: JSONObject = ["user": userID]
            for member in more.members { body[member.name] = member.value }
            return try await authenticate(.post, "", .object(body))
        }

        func check(_ authentication: JSONValue, _ body: JSONValue) async throws -> ServerResponse {
            try await authenticate(.post, "/" + (authentication["id"]?.string ?? ""), body, action: "assertion.check")
        }

        /// A device authentication policy with a FIDO2 policy of its own.
        func policy(_ fido2: JSONObject, method: JSONObject = ["enabled": true]) async throws -> JSONValue {
            var rules = fido2
            rules["name"] = .string("Rules \(UUID())")
            let made = try await platform.send(.post, "/fido2Policies", .object(rules))
            #expect(made.status == .created, "\(made.text)")
            var method = method
            method["fido2PolicyId"] = made.json["id"]
            let off: JSONValue = ["enabled": false]
            let policy = try await platform.send(
                .post, "/deviceAuthenticationPolicies",
                [
                    "name": .string("Policy \(UUID())"), "sms": off, "voice": off, "email": off, "totp": off, "mobile": off,
                    "fido2": .object(method),
                ])
            #expect(policy.status == .created, "\(policy.text)")
            return policy.json["id"] ?? .null
        }
    }

    private static func isRefused(_ answer: ServerResponse) -> Bool {
        answer.status == .badRequest && answer.json["code"] == "INVALID_DATA"
            && answer.json["details"]?.array?.first?["code"] == "INVALID_VALUE"
    }

    @Test("a passkey is made, activated by its attestation, shown, used, and used again")
    func life() async throws {
        let stage = try await Stage()
        let passkey = try TestPasskey()
        let made = try await stage.create()
        #expect(made.status == .created && made.json["status"] == "ACTIVATION_REQUIRED" && made.json["type"] == "FIDO2", "\(made.text)")
        let options = try CreationOptions(json: TestPasskey.options(made.json["publicKeyCredentialCreationOptions"]))
        #expect(options.relyingPartyID == "example.com" && options.relyingPartyName == "Example" && options.challenge.count == 32)
        #expect(options.user.displayName == "Ada King" && options.algorithms.contains(.es256))
        let active = try await stage.activate(made.json, passkey.attestation(made.json))
        #expect(active.status == .ok && active.json["status"] == "ACTIVE", "\(active.text)")
        #expect(active.json["rp"]?["id"] == "example.com" && active.json["attributes"]?["isCrossPlatform"] == false)
        #expect(active.json["publicKeyCredentialCreationOptions"] == nil)
        for count in [1, 2] as [UInt32] {
            let begun = try await stage.begin(["rp": ["id": "example.com"], "compatibility": "FULL"])
            #expect(begun.status == .created && begun.json["status"] == "ASSERTION_REQUIRED", "\(begun.text)")
            #expect(begun.json["_links"]?["assertion.check"] != nil)
            let done = try await stage.check(begun.json, passkey.assertion(begun.json, signCount: count))
            #expect(done.status == .ok && done.json["status"] == "COMPLETED", "\(done.text)")
            #expect(done.json["authenticators"]?.strings == ["mfa", "fido", "user"])
        }
        let second = try await stage.create()
        let excluded = try CreationOptions(json: TestPasskey.options(second.json["publicKeyCredentialCreationOptions"])).excluded
        #expect(excluded.map(\.id) == [passkey.id])
    }

    @Test("an attestation that is for something else is refused, and the right one is taken after it, once")
    func activation() async throws {
        let stage = try await Stage()
        let passkey = try TestPasskey()
        let made = try await stage.create().json
        let other = try await stage.create().json
        let wrong: [JSONValue] = [
            try passkey.attestation(other), try passkey.attestation(made, origin: "https://example.com.evil.example"),
            try passkey.attestation(made, stating: "https://example.com"), ["origin": "https://example.com", "attestation": "{}"],
            ["origin": "https://example.com", "attestation": "no JSON"],
        ]
        for body in wrong {
            let answer = try await stage.activate(made, body)
            #expect(Self.isRefused(answer), "\(answer.text)")
        }
        #expect(try await stage.activate(made, ["otp": "123456"]).status == .badRequest)
        #expect(try await stage.activate(made, [:]).status == .badRequest)
        let right = try passkey.attestation(made)
        #expect(try await stage.activate(made, right).json["status"] == "ACTIVE")
        #expect(try await stage.activate(made, right).json["code"] == "REQUEST_FAILED")
    }

    @Test("a device that a passkey makes is never active from the start")
    func notVouchedFor() async throws {
        let stage = try await Stage()
        let answer = try await stage.platform.send(
            .post, stage.user + "/devices", ["type": "FIDO2", "status": "ACTIVE", "rp": ["id": "example.com"]])
        #expect(answer.status == .badRequest, "\(answer.text)")
        for party in ["https://example.com", "Example.com", "example..com", ""] {
            let answer = try await stage.platform.send(.post, stage.user + "/devices", ["type": "FIDO2", "rp": ["id": .string(party)]])
            #expect(answer.status == .badRequest, "\(party)")
        }
        #expect(try await stage.platform.send(.post, stage.user + "/devices", ["type": "FIDO2"]).status == .badRequest)
    }

    @Test("a credential that somebody has registered is nobody else's")
    func twice() async throws {
        let stage = try await Stage()
        let passkey = try TestPasskey()
        try await stage.register(passkey)
        let eve = try await stage.platform.domain.directory.users.create("eve", in: stage.platform.realm.id, attributes: [:])
        let path = "/users/\(eve.id.uuidString.lowercased())"
        let made = try await stage.create(for: path).json
        #expect(Self.isRefused(try await stage.activate(made, passkey.attestation(made), for: path)))
        #expect(
            try await stage.platform.send(.get, path + "/devices/" + (made["id"]?.string ?? "")).json["status"] == "ACTIVATION_REQUIRED")
    }

    @Test("an assertion is taken once, by the user, device and authentication that it is for")
    func assertions() async throws {
        let stage = try await Stage()
        let passkey = try TestPasskey()
        try await stage.register(passkey)
        let first = try await stage.begin().json
        let right = try passkey.assertion(first, signCount: 5)
        #expect(try await stage.check(first, right).json["status"] == "COMPLETED")
        #expect(try await stage.check(first, right).json["code"] == "REQUEST_FAILED", "it is over")
        let second = try await stage.begin().json
        var stranger = try TestPasskey(seed: 2)
        stranger.id = passkey.id
        let wrong: [JSONValue] = [
            right, try passkey.assertion(second, signCount: 5),
        ]
        for body in wrong { #expect(Self.isRefused(try await stage.check(second, body))) }
        #expect(
            try await stage.check(second, stranger.assertion(second, signCount: 6)).json["details"]?.array?.first?["code"]
                == "DEVICE_LOCKED")
        stage.platform.server.time.advance(by: 121)
        let third = try await stage.begin().json
        #expect(Self.isRefused(try await stage.check(third, passkey.assertion(third, origin: "https://evil.example", signCount: 7))))
        #expect(Self.isRefused(try await stage.check(third, passkey.assertion(third, stating: "https://example.com", signCount: 7))))
        #expect(try await stage.check(third, passkey.assertion(third, signCount: 7)).json["status"] == "COMPLETED")
    }

    @Test("of two answers at once one counts")
    func concurrent() async throws {
        let stage = try await Stage()
        let passkey = try TestPasskey()
        try await stage.register(passkey)
        let begun = try await stage.begin().json
        let bodies = try (1...8).map { try passkey.assertion(begun, signCount: $0) }
        let done = try await withThrowingTaskGroup(of: Bool.self) { group in
            for body in bodies { group.addTask { try await stage.check(begun, body).json["status"] == "COMPLETED" } }
            return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(done == 1)
    }

    @Test("user verification that a policy requires is required, in a registration and in an authentication")
    func verification() async throws {
        let stage = try await Stage()
        let policy = try await stage.policy(["userVerification": ["option": "REQUIRED"]])
        var passkey = try TestPasskey()
        let made = try await stage.create(policy).json
        let creation = try CreationOptions(json: TestPasskey.options(made["publicKeyCredentialCreationOptions"]))
        #expect(creation.userVerification == .required)
        passkey.isVerifying = false
        var lax = creation
        lax.userVerification = .discouraged
        let response = try passkey.model.create(for: lax, origin: TestPasskey.origin, key: passkey.key, id: passkey.id, userVerified: false)
        let unverified: JSONValue = ["origin": .string(TestPasskey.origin), "attestation": .string(response.json.text)]
        #expect(Self.isRefused(try await stage.activate(made, unverified)))
        passkey.isVerifying = true
        #expect(try await stage.activate(made, passkey.attestation(made)).json["status"] == "ACTIVE")
        let begun = try await stage.begin(["policy": ["id": policy]]).json
        var request = try RequestOptions(json: TestPasskey.options(begun["publicKeyCredentialRequestOptions"]))
        #expect(request.userVerification == .required)
        request.userVerification = .discouraged
        let answer = try passkey.model.sign(
            for: request, origin: TestPasskey.origin, key: passkey.key, id: passkey.id, userHandle: nil, userVerified: false)
        #expect(
            Self.isRefused(try await stage.check(begun, ["origin": .string(TestPasskey.origin), "assertion": .string(answer.json.text)])))
        #expect(try await stage.check(begun, passkey.assertion(begun)).json["status"] == "COMPLETED")
    }

    @Test("a policy may forbid credentials that can be copied")
    func backup() async throws {
        let stage = try await Stage()
        let policy = try await stage.policy(["backupEligibility": ["allow": false, "enforceDuringAuthentication": true]])
        var passkey = try TestPasskey()
        passkey.model.isBackedUp = true
        let made = try await stage.create(policy).json
        #expect(Self.isRefused(try await stage.activate(made, passkey.attestation(made))))
        try await stage.register(passkey)
        let begun = try await stage.begin(["policy": ["id": policy]]).json
        #expect(Self.isRefused(try await stage.check(begun, passkey.assertion(begun))))
    }

    @Test("where no passkey can be used, or none is for the relying party, none is asked")
    func unusable() async throws {
        let stage = try await Stage()
        try await stage.register(TestPasskey())
        let bodies: [JSONObject] = [
            ["compatibility": "NONE"], ["compatibility": "SECURITY_KEY_ONLY"], ["rp": ["id": "example.org"]],
            ["policy": ["id": try await stage.policy([:], method: ["enabled": false])]],
        ]
        for body in bodies {
            let answer = try await stage.begin(body)
            #expect(answer.json["status"] == "FAILED" && answer.json["error"]?["code"] == "NO_USABLE_DEVICES", "\(answer.text)")
        }
    }

    @Test("a policy that takes no new devices, or names another relying party, takes none")
    func noPairing() async throws {
        let stage = try await Stage()
        let closed = try await stage.policy([:], method: ["enabled": true, "pairingDisabled": true])
        #expect(try await stage.create(closed).status == .forbidden)
        let other = try await stage.policy(["relyingPartyId": "example.org"])
        #expect(try await stage.create(other).status == .badRequest)
    }

    @Test("FIDO2 policies are made, read, replaced and removed; one is the default")
    func policies() async throws {
        let platform = try await PlatformHarness()
        let listed = try await platform.send(.get, "/fido2Policies")
        #expect(listed.json["_embedded"]?["fido2Policies"]?.array?.map { $0["default"] } == [true], "\(listed.text)")
        let made = try await platform.send(
            .post, "/fido2Policies",
            [
                "name": "Strict", "authenticatorAttachment": "CROSS_PLATFORM", "discoverableCredentials": "REQUIRED",
                "attestationRequirements": "DIRECT", "userPresenceTimeout": ["duration": 3, "timeUnit": "MINUTES"],
                "publicKeyCredentialHints": ["SECURITY_KEY"], "deviceDisplayName": "Key",
            ])
        #expect(made.status == .created && made.json["name"] == "Strict", "\(made.text)")
        let path = "/fido2Policies/" + (made.json["id"]?.string ?? "")
        #expect(try await platform.send(.get, path).json["deviceDisplayName"] == "Key")
        #expect(try await platform.send(.put, path, ["name": "Strict", "default": true]).json["default"] == true)
        #expect(try await platform.send(.delete, path).status == .badRequest, "the default policy stays")
        let wrong: [JSONObject] = [
            [:], ["name": "A", "userPresenceTimeout": ["duration": 11, "timeUnit": "MINUTES"]],
            ["name": "A", "relyingPartyId": "https://example.com"],
            ["name": "A", "mdsAuthenticatorsRequirements": ["option": "CERTIFIED"]],
        ]
        #expect(try await platform.send(.post, "/fido2Policies", ["name": "Strict"]).status == .conflict, "the name is taken")
        for (index, body) in wrong.enumerated() {
            let answer = try await platform.send(.post, "/fido2Policies", .object(body))
            #expect(answer.status == .badRequest, "\(index): \(answer.text)")
        }
    }

    @Test("what a policy says of attachment, credentials, attestation, hints, time and name stands in what a browser is asked")
    func asked() async throws {
        let stage = try await Stage()
        let policy = try await stage.policy([
            "authenticatorAttachment": "CROSS_PLATFORM", "discoverableCredentials": "REQUIRED", "attestationRequirements": "DIRECT",
            "userPresenceTimeout": ["duration": 3, "timeUnit": "MINUTES"], "publicKeyCredentialHints": ["SECURITY_KEY", "HYBRID"],
            "deviceDisplayName": "Key",
        ])
        let made = try await stage.create(policy).json
        let options = try TestPasskey.options(made["publicKeyCredentialCreationOptions"])
        #expect(options["authenticatorSelection"]?["authenticatorAttachment"] == "cross-platform")
        #expect(options["authenticatorSelection"]?["residentKey"] == "required" && options["attestation"] == "direct")
        #expect(options["hints"] == ["security-key", "hybrid"] && options["timeout"] == 180_000)
        #expect(made["nickname"] == "Key")
        let plain = try TestPasskey.options(try await stage.create().json["publicKeyCredentialCreationOptions"])
        #expect(plain["authenticatorSelection"]?["authenticatorAttachment"] == nil && plain["timeout"] == 120_000)
    }

    @Test("enforceDuringAuthentication: what was wanted of a registration is wanted later, or not", arguments: [true, false])
    func enforced(_ isEnforced: Bool) async throws {
        let stage = try await Stage()
        let enforce: JSONValue = .bool(isEnforced)
        let policy = try await stage.policy([
            "userVerification": ["option": "REQUIRED", "enforceDuringAuthentication": enforce],
            "backupEligibility": ["allow": false, "enforceDuringAuthentication": enforce],
        ])
        var passkey = try TestPasskey()
        passkey.model.isBackedUp = true
        try await stage.register(passkey)
        let begun = try await stage.begin(["policy": ["id": policy]]).json
        let request = try RequestOptions(json: TestPasskey.options(begun["publicKeyCredentialRequestOptions"]))
        #expect(request.userVerification == (isEnforced ? .required : .preferred))
        let answer = try await stage.check(begun, passkey.assertion(begun))
        #expect((answer.json["status"] == "COMPLETED") == !isEnforced, "\(answer.text)")
    }

    @Test("fido2.failure: so many wrong assertions lock the device for the cool-down")
    func failures() async throws {
        let stage = try await Stage()
        let passkey = try TestPasskey()
        try await stage.register(passkey)
        let failure: JSONValue = ["count": 1, "coolDown": ["duration": 3, "timeUnit": "MINUTES"]]
        let policy: JSONObject = ["policy": ["id": try await stage.policy([:], method: ["enabled": true, "failure": failure])]]
        let begun = try await stage.begin(policy).json
        let wrong = try await stage.check(begun, passkey.assertion(begun, origin: "https://evil.example", signCount: 1))
        #expect(wrong.json["details"]?.array?.first?["code"] == "DEVICE_LOCKED", "\(wrong.text)")
        stage.platform.server.time.advance(by: 179)
        #expect(try await stage.begin(policy).json["status"] == "FAILED")
        stage.platform.server.time.advance(by: 2)
        #expect(try await stage.begin(policy).json["status"] == "ASSERTION_REQUIRED")
    }

    @Test(
        "compatibility: a browser that can't use the passkey gives no answer of it",
        arguments: [("FULL", true), ("SECURITY_KEY_ONLY", false), ("NONE", false)])
    func compatible(_ compatibility: String, _ isTaken: Bool) async throws {
        let stage = try await Stage()
        let passkey = try TestPasskey()
        try await stage.register(passkey)
        let begun = try await stage.begin().json
        var body = try #require(try passkey.assertion(begun).object)
        body["compatibility"] = .string(compatibility)
        let answer = try await stage.check(begun, .object(body))
        #expect((answer.json["status"] == "COMPLETED") == isTaken, "\(answer.text)")
    }

    @Test("a challenge of the caller's own is what the passkey signs, once, and for a named relying party")
    func ownChallenge() async throws {
        let stage = try await Stage()
        let passkey = try TestPasskey()
        try await stage.register(passkey)
        func own(_ count: Int, _ byte: UInt8 = 7) -> JSONValue {
            ["challenge": .string(Base64URL.encode([UInt8](repeating: byte, count: count)))]
        }
        let begun = try await stage.begin(["rp": ["id": "example.com"], "webAuthn": own(40)])
        let options = try RequestOptions(json: TestPasskey.options(begun.json["publicKeyCredentialRequestOptions"]))
        #expect(begun.status == .created && options.challenge == [UInt8](repeating: 7, count: 40), "\(begun.text)")
        let answer = try passkey.assertion(begun.json, signCount: 1)
        #expect(try await stage.check(begun.json, answer).json["status"] == "COMPLETED")
        #expect(Self.isRefused(try await stage.begin(["rp": ["id": "example.com"], "webAuthn": own(40)])), "a used one")
        let next = try await stage.begin(["rp": ["id": "example.com"], "webAuthn": own(40, 8)])
        #expect(Self.isRefused(try await stage.check(next.json, answer)), "an answer to another challenge")
        #expect(try await stage.begin(["webAuthn": own(40, 9)]).status == .badRequest, "no relying party")
        #expect(Self.isRefused(try await stage.begin(["rp": ["id": "example.com"], "webAuthn": own(31, 9)])), "too short")
    }
}
