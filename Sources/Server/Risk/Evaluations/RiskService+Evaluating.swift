package import Directory
package import Foundation
package import Foundations
import Metrics
import Primitives
import ResourceMessages
import RiskScoring
import RiskSignals
import Store

extension RiskService {
    /// Evaluates the risk of an event, and keeps the evaluation. Signals that can't be taken don't stop it: it says what is missing.
    ///
    /// - Parameters:
    ///   - policySet: the id or name of a policy set; nil for the default one.
    ///   - client: the application that asks; nil when this server does.
    ///   - origin: this server's address, which signals name.
    /// - Throws: `unknownResource` for a policy set that isn't there.
    package func evaluate(
        _ event: RiskEvent, policySet: String? = nil, client: String? = nil, origin: String, in realm: Realm
    ) async throws -> RecordedEvaluation {
        let rules = try await declarations.rules(of: realm)
        guard let set = rules.policySet(policySet) else {
            throw DomainError(.unknownResource, "no risk policy set \(policySet?.prefix(64) ?? "that is the default")")
        }
        let (now, signals) = (time.now, try await opened(event, origin: origin, in: realm))
        let (id, lifetime) = (random.uuid(), TimeInterval(realm.settings[RiskSettings.self].riskLifetime))
        let moment = RiskMoment(realm: realm.id, now: now, expires: now.addingTimeInterval(lifetime))
        let (sources, hash, audit, keeps) = (sources, hash, audit, TimeInterval(realm.settings[RiskSettings.self].signalsLifetime))
        let recorded = try await database.write { transaction in
            let subject = try Self.subject(of: event, hash, realm: realm.id, in: transaction)
            let (taken, outcome) = try Self.take(signals, of: event, moment, keeping: keeps, in: transaction)
            let domain = event.mailDomain ?? taken.sums?.mailDomain
            let gathering = FactGathering(
                event: event, subject: subject, rules: rules, moment: moment,
                outside: OutsideFacts(event, mailDomain: domain, sources), hash: hash, signals: taken)
            let (facts, lesson) = try gathering.facts(in: transaction)
            let result = set.rules.evaluate(facts, with: rules.predictors)
            var json = result.json.object ?? JSONObject()
            Self.add(facts, outcome, to: &json)
            if let staged = rules.staged(beside: set, at: now) {
                json["staged"] = Self.told(staged.rules.evaluate(facts, with: rules.predictors), staged.id)
            }
            let recorded = RecordedEvaluation(
                id: id, realm: realm.id, subject: subject, application: client, created: now, updated: now, policySet: set.id,
                level: result.level, score: result.score, completion: event.completion, event: event.json, facts: facts.json, result: json,
                signals: outcome, lesson: lesson, expires: moment.expires)
            try recorded.insert(in: transaction)
            if event.completion == .success { try RiskLesson.learn(from: recorded, moment, in: transaction) }
            try audit.append(
                .riskEvaluated,
                [
                    "evaluation": .string(id.text), "level": .string(result.level.rawValue), "score": .integer(Int64(result.score)),
                    "signals": .string(outcome),
                ], at: now, realm: realm.id, user: subject.user, client: client, in: transaction)
            return recorded
        }
        Counter(label: "risk_evaluations_total", dimensions: [("level", recorded.level.rawValue.lowercased())]).increment()
        if !["TAKEN", "NONE"].contains(recorded.signals) {
            Counter(label: "risk_signals_refused_total", dimensions: [("reason", recorded.signals.lowercased())]).increment()
        }
        return recorded
    }

    /// An evaluation; nil when there is none.
    package func evaluation(_ id: UUID, in realm: Realm) async throws -> RecordedEvaluation? {
        try await database.lookUp { try RecordedEvaluation.find(id, realm: realm.id, in: $0) }
    }

    /// The latest evaluations, of one user when one is named.
    package func latest(
        of user: UUID? = nil, from place: ListPlace = .start, limit: Int, in realm: Realm
    ) async throws -> [RecordedEvaluation] {
        try await database.read {
            try RecordedEvaluation.latest(of: user, from: place, limit: min(max(1, limit), 10_000), realm: realm.id, in: $0)
        }
    }

    /// Says how an event ended. One that succeeded teaches what is usual for its user; the same twice is as once.
    /// - Throws: `unknownResource`; `conflict` when it ended otherwise.
    package func complete(_ id: UUID, as completion: RiskEvent.Completion, in realm: Realm) async throws -> RecordedEvaluation {
        let now = time.now
        let moment = RiskMoment(
            realm: realm.id, now: now, expires: now.addingTimeInterval(TimeInterval(realm.settings[RiskSettings.self].riskLifetime)))
        return try await database.write { transaction in
            guard var recorded = try RecordedEvaluation.find(id, realm: realm.id, in: transaction) else {
                throw DomainError(.unknownResource, "no evaluation \(id.text)")
            }
            guard recorded.completion != completion else { return recorded }
            guard recorded.completion == .inProgress else {
                throw DomainError(.conflict, "the event ended before: \(recorded.completion.rawValue)")
            }
            (recorded.completion, recorded.updated) = (completion, now)
            try recorded.saveCompletion(in: transaction)
            if completion == .success { try RiskLesson.learn(from: recorded, moment, in: transaction) }
            return recorded
        }
    }

    /// The user whose history counts: one of the realm by id or name, else a hash of the id.
    private static func subject(
        of event: RiskEvent, _ hash: KeyedHash, realm: UUID, in transaction: any ReadTransaction
    ) throws -> RiskSubject {
        let known: UUID? =
            if event.userType == "PING_ONE" {
                try Users.user(UserReference(idOrName: event.user), realm: realm, in: transaction)?.id
            } else if let id = UUID(text: event.user), try Users.status(of: id, realm: realm, in: transaction) != nil { id } else { nil }
        if let known { return RiskSubject(text: known.text, user: known) }
        return RiskSubject(text: "external " + Base64URL.encode(hash.lastingHash(Array(event.user.utf8))), user: nil)
    }

    /// Adds to an answer what predictors saw, in the platform's form.
    private static func add(_ facts: RiskFacts, _ signals: String, to json: inout JSONObject) {
        var details = json["details"]?.object ?? JSONObject()
        if let place = facts.place.value?.json.object {
            for name in ["country", "state", "city"] { details[name] = place[name] }
            for name in ["latitude", "longitude"] { details[name] = place[name]?.integer.map { .number(Double($0) / 1_000_000) } }
        }
        details["anonymousNetworkDetected"] = facts.anonymousNetwork.value.map(JSONValue.bool)
        details["impossibleTravel"] = details["geoVelocity"]?["reason"].map { .bool($0 == "IMPOSSIBLE_TRAVEL") }
        details["estimatedSpeed"] = details["geoVelocity"]?["estimatedSpeed"]
        details["previousSuccessfulTransaction"] = facts.json["previous"]
        details["signals"] = ["status": .string(signals)]
        json["details"] = .object(details)
    }

    private static func told(_ evaluation: RiskEvaluation, _ set: UUID) -> JSONValue {
        var result = evaluation.json["result"]?.object ?? JSONObject()
        result["riskPolicySet"] = ["id": .string(set.text)]
        return .object(result)
    }
}

extension RiskRules {
    /// The policy set that is tried beside another at a time.
    func staged(beside set: PolicySet, at now: Date) -> PolicySet? {
        guard let staging = set.staging, staging.expires.map({ $0 > now }) ?? true else { return nil }
        return policySets.first { $0.id == staging.id }
    }
}
