import Foundation
import Primitives
import ResourceMessages
import Store
import Testing
@testable import DevicePolicies
@testable import Directory
@testable import Foundations
@testable import Services
@testable import SignIn

/// Documents as databases have them from before the domain had names of its own (decision 85): by the platform's names then.
@Suite("Configuration that was stored by the platform's names")
struct StoredDocumentTests {
    private struct Stage {
        let harness: DomainHarness
        var realm: Realm { harness.realm }

        init() async throws { harness = try await DomainHarness() }

        func put(_ kind: String, _ name: String, _ definition: JSONValue) async throws {
            let realm = realm.id
            try await harness.database.write { transaction in
                try transaction.execute(
                    "INSERT INTO documents (realm, kind, name, definition, secret, revision) VALUES (?1, ?2, ?3, ?4, NULL, 1)", realm, kind,
                    name, definition.text)
            }
        }

        func stored(_ kind: String, _ name: String) async throws -> JSONValue? {
            let realm = realm.id
            return try await harness.database.read { transaction in
                try transaction.row(
                    "SELECT definition FROM documents WHERE realm = ?1 AND kind = ?2 AND name = ?3", realm, kind, name
                ).map { try JSONValue(parsing: try $0.text("definition")) }
            }
        }
    }

    private static let id = "0a0a0a0a-0000-4000-8000-00000000000a"
    private static let time = "2025-11-30T00:00:00.000Z"
    private static func uuid(_ text: String) throws -> UUID { try #require(UUID(uuidString: text)) }

    @Test("MFA settings")
    func settings() async throws {
        let stage = try await Stage()
        try await stage.put(
            "mfaSettings", "settings",
            [
                "pairing": ["maxAllowedDevices": 9, "pairingKeyFormat": "ALPHANUMERIC"], "users": ["mfaEnabled": true],
                "lockout": ["failureCount": 3, "durationSeconds": 60], "gone": true,
            ])
        let settings = try await stage.harness.domain.directory.mfaSettings.settings(in: stage.realm)
        #expect(settings.pairing.maximumDevices == 9 && settings.pairing.keyFormat == .alphanumeric && settings.enablesNewUsers)
        try await stage.harness.domain.directory.mfaSettings.set(settings, in: stage.realm)
        let stored = try await stage.stored("mfaSettings", "settings")
        #expect(stored?["pairing"] == ["maximumDevices": 9, "keyFormat": "ALPHANUMERIC"])
        await stage.harness.close()
    }

    @Test("bounds that have narrowed leave a realm readable, and are refused when it is written again")
    func beyond() async throws {
        let stage = try await Stage()
        try await stage.put("mfaSettings", "settings", ["pairing": ["maxAllowedDevices": 99, "pairingKeyFormat": "NUMERIC"]])
        let settings = try await stage.harness.domain.directory.mfaSettings.settings(in: stage.realm)
        #expect(settings.pairing.maximumDevices == 99)
        await #expect(throws: ShapeError(.invalid, at: "", "")) {
            try await stage.harness.domain.directory.mfaSettings.set(settings, in: stage.realm)
        }
        await stage.harness.close()
    }

    @Test("device authentication policies, to the last member")
    func policies() async throws {
        let stage = try await Stage()
        try await stage.put("mfaDefaultPolicy", "policy", ["id": .string(Self.id)])
        try await stage.put("mfaPolicy", Self.id, Self.policy)
        let policy = try #require(try await stage.harness.domain.devicePolicies.mfaPolicies.all(in: stage.realm).first)
        var expected = try DeviceAuthenticationPolicy(json: DeviceAuthenticationPolicyTests.whole)
        (expected.id, expected.isDefault) = (try Self.uuid(Self.id), true)
        expected.updated = try Form<Date>.time.value(of: .string(Self.time))
        #expect(policy == expected)
        await stage.harness.close()
    }

    @Test("FIDO2 policies, and the demands that ceremonies carry along")
    func fido2() async throws {
        let stage = try await Stage()
        try await stage.put("fido2DefaultPolicy", "policy", ["id": .string(Self.id)])
        try await stage.put(
            "fido2Policy", Self.id,
            [
                "id": .string(Self.id), "name": "Keys", "default": true, "attestationRequirements": "DIRECT",
                "authenticatorAttachment": "CROSS_PLATFORM", "backupEligibility": ["allow": false, "enforceDuringAuthentication": true],
                "discoverableCredentials": "REQUIRED",
                "mdsAuthenticatorsRequirements": [
                    "option": "SPECIFIC", "allowedAuthenticators": [["id": .string(Self.id)]], "enforceDuringAuthentication": true,
                ], "relyingPartyId": "example.com", "publicKeyCredentialHints": ["HYBRID"],
                "userPresenceTimeout": ["duration": 3, "timeUnit": "MINUTES"],
                "userDisplayNameAttributes": ["attributes": [["name": "name", "subAttributes": [["name": "family"]]]]],
                "userVerification": ["option": "REQUIRED", "enforceDuringAuthentication": false], "updatedAt": .string(Self.time),
            ])
        let policy = try #require(try await stage.harness.domain.devicePolicies.fido2Policies.all(in: stage.realm).first)
        #expect(policy.attestation == .direct && policy.attachment == .crossPlatform && policy.discoverable == .required)
        #expect(policy.backup?.isAllowed == false && policy.backup?.isEnforced == true && policy.hints == [.hybrid])
        let authenticators = try [Self.uuid(Self.id)]
        #expect(policy.metadata?.allowed?.map(\.id) == authenticators && policy.metadata?.isEnforced == true)
        #expect(policy.relyingParty == "example.com" && policy.timeout == 180 && policy.verification?.isEnforced == false)
        #expect(policy.userDisplayName?.attributes.first?.parts?.map(\.name) == [.family] && policy.updated != nil)
        await stage.harness.close()
    }

