import Foundations
import JourneyEngine
import JourneyModel
import OAuthMessages
import Primitives

/// The verification that reCAPTCHA v2 and v3, hCaptcha and Turnstile have in common: a form with the secret and the token, answered by
/// a JSON object with `success`.
struct SiteVerification: CaptchaProvider {
    let url: String
    let secret: Secret
    /// Ties the token to this site, where the provider can: with hCaptcha one secret serves all sites of an account.
    let siteKey: String?
    let http: any OutboundHTTP

    func verdict(on token: String) async throws(CaptchaError) -> CaptchaVerdict {
        var form = FormBody([("secret", secret.reveal()), ("response", token)])
        form.append("sitekey", siteKey)
        let request = OutboundRequest(
            url: url, method: "POST", headers: [("Content-Type", "application/x-www-form-urlencoded"), ("Accept", "application/json")],
            body: form.encoded)
        let answer = try await http.captchaAnswer(to: request)
        guard answer.status == 200, let success = answer.json["success"]?.bool else {
            throw CaptchaError(.api, "\(url) answered \(answer.status) without a verdict")
        }
        return CaptchaVerdict(
            isValid: success, score: answer.json["score"]?.number, reasons: answer.json["error-codes"]?.strings ?? [], answer: answer.json)
    }
}

extension OutboundHTTP {
    /// Sends a request and reads the JSON that comes back.
    func captchaAnswer(to request: OutboundRequest) async throws(CaptchaError) -> (status: Int, json: JSONValue) {
        let answer: OutboundAnswer
        do { answer = try await send(request) } catch { throw CaptchaError(.io, "\(error)") }
        guard let json = try? JSONValue(body: answer.body) else {
            throw CaptchaError(.api, "the answer, status \(answer.status), is no JSON")
        }
        return (answer.status, json)
    }
}
