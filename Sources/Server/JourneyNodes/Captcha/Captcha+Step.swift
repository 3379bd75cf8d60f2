import Foundation
package import JourneyEngine
import JourneyMessages
import JourneyModel
import Primitives

extension Captcha: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult {
        let question = CaptchaQuestion(siteKey: siteKey, scriptURL: scriptURL, elementClass: elementClass, isScored: isScored)
        guard let token = turn.ask(question) else { return .waiting }
        let means = try await turn.captchaMeans(secret)
        try await turn.spend()
        let provider = SiteVerification(url: verifyURL, secret: means.secret, siteKey: tiedSiteKey, http: means.http)
        let refusal: String?
        do { refusal = self.refusal(try await provider.verdict(on: token)) } catch { refusal = error.description }
        guard let refusal else { return .outcome(Outcome.yes) }
        try await turn.recordFailure("CAPTCHA: \(refusal)")
        return .outcome(Outcome.no)
    }

    /// The reason for which the answer isn't enough; nil when it is.
    private func refusal(_ verdict: CaptchaVerdict) -> String? {
        guard verdict.isValid else { return "not solved \(verdict.reasons.joined(separator: " "))" }
        guard isScored else { return nil }
        guard let score = verdict.score, let least = Double(threshold) else { return "the provider gave no score" }
        return score >= least ? nil : "the score \(score) is below \(least)"
    }

    private var tiedSiteKey: String? {
        let host = URL(string: verifyURL)?.host() ?? ""
        return host == "hcaptcha.com" || host.hasSuffix(".hcaptcha.com") ? siteKey : nil
    }
}
