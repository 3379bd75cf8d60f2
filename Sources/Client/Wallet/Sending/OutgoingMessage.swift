import Foundation
import JOSE
import Primitives
import VerifiableClaims

/// A message that is kept until the server has it.
struct OutgoingMessage: Sendable {
    let content: EnvelopeContent
    /// The time when the message was made.
    let made: Date
    /// The stamps that pay for it, which are kept with it: the same ones may be shown again when an answer was lost.
    var stamps: [String] = []

    init(_ content: EnvelopeContent, made: Date) {
        self.content = content
        self.made = made
    }

    /// Whether it is too old to be sent: the proofs in a share, and what a request asks, are of their day.
    func isStale(at now: Date) -> Bool {
        switch content.body {
        case .claim, .expiry: false
        case .shares, .request, .failure: now >= made + EnvelopeContent.longestLife
        }
    }

    var json: JSONObject {
        [
            "type": .string(content.type), "claims": .object(content.claims.members), "made": .integer(made.millisecondsSince1970),
            "stamps": .array(stamps.map(JSONValue.string)),
        ]
    }

    init(_ members: JSONObject) throws(WalletError) {
        guard let type = members["type"]?.string, let claims = members["claims"]?.object, let made = members["made"]?.integer,
            let content = try? EnvelopeContent(claims: JWTClaims(made: claims), type: type)
        else { throw WalletError(.storage, "a stored message can't be read") }
        self.init(content, made: Date(millisecondsSince1970: made))
        stamps = members["stamps"]?.strings ?? []
    }
}
