import Foundation
import Primitives
import ResourceMessages
import Testing
@testable import DevicePolicies
@testable import Services
@testable import Foundations
@testable import Directory

@Suite("Device authentication policies")
struct DeviceAuthenticationPolicyTests {
    static let least: JSONValue = [
        "name": "Bank", "sms": ["enabled": false], "voice": ["enabled": false], "email": ["enabled": true], "totp": ["enabled": true],
        "mobile": ["enabled": true],
    ]

    static let whole: JSONValue = [
        "name": "Whole", "default": false, "forSignOnPolicy": false, "ignoreUserLock": true, "newDeviceNotification": "EMAIL_THEN_SMS",
        "authentication": ["deviceSelection": "ALWAYS_DISPLAY_DEVICES"], "notificationsPolicy": ["id": "n"],
        "rememberMe": ["web": ["enabled": true, "lifeTime": ["duration": 2, "timeUnit": "DAYS"]]],
        "sms": messaged, "voice": messaged, "email": messaged, "whatsApp": messaged,
        "totp": [
            "enabled": true, "pairingDisabled": true, "promptForNicknameOnPairing": true, "otp": ["failure": failure(2)],
            "passcodeGracePeriod": 3, "uriParameters": ["image": "https://example.com/a.png"],
        ],
        "oathToken": ["enabled": true, "pairingDisabled": false, "promptForNicknameOnPairing": false, "otp": ["failure": failure(2)]],
        "fido2": [
            "enabled": true, "pairingDisabled": false, "promptForNicknameOnPairing": true, "fido2PolicyId": "f", "failure": failure(30),
        ],
        "desktop": [
            "enabled": true, "pairingDisabled": false, "otp": ["failure": failure(2)],
            "pairingKeyLifetime": ["duration": 48, "timeUnit": "HOURS"],
        ],
        "yubikey": ["enabled": true, "pairingDisabled": false, "promptForNicknameOnPairing": false, "otp": ["failure": failure(2)]],
        "mobile": [
            "enabled": true, "promptForNicknameOnPairing": true,
            "otp": ["failure": failure(2), "window": ["stepSize": ["duration": 60, "timeUnit": "SECONDS"]]],
            "applications": [
                [
                    "id": "app", "push": ["enabled": true, "numberMatching": ["enabled": false]],
                    "pushTimeout": ["duration": 150, "timeUnit": "SECONDS"],
                    "pushLimit": [
                        "count": 50, "timePeriod": ["duration": 120, "timeUnit": "MINUTES"],
                        "lockDuration": ["duration": 1, "timeUnit": "MINUTES"],
                    ],
                    "pairingKeyLifetime": ["duration": 1, "timeUnit": "MINUTES"], "otp": ["enabled": false], "pairingDisabled": true,
                    "autoEnrollment": ["enabled": true], "deviceAuthorization": ["enabled": true, "extraVerification": "restrictive"],
                    "integrityDetection": "permissive",
                ],
                [
                    "id": "pingid", "type": "pingIdAppConfig", "pairingDisabled": false, "biometricsEnabled": true,
                    "ipPairingConfiguration": ["anyIPAdress": false, "onlyTheseIpAddresses": ["192.0.2.0/24", "2001:db8::1"]],
                    "newRequestDurationConfiguration": [
                        "deviceTimeout": ["duration": 15, "timeUnit": "SECONDS"], "totalTimeout": ["duration": 90, "timeUnit": "SECONDS"],
                    ],
                ],
            ],
        ],
    ]

    private static let messaged: JSONValue = [
        "enabled": true, "pairingDisabled": false, "promptForNicknameOnPairing": false,
        "otp": ["lifeTime": ["duration": 30, "timeUnit": "MINUTES"], "failure": failure(0), "otpLength": 10],
    ]

    private static func failure(_ minutes: Int64) -> JSONValue {
        ["count": 7, "coolDown": ["duration": .integer(minutes), "timeUnit": "MINUTES"]]
    }

    @Test("every field is kept as it was sent")
    func whole() throws {
        var told = try DeviceAuthenticationPolicy(json: Self.whole).json
        told["id"] = nil
        #expect(JSONValue.object(told) == Self.whole)
    }

    @Test("what wasn't sent stays unsaid, and has its documented effect")
    func defaults() throws {
        let policy = try DeviceAuthenticationPolicy(json: Self.least)
        for name in ["fido2", "whatsApp", "oathToken", "desktop", "yubikey", "rememberMe", "authentication"] {
            #expect(policy.json[name] == nil, "\(name)")
        }
        #expect(policy.json["mobile"]?["applications"] == nil && policy.json["sms"]?["otp"] == nil)
        #expect(policy.deviceSelection == .defaultToFirst && policy.sms.passcode.length == 6 && policy.totp.gracePeriod == 5)
        let rules = policy.mobile.rules(of: "app")
        #expect(rules.allowsPush && rules.requiresNumberMatching && rules.pushTimeoutSeconds == 40 && rules.pairingKeySeconds == 600)
        #expect(rules.pushes.count == 5 && rules.pushes.timePeriod.seconds == 600 && rules.pushes.lockDuration.seconds == 1800)
        #expect(!rules.enrollsAutomatically && !rules.authorizesDevice && rules.extraVerification == nil && rules.allowsPasscode)
    }

