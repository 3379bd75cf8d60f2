import FederationTesting
import Foundation
import OAuthMessages
import Primitives
import Services

/// Everybody whom stages ask: a provider of identities, and those of CAPTCHAs, for whom one token is good.
struct StagePeer: OutboundHTTP {
    static let solved = "solved"

    let provider: PretendProvider

    func send(_ request: OutboundRequest) async throws -> OutboundAnswer {
        switch URLComponents(string: request.url)?.host {
        case "www.google.com":
            let isSolved = try FormBody(parsing: request.body ?? "").value("response") == Self.solved
            return Self.answer(["success": .bool(isSolved)])
        case "recaptchaenterprise.googleapis.com":
            let event = try JSONValue(parsing: request.body ?? "")["event"]
            let properties: JSONValue = ["valid": .bool(event?["token"]?.string == Self.solved), "action": event?["expectedAction"] ?? ""]
            return Self.answer(["tokenProperties": properties, "riskAnalysis": ["score": 0.9]])
        default: return try await provider.send(request)
        }
    }

    private static func answer(_ json: JSONValue) -> OutboundAnswer { OutboundAnswer(status: 200, body: json.text) }
}
