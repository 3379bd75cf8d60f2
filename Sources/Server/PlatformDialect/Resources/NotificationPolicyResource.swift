import Foundation
import HTTPBase
import HTTPTypes
import Primitives
import ResourceMessages
import Store
import DevicePolicies
import Directory

/// `/notificationsPolicies` (`docs/protocols/platform.md` 2.8): how many codes may be sent.
enum NotificationPolicyResource {
    private static let form = Form<NotificationPolicy>.resource(.object.renamed(.notificationPolicy))
    private static let all = "notificationsPolicies"
    private static let one = "notificationsPolicies/{policyID}"

    static let routes: [PlatformRoute] = [
        .get(
            .api(all), "List the notification policies", .readConfiguration, query: [.filter, .order, .limit, .cursor],
            gives: PlatformCollection.shape(all, form.shape)
        ) { turn in
            let policies = try await turn.services.factors.devicePolicies.notificationPolicies.all(in: turn.realm).map { json($0, turn) }
            return try PlatformPage.of(all, policies, turn).json(turn)
        },
        .post(
            .api(all), "Make a notification policy", .changeConfiguration,
            .json(form, .created, changes: .administration, gives: form.shape) { turn, policy in
                json(try await turn.services.factors.devicePolicies.notificationPolicies.create(policy, in: turn.realm), turn)
            }),
        .get(.api(one), "Read a notification policy", .readConfiguration, gives: form.shape) { turn in
            guard
                let policy = try await turn.services.factors.devicePolicies.notificationPolicies.policy(
                    try turn.id("policyID"), in: turn.realm)
            else {
                throw PlatformError.notFound
            }
            return json(policy, turn)
        },
        .put(
            .api(one), "Replace a notification policy", .changeConfiguration,
            .json(form, changes: .administration, gives: form.shape) { turn, policy in
                var replaced = policy
                replaced.id = try turn.id("policyID")
                return json(try await turn.services.factors.devicePolicies.notificationPolicies.replace(replaced, in: turn.realm), turn)
            }),
        .delete(.api(one), "Remove a notification policy", .changeConfiguration, changes: .administration) { turn in
            try await turn.services.factors.devicePolicies.notificationPolicies.delete(try turn.id("policyID"), in: turn.realm)
        },
    ]

    private static func json(_ policy: NotificationPolicy, _ turn: PlatformTurn) -> JSONObject {
        turn.resource(form.json(policy), at: turn.url("\(all)/\(policy.id.text)"))
    }
}
