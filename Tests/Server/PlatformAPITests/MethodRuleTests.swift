import DialectTesting
import Foundation
@testable import HTTPBase
import HTTPTypes
import MailTesting
import OneTimePassword
import Primitives
import Testing

import Services
import Directory
import Messaging
import DevicePolicies

@Suite("What a device policy says of a method has its effect")
struct MethodRuleTests {
    /// A platform whose user is asked for a second factor, under a default policy of the test's own.
    private struct Stage {
        static let oath = "3132333435363738393031323334353637383930"
        let platform: PlatformHarness
        let gateway = RecordingGateway()
        let user: String

        /// - Parameter changes: the members in which the policy differs from one that has every method on.
        init(_ changes: JSONObject) async throws {
            platform = try await PlatformHarness(http: gateway)
            user = "/users/\(platform.user.id.uuidString.lowercased())"
            #expect(try await platform.send(.put, user + "/mfaEnabled", ["mfaEnabled": true]).status == .ok)
            try await platform.domain.messaging.smsGateways.set(RecordingGateway.settings, of: platform.realm)
            try await platform.domain.messaging.voiceGateways.set(RecordingGateway.settings, of: platform.realm)
            var policy: JSONObject = ["name": "Rules", "default": true]
            for method in ["sms", "voice", "email", "totp", "mobile", "fido2", "oathToken"] { policy[method] = ["enabled": true] }
            for member in changes.members { policy[member.name] = member.value }
            let made = try await platform.send(.post, "/deviceAuthenticationPolicies", .object(policy))
            #expect(made.status == .created, "\(made.text)")
            let token: JSONValue = ["serialNumber": "A-1", "type": "HOTP", "secret": .string(Self.oath), "otpLength": 6]
            #expect(try await platform.send(.post, "/oathTokens", token).status == .created)
        }

        func add(_ device: JSONObject, active isActive: Bool = false) async throws -> ServerResponse {
            var device = device
            if isActive { device["status"] = "ACTIVE" }
            return try await platform.send(.post, user + "/devices", .object(device))
        }

        func authenticate(_ path: String = "", _ body: JSONObject = [:], action: String? = nil) async throws -> ServerResponse {
            var body = body
            if action == nil { body["user"] = ["id": .string(platform.user.id.uuidString.lowercased())] }
            let headers: HTTPFields = [
                .authorization: "Bearer " + platform.token, .contentType: action.map(PlatformHarness.mediaType) ?? "application/json",
            ]
            return try await platform.server.send(
                .post, "/\(platform.environment)/deviceAuthentications" + path, headers: headers, body: JSONValue.object(body).text)
        }

        func check(_ begun: ServerResponse, _ code: String) async throws -> ServerResponse {
            try await authenticate("/" + (begun.json["id"]?.string ?? ""), ["otp": .string(code)], action: "otp.check")
        }

        /// The code that was sent last.
        func code(_ method: String) -> String {
            let mail = platform.server.mail.last(to: "ada@example.com")?.content.text
            let sent = (try? JSONValue(parsing: gateway.text ?? ""))?["text"]?.string
            return ((method == "email" ? mail : sent) ?? "").filter(\.isNumber)
        }
    }

    private static let devices: [String: JSONObject] = [
        "email": ["type": "EMAIL", "email": "ada@example.com"], "sms": ["type": "SMS", "phone": "+41791234567"],
        "voice": ["type": "VOICE", "phone": "+41791234567"], "totp": ["type": "TOTP"],
        "fido2": ["type": "FIDO2", "rp": ["id": "example.com"]], "oathToken": ["type": "OATH_TOKEN", "serialNumber": "A-1"],
    ]

    private static func problem(_ answer: ServerResponse) -> String? { answer.json["details"]?.array?.first?["code"]?.string }
    private static func wrong(_ code: String) -> String { String(code.map { $0 == "9" ? "0" : "9" }) }

