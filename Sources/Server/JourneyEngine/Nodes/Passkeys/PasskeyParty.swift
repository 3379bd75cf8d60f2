import Foundation
import Primitives
import Services
import WebAuthn

/// Who asks in a WebAuthn step, as two kinds of node have it set.
struct PasskeyParty {
    let party: RelyingParty

    /// - Parameters:
    ///   - domain: empty for the host of this server.
    ///   - origins: empty for this server's own.
    /// - Throws: a fault where neither says who asks.
    init(domain: String, origins: [String], _ turn: Turn) throws {
        let own = turn.client.origin
        guard let id = domain.isEmpty ? own.flatMap({ URL(string: $0)?.host() }) : domain, !id.isEmpty else {
            throw JourneyError.fault("a WebAuthn node needs relyingPartyDomain, since this server has no public address")
        }
        let places = origins.isEmpty ? own.map { [$0] } ?? ["https://\(id)"] : origins
        party = RelyingParty(id: id, origins: places.map(RelyingParty.Origin.exactly))
    }

    static let challengeLength = 32
}

/// The user verification that a node wants, by AM's names.
enum WantedVerification: String, CaseIterable, SettingValue {
    case required = "REQUIRED"
    case preferred = "PREFERRED"
    case discouraged = "DISCOURAGED"

    var requirement: UserVerification {
        switch self {
        case .required: .required
        case .preferred: .preferred
        case .discouraged: .discouraged
        }
    }
}

extension Passkey {
    /// The user handle that a client means: it writes the characters of the Base64, or what they stand for in base64url
    /// (`pingam-protocol.md` 7.4).
    static func handle(from text: String) -> [UInt8]? {
        let bare = text.replacing("+", with: "-").replacing("/", with: "_").filter { $0 != "=" }
        return Base64URL.decode(bare).map { Array(Data($0).base64EncodedString().utf8) }
    }

    /// The user's id as the step names it: the text whose characters are the user handle.
    static func idText(of user: UUID) -> String { String(decoding: handle(of: user), as: UTF8.self) }
}