    /// A policy with one wrong field.
    static let wrong: [(path: String, value: JSONValue)] = [
        ("name", ""), ("newDeviceNotification", "PIGEON"), ("authentication/deviceSelection", "FIRST"), ("sms/otp/otpLength", 5),
        ("sms/otp/otpLength", 11), ("sms/otp/lifeTime", ["duration": 31, "timeUnit": "MINUTES"]),
        ("sms/otp/lifeTime", ["duration": 1, "timeUnit": "HOURS"]), ("sms/otp/lifeTime/timeUnit", nil),
        ("email/otp/failure/count", 8), ("email/otp/failure/count", 0), ("totp/passcodeGracePeriod", 0),
        ("totp/uriParameters", ["secret": "x"]), ("totp/otp/failure/coolDown", ["duration": 1, "timeUnit": "MINUTES"]),
        ("fido2/failure/coolDown", ["duration": 31, "timeUnit": "MINUTES"]),
        ("desktop/pairingKeyLifetime", ["duration": 49, "timeUnit": "HOURS"]),
        ("mobile/otp/window/stepSize/duration", 61), ("mobile/otp/window/stepSize/duration", 29), ("mobile", nil), ("surprise", true),
        ("sms/surprise", true), ("rememberMe/web/lifeTime/timeUnit", "SECONDS"),
    ]

    @Test("what is beyond a limit is refused by its place", arguments: wrong)
    func limits(path: String, value: JSONValue) throws {
        var json = try #require(Self.whole.object)
        json[try #require(FieldPath(path))] = value
        let error = #expect(throws: ShapeError.self) { try DeviceAuthenticationPolicy(json: .object(json)) }
        #expect(error?.problems.first?.target.hasPrefix(path.replacing("/", with: ".")) == true)
    }

    static let wrongRules: [(String, JSONValue)] = [
        ("pushTimeout", ["duration": 39, "timeUnit": "SECONDS"]), ("pushTimeout", ["duration": 151, "timeUnit": "SECONDS"]),
        ("pushLimit", ["count": 51]), ("pushLimit", ["timePeriod": ["duration": 121, "timeUnit": "MINUTES"]]),
        ("pairingKeyLifetime", ["duration": 59, "timeUnit": "SECONDS"]),
        ("deviceAuthorization", ["enabled": true, "extraVerification": "disabled"]),
        ("integrityDetection", "PERMISSIVE"), ("biometricsEnabled", true), ("ipPairingConfiguration", ["anyIPAdress": true]), ("id", nil),
    ]

    @Test("so are rules of an app", arguments: wrongRules)
    func rules(name: String, value: JSONValue) {
        var rules: JSONObject = ["id": "app"]
        rules[name] = value
        #expect(throws: ShapeError.self) { try MobileApplicationRules(json: .object(rules)) }
    }

    @Test("a realm has a default policy from the beginning, the same on every node")
    func standard() async throws {
        let harness = try await DomainHarness()
        let standard = try await harness.domain.mfaPolicies.standard(in: harness.realm)
        #expect(standard.isDefault && standard.mobile.isEnabled)
        #expect(try await harness.anotherNode().mfaPolicies.policy(standard.id, in: harness.realm) == standard)
        let root = try await harness.domain.realms.realm(at: .root)
        #expect(try await harness.domain.mfaPolicies.standard(in: root).id != standard.id)
        #expect(try await harness.domain.mfaPolicies.policy(standard.id, in: root) == nil)
        await harness.close()
    }

    @Test("another may become the default, and only then the first may go")
    func defaultMoves() async throws {
        let harness = try await DomainHarness()
        let (policies, realm) = (harness.domain.mfaPolicies, harness.realm)
        let first = try await policies.standard(in: realm)
        await #expect(throws: DomainError(.invalid, "")) { try await policies.delete(first.id, in: realm) }
        var bank = try await policies.create(try DeviceAuthenticationPolicy(json: Self.least), in: realm)
        #expect(try await policies.all(in: realm).map(\.name) == ["Bank", "Default MFA Policy"])
        bank.isDefault = true
        bank = try await policies.replace(bank, in: realm)
        #expect(try await policies.standard(in: realm).id == bank.id)
        var unset = bank
        unset.isDefault = false
        await #expect(throws: ShapeError(.invalid, at: "", "")) { try await policies.replace(unset, in: realm) }
        try await policies.delete(first.id, in: realm)
        #expect(try await policies.all(in: realm).map(\.id) == [bank.id])
        await #expect(throws: DomainError(.unknownResource, "")) { try await policies.delete(first.id, in: realm) }
        await #expect(throws: DomainError(.unknownResource, "")) { try await policies.replace(first, in: realm) }
        await harness.close()
    }

    @Test("names are unique")
    func names() async throws {
        let harness = try await DomainHarness()
        let policy = try DeviceAuthenticationPolicy(json: Self.least)
        _ = try await harness.domain.mfaPolicies.create(policy, in: harness.realm)
        await #expect(throws: ShapeError(.taken, at: "", "")) { try await harness.domain.mfaPolicies.create(policy, in: harness.realm) }
        await harness.close()
    }

    @Test("of two that make policies at once both succeed, and the default stays one")
    func concurrent() async throws {
        let harness = try await DomainHarness()
        try await withThrowingTaskGroup { group in
            for index in 0..<8 {
                group.addTask {
                    var policy = try DeviceAuthenticationPolicy(json: Self.least)
                    policy.name = "Policy \(index)"
                    _ = try await harness.domain.mfaPolicies.create(policy, in: harness.realm)
                }
            }
            try await group.waitForAll()
        }
        let all = try await harness.domain.mfaPolicies.all(in: harness.realm)
        #expect(all.count == 9 && all.filter(\.isDefault).count == 1)
        await harness.close()
    }
}
