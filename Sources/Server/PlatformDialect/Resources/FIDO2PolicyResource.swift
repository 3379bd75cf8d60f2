import Foundation
import HTTPBase
import HTTPTypes
import Primitives
import ResourceMessages
import DevicePolicies
import Directory

/// `/fido2Policies` (`docs/protocols/platform.md` 2.9).
enum FIDO2PolicyResource {
    private static let form = Form<FIDO2Policy>.resource(.object.renamed(.fido2Policy))
    private static let one = "fido2Policies/{policyID}"

    static let routes: [PlatformRoute] = [
        .get(
            .api("fido2Policies"), "List the FIDO2 policies", .readConfiguration, query: [.filter, .order, .limit, .cursor],
            gives: PlatformCollection.shape("fido2Policies", form.shape)
        ) { turn in
            let all = try await turn.services.factors.devicePolicies.fido2Policies.all(in: turn.realm).map { json($0, turn) }
            return try PlatformPage.of("fido2Policies", all, turn).json(turn)
        },
        .post(
            .api("fido2Policies"), "Make a FIDO2 policy", .changeConfiguration,
            .json(form, .created, changes: .administration, gives: form.shape) { turn, policy in
                json(try await turn.services.factors.devicePolicies.fido2Policies.create(policy, in: turn.realm), turn)
            }),
        .get(.api(one), "Read a FIDO2 policy", .readConfiguration, gives: form.shape) { turn in
            guard let policy = try await turn.services.factors.devicePolicies.fido2Policies.policy(try turn.id("policyID"), in: turn.realm)
            else {
                throw PlatformError.notFound
            }
            return json(policy, turn)
        },
        .put(
            .api(one), "Replace a FIDO2 policy", .changeConfiguration,
            .json(form, changes: .administration, gives: form.shape) { turn, policy in
                var replaced = policy
                replaced.id = try turn.id("policyID")
                return json(try await turn.services.factors.devicePolicies.fido2Policies.replace(replaced, in: turn.realm), turn)
            }),
        .delete(.api(one), "Remove a FIDO2 policy", .changeConfiguration, changes: .administration) { turn in
            try await turn.services.factors.devicePolicies.fido2Policies.delete(try turn.id("policyID"), in: turn.realm)
        },
    ]

    private static func json(_ policy: FIDO2Policy, _ turn: PlatformTurn) -> JSONObject {
        turn.resource(form.json(policy), at: turn.url("fido2Policies/\(policy.id.text)"))
    }
}
