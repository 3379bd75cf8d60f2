import DialectTesting
import Foundation
@testable import HTTPBase
import HTTPTypes
import MailTesting
import Primitives
import Testing

import Services
import Directory
import Messaging
import DevicePolicies

@Suite("Platform: what notifications say, how many there are, and test devices")
struct PlatformNotificationTests {
    /// A platform whose user is asked for a second factor, and whose text messages and calls are kept.
    private struct Stage {
        let platform: PlatformHarness
        let gateway = RecordingGateway()
        let user: String

        init(_ environment: EnvironmentType = .production) async throws {
            platform = try await PlatformHarness(http: gateway)
            user = "/users/\(platform.user.id.uuidString.lowercased())"
            #expect(try await platform.send(.put, user + "/mfaEnabled", ["mfaEnabled": true]).status == .ok)
            try await change(to: environment)
            try await platform.domain.messaging.smsGateways.set(RecordingGateway.settings, of: platform.realm)
        }

        func change(to environment: EnvironmentType) async throws {
            var realm = try await platform.domain.directory.realms.realm(id: platform.realm.id)
            realm.settings[EnvironmentSettings.self].environmentType = environment
            try await platform.domain.directory.realms.update(realm)
        }

        func authenticate(_ path: String, _ body: JSONObject, action: String? = nil, token: String? = nil) async throws -> ServerResponse {
            var body = body
            if action == nil { body["user"] = ["id": .string(platform.user.id.uuidString.lowercased())] }
            let headers: HTTPFields = [
                .authorization: "Bearer " + (token ?? platform.token),
                .contentType: action.map(PlatformHarness.mediaType) ?? "application/json",
            ]
            return try await platform.server.send(
                .post, "/\(platform.environment)/deviceAuthentications" + path, headers: headers, body: JSONValue.object(body).text)
        }

        func device(_ body: JSONObject, token: String? = nil) async throws -> ServerResponse {
            var body = body
            if body["status"] == nil { body["status"] = "ACTIVE" }
            return try await platform.send(.post, user + "/devices", .object(body), token: token)
        }

        func content(_ template: String, _ body: JSONValue) async throws -> ServerResponse {
            try await platform.send(.post, "/templates/\(template)/contents", body)
        }

        func allowVoice(_ policy: JSONValue? = nil) async throws {
            var standard = try await platform.domain.devicePolicies.mfaPolicies.standard(in: platform.realm)
            standard.voice.isEnabled = true
            standard.notificationsPolicy = policy?.string
            _ = try await platform.domain.devicePolicies.mfaPolicies.replace(standard, in: platform.realm)
        }
    }

    private static let phone: JSONObject = ["type": "SMS", "phone": "+41791234567"]
    private static let wire: JSONValue = [
        "locale": "de", "deliveryMethod": "SMS", "variant": "wire", "content": "${sum} ${currency}? ${otp}",
    ]

    private static func problem(_ answer: ServerResponse) -> String? { answer.json["details"]?.array?.first?["target"]?.string }