    @Test("notification policies, and what notifications say")
    func notifications() async throws {
        let stage = try await Stage()
        try await stage.put("notificationDefaultPolicy", "policy", ["id": .string(Self.id)])
        try await stage.put(
            "notificationPolicy", Self.id,
            [
                "id": .string(Self.id), "name": "Few", "default": true,
                "quotas": [["type": "ENVIRONMENT", "deliveryMethods": ["SMS", "Voice"], "total": 5]], "countryLimit": ["type": "NONE"],
                "cooldownConfiguration": [
                    "sms": ["enabled": false], "voice": ["enabled": false], "email": ["enabled": false], "whatsApp": ["enabled": false],
                ], "updatedAt": .string(Self.time),
            ])
        let policy = try #require(try await stage.harness.domain.devicePolicies.notificationPolicies.all(in: stage.realm).first)
        #expect(policy.quotas.first?.subject == .environment && policy.quotas.first?.methods == [.sms, .voice])
        #expect(policy.quotas.first?.total == 5 && policy.countryLimit != nil && policy.cooldown?.isOn == false)
        try await stage.put(
            "notificationContent", "transaction/" + Self.id,
            [
                "id": .string(Self.id), "locale": "de", "deliveryMethod": "Email", "default": false, "subject": "Kauf",
                "body": "${otp}", "emailContentType": "text/plain", "createdAt": .string(Self.time), "updatedAt": .string(Self.time),
            ])
        let id = try Self.uuid(Self.id)
        let content = try #require(
            try await stage.harness.domain.devicePolicies.notificationContents.content(id, of: .transaction, in: stage.realm.id))
        #expect(content.method == .email && content.format == .plain && content.created != nil && content.subject == "Kauf")
        await stage.harness.close()
    }

    @Test("sign-on policies with their actions, assignments, and populations")
    func signOn() async throws {
        let stage = try await Stage()
        try await stage.put("signOnDefaultPolicy", "policy", ["id": .string(Self.id)])
        try await stage.put(
            "signOnPolicy", Self.id,
            [
                "policy": ["id": .string(Self.id), "name": "Two", "default": true, "createdAt": .string(Self.time)],
                "actions": [
                    ["id": .string(Self.id), "type": "LOGIN", "priority": 1],
                    [
                        "id": "0a0a0a0a-0000-4000-8000-00000000000b", "type": "MULTI_FACTOR_AUTHENTICATION", "priority": 2,
                        "deviceAuthenticationPolicy": ["id": .string(Self.id)], "noDevicesMode": "BLOCK",
                        "condition": ["secondsSince": "${session.lastSignOn.withAuthenticator.pwd.at}", "greater": 3600],
                    ],
                ],
            ])
        let policies = try await stage.harness.domain.signIn.signOnPolicies.all(in: stage.realm)
        let policy = try #require(policies.first)
        #expect(policies.count == 1 && policy.created != nil && policy.isDefault && policy.actions.first?.id == policy.id)
        #expect(try policy.actions.last?.devicePolicy == Self.uuid(Self.id) && policy.actions.last?.noDevices == .block)
        try await stage.put("population", Self.id, ["id": .string(Self.id), "name": "Staff", "createdAt": .string(Self.time)])
        let population = try #require(
            try await stage.harness.domain.directory.populations.population(try Self.uuid(Self.id), in: stage.realm))
        #expect(population.name == "Staff" && population.created != nil)
        await stage.harness.close()
    }

    @Test("mobile settings of applications")
    func mobile() throws {
        let stored: JSONValue = [
            "bundleId": "org.example.app", "huaweiAppId": "7", "passcodeRefreshDuration": ["duration": 45, "timeUnit": "SECONDS"],
            "integrityDetection": [
                "mode": "ENABLED", "cacheDuration": ["amount": 48, "units": "HOURS"],
                "googlePlay": ["verificationType": "INTERNAL"], "appAttest": ["teamId": "ABCDE", "allowDevelopment": true],
            ],
        ]
        let read = try JSONDecoder().decode(MobileSettings.self, from: Data(stored.encoded))
        #expect(read.bundleID == "org.example.app" && read.huaweiAppID == "7" && read.passcodeStep == 45)
        #expect(read.integrityDetection?.cacheSeconds == 172_800 && read.integrityDetection?.googlePlay?.verification == .internal)
        #expect(read.integrityDetection?.appAttest?.team == "ABCDE" && read.integrityDetection?.appAttest?.allowsDevelopment == true)
        #expect(try JSONDecoder().decode(MobileSettings.self, from: try JSONEncoder().encode(read)) == read)
    }

    /// The same policy as ``DeviceAuthenticationPolicyTests/whole``, as it was stored.
    private static let policy: JSONValue = [
        "id": .string(id), "name": "Whole", "default": false, "forSignOnPolicy": false, "ignoreUserLock": true,
        "newDeviceNotification": "EMAIL_THEN_SMS", "authentication": ["deviceSelection": "ALWAYS_DISPLAY_DEVICES"],
        "notificationsPolicy": ["id": "n"],
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
        "updatedAt": .string(time),
    ]

    private static let messaged: JSONValue = [
        "enabled": true, "pairingDisabled": false, "promptForNicknameOnPairing": false,
        "otp": ["lifeTime": ["duration": 30, "timeUnit": "MINUTES"], "failure": failure(0), "otpLength": 10],
    ]

    private static func failure(_ minutes: Int64) -> JSONValue {
        ["count": 7, "coolDown": ["duration": .integer(minutes), "timeUnit": "MINUTES"]]
    }
}
