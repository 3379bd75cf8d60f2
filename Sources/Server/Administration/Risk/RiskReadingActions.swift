package import Directory
package import Foundation
package import Foundations
package import Primitives
package import ResourceMessages
import Risk
import RiskScoring
import RiskSignals
import Store

/// Lists the latest evaluations of risk.
package struct ListRiskEvaluations: ReadingAction {
    package static let declaration = ActionDeclaration(
        "risk.evaluation.list", .readIdentities, "List the latest evaluations of risk, of all users or of one.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(
            .list("risk-evaluations", by: "id", filter: ["level", "user", "address"]), .several(RiskEvaluationReport.form),
            from: { Self(realm: $0, limit: .max) }, .init("username", optional: \.username, .name), .after(\.after), .passed(\.passed),
            .limit(\.limit))
    }

    package var realm: RealmPath
    /// The user's name; nil for all users.
    package var username: String?
    /// The id after whose evaluation the list begins.
    package var after = ""
    /// The number of evaluations before the list's beginning, for when that evaluation is gone.
    package var passed = 0
    /// The greatest number of entries to return.
    package var limit: Int

    package init(realm: RealmPath, username: String? = nil, limit: Int = 20) {
        self.realm = realm
        self.username = username
        self.limit = limit
    }

    package func perform(in realm: Realm, at site: Site) async throws -> [RiskEvaluationReport] {
        var user: UUID?
        if let username {
            guard let known = try await site.domain.directory.users.user(named: username, in: realm.id) else {
                throw AdministrationError(.unknown, "no user \(username)")
            }
            user = known.id
        }
        return try await site.domain.risk.latest(of: user, from: ListPlace(after: after, passed: passed), limit: limit, in: realm)
            .map(RiskEvaluationReport.init)
    }
}

/// Explains an evaluation of risk.
package struct ExplainRiskEvaluation: ReadingAction {
    package static let declaration = ActionDeclaration(
        "risk.evaluation.explain", .readIdentities, "Explain an evaluation of risk: what each predictor said, and from which facts.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(
            .get("risk-evaluations/{id}"), RiskEvaluationReport.form, from: { Self(realm: $0, id: "") }, .init("id", \.id, .name, .required)
        )
    }

    package var realm: RealmPath
    /// The id of the evaluation, a UUID.
    package var id: String

    package init(realm: RealmPath, id: String) {
        self.realm = realm
        self.id = id
    }

    package func perform(in realm: Realm, at site: Site) async throws -> RiskEvaluationReport {
        guard let uuid = UUID(text: id), let found = try await site.domain.risk.evaluation(uuid, in: realm) else {
            throw AdministrationError(.unknown, "no evaluation \(id.prefix(64))")
        }
        return RiskEvaluationReport(found)
    }
}

/// An evaluation as administrators read it.
package struct RiskEvaluationReport: Reported {
    /// The id of the evaluation, a UUID.
    package let id: String
    /// The time of creation.
    package let created: Date
    /// The user of the event.
    package let user: String
    /// The network address of the event.
    package let address: String
    /// The level of the result, such as `HIGH`.
    package let level: String
    /// The score of the result.
    package let score: Int
    /// The policy that decided; nil for none.
    package let policy: String?
    /// The end of the event, as far as it was told.
    package let completion: String
    /// The fate of the signals.
    package let signals: String
    /// The mitigation that is recommended; nil for none.
    package let recommendedAction: String?
    /// The results of the predictors, by their compact names.
    package let details: JSONObject
    /// The facts from which they said it.
    package let facts: JSONValue
    /// The result of a staged policy set; nil when there is none.
    package let staged: JSONValue?

    package static let reportName = "RiskEvaluation"

    package static var members: [Member<Self>] {
        [
            Member(told: "id", .words, \.id),
            Member(told: "time", .moment, \.created),
            Member(told: "user", .words, \.user),
            Member(told: "address", .words, \.address),
            Member(told: "level", .words, \.level),
            Member(told: "score", .whole) { $0.score },
            Member(told: "signals", .words, \.signals),
            Member(told: "completion", .words, \.completion),
            Member(told: "policy", .words, \.policy),
            Member(told: "recommendedAction", .words, \.recommendedAction),
            Member(told: "details", .open(), \.details),
            Member(told: "facts", .any, \.facts),
            Member(told: "staged", .any, \.staged),
        ]
    }

    init(_ recorded: RecordedEvaluation) {
        id = recorded.id.text
        created = recorded.created
        user = recorded.event["user"]?["name"]?.string ?? recorded.event["user"]?["id"]?.string ?? ""
        address = recorded.event["ip"]?.string ?? ""
        level = recorded.level.rawValue
        score = recorded.score
        policy = recorded.result["result"]?["policy"]?.string
        completion = recorded.completion.rawValue
        signals = recorded.signals
        recommendedAction = recorded.recommendedAction
        details = recorded.result["details"]?.object ?? JSONObject()
        facts = recorded.facts
        staged = recorded.result["staged"]
    }
}

