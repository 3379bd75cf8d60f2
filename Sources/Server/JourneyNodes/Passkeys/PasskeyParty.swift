import DeviceRegistry
import Directory
import Foundation
import Foundations
import JourneyEngine
import JourneyMessages
import JourneyModel
import Primitives
import WebAuthn

/// The relying party of a WebAuthn step, as two kinds of node have it set.
struct PasskeyParty {
    let party: RelyingParty

    /// - Parameters:
    ///   - domain: empty for the host of this server.
    ///   - origins: empty for this server's own, and those of the realm's apps.
    /// - Throws: a fault where neither says who asks.
    init(domain: String, origins: [String], _ turn: Turn) throws {
        let own = turn.client.origin
        guard let id = domain.isEmpty ? own.flatMap({ URL(string: $0)?.host() }) : domain, !id.isEmpty else {
            throw JourneyRunError.fault("a WebAuthn node needs relyingPartyDomain, since this server has no public address")
        }
        guard origins.isEmpty else {
            party = RelyingParty(id: id, origins: origins.map(RelyingParty.Origin.exactly))
            return
        }
        let apps = NativeApps(turn.realm.settings).origins(for: id)
        party = RelyingParty(id: id, origins: [.exactly(own ?? "https://\(id)")] + apps)
    }

    static let challengeLength = 32

    /// The challenge of the running node in standard Base64; a new one where there is none.
    static func challenge(of turn: inout Turn) -> String {
        if let kept = turn["challenge"]?.string { return kept }
        let made = Data(turn.domain.platform.random.bytes(challengeLength)).base64EncodedString()
        turn["challenge"] = .string(made)
        turn.state.shared[PasskeyKey.challenge] = .string(made)
        return made
    }

    static func forgetChallenge(of turn: inout Turn) { turn["challenge"] = nil }

    /// The inputs of client extensions that a script before has put into the state, as JSON or a text of it.
    static func extensions(for turn: Turn) -> JSONObject {
        guard let value = turn.state.shared[PasskeyKey.extensions] else { return JSONObject() }
        return value.object ?? value.string.flatMap { try? JSONValue(parsing: $0, limits: StepLimits.json) }?.object ?? JSONObject()
    }
}

extension Turn {
    /// Asks a client for a ceremony.
    /// - Parameter scripts: the scripts that clients of the API get in place of the metadata; the hosted page would run nothing that a step
    /// brings.
    mutating func ask(metadata: Callback, scripts: [Callback]?) {
        for callback in scripts.flatMap({ client.binding == nil ? $0 : nil }) ?? [metadata] { tell(callback) }
    }
}

extension WantedVerification {
    var requirement: UserVerificationRequirement {
        switch self {
        case .required: .required
        case .preferred: .preferred
        case .discouraged: .discouraged
        }
    }
}

extension RegisteredPasskey {
    /// The user handle that a client means: it writes the characters of the Base64, or what they stand for in base64url
    /// (`docs/protocols/step-protocol.md` 7.4); of a passkey that comes from Keycloak, the characters of the user's id.
    static func handle(from text: String) -> [UInt8]? {
        if UUID(text: text) != nil { return Array(text.utf8) }
        let bare = text.replacing("+", with: "-").replacing("/", with: "_").filter { $0 != "=" }
        return Base64URL.decode(bare).map { Array(Data($0).base64EncodedString().utf8) }
    }

    /// The user's id as the step names it: the text whose characters are the user handle.
    static func idText(of user: UUID) -> String { String(own: handle(of: user)) }
}
