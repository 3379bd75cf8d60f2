import Foundation
import Primitives
import ResourceMessages
import Store
import Testing
@testable import DevicePolicies
@testable import Services
@testable import Directory
@testable import Foundations

@Suite("Quotas of notification policies")
struct NotificationQuotaTests {
    private struct Stage {
        let harness: DomainHarness
        let policy: NotificationPolicy

        init(_ quotas: [JSONValue]) async throws {
            harness = try await DomainHarness()
            policy = try NotificationPolicy(json: ["name": "Few", "quotas": .array(quotas)])
        }

        func send(_ method: DeliveryMethod = .sms, to user: UUID? = nil) async throws {
            let (user, realm, now, policy) = (user ?? harness.user.id, harness.realm.id, harness.time.now, policy)
            try await harness.database.write {
                try NotificationQuotas.admit(method, for: user, under: policy, realm: realm, at: now, in: $0)
            }
        }

        func change(
            _ body: @escaping @Sendable (DeliveryMethod, UUID, UUID, Date, any WriteTransaction) throws -> Void
        ) async throws {
            let (user, realm, now) = (harness.user.id, harness.realm.id, harness.time.now)
            try await harness.database.write { try body(.sms, user, realm, now, $0) }
        }
    }

    private static let refusal = SecondFactorError(.quotaExceeded, "")

    @Test("so many to a user in a day, text messages and calls together, and mail apart from them")
    func user() async throws {
        let stage = try await Stage([["subject": "USER", "methods": ["SMS", "Voice"], "total": 2]])
        try await stage.send()
        try await stage.send(.voice)
        await #expect(throws: Self.refusal) { try await stage.send() }
        await #expect(throws: Self.refusal) { try await stage.send(.voice) }
        try await stage.send(.email)
        try await stage.send(to: UUID())
        stage.harness.time.advance(by: 86_400)
        try await stage.send()
        await stage.harness.close()
    }

    @Test("so many to all users of a realm together")
    func environment() async throws {
        let stage = try await Stage([["subject": "ENVIRONMENT", "methods": ["SMS"], "total": 2]])
        try await stage.send(to: UUID())
        try await stage.send(to: UUID())
        await #expect(throws: Self.refusal) { try await stage.send(to: UUID()) }
        await stage.harness.close()
    }

    @Test("those that are answered and those that aren't are bounded apart")
    func claimed() async throws {
        let stage = try await Stage([["subject": "USER", "methods": ["SMS"], "claimed": 2, "unclaimed": 1]])
        let claim: @Sendable (DeliveryMethod, UUID, UUID, Date, any WriteTransaction) throws -> Void = {
            try NotificationQuotas.claim($0, by: $1, realm: $2, at: $3, in: $4)
        }
        try await stage.send()
        await #expect(throws: Self.refusal) { try await stage.send() }
        try await stage.change(claim)
        // What was answered can't be answered again.
        try await stage.change(claim)
        try await stage.send()
        try await stage.change(claim)
        await #expect(throws: Self.refusal) { try await stage.send() }
        await stage.harness.close()
    }

    @Test("a message that couldn't be sent doesn't count, and counts of days that are over go")
    func takenBack() async throws {
        let stage = try await Stage([["subject": "USER", "methods": ["SMS"], "total": 1]])
        try await stage.send()
        try await stage.change { try NotificationQuotas.takeBack($0, for: $1, realm: $2, at: $3, in: $4) }
        try await stage.send()
        stage.harness.time.advance(by: 86_400)
        try await stage.harness.domain.platform.forgetExpired()
        let left = try await stage.harness.database.read { try $0.rows("SELECT day FROM notification_counts").count }
        #expect(left == 0)
        await stage.harness.close()
    }

    @Test(
        "what has no effect, or two, is refused",
        arguments: [
            ["name": "x", "quotas": [["subject": "USER", "methods": ["SMS"]]]],
            ["name": "x", "quotas": [["subject": "USER", "methods": ["SMS"], "total": 1, "claimed": 1]]],
            ["name": "x", "quotas": [["subject": "USER", "methods": ["SMS"], "claimed": 1]]],
            ["name": "x", "quotas": [["subject": "USER", "methods": ["WhatsApp"], "total": 1]]],
            ["name": "x", "quotas": [["subject": "USER", "methods": [], "total": 1]]],
            ["name": "x", "quotas": [], "countryLimit": ["kind": "DENIED", "countries": ["US"]]],
            [
                "name": "x", "quotas": [],
                "cooldown": [
                    "sms": ["enabled": true], "voice": ["enabled": false], "email": ["enabled": false], "whatsApp": ["enabled": false],
                ],
            ], ["name": "x"],
        ] as [JSONValue])
    func refused(_ json: JSONValue) async throws {
        let harness = try await DomainHarness()
        await #expect(throws: ShapeError.self) {
            _ = try await harness.domain.devicePolicies.notificationPolicies.create(try NotificationPolicy(json: json), in: harness.realm)
        }
        await harness.close()
    }

    @Test("a device authentication policy names a notification policy that is there, which then has to stay")
    func named() async throws {
        let harness = try await DomainHarness()
        let (realm, policies, devices) = (
            harness.realm, harness.domain.devicePolicies.notificationPolicies, harness.domain.devicePolicies.mfaPolicies
        )
        let few = try await policies.create(NotificationPolicy(id: UUID(), name: "Few"), in: realm)
        var policy = try await devices.standard(in: realm)
        policy.notificationsPolicy = UUID().text
        let dangling = policy
        await #expect(throws: ShapeError.self) { try await devices.replace(dangling, in: realm) }
        policy.notificationsPolicy = few.id.text
        _ = try await devices.replace(policy, in: realm)
        await #expect(throws: DomainError(.conflict, "")) { try await policies.delete(few.id, in: realm) }
        policy.notificationsPolicy = nil
        _ = try await devices.replace(policy, in: realm)
        try await policies.delete(few.id, in: realm)
        await harness.close()
    }
}
