import Directory
import Foundation
import HTTPBase
import HTTPTypes
import Primitives
import ResourceMessages
import VerificationMessages
import VerificationPolicies
import Verifications

/// `/verifyPolicies` (`docs/protocols/verify.md` 10).
enum VerifyPolicyResource {
    private static let form = Form<VerifyPolicy>.resource(.object)
    private static let all = "verifyPolicies"
    private static let one = "verifyPolicies/{policyID}"

    static let routes: [PlatformRoute] = [
        .get(
            .api(all), "List the verify policies", .readConfiguration, query: [.filter, .order, .limit, .cursor],
            gives: PlatformCollection.shape(all, form.shape)
        ) { turn in
            let policies = try await turn.services.verifications.rules.policies.all(in: turn.realm).map { json($0, turn) }
            return try PlatformPage.of(all, policies, turn).json(turn)
        },
        .post(
            .api(all), "Make a verify policy", .changeConfiguration,
            .json(form, .created, changes: .administration, gives: form.shape) { turn, policy in
                json(try await turn.services.verifications.rules.policies.create(policy, in: turn.realm), turn)
            }),
        .get(.api(one), "Read a verify policy", .readConfiguration, gives: form.shape) { turn in
            guard let policy = try await turn.services.verifications.rules.policies.policy(try turn.id("policyID"), in: turn.realm)
            else {
                throw PlatformError.notFound
            }
            return json(policy, turn)
        },
        .put(
            .api(one), "Replace a verify policy", .changeConfiguration,
            .json(form, changes: .administration, gives: form.shape) { turn, policy in
                var replaced = policy
                replaced.id = try turn.id("policyID")
                return json(try await turn.services.verifications.rules.policies.replace(replaced, in: turn.realm), turn)
            }),
        .delete(.api(one), "Remove a verify policy", .changeConfiguration, changes: .administration) { turn in
            try await turn.services.verifications.rules.policies.delete(try turn.id("policyID"), in: turn.realm)
        },
    ]

    private static func json(_ policy: VerifyPolicy, _ turn: PlatformTurn) -> JSONObject {
        turn.resource(form.json(policy), at: turn.url("\(all)/\(policy.id.text)"))
    }
}