    @Test("templates and their contents are listed, made, read, replaced and removed")
    func contents() async throws {
        let stage = try await Stage()
        let list = try await stage.platform.send(.get, "/templates").json["_embedded"]?["templates"]?.array ?? []
        #expect(
            list.compactMap { $0["id"]?.string } == [
                "device_pairing", "strong_authentication", "transaction", "new_device_paired", "id_verification",
            ])
        #expect(try await stage.platform.send(.get, "/templates/transaction").json["deliveryMethods"]?.strings?.contains("Push") == true)
        let path = "/templates/transaction/contents"
        let standard = try await stage.platform.send(.get, path).json["_embedded"]?["contents"]?.array ?? []
        #expect(standard.count == 4 && standard.allSatisfy { $0["default"] == true })
        let made = try await stage.content("transaction", Self.wire)
        let one = path + "/" + (made.json["id"]?.string ?? "")
        #expect(made.status == .created && made.json["default"] == false && made.json["createdAt"] != nil, "\(made.text)")
        #expect(try await stage.content("transaction", Self.wire).status == .conflict)
        var changed = try #require(made.json.object)
        changed["content"] = "${otp}"
        #expect(try await stage.platform.send(.put, one, .object(changed)).json["content"] == "${otp}", "what was read can be sent back")
        changed["locale"] = "fr"
        #expect(Self.problem(try await stage.platform.send(.put, one, .object(changed))) == "locale")
        #expect(try await stage.platform.send(.get, one).json["variant"] == "wire")
        #expect(try await stage.platform.send(.delete, one).status == .noContent)
        #expect(try await stage.platform.send(.get, one).status == .notFound)
    }

    @Test("a template that nothing sends is refused with the reason, one that there isn't is not found")
    func idle() async throws {
        let stage = try await Stage()
        let refused = try await stage.content("credential_issued", Self.wire)
        #expect(refused.status == .badRequest && Self.problem(refused) == "templateName", "\(refused.text)")
        #expect(try await stage.content("nothing", Self.wire).status == .notFound)
    }

    @Test("a request's template, language, variant and variables make the message")
    func transaction() async throws {
        let stage = try await Stage()
        #expect(try await stage.content("transaction", Self.wire).status == .created)
        #expect(try await stage.device(Self.phone).status == .created)
        var template: JSONObject = [
            "name": "transaction", "locale": "de-CH", "variant": "Wire", "variables": ["sum": "1000000", "currency": "USD"],
        ]
        let begun = try await stage.authenticate("", ["notification": ["template": .object(template)]])
        #expect(begun.status == .created && begun.json["status"] == "OTP_REQUIRED", "\(begun.text)")
        #expect(stage.gateway.text?.contains("1000000 USD? ") == true)
        let plain = try await stage.authenticate("", [:])
        #expect(plain.status == .created && stage.gateway.text?.contains("Your code is") == true)
        template["variables"] = ["sum": "1"]
        let count = stage.gateway.requests.count
        let refused = try await stage.authenticate("", ["notification": ["template": .object(template)]])
        #expect(refused.status == .badRequest && refused.json["code"] == "INVALID_DATA" && stage.gateway.requests.count == count)
        for wrong in [["name": "device_pairing"], ["locale": "nonsense"], ["variables": ["otp": "1"]]] as [JSONValue] {
            #expect(try await stage.authenticate("", ["notification": ["template": wrong]]).status == .badRequest, "\(wrong)")
        }
    }

    @Test("a content's sender takes the place of the gateway's")
    func sender() async throws {
        let stage = try await Stage()
        var gateway = RecordingGateway.settings
        (gateway.from, gateway.body) = ("Realm", .json(["to": "{{to}}", "text": "{{text}}", "from": "{{from}}"]))
        try await stage.platform.domain.messaging.smsGateways.set(gateway, of: stage.platform.realm)
        _ = try await stage.device(Self.phone)
        _ = try await stage.authenticate("", [:])
        #expect(try JSONValue(parsing: stage.gateway.text ?? "")["from"] == "Realm")
        let content: JSONValue = ["locale": "en", "deliveryMethod": "SMS", "content": "${otp}", "sender": "Bank"]
        #expect(try await stage.content("strong_authentication", content).status == .created)
        _ = try await stage.authenticate("", [:])
        #expect(try JSONValue(parsing: stage.gateway.text ?? "")["from"] == "Bank")
    }

    @Test("a device's first code comes with the words that were asked for")
    func pairing() async throws {
        let stage = try await Stage()
        let content: JSONValue = ["locale": "fr", "variant": "shop", "deliveryMethod": "SMS", "content": "Pour ${who}: ${otp}"]
        #expect(try await stage.content("device_pairing", content).status == .created)
        var device = Self.phone
        device["status"] = "ACTIVATION_REQUIRED"
        device["notification"] = ["template": ["locale": "fr", "variant": "shop", "variables": ["who": "Ada"]]]
        let made = try await stage.device(device)
        #expect(made.status == .created && stage.gateway.text?.contains("Pour Ada: ") == true, "\(made.text)")
        let refused = try await stage.device(["type": "TOTP", "notification": ["template": ["locale": "fr"]]])
        #expect(refused.status == .badRequest && Self.problem(refused) == "notification")
        let quota: JSONValue = ["type": "USER", "deliveryMethods": ["SMS"], "total": 0]
        let none = try await stage.platform.send(.post, "/notificationsPolicies", ["name": "None", "quotas": [quota]])
        device["notification"] = ["policy": ["id": none.json["id"] ?? .null]]
        let unsent = try await stage.device(device)
        #expect(unsent.json["details"]?.array?.first?["code"] == "QUOTA_EXCEEDED", "\(unsent.text)")
        // Its id wasn't told, so it isn't there.
        let devices = try await stage.platform.send(.get, stage.user + "/devices").json["_embedded"]?["devices"]?.array
        #expect(devices?.compactMap { $0["id"] } == [made.json["id"]].compactMap { $0 })
    }

    @Test(
        "a notification policy's quota ends a day's codes: by the request, by the device policy, by the realm's default", arguments: 0..<3)
    func quotas(_ way: Int) async throws {
        let stage = try await Stage()
        #expect(try await stage.device(Self.phone).status == .created)
        let quota: JSONValue = ["type": "USER", "deliveryMethods": ["SMS", "Voice"], "total": 1]
        let made = try await stage.platform.send(
            .post, "/notificationsPolicies", ["name": "Few", "default": .bool(way == 2), "quotas": [quota]])
        #expect(made.status == .created && made.json["quotas"]?.array == [quota], "\(made.text)")
        if way == 1 { try await stage.allowVoice(made.json["id"]) }
        let body: JSONObject = way == 0 ? ["notification": ["policy": ["id": made.json["id"] ?? .null]]] : [:]
        #expect(try await stage.authenticate("", body).status == .created)
        let refused = try await stage.authenticate("", body)
        #expect(refused.status == .badRequest && refused.json["details"]?.array?.first?["code"] == "QUOTA_EXCEEDED", "\(refused.text)")
        #expect(stage.gateway.requests.count == 1)
        stage.platform.server.time.advance(by: 86_400)
        let token = try await PlatformHarness.token(of: "worker", in: stage.platform.realm, stage.platform.server)
        #expect(try await stage.authenticate("", body, token: token).status == .created)
        let unknown: JSONObject = ["notification": ["policy": ["id": .string(UUID().uuidString)]]]
        #expect(try await stage.authenticate("", unknown, token: token).status == .badRequest)
    }

    @Test("notification policies are listed, read, replaced and removed; the first is the default and has no quota")
    func policies() async throws {
        let stage = try await Stage()
        let (platform, path) = (stage.platform, "/notificationsPolicies")
        let list = try await platform.send(.get, path).json["_embedded"]?["notificationsPolicies"]?.array ?? []
        #expect(list.count == 1 && list.first?["default"] == true && list.first?["quotas"]?.array == [])
        let made = try await platform.send(.post, path, ["name": "Few", "quotas": []])
        let one = path + "/" + (made.json["id"]?.string ?? "")
        var changed = try #require(made.json.object)
        changed["default"] = true
        #expect(try await platform.send(.put, one, .object(changed)).json["default"] == true)
        #expect(try await platform.send(.delete, one).status == .badRequest, "the default one stays")
        let old = path + "/" + (list.first?["id"]?.string ?? "")
        #expect(try await platform.send(.delete, old).status == .noContent)
        #expect(try await platform.send(.get, old).status == .notFound)
        #expect(try await platform.send(.get, one).status == .ok)
    }

    // MARK: - Calls

    @Test("a call speaks the code, sign by sign, dials the extension, and has the voice of the content")
    func voice() async throws {
        let stage = try await Stage()
        try await stage.allowVoice()
        try await stage.platform.domain.directory.mfaSettings.set(Self.withExtensions, in: stage.platform.realm)
        let device: JSONObject = ["type": "VOICE", "phone": "+41791234567", "extension": "12#", "status": "ACTIVATION_REQUIRED"]
        #expect(try await stage.device(device).json["code"] == "REQUEST_FAILED", "no gateway, no call")
        var gateway = SMSGateway(
            url: "https://voice.example.com/",
            body: .json(["to": "{{to}}", "say": "{{text}}", "dial": "{{extension}}", "in": "{{locale}}", "by": "{{voice}}"]))
        try await stage.platform.domain.messaging.voiceGateways.set(gateway, of: stage.platform.realm)
        let content: JSONValue = ["locale": "en", "deliveryMethod": "Voice", "voice": "Woman", "content": "It is ${otp}"]
        #expect(try await stage.content("device_pairing", content).status == .created)
        let made = try await stage.device(device)
        let said = try JSONValue(parsing: stage.gateway.text ?? "")
        #expect(made.status == .created && said["dial"] == "12#" && said["in"] == "en" && said["by"] == "Woman", "\(made.text)")
        let code = (said["say"]?.string ?? "").dropFirst("It is ".count)
        #expect(code.split(separator: ", ").count == 6)
        let otp = code.filter(\.isNumber)
        let activated = try await stage.platform.act(
            stage.user + "/devices/" + (made.json["id"]?.string ?? ""), "device.activate", ["otp": .string(String(otp))])
        #expect(activated.json["status"] == "ACTIVE", "\(activated.text)")
        gateway.body = .json(["to": "{{to}}", "say": "{{text}}"])
        try await stage.platform.domain.messaging.voiceGateways.set(gateway, of: stage.platform.realm)
        #expect(try await stage.device(device).json["code"] == "REQUEST_FAILED", "a gateway that doesn't dial an extension")
    }

    private static var withExtensions: MFASettings {
        var settings = MFASettings()
        settings.phoneExtensions = .init()
        settings.phoneExtensions?.isEnabled = true
        return settings
    }

    // MARK: - Devices for testing

    @Test(
        "a test device's codes are told in a sandbox, not sent; in production there is no such device, and none works that was made before")
    func testDevices() async throws {
        let stage = try await Stage(.sandbox)
        #expect(try await stage.platform.send(.get, "").json["type"] == "SANDBOX")
        var device = Self.phone
        (device["testMode"], device["status"]) = (true, "ACTIVATION_REQUIRED")
        let made = try await stage.device(device)
        #expect(made.status == .created && made.json["testMode"] == true && made.json["test"]?["otp"] != nil, "\(made.text)")
        let path = stage.user + "/devices/" + (made.json["id"]?.string ?? "")
        let again = try await stage.platform.act(path, "device.sendActivationCode")
        let active = try await stage.platform.act(path, "device.activate", ["otp": again.json["test"]?["otp"] ?? .null])
        #expect(active.json["status"] == "ACTIVE" && active.json["test"] == nil, "\(active.text)")
        let begun = try await stage.authenticate("", [:])
        let done = try await stage.authenticate(
            "/" + (begun.json["id"]?.string ?? ""), ["otp": begun.json["test"]?["otp"] ?? .null], action: "otp.check")
        #expect(done.json["status"] == "COMPLETED" && stage.gateway.requests.isEmpty, "\(done.text)")
        try await stage.change(to: .production)
        #expect(try await stage.device(device).status == .badRequest)
        let failed = try await stage.authenticate("", [:])
        #expect(failed.json["status"] == "FAILED" && failed.json["test"] == nil, "\(failed.text)")
    }

    @Test("an address for one time may be for testing in a sandbox only", arguments: EnvironmentType.allCases)
    func oneTime(_ environment: EnvironmentType) async throws {
        let stage = try await Stage(environment)
        let body: JSONObject = [
            "selectedDevice": ["oneTime": ["type": "SMS", "phone": "+41791234567", "testMode": true]]
        ]
        let begun = try await stage.authenticate("", body)
        #expect((begun.json["test"]?["otp"] != nil) == (environment == .sandbox) && stage.gateway.requests.isEmpty, "\(begun.text)")
        #expect(begun.status == (environment == .sandbox ? .created : .badRequest))
    }

    @Test("a user's own token gets no test code, chooses no challenge, no policy and no variables")
    func ownToken() async throws {
        let stage = try await Stage(.sandbox)
        let token = try await stage.platform.userToken(
            stage.platform.user, scopes: ["p1:create:deviceAuthentication", "p1:create:device", "p1:update:device"])
        var device = Self.phone
        device["testMode"] = true
        #expect(Self.wantsWorker(try await stage.device(device, token: token)))
        (device["testMode"], device["notification"]) = (nil, ["policy": ["id": .string(UUID().uuidString)]])
        #expect(Self.wantsWorker(try await stage.device(device, token: token)))
        (device["testMode"], device["notification"], device["status"]) = (true, nil, "ACTIVATION_REQUIRED")
        let made = try await stage.device(device)
        let path = stage.user + "/devices/" + (made.json["id"]?.string ?? "")
        #expect(Self.wantsWorker(try await stage.platform.act(path, "device.sendActivationCode", token: token)))
        let bodies: [JSONObject] = [
            ["selectedDevice": ["oneTime": ["type": "SMS", "phone": "+41791234567", "testMode": true]]],
            ["rp": ["id": "example.com"], "webAuthn": ["challenge": .string(Base64URL.encode([UInt8](repeating: 1, count: 32)))]],
            ["notification": ["policy": ["id": .string(UUID().uuidString)]]], ["notification": ["template": ["variables": ["a": "b"]]]],
        ]
        for body in bodies { #expect(Self.wantsWorker(try await stage.authenticate("", body, token: token)), "\(body)") }
    }

    private static func wantsWorker(_ answer: ServerResponse) -> Bool {
        answer.status == .unauthorized && answer.json["code"] == "INVALID_TOKEN"
    }
}
