import Foundations
package import JourneyEngine
import JourneyMessages
import JourneyModel
import Primitives

extension EnterpriseCaptcha: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult {
        let question = EnterpriseCaptchaQuestion(siteKey: siteKey, scriptURL: scriptURL, elementClass: elementClass)
        guard let outcome = turn.ask(question) else { return .waiting }
        let means = try await turn.captchaMeans(secret)
        try await turn.spend()
        do {
            let verdict = try await verdict(on: outcome, turn, means)
            if keepsResult { turn.keep(verdict.answer, as: "ASSESSMENT_RESULT") }
            guard let refusal = refusal(verdict) else { return .outcome(Outcome.yes) }
            return try await refuse(refusal, &turn)
        } catch let error as CaptchaError {
            if keepsErrors { turn.keep(.string(error.description), as: "FAILURE") }
            return try await refuse(error.description, &turn)
        }
    }

    private func verdict(
        on outcome: CaptchaOutcome, _ turn: Turn, _ means: (secret: Secret, http: any OutboundHTTP)
    ) async throws(CaptchaError) -> CaptchaVerdict {
        guard let token = outcome.token else { throw CaptchaError(.clientError, outcome.clientError ?? "no token") }
        // The journey's members of the event take precedence over the client's.
        var event = outcome.payload?.object ?? JSONObject()
        let ours =
            turn.state.secrets["CaptchaEnterpriseNode.PAYLOAD"].map(TransientValue.json)
            ?? turn.state.shared["CaptchaEnterpriseNode.PAYLOAD"]
        for member in ours?.object?.members ?? [] { event[member.name] = member.value }
        let provider = EnterpriseAssessment(
            base: base, project: project, key: means.secret, siteKey: siteKey, action: outcome.action, event: event, http: means.http)
        return try await provider.verdict(on: token)
    }

    private func refusal(_ verdict: CaptchaVerdict) -> String? {
        guard verdict.isValid else { return "not solved \(verdict.reasons.joined(separator: " "))" }
        guard let score = verdict.score, let least = Double(threshold) else { return "no score" }
        return score >= least ? nil : "the score \(score) is below \(least)"
    }

    private func refuse(_ reason: String, _ turn: inout Turn) async throws -> NodeResult {
        try await turn.recordFailure("CAPTCHA: \(reason)")
        return .outcome(Outcome.no)
    }
}

extension Turn {
    fileprivate mutating func keep(_ value: JSONValue, as name: String) {
        state.secrets["CaptchaEnterpriseNode.\(name)"] = TransientValue.secret(value)
    }
}
