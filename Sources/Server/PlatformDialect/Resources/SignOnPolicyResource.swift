import Foundation
import HTTPBase
import HTTPTypes
import Primitives
import ResourceMessages
import SignIn
import Directory

/// `/signOnPolicies`, their actions, and `/applications/{applicationID}/signOnPolicyAssignments` (`docs/protocols/platform.md` 2.11).
enum SignOnPolicyResource {
    static let routes = policies + actions + assignments

    private static let form = Form<SignOnPolicy>.resource(.object.renamed(.signOnPolicy))
    private static let one = "signOnPolicies/{signOnPolicyID}"

    private static let policies: [PlatformRoute] = [
        .get(
            .api("signOnPolicies"), "List sign-on policies", .readConfiguration, query: [.filter, .order, .limit, .cursor],
            gives: PlatformCollection.shape("signOnPolicies", form.shape)
        ) { turn in
            let all = try await turn.services.clients.signOnPolicies.all(in: turn.realm).map { json($0, turn) }
            return try PlatformPage.of("signOnPolicies", all, turn).json(turn)
        },
        .post(
            .api("signOnPolicies"), "Make a sign-on policy", .changeConfiguration,
            .json(form, .created, changes: .administration, gives: form.shape) { turn, policy in
                json(try await turn.services.clients.signOnPolicies.create(policy, in: turn.realm), turn)
            }),
        .get(.api(one), "Read a sign-on policy", .readConfiguration, gives: form.shape) { turn in json(try await policy(turn), turn) },
        .put(
            .api(one), "Replace a sign-on policy", .changeConfiguration,
            .json(form, changes: .administration, gives: form.shape) { turn, body in
                var replaced = body
                replaced.id = try turn.id("signOnPolicyID")
                return json(try await turn.services.clients.signOnPolicies.replace(replaced, in: turn.realm), turn)
            }),
        .delete(.api(one), "Remove a sign-on policy", .changeConfiguration, changes: .administration) { turn in
            try await turn.services.clients.signOnPolicies.delete(try turn.id("signOnPolicyID"), in: turn.realm)
        },
    ]

    private static func policy(_ turn: PlatformTurn) async throws -> SignOnPolicy {
        guard let policy = try await turn.services.clients.signOnPolicies.policy(try turn.id("signOnPolicyID"), in: turn.realm) else {
            throw PlatformError.notFound
        }
        return policy
    }

    private static func json(_ policy: SignOnPolicy, _ turn: PlatformTurn) -> JSONObject {
        let url = turn.url("signOnPolicies/\(policy.id.text)")
        return turn.resource(form.json(policy), at: url, links: [("actions", url + "/actions")])
    }
}

extension SignOnPolicyResource {
    private static let actionForm = Form<SignOnAction>.resource(.object.renamed(.signOnAction))
    private static let oneAction = one + "/actions/{actionID}"

    private static let actions: [PlatformRoute] = [
        .get(
            .api(one + "/actions"), "List the actions of a sign-on policy", .readConfiguration, query: [.limit, .cursor],
            gives: PlatformCollection.shape("actions", actionForm.shape)
        ) { turn in
            let policy = try await policy(turn)
            return try PlatformPage.of("actions", policy.actions.map { json($0, of: policy.id, turn) }, turn).json(turn)
        },
        .post(
            .api(one + "/actions"), "Add an action to a sign-on policy", .changeConfiguration,
            .json(actionForm, .created, changes: .administration, gives: actionForm.shape) { turn, action in
                let policy = try turn.id("signOnPolicyID")
                return json(try await turn.services.clients.signOnPolicies.add(action, to: policy, in: turn.realm), of: policy, turn)
            }),
        .get(.api(oneAction), "Read an action", .readConfiguration, gives: actionForm.shape) { turn in
            let (policy, id) = (try await policy(turn), try turn.id("actionID"))
            guard let action = policy.actions.first(where: { $0.id == id }) else { throw PlatformError.notFound }
            return json(action, of: policy.id, turn)
        },
        .put(
            .api(oneAction), "Replace an action", .changeConfiguration,
            .json(actionForm, changes: .administration, gives: actionForm.shape) { turn, body in
                let policy = try turn.id("signOnPolicyID")
                var action = body
                action.id = try turn.id("actionID")
                try await turn.services.clients.signOnPolicies.replace(action, of: policy, in: turn.realm)
                return json(action, of: policy, turn)
            }),
        .delete(.api(oneAction), "Remove an action", .changeConfiguration, changes: .administration) { turn in
            let (policy, id) = (try turn.id("signOnPolicyID"), try turn.id("actionID"))
            try await turn.services.clients.signOnPolicies.delete(action: id, of: policy, in: turn.realm)
        },
    ]

