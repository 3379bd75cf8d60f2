import Foundation
import JourneyMessages
import Primitives
import Foundations

/// Asks for a CAPTCHA of reCAPTCHA Enterprise and has it assessed. It must be the first on its page (`docs/protocols/step-protocol.md` 0,
/// rule 9).
struct EnterpriseCaptcha: JourneyNode {
    static let type = NodeType(
        "product-CaptchaEnterpriseNode", alias: "enterpriseCaptcha", title: "reCAPTCHA Enterprise",
        "Asks for a CAPTCHA of reCAPTCHA Enterprise and has it assessed.", interaction: .always, standsOnPage: true)
    static let settings = [
        NodeSetting<Self>("projectId", \.project, required: true, "The project."),
        NodeSetting<Self>("siteKey", \.siteKey, required: true, "The site's public key."),
        NodeSetting<Self>("secretLabelIdentifier", \.secret, required: true, "The label of the realm's secret that is the API key."),
        NodeSetting<Self>("scoreThreshold", \.threshold, "The least score that is enough, 0.0 to 1.0."),
        NodeSetting<Self>("storeAssessmentResult", \.keepsResult, "Whether the assessment is kept in the state."),
        NodeSetting<Self>("storeErrors", \.keepsErrors, "Whether the reason is kept in the state when there is no assessment."),
        NodeSetting<Self>("divClass", \.elementClass, "The class of the element that the script fills."),
        NodeSetting<Self>("captchaUri", \.base, "The API's address."),
        NodeSetting<Self>("apiUri", \.scriptURL, "The provider's script."),
    ]
    static let state = StateUse(
        reads: ["CaptchaEnterpriseNode.PAYLOAD"], writes: ["CaptchaEnterpriseNode.ASSESSMENT_RESULT", "CaptchaEnterpriseNode.FAILURE"])

    var project = ""
    var siteKey = ""
    var secret = ""
    var threshold = "0.0"
    var keepsResult = false
    var keepsErrors = false
    var elementClass = "g-recaptcha"
    var base = "https://recaptchaenterprise.googleapis.com/v1"
    var scriptURL = "https://www.google.com/recaptcha/enterprise.js"
    let outcomes = [Outcome.yes, Outcome.no]
    var callbacks: [CallbackType] { [.enterpriseCaptcha] }

    var objections: [SettingObjection] {
        var found = CaptchaSettings.objections(url: base, in: "captchaUri") + CaptchaSettings.objections(url: scriptURL, in: "apiUri")
        found += CaptchaSettings.objections(score: threshold)
        if project.contains(where: { !$0.isASCII || !($0.isLetter || $0.isNumber || "-_:.".contains($0)) }) {
            found.append(SettingObjection("projectId", "is no project's id"))
        }
        return found
    }

    func step(_ turn: inout Turn) async throws -> NodeResult {
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
        // What the journey says of the event goes before what the client says.
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
