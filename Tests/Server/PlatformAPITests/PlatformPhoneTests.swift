import DeviceMessages
import DialectTesting
import Foundation
@testable import HTTPBase
import HTTPTypes
import MailTesting
import MultiFactor
import Primitives
import ResourceMessages
import Store
import Testing

import Services
import Directory
import Foundations
import DevicePolicies

@Suite("Platform: what a request says reaches the phone")
struct PlatformPhoneTests {
    /// A server with a paired phone, and a worker that asks the authentication host.
    private struct Stage {
        let server: DeviceServer
        let phone: TestPhone
        let token: String
        var reference: JSONValue { ["id": .string(DeviceServer.application)] }

        init() async throws {
            server = try await DeviceServer()
            phone = try await server.pairedPhone()
            try await PlatformHarness.makeWorker("worker", AdministratorRole.allCases, in: server.realm, server.domain)
            token = try await PlatformHarness.token(of: "worker", in: server.realm, server.server)
        }

        func ask(
            _ method: HTTPRequest.Method, _ path: String, _ body: JSONValue? = nil, action: String? = nil
        ) async throws -> ServerResponse {
            var headers: HTTPFields = [.authorization: "Bearer " + token]
            if body != nil { headers[.contentType] = action.map(PlatformHarness.mediaType) ?? "application/json" }
            return try await server.server.send(method, "/\(server.realm.id.text)" + path, headers: headers, body: body?.text)
        }

        func begin(_ more: JSONObject) async throws -> ServerResponse {
            var body: JSONObject = ["user": ["id": .string(server.user.id.text)]]
            for member in more.members { body[member.name] = member.value }
            return try await ask(.post, "/deviceAuthentications", .object(body))
        }
    }

    @Test("selectedDevice, application and notification.clientContext: who is asked, for what, in which words")
    func asked() async throws {
        let stage = try await Stage()
        _ = try await stage.server.pairedPhone(2)
        let begun = try await stage.begin([
            "selectedDevice": ["id": .string(stage.phone.pairing)], "application": stage.reference,
            "notification": ["clientContext": "{\"sum\":\"10\"}"],
        ])
        #expect(begun.json["status"] == "PUSH_CONFIRMATION_REQUIRED", "\(begun.text)")
        let push = try await stage.phone.push()
        let (document, _) = try await stage.phone.document(of: push.challenge)
        #expect(document.clientContext == "{\"sum\":\"10\"}" && document.requester.application == DeviceServer.application)
        #expect(document.requester.name == "Example")
    }

    @Test(
        "reason: a push that is taken back leaves it in the audit log",
        arguments: [("CHANGE_DEVICE", "CHANGE_DEVICE"), ("ADD_DEVICE", "ADD_DEVICE"), ("SIGNOUT", "SIGNOUT"), ("anything", "OTHER")])
    func cancelled(_ reason: String, _ written: String) async throws {
        let stage = try await Stage()
        let begun = try await stage.begin([:])
        let path = "/deviceAuthentications/" + (begun.json["id"]?.string ?? "")
        let back = try await stage.ask(.post, path, ["reason": .string(reason)], action: "cancel.push.authentication")
        #expect(back.json["status"] == "DEVICE_SELECTION_REQUIRED", "\(back.text)")
        let events = try await stage.server.domain.platform.audit.latest(3, of: stage.server.domain.platform.database).map {
            JSONValue.object($0).text
        }
        #expect(events.contains { $0.contains("challenge.cancelled") && $0.contains("\"reason\":\"\(written)\"") }, "\(events)")
    }

    @Test("oneTime: the address is used, and no device", arguments: [true, false])
    func oneTime(_ isMail: Bool) async throws {
        let stage = try await Stage()
        let contact: JSONValue = isMail ? ["type": "EMAIL", "email": "once@example.com"] : ["type": "SMS", "phone": "+41791234567"]
        let begun = try await stage.begin(["selectedDevice": ["oneTime": contact]])
        let sent = stage.server.server.mail.last(to: "once@example.com")
        // There is no gateway for text messages here.
        #expect((begun.json["status"] == "OTP_REQUIRED") == isMail && (sent != nil) == isMail, "\(begun.text)")
    }