    private static func json(_ action: SignOnAction, of policy: UUID, _ turn: PlatformTurn) -> JSONObject {
        let url = turn.url("signOnPolicies/\(policy.text)")
        return turn.resource(
            actionForm.json(action), at: "\(url)/actions/\(action.id.text)", links: [("signOnPolicy", url)])
    }
}

extension SignOnPolicyResource {
    private static let assignmentForm = Form<SignOnAssignment>.resource(.object.renamed(.signOnAssignment))
    private static let ofApplication = "applications/{applicationID}/signOnPolicyAssignments"
    private static let oneAssignment = ofApplication + "/{assignmentID}"

    private static let assignments: [PlatformRoute] = [
        .get(
            .api(ofApplication), "List an application's sign-on policies", .readApplications, query: [.limit, .cursor],
            gives: PlatformCollection.shape("signOnPolicyAssignments", assignmentForm.shape)
        ) { turn in
            let application = try await turn.application().id
            let all = try await turn.services.clients.signOnAssignments.all(of: application, in: turn.realm).map {
                json($0, of: application, turn)
            }
            return try PlatformPage.of("signOnPolicyAssignments", all, turn).json(turn)
        },
        .post(
            .api(ofApplication), "Assign a sign-on policy to an application", .changeApplications,
            .json(assignmentForm, .created, changes: .administration, gives: assignmentForm.shape) { turn, body in
                let application = try await turn.application().id
                return json(
                    try await turn.services.clients.signOnAssignments.create(body, of: application, in: turn.realm), of: application, turn)
            }),
        .get(.api(oneAssignment), "Read an assignment", .readApplications, gives: assignmentForm.shape) { turn in
            let (application, id) = (try await turn.application().id, try turn.id("assignmentID"))
            let all = try await turn.services.clients.signOnAssignments.all(of: application, in: turn.realm)
            guard let found = all.first(where: { $0.id == id }) else { throw PlatformError.notFound }
            return json(found, of: application, turn)
        },
        .put(
            .api(oneAssignment), "Replace an assignment", .changeApplications,
            .json(assignmentForm, changes: .administration, gives: assignmentForm.shape) { turn, body in
                let application = try await turn.application().id
                var replaced = body
                replaced.id = try turn.id("assignmentID")
                try await turn.services.clients.signOnAssignments.replace(replaced, of: application, in: turn.realm)
                return json(replaced, of: application, turn)
            }),
        .delete(.api(oneAssignment), "Take a sign-on policy from an application", .changeApplications, changes: .administration) { turn in
            let (application, id) = (try await turn.application().id, try turn.id("assignmentID"))
            try await turn.services.clients.signOnAssignments.delete(id, of: application, in: turn.realm)
        },
    ]

    private static func json(_ assignment: SignOnAssignment, of application: String, _ turn: PlatformTurn) -> JSONObject {
        let url = turn.url("applications/\(application)")
        return turn.resource(
            assignmentForm.json(assignment), at: "\(url)/signOnPolicyAssignments/\(assignment.id.text)",
            links: [("application", url)])
    }
}