    @Test(
        "enabled and pairingDisabled: a new device is taken only by a method that is on and open", arguments: devices.keys.sorted(),
        [
            (["enabled": true], true), (["enabled": false], false), (["enabled": true, "pairingDisabled": true], false),
        ] as [(JSONValue, Bool)])
    func pairing(_ method: String, _ rules: (JSONValue, Bool)) async throws {
        let stage = try await Stage([method: rules.0])
        let answer = try await stage.add(try #require(Self.devices[method]))
        #expect(answer.status == (rules.1 ? .created : .forbidden), "\(answer.text)")
    }

    @Test("enabled: a device of before isn't asked while its method is off")
    func off() async throws {
        let stage = try await Stage([:])
        #expect(try await stage.add(["type": "TOTP"], active: true).status == .created)
        #expect(try await stage.authenticate().json["status"] == "OTP_REQUIRED")
        var policy = try await stage.platform.domain.devicePolicies.mfaPolicies.standard(in: stage.platform.realm)
        policy.totp.isEnabled = false
        _ = try await stage.platform.domain.devicePolicies.mfaPolicies.replace(policy, in: stage.platform.realm)
        #expect(try await stage.authenticate().json["status"] == "FAILED")
    }

    // MARK: - Codes that are sent

    private static let messaged: JSONValue = [
        "enabled": true,
        "otp": [
            "otpLength": 8, "lifeTime": ["duration": 2, "timeUnit": "MINUTES"],
            "failure": ["count": 2, "coolDown": ["duration": 5, "timeUnit": "MINUTES"]],
        ],
    ]

    @Test("otpLength and lifeTime: a code has so many digits and lives so long", arguments: ["email", "sms", "voice"], [119.0, 121])
    func passcode(_ method: String, _ waited: TimeInterval) async throws {
        let stage = try await Stage([method: Self.messaged])
        #expect(try await stage.add(try #require(Self.devices[method]), active: true).status == .created)
        let begun = try await stage.authenticate()
        let code = stage.code(method)
        #expect(begun.json["status"] == "OTP_REQUIRED" && code.count == 8, "\(begun.text) \(code)")
        stage.platform.server.time.advance(by: waited)
        let answer = try await stage.check(begun, code)
        #expect((answer.json["status"] == "COMPLETED") == (waited < 120), "\(answer.text)")
    }

    @Test("failure: so many wrong codes lock the device for the cool-down", arguments: ["email", "sms", "voice"])
    func failures(_ method: String) async throws {
        let stage = try await Stage([method: Self.messaged])
        #expect(try await stage.add(try #require(Self.devices[method]), active: true).status == .created)
        try await lock(stage) { Self.wrong(stage.code(method)) }
    }

    /// Gives two wrong codes, the most, and waits for the end of the five minutes.
    private func lock(_ stage: Stage, wrong: () throws -> String) async throws {
        let begun = try await stage.authenticate()
        #expect(begun.json["status"] == "OTP_REQUIRED", "\(begun.text)")
        #expect(Self.problem(try await stage.check(begun, wrong())) == "INVALID_OTP")
        #expect(Self.problem(try await stage.check(begun, wrong())) == "DEVICE_LOCKED")
        stage.platform.server.time.advance(by: 299)
        #expect(try await stage.authenticate().json["status"] == "FAILED")
        stage.platform.server.time.advance(by: 2)
        #expect(try await stage.authenticate().json["status"] == "OTP_REQUIRED")
    }

    // MARK: - Codes that a device makes

    private static let made: JSONValue = [
        "enabled": true, "otp": ["failure": ["count": 2, "coolDown": ["duration": 5, "timeUnit": "MINUTES"]]],
    ]

    @Test("otp.failure of totp and oathToken: so many wrong codes lock the device for the cool-down", arguments: ["totp", "oathToken"])
    func madeFailures(_ method: String) async throws {
        let stage = try await Stage([method: Self.made])
        let device = try await stage.add(try #require(Self.devices[method]), active: method == "totp")
        #expect(device.status == .created, "\(device.text)")
        if method == "oathToken" {
            let first = try HOTP(Secret("12345678901234567890")).code(at: 0)
            let path = stage.user + "/devices/" + (device.json["id"]?.string ?? "")
            #expect(try await stage.platform.act(path, "device.activate", ["otp": .string(first)]).json["status"] == "ACTIVE")
        }
        // No token has this code: it is too long.
        try await lock(stage) { "1234567" }
    }

    @Test("a right passcode that is sent again is refused, and is no wrong one that counts towards the lock")
    func replayed() async throws {
        let stage = try await Stage(["totp": Self.made])
        let device = try await stage.add(["type": "TOTP"], active: true)
        let seed = Secret(bytes: try #require(Base32.decode(device.json["secret"]?.string ?? "")))
        let time = stage.platform.server.time
        time.advance(by: 600)
        let code = try TOTP(seed).code(at: time.now)
        #expect(try await stage.check(try await stage.authenticate(), code).json["status"] == "COMPLETED")
        let next = try await stage.authenticate()
        for _ in 0..<3 { #expect(Self.problem(try await stage.check(next, code)) == "INVALID_OTP") }
        // The first wrong one of two.
        #expect(Self.problem(try await stage.check(next, "1234567")) == "INVALID_OTP")
        time.advance(by: 30)
        #expect(try await stage.check(next, try TOTP(seed).code(at: time.now)).json["status"] == "COMPLETED")
    }

    @Test("passcodeGracePeriod: a passcode of so many steps before is good", arguments: [(1, false), (3, true)])
    func grace(_ steps: Int, _ isGood: Bool) async throws {
        let stage = try await Stage(["totp": ["enabled": true, "passcodeGracePeriod": .integer(Int64(steps))]])
        let device = try await stage.add(["type": "TOTP"], active: true)
        let seed = Secret(bytes: try #require(Base32.decode(device.json["secret"]?.string ?? "")))
        stage.platform.server.time.advance(by: 600)
        let begun = try await stage.authenticate()
        let answer = try await stage.check(begun, try TOTP(seed).code(at: stage.platform.server.time.now.addingTimeInterval(-90)))
        #expect((answer.json["status"] == "COMPLETED") == isGood, "\(answer.text)")
    }

    // MARK: - All of them

    @Test("ignoreUserLock: users whose account is locked may use their devices all the same", arguments: [true, false])
    func locked(_ isIgnored: Bool) async throws {
        let stage = try await Stage(["ignoreUserLock": .bool(isIgnored)])
        _ = try await stage.add(["type": "TOTP"], active: true)
        #expect(try await stage.platform.act(stage.user, "account.lock").status == .ok)
        let begun = try await stage.authenticate()
        #expect((begun.json["status"] == "OTP_REQUIRED") == isIgnored, "\(begun.text)")
    }

    @Test("maxAllowedDevices: one more is refused")
    func most() async throws {
        let stage = try await Stage([:])
        let settings: JSONValue = ["pairing": ["maxAllowedDevices": 2, "pairingKeyFormat": "NUMERIC"]]
        #expect(try await stage.platform.send(.put, "/mfaSettings", settings).status == .ok)
        for count in 1...3 {
            #expect(try await stage.add(["type": "TOTP"], active: true).status == (count < 3 ? .created : .forbidden))
        }
    }
}
