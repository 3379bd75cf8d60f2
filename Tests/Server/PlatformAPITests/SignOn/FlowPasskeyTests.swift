import DialectTesting
import Foundation
@testable import HTTPBase
import HTTPTypes
import Primitives
import Testing
import WebAuthn

import DeviceRegistry
import Services
import Directory
import DevicePolicies

@Suite("Flows: a passkey (docs/protocols/platform.md 6.2)")
struct FlowPasskeyTests {
    /// A server whose user has a passkey, and perhaps a phone before it.
    private struct Stage {
        let server: SignOnServer
        var passkey: TestPasskey
        let device: UserDevice

        init(phone: Bool = false) async throws {
            server = try await SignOnServer()
            if phone { _ = try await server.devices.pairedPhone() }
            try await server.devices.change { policy in
                policy.fido2 = policy.fido2 ?? .init()
                policy.fido2?.isEnabled = true
            }
            passkey = try TestPasskey()
            var enrolment = Devices.Enrolment(.fido2)
            enrolment.relyingParty = .init(id: TestPasskey.party, name: "Example")
            let enrolled = try await server.domain.deviceRegistry.devices.enrol(enrolment, for: server.devices.user.id, in: server.realm)
            let answer = try passkey.model.create(
                for: try enrolled.options.unwrapped(), origin: TestPasskey.origin, key: passkey.key, id: passkey.id, userVerified: true)
            device = try await server.domain.deviceRegistry.devices.activate(
                enrolled.device.id, with: answer, origin: TestPasskey.origin, of: server.devices.user.id, from: "local", in: server.realm)
        }

        /// A client that has entered the password.
        func client() async throws -> FlowClient {
            let client = FlowClient(server)
            try await client.begin()
            try await client.enterPassword()
            return client
        }

        var selection: JSONObject { ["device": ["id": .string(device.id.uuidString.lowercased())]] }
    }

    private func code(_ answer: ServerResponse) -> String? {
        answer.json["details"]?.array?.first?["code"]?.string ?? answer.json["code"]?.string
    }

    @Test("a user with nothing but a passkey is asked for it, and gets tokens")
    func alone() async throws {
        let stage = try await Stage()
        let client = try await stage.client()
        #expect(client.status == "ASSERTION_REQUIRED")
        #expect(client.flow["selectedDevice"]?["id"]?.string == stage.device.id.uuidString.lowercased())
        #expect(client.flow["_links"]?["assertion.check"]?["href"]?.string?.hasSuffix("/flows/\(client.id)") == true)
        #expect(try await client.read().json["publicKeyCredentialRequestOptions"] == client.flow["publicKeyCredentialRequestOptions"])
        let answer = try await client.act("assertion.check", stage.passkey.assertion(client.flow))
        #expect(answer.status == .ok && client.status == "COMPLETED", "\(answer.text)")
        #expect(client.flow["publicKeyCredentialRequestOptions"] == nil)
        #expect(try await client.exchange().json["id_token"]?.string != nil)
    }

    @Test("an assertion counts where it was given")
    func origin() async throws {
        let stage = try await Stage()
        let client = try await stage.client()
        let elsewhere = try stage.passkey.assertion(client.flow, stating: "https://example.com")
        #expect(code(try await client.act("assertion.check", elsewhere)) == "INVALID_VALUE")
        #expect(client.status == "ASSERTION_REQUIRED")
    }

    @Test("an assertion is good once, in its flow, and not by another key")
    func refused() async throws {
        let stage = try await Stage()
        let client = try await stage.client()
        let right = try stage.passkey.assertion(client.flow)
        let other = try await stage.client()
        #expect(code(try await other.act("assertion.check", right)) == "INVALID_VALUE")
        var thief = stage.passkey
        thief.key = try TestPasskey(seed: 9).key
        #expect(try await other.act("assertion.check", try thief.assertion(other.flow)).status == .badRequest)
        #expect(other.status == "ASSERTION_REQUIRED")
        #expect(try await client.act("assertion.check", right).json["status"] == "COMPLETED")
        #expect(code(try await client.act("assertion.check", right)) == "REQUEST_FAILED")
    }

    @Test("what an assertion isn't asked for is refused", arguments: ["USERNAME_PASSWORD_REQUIRED", "PUSH_CONFIRMATION_REQUIRED"])
    func wrongState(_ status: String) async throws {
        let stage = try await Stage(phone: true)
        let client = FlowClient(stage.server)
        try await client.begin()
        if status == "PUSH_CONFIRMATION_REQUIRED" { try await client.enterPassword() }
        #expect(client.status == status)
        let asked = try await Stage()
        let assertion = try asked.passkey.assertion(try await asked.client().flow)
        #expect(code(try await client.act("assertion.check", assertion)) == "REQUEST_FAILED")
        #expect(try await client.read().json["status"]?.string == status)
    }

    @Test("a passkey is chosen in the place of a phone, and a phone in its")
    func chosen() async throws {
        let stage = try await Stage(phone: true)
        let client = try await stage.client()
        #expect(client.status == "PUSH_CONFIRMATION_REQUIRED")
        let phone = client.flow["selectedDevice"] ?? .null
        try await client.act("device.select", .object(stage.selection))
        #expect(client.status == "ASSERTION_REQUIRED")
        try await client.act("device.select", ["device": phone])
        #expect(client.status == "PUSH_CONFIRMATION_REQUIRED" && client.flow["publicKeyCredentialRequestOptions"] == nil)
    }

    @Test("a browser that has no passkeys is asked for none", arguments: [("NONE", false), ("FULL", true)])
    func compatibility(_ compatibility: String, _ isUsable: Bool) async throws {
        let stage = try await Stage(phone: true)
        let client = try await stage.client()
        var selection = stage.selection
        selection["compatibility"] = .string(compatibility)
        let answer = try await client.act("device.select", .object(selection))
        #expect((answer.status == .ok) == isUsable, "\(answer.text)")
        #expect(client.status == (isUsable ? "ASSERTION_REQUIRED" : "PUSH_CONFIRMATION_REQUIRED"))
    }

    @Test("wrong assertions lock the passkey as wrong codes do")
    func locked() async throws {
        let stage = try await Stage()
        let client = try await stage.client()
        var thief = stage.passkey
        thief.key = try TestPasskey(seed: 9).key
        var codes: [String?] = []
        for _ in 0..<8 { codes.append(code(try await client.act("assertion.check", try thief.assertion(client.flow)))) }
        #expect(codes.last == "DEVICE_LOCKED" && codes.first == "INVALID_VALUE")
    }
}
