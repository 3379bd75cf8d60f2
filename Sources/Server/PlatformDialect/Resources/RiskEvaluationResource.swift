import Directory
import HTTPBase
import HTTPTypes
import Foundation
import Primitives
import ResourceMessages
import Risk
import RiskScoring

/// `/riskEvaluations` (`docs/protocols/platform.md` 9.1).
enum RiskEvaluationResource {
    static let routes: [PlatformRoute] = [
        .post(
            // An event changes what is known of its user.
            .api("riskEvaluations"), "Evaluate the risk of an event", .worker(.changeIdentities),
            .json(NewEvaluation.form, .created, changes: .administration, gives: shape) { turn, body in
                let event = body.event
                if event.completion == .success { try checkTeaching(of: try await user(of: event, turn), turn) }
                let set = body.policySet["id"]?.string ?? body.policySet["name"]?.string
                let recorded = try await turn.services.risk.evaluate(
                    event, policySet: set, client: turn.caller.client, origin: turn.address.origin, in: turn.realm)
                return try await json(recorded, turn)
            }),
        .get(
            .api("riskEvaluations/{riskEvaluationID}"), "Read an evaluation", .worker(.readIdentities), gives: shape
        ) { turn in
            guard let recorded = try await turn.services.risk.evaluation(try turn.id("riskEvaluationID"), in: turn.realm) else {
                throw PlatformError.notFound
            }
            return try await json(recorded, turn)
        },
        .put(
            .api("riskEvaluations/{riskEvaluationID}/event"), "Say how an event ended", .worker(.changeIdentities),
            .json(EventEnd.form, changes: .administration, gives: shape) { turn, body in
                let id = try turn.id("riskEvaluationID")
                let user = try await turn.services.risk.evaluation(id, in: turn.realm)?.user
                if let user { try checkTeaching(of: try await turn.services.identities.users.user(user, in: turn.realm.id), turn) }
                let recorded = try await turn.services.risk.complete(id, as: body.completion, in: turn.realm)
                return try await json(recorded, turn)
            }),
    ]

    /// The realm's user of an event; nil for one from outside.
    private static func user(of event: RiskEvent, _ turn: PlatformTurn) async throws -> User? {
        if event.userType == "PING_ONE" {
            return try await turn.services.identities.users.user(UserReference(idOrName: event.user), in: turn.realm.id)
        }
        guard let id = UUID(text: event.user) else { return nil }
        return try await turn.services.identities.users.user(id, in: turn.realm.id)
    }

    /// Refuses to say what is usual for a user who holds more than the caller does.
    private static func checkTeaching(of user: User?, _ turn: PlatformTurn) throws {
        if let user { try turn.caller.check(covers: Privileges(of: user)) }
    }

    private static func json(_ recorded: RecordedEvaluation, _ turn: PlatformTurn) async throws -> JSONObject {
        let time = Form<Date>.time
        var event = recorded.event
        event["completionStatus"] = .string(recorded.completion.rawValue)
        var json: JSONObject = [
            "id": .string(recorded.id.text), "createdAt": time.write(recorded.created),
            "updatedAt": time.write(recorded.updated), "event": .object(event),
        ]
        var set: JSONObject = ["id": .string(recorded.policySet.text)]
        let rules = try await turn.services.risk.declarations.rules(of: turn.realm)
        set["name"] = rules.policySets.first { $0.id == recorded.policySet }.map { .string($0.rules.name) }
        json["riskPolicySet"] = .object(set)
        for member in recorded.result.members { json[member.name] = member.value }
        return turn.resource(json, at: turn.url("riskEvaluations/\(recorded.id.text)"))
    }

    private static let shape = PlatformShape.told(
        "RiskEvaluation",
        [
            ("createdAt", PlatformShape.time), ("updatedAt", PlatformShape.time), ("event", .open), ("riskPolicySet", .open),
            ("result", .open), ("details", .open), ("staged", .open),
        ])
}

private struct NewEvaluation: Shaped {
    var event = RiskEvent()
    var policySet = JSONObject()

    static let shapeName = "NewRiskEvaluation"
    static let members: [Member<Self>] = [
        Member("event", \.event, .object, .required),
        Member("riskPolicySet", \.policySet, .open(of: RiskShape.reference)),
    ]
}

private struct EventEnd: Shaped {
    var completion = RiskEvent.Completion.success

    static let shapeName = "RiskEventEnd"
    static let members: [Member<Self>] = [
        Member("completionStatus", \.completion, .choice(of: [.success, .failed]), .required)
    ]
}