/// Lists the policy sets and predictors of a realm.
package struct ListRiskPolicies: ReadingAction {
    package static let declaration = ActionDeclaration(
        "risk.policy.list", .readConfiguration, "List the policy sets and predictors of a realm.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(
            .list("risk-policies", by: "id", filter: ["type", "name", "compactName"], bound: "administrators make each"),
            .several(Line.form), from: { Self(realm: $0) })
    }

    package var realm: RealmPath

    package init(realm: RealmPath) { self.realm = realm }

    /// A policy set or a predictor.
    package struct Line: Reported {
        /// The id, a UUID.
        package let id: String
        /// `policySet` or the predictor's type.
        package let type: String
        /// The name for people.
        package let name: String
        /// The name that conditions and results use.
        package let compactName: String
        /// Whether it is the realm's default policy set.
        package let isDefault: Bool
        /// All of it.
        package let declaration: JSONObject

        package static let reportName = "RiskDeclaration"

        package static var members: [Member<Self>] {
            [
                Member(told: "id", .words, \.id),
                Member(told: "type", .words, \.type),
                Member(told: "name", .words, \.name),
                Member(told: "compactName", .words, \.compactName),
                Member(told: "default", .flag, \.isDefault),
                Member(told: "declaration", .open(), \.declaration),
            ]
        }
    }

    package func perform(in realm: Realm, at site: Site) async throws -> [Line] {
        var lines: [Line] = []
        for kind in [RiskDeclarations.Kind.policySet, .predictor] {
            lines += try await site.domain.risk.declarations.all(kind, in: realm).map { declaration in
                Line(
                    id: declaration.id.text, type: kind == .policySet ? "policySet" : declaration.text("type"),
                    name: declaration.text("name"), compactName: declaration.text("compactName"), isDefault: declaration.flag("default"),
                    declaration: declaration.members)
            }
        }
        return lines
    }
}

/// Tells what another policy set would have said of the recorded events.
package struct TryRiskPolicy: ReadingAction {
    package static let declaration = ActionDeclaration(
        "risk.policy.try", .readIdentities, "Tell what another policy set would have said of the recorded events.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(
            .post("risk-policies:try").long, Outcome.form, from: { Self(realm: $0, policySet: .null) },
            .init("policySet", \.policySet, .any, .required), .init("limit", \.limit, .integer(1...10_000)))
    }

    package var realm: RealmPath
    /// The policy set, as the platform's API has it.
    package var policySet: JSONValue
    /// The greatest number of entries to return.
    package var limit: Int

    package init(realm: RealmPath, policySet: JSONValue, limit: Int = 1000) {
        self.realm = realm
        self.policySet = policySet
        self.limit = limit
    }

    /// An event that the other set sees otherwise.
    package struct Change: Reported {
        /// The id of the evaluation, a UUID.
        package let id: String
        /// The level of the time.
        package let was: String
        /// The level that the other set gives.
        package let would: String
        /// The score that the other set gives.
        package let score: Int
        /// The policy of the other set that decides; nil for none.
        package let policy: String?

        package static let reportName = "RiskChange"

        package static var members: [Member<Self>] {
            [
                Member(told: "id", .words, \.id),
                Member(told: "was", .words, \.was),
                Member(told: "would", .words, \.would),
                Member(told: "score", .whole, \.score),
                Member(told: "policy", .words, \.policy),
            ]
        }
    }

    /// The result of the trial.
    package struct Outcome: Reported {
        /// The number of events that were evaluated again.
        package let count: Int
        /// The events that the other set sees otherwise.
        package let changes: [Change]

        package static let reportName = "RiskTrial"

        package static var members: [Member<Self>] {
            [
                Member(told: "count", .whole, \.count),
                Member(told: "changes", .several(Change.form), \.changes),
            ]
        }
    }

    package func perform(in realm: Realm, at site: Site) async throws -> Outcome {
        guard let set = policySet.object else { throw AdministrationError(.invalid, "the policy set is no JSON object") }
        let recorded = try await site.domain.risk.latest(limit: limit, in: realm)
        do {
            let answers = try await site.domain.risk.whatIf(set, over: recorded, in: realm)
            let changes = answers.filter { $0.was.level != $0.would.level }.map {
                Change(id: $0.id.text, was: $0.was.level, would: $0.would.level, score: $0.would.score, policy: $0.would.policy)
            }
            return Outcome(count: answers.count, changes: changes)
        } catch let error as RiskError { throw AdministrationError(.invalid, error.message) }
    }
}
