import Foundation
import HTTPBase
import HTTPTypes
import Primitives
import ResourceMessages
import DevicePolicies
import Directory

/// `/deviceAuthenticationPolicies` (`docs/protocols/platform.md` 2.8).
enum DevicePolicyResource {
    private static let form = Form<DeviceAuthenticationPolicy>.resource(.object.renamed(.deviceAuthenticationPolicy))

    static let routes: [PlatformRoute] = [
        .get(
            .api("deviceAuthenticationPolicies"), "List the device authentication policies", .readConfiguration,
            query: [.filter, .order, .limit, .cursor], gives: PlatformCollection.shape("deviceAuthenticationPolicies", form.shape)
        ) { turn in
            let all = try await turn.services.factors.devicePolicies.mfaPolicies.all(in: turn.realm).map { json($0, turn) }
            return try PlatformPage.of("deviceAuthenticationPolicies", all, turn).json(turn)
        },
        .post(
            .api("deviceAuthenticationPolicies"), "Make a device authentication policy", .changeConfiguration,
            .json(form, .created, changes: .administration, gives: form.shape) { turn, policy in
                json(try await turn.services.factors.devicePolicies.mfaPolicies.create(policy, in: turn.realm), turn)
            },
            .named("deviceAuthenticationPolicy.fido2.migrate", FIDO2Migration.form, changes: .administration, gives: nil, migrate)),
        .get(.api("deviceAuthenticationPolicies/{policyID}"), "Read a device authentication policy", .readConfiguration, gives: form.shape)
        {
            turn in
            guard let policy = try await turn.services.factors.devicePolicies.mfaPolicies.policy(try turn.id("policyID"), in: turn.realm)
            else {
                throw PlatformError.notFound
            }
            return json(policy, turn)
        },
        .put(
            .api("deviceAuthenticationPolicies/{policyID}"), "Replace a device authentication policy", .changeConfiguration,
            .json(form, changes: .administration, gives: form.shape) { turn, policy in
                var replaced = policy
                replaced.id = try turn.id("policyID")
                return json(try await turn.services.factors.devicePolicies.mfaPolicies.replace(replaced, in: turn.realm), turn)
            }),
        .delete(
            .api("deviceAuthenticationPolicies/{policyID}"), "Remove a device authentication policy", .changeConfiguration,
            changes: .administration
        ) { turn in
            try await turn.services.factors.devicePolicies.mfaPolicies.delete(try turn.id("policyID"), in: turn.realm)
        },
    ]

    /// Sets the FIDO2 policies of several policies, all or none as far as they are known.
    private static func migrate(_ turn: PlatformTurn, _ migration: FIDO2Migration) async throws -> JSONObject? {
        var changed: [DeviceAuthenticationPolicy] = []
        for (index, entry) in migration.entries.enumerated() {
            guard var policy = try await turn.services.factors.devicePolicies.mfaPolicies.policy(entry.policy, in: turn.realm) else {
                throw ShapeError(.invalid, at: "migrationData[\(index)].deviceAuthenticationPolicyId", "there is no such policy")
            }
            var fido2 = policy.fido2 ?? FIDO2Method(isEnabled: true)
            fido2.policy = entry.fido2
            policy.fido2 = fido2
            changed.append(policy)
        }
        for policy in changed { _ = try await turn.services.factors.devicePolicies.mfaPolicies.replace(policy, in: turn.realm) }
        return nil
    }

    private static func json(_ policy: DeviceAuthenticationPolicy, _ turn: PlatformTurn) -> JSONObject {
        turn.resource(form.json(policy), at: turn.url("deviceAuthenticationPolicies/\(policy.id.text)"))
    }
}

private struct FIDO2Migration: Shaped {
    var entries: [Entry] = []
    static let shapeName = "FIDO2Migration"
    static let members: [Member<Self>] = [Member("migrationData", \.entries, .list(.object, count: 1...100), .required)]

    struct Entry: Shaped {
        var policy = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
        var fido2 = ""
        static let shapeName = "FIDO2MigrationEntry"
        static let members: [Member<Self>] = [
            Member("deviceAuthenticationPolicyId", \.policy, .id, .required), Member("fido2PolicyId", \.fido2, .text(1...64), .required),
        ]
    }
}
