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
        "name": "Whole", "default": false, "forSignOnPolicy": false, "ignoresUserLock": true, "newDeviceNotification": "EMAIL_THEN_SMS",
        "authentication": ["deviceSelection": "ALWAYS_DISPLAY_DEVICES"], "notificationPolicy": ["id": "n"],
        "rememberMe": ["web": ["enabled": true, "lifetime": ["count": 2, "unit": "DAYS"]]],
        "sms": messaged, "voice": messaged, "email": messaged, "whatsApp": messaged,
        "totp": [
            "enabled": true, "pairingDisabled": true, "promptsForNickname": true, "otp": ["failure": failure(2)],
            "gracePeriod": 3, "uriParameters": ["image": "https://example.com/a.png"],
        ],
        "oathToken": ["enabled": true, "pairingDisabled": false, "promptsForNickname": false, "otp": ["failure": failure(2)]],
        "fido2": [
            "enabled": true, "pairingDisabled": false, "promptsForNickname": true, "policy": "f", "failure": failure(30),
        ],
        "desktop": [
            "enabled": true, "pairingDisabled": false, "otp": ["failure": failure(2)],
            "pairingKeyLifetime": ["count": 48, "unit": "HOURS"],
        ],
        "yubikey": ["enabled": true, "pairingDisabled": false, "promptsForNickname": false, "otp": ["failure": failure(2)]],
        "mobile": [
            "enabled": true, "promptsForNickname": true,
            "otp": ["failure": failure(2), "window": ["stepSize": ["count": 60, "unit": "SECONDS"]]],
            "applications": [
                [
                    "id": "app", "push": ["enabled": true, "numberMatching": ["enabled": false]],
                    "pushTimeout": ["count": 150, "unit": "SECONDS"],
                    "pushLimit": [
                        "count": 50, "timePeriod": ["count": 120, "unit": "MINUTES"],
                        "lockDuration": ["count": 1, "unit": "MINUTES"],
                    ],
                    "pairingKeyLifetime": ["count": 1, "unit": "MINUTES"], "otp": ["enabled": false], "pairingDisabled": true,
                    "autoEnrollment": ["enabled": true], "deviceAuthorization": ["enabled": true, "extraVerification": "restrictive"],
                    "integrityDetection": "permissive",
                ],
                [
                    "id": "pingid", "type": "pingIdAppConfig", "pairingDisabled": false, "biometricsEnabled": true,
                    "addresses": ["allowsAny": false, "only": ["192.0.2.0/24", "2001:db8::1"]],
                    "newRequestDuration": [
                        "deviceTimeout": ["count": 15, "unit": "SECONDS"], "totalTimeout": ["count": 90, "unit": "SECONDS"],
                    ],
                ],
            ],
        ],
    ]

    private static let messaged: JSONValue = [
        "enabled": true, "pairingDisabled": false, "promptsForNickname": false,
        "otp": ["lifetime": ["count": 30, "unit": "MINUTES"], "failure": failure(0), "length": 10],
    ]

    private static func failure(_ minutes: Int64) -> JSONValue {
        ["count": 7, "coolDown": ["count": .integer(minutes), "unit": "MINUTES"]]
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
        ("name", ""), ("newDeviceNotification", "PIGEON"), ("authentication/deviceSelection", "FIRST"), ("sms/otp/length", 5),
        ("sms/otp/length", 11), ("sms/otp/lifetime", ["count": 31, "unit": "MINUTES"]),
        ("sms/otp/lifetime", ["count": 1, "unit": "HOURS"]), ("sms/otp/lifetime/unit", nil),
        ("email/otp/failure/count", 8), ("email/otp/failure/count", 0), ("totp/gracePeriod", 0),
        ("totp/uriParameters", ["secret": "x"]), ("totp/otp/failure/coolDown", ["count": 1, "unit": "MINUTES"]),
        ("fido2/failure/coolDown", ["count": 31, "unit": "MINUTES"]),
        ("desktop/pairingKeyLifetime", ["count": 49, "unit": "HOURS"]),
        ("mobile/otp/window/stepSize/count", 61), ("mobile/otp/window/stepSize/count", 29), ("mobile", nil), ("surprise", true),
        ("sms/surprise", true), ("rememberMe/web/lifetime/unit", "SECONDS"),
    ]

    @Test("what is beyond a limit is refused by its place", arguments: wrong)
    func limits(path: String, value: JSONValue) throws {
        var json = try #require(Self.whole.object)
        json[try #require(FieldPath(path))] = value
        let error = #expect(throws: ShapeError.self) { try DeviceAuthenticationPolicy(json: .object(json)) }
        #expect(error?.problems.first?.target.hasPrefix(path.replacing("/", with: ".")) == true)
    }

    static let wrongRules: [(String, JSONValue)] = [
        ("pushTimeout", ["count": 39, "unit": "SECONDS"]), ("pushTimeout", ["count": 151, "unit": "SECONDS"]),
        ("pushLimit", ["count": 51]), ("pushLimit", ["timePeriod": ["count": 121, "unit": "MINUTES"]]),
        ("pairingKeyLifetime", ["count": 59, "unit": "SECONDS"]),
        ("deviceAuthorization", ["enabled": true, "extraVerification": "disabled"]),
        ("integrityDetection", "PERMISSIVE"), ("biometricsEnabled", true), ("addresses", ["allowsAny": true]), ("id", nil),
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
        let standard = try await harness.domain.devicePolicies.mfaPolicies.standard(in: harness.realm)
        #expect(standard.isDefault && standard.mobile.isEnabled)
        #expect(try await harness.anotherNode().devicePolicies.mfaPolicies.policy(standard.id, in: harness.realm) == standard)
        let root = try await harness.domain.directory.realms.realm(at: .root)
        #expect(try await harness.domain.devicePolicies.mfaPolicies.standard(in: root).id != standard.id)
        #expect(try await harness.domain.devicePolicies.mfaPolicies.policy(standard.id, in: root) == nil)
        await harness.close()
    }

    @Test("another may become the default, and only then the first may go")
    func defaultMoves() async throws {
        let harness = try await DomainHarness()
        let (policies, realm) = (harness.domain.devicePolicies.mfaPolicies, harness.realm)
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
        _ = try await harness.domain.devicePolicies.mfaPolicies.create(policy, in: harness.realm)
        await #expect(throws: ShapeError(.taken, at: "", "")) {
            try await harness.domain.devicePolicies.mfaPolicies.create(policy, in: harness.realm)
        }
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
                    _ = try await harness.domain.devicePolicies.mfaPolicies.create(policy, in: harness.realm)
                }
            }
            try await group.waitForAll()
        }
        let all = try await harness.domain.devicePolicies.mfaPolicies.all(in: harness.realm)
        #expect(all.count == 9 && all.filter(\.isDefault).count == 1)
        await harness.close()
    }
}
