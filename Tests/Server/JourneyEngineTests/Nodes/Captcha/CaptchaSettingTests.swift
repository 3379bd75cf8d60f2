import JourneyMessages
import JourneyModel
import Primitives
import Testing

@testable import JourneyEngine
import Services
import Directory
import Foundations

@Suite("CAPTCHAs: settings")
struct CaptchaSettingTests {
    private static let enterprise: JSONObject = ["projectId": "project", "siteKey": "site", "secretLabelIdentifier": "captcha"]
    private static let good = #"{"tokenProperties":{"valid":true,"action":"login"},"riskAnalysis":{"score":0.9}}"#

    private func trial(_ peer: CaptchaPeer) async throws -> NodeTrial {
        let trial = try await NodeTrial(http: peer)
        for name in ["captcha", "other"] {
            try await trial.harness.domain.directory.secrets.set(Secret("secret-of-\(name)"), as: name, in: trial.harness.realm)
        }
        return trial
    }

    /// The step behind reCAPTCHA Enterprise.
    private func assessed(_ settings: JSONObject, by peer: CaptchaPeer) async throws -> (NodeTrial, Step) {
        let trial = try await trial(peer)
        let step = try await trial.step("enterpriseCaptcha", Self.enterprise.overlaid(with: settings), isProven: false)
        return (trial, try await trial.harness.send(step.filled([("IDToken1token", "t"), ("IDToken1action", "login")])).step)
    }

    @Test("an assessment, or why there is none, is kept for scripts where that is wanted", arguments: [true, false])
    func kept(_ isWanted: Bool) async throws {
        let (trial, step) = try await assessed(["storeAssessmentResult": .bool(isWanted)], by: CaptchaPeer(Self.good))
        let result = try trial.harness.state(of: step).secrets["CaptchaEnterpriseNode.ASSESSMENT_RESULT"].map(TransientValue.json)
        #expect(step.message == "true" && result?["riskAnalysis"]?["score"] == (isWanted ? 0.9 : nil))
        let (failed, next) = try await assessed(["storeErrors": .bool(isWanted)], by: CaptchaPeer(nil))
        let failure = try failed.harness.state(of: next).secrets["CaptchaEnterpriseNode.FAILURE"].map(TransientValue.json)
        #expect(next.message == "false" && (failure?.string?.hasPrefix("IO_ERROR:") == true) == isWanted)
    }

    @Test("the assessment is asked for where the node says")
    func address() async throws {
        let peer = CaptchaPeer(Self.good)
        _ = try await assessed(["captchaUri": "https://captcha.example.com/v9"], by: peer)
        #expect(peer.requests.map(\.url) == ["https://captcha.example.com/v9/projects/project/assessments"])
    }

    @Test("the older node's secret has the label that is named", arguments: ["captcha", "other"])
    func secret(_ label: String) async throws {
        let peer = CaptchaPeer(#"{"success":true}"#)
        let trial = try await trial(peer)
        let settings: JSONObject = ["siteKey": "site", "secretLabelIdentifier": .string(label)]
        let step = try await trial.step("legacyCaptcha", settings, isProven: false)
        #expect(try await trial.harness.send(step, "token").step.message == "true")
        #expect(peer.requests.first?.body?.contains("secret=secret-of-\(label)&") == true)
    }
}
