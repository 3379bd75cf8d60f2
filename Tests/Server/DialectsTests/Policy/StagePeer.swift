import FederationTesting
import Foundation
import MailTesting
import OAuthMessages
import Primitives
import Foundations

/// Everybody whom stages ask: a provider of identities, those of CAPTCHAs, for whom one token is good, and one who delivers text messages.
struct StagePeer: OutboundHTTP {
    static let solved = "solved"

    let provider: PretendProvider
    let gateway = RecordingGateway()

    func send(_ request: OutboundRequest) async throws -> OutboundAnswer {
        switch URLComponents(string: request.url)?.host {
        case "www.google.com":
            let isSolved = try FormBody(parsing: request.body ?? "").value("response") == Self.solved
            return Self.answer(["success": .bool(isSolved)])
        case "recaptchaenterprise.googleapis.com":
            let event = try JSONValue(parsing: request.body ?? "")["event"]
            let properties: JSONValue = ["valid": .bool(event?["token"]?.string == Self.solved), "action": event?["expectedAction"] ?? ""]
            return Self.answer(["tokenProperties": properties, "riskAnalysis": ["score": 0.9]])
        case "sms.example.com": return try await gateway.send(request)
        default: return try await provider.send(request)
        }
    }

    /// The last code that a user was sent.
    func passcode(for user: StageUser) -> String? {
        let messages = gateway.requests.compactMap { $0.body.flatMap { try? JSONValue(parsing: $0) } }
        let text = messages.last { $0["to"]?.string == user.number }?["text"]?.string
        return text?.split { !$0.isNumber }.first { $0.count >= 6 }.map(String.init)
    }

    private static func answer(_ json: JSONValue) -> OutboundAnswer { OutboundAnswer(status: 200, body: json.text) }
}
