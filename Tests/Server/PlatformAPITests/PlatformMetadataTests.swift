import AttestationTesting
import DialectTesting
import Foundation
@testable import HTTPBase
import HTTPTypes
import Primitives
import Testing
import WebAuthn

import Services
import Directory
import Foundations
import DevicePolicies

@Suite("Platform: FIDO2 policies by metadata (docs/protocols/platform.md 2.9)")
struct PlatformMetadataTests {
    private static let model = "00000000-0000-0000-0000-000000000009"
    private static let aaguid = [UInt8](repeating: 0, count: 15) + [9]

    /// A platform whose trust store has metadata of one model, and a key of that model.
    private struct Stage {
        let platform: PlatformHarness
        let vendor: PretendAuthority
        var passkey: TestPasskey
        let user: String

        init(_ statuses: [String]? = ["FIDO_CERTIFIED_L1"]) async throws {
            platform = try await PlatformHarness()
            vendor = try PretendAuthority(aaguid: PlatformMetadataTests.aaguid, at: platform.server.time.now)
            passkey = try TestPasskey()
            passkey.model.aaguid = PlatformMetadataTests.aaguid
            user = "/users/\(platform.user.id.uuidString.lowercased())"
            #expect(try await platform.send(.put, user + "/mfaEnabled", ["mfaEnabled": true]).status == .ok)
            if let statuses { try await load(statuses) }
        }

        func load(_ statuses: [String]) async throws {
            let payload = try MetadataPublisher.payload(PlatformMetadataTests.model, statuses, root: vendor.root).encoded
            let blob = try MetadataBlob(payload: payload)
            _ = try await platform.domain.devicePolicies.trustStores.load(
                TrustMaterial(), metadata: blob, as: TrustStores.defaultAlias, in: platform.realm.id)
        }

        /// Makes the realm's standard FIDO2 policy want what metadata says.
        func require(_ requirements: JSONObject, _ more: JSONObject = [:]) async throws -> ServerResponse {
            var policy: JSONObject = [
                "name": "Metadata", "default": true, "attestationRequirements": "DIRECT",
                "mdsAuthenticatorsRequirements": .object(requirements),
            ]
            for member in more.members { policy[member.name] = member.value }
            return try await platform.send(.post, "/fido2Policies", .object(policy))
        }

        /// Registers the key; nobody vouches for it unless the vendor does.
        func register(isVouchedFor: Bool = true) async throws -> ServerResponse {
            let made = try await platform.send(
                .post, user + "/devices", ["type": "FIDO2", "rp": ["id": .string(TestPasskey.party), "name": "E"]])
            let options = try CreationOptions(json: TestPasskey.options(made.json["publicKeyCredentialCreationOptions"]))
            let own = try passkey.model.create(
                for: options, origin: TestPasskey.origin, key: passkey.key, id: passkey.id, userVerified: true)
            let response = isVouchedFor ? try vendor.vouch(for: own) : own
            let body: JSONValue = ["origin": .string(TestPasskey.origin), "attestation": .string(response.json.text)]
            return try await platform.act(user + "/devices/" + (made.json["id"]?.string ?? ""), "device.activate", body)
        }

        /// What an authentication says that begins now.
        func begin() async throws -> ServerResponse {
            let headers: HTTPFields = [.authorization: "Bearer " + platform.token, .contentType: "application/json"]
            let body: JSONValue = ["user": ["id": .string(platform.user.id.uuidString.lowercased())]]
            return try await platform.server.send(
                .post, "/\(platform.environment)/deviceAuthentications", headers: headers, body: body.text)
        }
    }

    private static let options: [(JSONObject, [String], Bool)] = [
        (["option": "GLOBAL"], [], true), (["option": "GLOBAL"], ["REVOKED"], false),
        (["option": "CERTIFIED"], ["FIDO_CERTIFIED_L2"], true), (["option": "CERTIFIED"], ["NOT_FIDO_CERTIFIED"], false),
        (["option": "SPECIFIC", "allowedAuthenticators": [["id": .string(model)]]], [], true),
        (["option": "SPECIFIC", "allowedAuthenticators": [["id": "00000000-0000-0000-0000-000000000008"]]], [], false),
        (["option": "AUDIT_ONLY"], ["REVOKED"], true), (["option": "NONE"], ["REVOKED"], true),
    ]

    @Test("what metadata must say of a key that is registered", arguments: options)
    func registration(_ requirements: JSONObject, _ statuses: [String], _ isAllowed: Bool) async throws {
        let stage = try await Stage(statuses)
        let made = try await stage.require(requirements)
        #expect(made.status == .created, "\(made.text)")
        let answer = try await stage.register()
        #expect((answer.status == .ok) == isAllowed, "\(answer.text)")
    }

