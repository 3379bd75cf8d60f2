import Foundation
import JOSE
import Primitives
import VerifiableClaims

/// A received message as the store has it: from before it is acknowledged until it can't come again.
struct KeptMessage: Sendable {
    /// The steps of a message, in order.
    enum Stage: String {
        /// It is kept.
        case kept
        /// The receiver was called.
        case begun
        /// The receiver has returned. The content is gone; that it was received is kept.
        case done
    }

    var stage: Stage
    /// The message; nil once it is done.
    let content: EnvelopeContent?
    /// The time of its arrival, by which messages are handled in order.
    let arrived: Date
    /// The place among those that arrived together.
    let place: Int
    /// The time from which no envelope of this message is read any more.
    let expires: Date

    init(_ content: EnvelopeContent, arrived: Date, place: Int) {
        stage = .kept
        self.content = content
        self.arrived = arrived
        self.place = place
        expires = content.expires + Wallet.clockLeeway
    }

    /// Whether it is handled before another.
    func comesBefore(_ other: KeptMessage) -> Bool { arrived == other.arrived ? place < other.place : arrived < other.arrived }

    /// The key of its record: two senders may use the same id.
    static func key(_ content: EnvelopeContent) -> String { "\(content.sender.text).\(content.id.text)" }

    var json: JSONObject {
        var members: JSONObject = [
            "stage": .string(stage.rawValue), "arrived": .integer(arrived.millisecondsSince1970),
            "place": .integer(Int64(place)), "expires": .integer(expires.secondsSince1970),
        ]
        if let content, stage != .done {
            members["type"] = .string(content.type)
            members["claims"] = .object(content.claims.members)
        }
        return members
    }

    init(_ members: JSONObject) throws(WalletError) {
        guard let stage = members["stage"]?.string.flatMap({ Stage(exactly: $0) }), let arrived = members["arrived"]?.integer,
            let place = members["place"]?.integer, let expires = members["expires"]?.integer
        else { throw WalletError(.storage, "a stored message can't be read") }
        self.stage = stage
        self.arrived = Date(millisecondsSince1970: arrived)
        self.place = Int(clamping: place)
        self.expires = Date(timeIntervalSince1970: Double(expires))
        if let type = members["type"]?.string, let claims = members["claims"]?.object {
            content = try? EnvelopeContent(claims: JWTClaims(made: claims), type: type)
        } else {
            content = nil
        }
    }
}