    @Test("applications and policy of a pairing key: which apps it is good for, and how long it lives")
    func pairingKeys() async throws {
        let stage = try await Stage()
        let domain = stage.server.domain
        var settings = ApplicationSettings()
        (settings.kind, settings.mobile) = (.native, MobileSettings())
        settings.mobile?.bundleID = "org.example.other"
        try await domain.directory.applications.create(
            Application(id: "other", realm: stage.server.realm.id, settings: settings, secret: nil))
        var policy = DeviceAuthenticationPolicy(id: UUID(), name: "Long")
        var rules = MobileApplicationRules("other")
        rules.pairingKeyLifetime = TimeSpan(1, .hours)
        (policy.mobile.isEnabled, policy.mobile.applications) = (true, [rules])
        let id = try await domain.devicePolicies.mfaPolicies.create(policy, in: stage.server.realm).id
        let path = "/v1/environments/\(stage.server.realm.id.text)/users/\(stage.server.user.id.text)/pairingKeys"
        let body: JSONValue = ["applications": [["id": "other"]], "policy": ["id": .string(id.text)]]
        let made = try await stage.server.server.send(
            .post, path, headers: [.authorization: "Bearer " + stage.token, .contentType: "application/json"], body: body.text)
        #expect(made.status == .created, "\(made.text)")
        let end = Form<Date>.time.write(stage.server.time.now.addingTimeInterval(3600))
        #expect(made.json["expiresAt"] == end, "\(made.text)")
        let key = Secret(made.json["code"]?.string ?? "")
        let first = try await TestPhone(stage.server, seed: 8).begin(with: key)
        #expect(DeviceError(json: first.json)?.documentedNumber == 10_006, "\(first.text)")
        let second = try await TestPhone(stage.server, seed: 9).begin(with: key, app: AppDescription(id: "org.example.other"))
        #expect(second.status == .created, "\(second.text)")
    }

    @Test(
        "an authentication code: application, clientContext, lifeTime, and userApproval where the realm lets codes do without",
        arguments: ["REQUIRED", "NOT_REQUIRED"])
    func code(_ approval: String) async throws {
        let stage = try await Stage()
        var realm = stage.server.realm
        realm.settings[AuthenticatorSettings.self].completesCodesOnScan = true
        try await stage.server.domain.directory.realms.update(realm)
        let made = try await stage.ask(
            .post, "/authenticationCodes",
            [
                "application": stage.reference, "clientContext": ["sum": "10"], "lifeTime": ["duration": 2, "timeUnit": "MINUTES"],
                "userApproval": .string(approval),
            ])
        #expect(made.status == .created && made.json["userApproval"]?.string == approval, "\(made.text)")
        let path = "/authentication-codes/\(made.json["code"]?.string ?? "")/claim"
        let claim = try AuthenticationCodeClaim(json: try await stage.phone.call(.post, path).json)
        #expect(claim.clientContext == "{\"sum\":\"10\"}" && claim.users.map(\.username) == ["demo"])
        #expect(claim.requester.application == DeviceServer.application)
        #expect((claim.status == .completed) == (approval == "NOT_REQUIRED") && claim.needsApproval == (approval == "REQUIRED"))
        let one = "/authenticationCodes/" + (made.json["id"]?.string ?? "")
        stage.server.time.advance(by: 119)
        #expect(try await stage.ask(.get, one).json["status"]?.string == (approval == "REQUIRED" ? "CLAIMED" : "COMPLETED"))
        stage.server.time.advance(by: 2)
        guard approval == "REQUIRED" else { return }
        #expect(try await stage.ask(.get, one).json["status"] == "EXPIRED")
    }
}