    @Test("a key that nobody vouches for, or that metadata doesn't know, will not do", arguments: ["GLOBAL", "CERTIFIED", "AUDIT_ONLY"])
    func unvouched(_ option: String) async throws {
        let stage = try await Stage()
        _ = try await stage.require(["option": .string(option)])
        #expect((try await stage.register(isVouchedFor: false).status == .ok) == (option == "AUDIT_ONLY"))
        var unknown = try await Stage()
        _ = try await unknown.require(["option": .string(option)])
        unknown.passkey.model.aaguid = [UInt8](repeating: 7, count: 16)
        #expect((try await unknown.register(isVouchedFor: false).status == .ok) == (option == "AUDIT_ONLY"))
    }

    @Test("what metadata says is written down")
    func audited() async throws {
        let stage = try await Stage(["REVOKED"])
        _ = try await stage.require(["option": "AUDIT_ONLY"])
        _ = try await stage.register()
        let events = try await stage.platform.domain.platform.audit.latest(10, of: stage.platform.domain.platform.database)
        let texts = events.map { JSONValue.object($0).text }
        #expect(texts.contains { $0.contains("\"metadata\":\"warned\"") && $0.contains(Self.model) }, "\(texts)")
    }

    @Test("a model that metadata warns of later authenticates no more, where that is enforced", arguments: [true, false])
    func enforced(_ isEnforced: Bool) async throws {
        let stage = try await Stage()
        _ = try await stage.require(["option": "GLOBAL", "enforceDuringAuthentication": .bool(isEnforced)])
        #expect(try await stage.register().status == .ok)
        #expect(try await stage.begin().json["status"] == "ASSERTION_REQUIRED")
        try await stage.load(["FIDO_CERTIFIED_L1", "REVOKED"])
        #expect(try await stage.begin().json["status"]?.string == (isEnforced ? "FAILED" : "ASSERTION_REQUIRED"))
    }

    @Test(
        "settings that could refuse nobody are refused",
        arguments: [
            (["option": "GLOBAL"], ["attestationRequirements": "NONE"]), (["option": "SPECIFIC"], [:]),
            (["option": "GLOBAL", "allowedAuthenticators": [["id": .string(model)]]], [:]),
            (["option": "AUDIT_ONLY", "enforceDuringAuthentication": true], [:]),
            (["option": "NONE", "enforceDuringAuthentication": true], [:]),
        ] as [(JSONObject, JSONObject)])
    func refused(_ requirements: JSONObject, _ more: JSONObject) async throws {
        #expect(try await Stage().require(requirements, more).status == .badRequest)
    }

    @Test("without metadata nothing can go by it")
    func withoutMetadata() async throws {
        let answer = try await Stage(nil).require(["option": "GLOBAL"])
        #expect(answer.status == .badRequest)
        #expect(answer.json["details"]?.array?.first?["target"] == "mdsAuthenticatorsRequirements.option", "\(answer.text)")
    }

    @Test("the models that metadata knows are listed")
    func listed() async throws {
        let stage = try await Stage(["FIDO_CERTIFIED_L2"])
        let list = try await stage.platform.send(.get, "/fidoDevicesMetadata")
        let model = list.json["_embedded"]?["fidoDevicesMetadata"]?.array?.first
        #expect(model?["mdsIdentifier"]?.string == Self.model && model?["revoked"] == false, "\(list.text)")
        #expect(try await Stage(nil).platform.send(.get, "/fidoDevicesMetadata").json["size"] == 0)
    }

    @Test(
        "an authenticator shows the first member of the profile that there is",
        arguments: [
            ([["name": "nickname"], ["name": "email"]], "ada@example.com"),
            ([["name": "name", "subAttributes": [["name": "family"]]]], "King"), ([["name": "name"]], "Ada King"), (nil, "Ada King"),
        ] as [(JSONValue?, String)])
    func displayName(_ attributes: JSONValue?, _ expected: String) async throws {
        let stage = try await Stage(nil)
        var more: JSONObject = [:]
        more["userDisplayNameAttributes"] = attributes.map { ["attributes": $0] }
        let policy = try await stage.require(["option": "NONE"], more)
        #expect(policy.status == .created, "\(policy.text)")
        let made = try await stage.platform.send(
            .post, stage.user + "/devices", ["type": "FIDO2", "rp": ["id": .string(TestPasskey.party), "name": "E"]])
        let options = try TestPasskey.options(made.json["publicKeyCredentialCreationOptions"])
        #expect(options["user"]?["displayName"]?.string == expected)
    }
}
