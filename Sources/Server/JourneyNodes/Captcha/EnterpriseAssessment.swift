import Foundations
import JourneyEngine
import JourneyModel
import Primitives

/// An assessment by reCAPTCHA Enterprise: `POST {base}/projects/{project}/assessments`, the API key in a header.
struct EnterpriseAssessment: CaptchaProvider {
    let base: String
    let project: String
    let key: Secret
    let siteKey: String
    /// The action that the user was about to do.
    let action: String?
    /// More about the event; what says which token it is about is ours.
    let event: JSONObject
    let http: any OutboundHTTP

    func verdict(on token: String) async throws(CaptchaError) -> CaptchaVerdict {
        var event = event
        event["token"] = .string(token)
        event["siteKey"] = .string(siteKey)
        event["expectedAction"] = action.map(JSONValue.string)
        let request = OutboundRequest(
            url: "\(base)/projects/\(project)/assessments", method: "POST",
            headers: [("Content-Type", "application/json"), ("Accept", "application/json"), ("X-Goog-Api-Key", key.reveal())],
            body: JSONValue.object(["event": .object(event)]).text)
        let answer = try await http.captchaAnswer(to: request)
        guard answer.status == 200 else { throw Self.error(answer.status, answer.json["error"]) }
        guard let properties = answer.json["tokenProperties"], let isValid = properties["valid"]?.bool else {
            throw CaptchaError(.api, "the assessment says nothing of the token")
        }
        // A token that was made for something else says nothing about this.
        let isOurs = action == nil || properties["action"]?.string == action
        return CaptchaVerdict(
            isValid: isValid && isOurs, score: answer.json["riskAnalysis"]?["score"]?.number,
            reasons: isOurs ? [properties["invalidReason"]?.string].compactMap(\.self) : ["the action is another"], answer: answer.json)
    }

    private static func error(_ status: Int, _ error: JSONValue?) -> CaptchaError {
        let message = error?["message"]?.string ?? "status \(status)"
        let isKey = error?["details"]?.array?.contains { $0["reason"]?.string == "API_KEY_INVALID" } ?? false
        return switch status {
        case _ where isKey: CaptchaError(.invalidSecret, message)
        case 401, 403: CaptchaError(.invalidSecret, message)
        case 404: CaptchaError(.invalidProject, message)
        case 400: CaptchaError(.validation, message)
        default: CaptchaError(.api, message)
        }
    }
}
