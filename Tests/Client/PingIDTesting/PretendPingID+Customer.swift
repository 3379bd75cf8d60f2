package import DeviceMessages
package import Foundation
package import JOSE
package import PingIDMessages
import Primitives

/// The result of a sign-on for the customer's server.
package struct CustomerAnswer: Sendable {
    /// As the product's API says it (`docs/protocols/platform.md` 10.2).
    package var status: String
    package var serverPayload: String
    package var installation: String
}

extension PretendPingID {
    /// Does what the customer's server asks with the payload of its app: pairs and signs on.
    ///
    /// - Parameters:
    ///   - offline: whether pushes don't reach the user's other devices.
    ///   - ignoreValidation: whether no device needs to confirm a further one.
    package func signOn(
        _ username: String, payload text: String, offline: Bool = false, ignoreValidation: Bool = false,
        editing edit: (inout ServerPayload) -> Void = { _ in }
    ) throws -> CustomerAnswer {
        let payload = try opened(text)
        let id = payload.installation
        let others = now.installations.filter { $0.key != id && $0.value.level(for: username, at: time.now)?.isTrusted == true }
        let (status, flow, levels): (String, FlowState, [TrustLevel]) =
            switch now.installations[id]?.level(for: username, at: time.now) {
            case .ignored: ("IGNORED", .done, [])
            case .primary, .trusted: ("APPROVED", .deviceIsTrusted, [])
            case nil where others.isEmpty: ("SELECT_DEVICE", .trustLevels, [.primary, .ignored])
            case nil where ignoreValidation: ("SELECT_DEVICE", .trustLevels, [.primary, .trusted, .ignored])
            case nil where offline: ("OTP", .oneTimePasscode, [.trusted, .ignored])
            case nil: ("IN_PROGRESS", .done, [])
            }
        var session: String?
        if !levels.isEmpty { session = begin(username, chooser: id, subject: id, levels: levels) }
        if status == "IN_PROGRESS", let primary = others.keys.sorted().first {
            _ = begin(username, chooser: primary, subject: id, nonce: random.token(16), levels: [.trusted, .primary, .ignored])
        }
        return CustomerAnswer(
            status: status, serverPayload: try answer(payload, flow, levels, session, edit), installation: id)
    }

    /// Opens and spends a device's payload, and keeps what it says of the installation.
    package func opened(_ text: String) throws -> DevicePayload {
        let key = try OpeningKey(sealing, algorithm: .ecdhES, encryptions: [.a256GCM])
        let payload = try DevicePayload(opening: text, with: key, audience: issuer.description, at: time.now)
        guard change({ $0.spent.insert("payload \(payload.id)").inserted }) else { throw DeviceError(.payload, "spent") }
        let seed = CounterSeed(secret: Secret(bytes: random.bytes(32)))
        change { state in
            var known = state.installations[payload.installation] ?? Known(key: payload.key, seed: seed)
            (known.agreement, known.push) = (payload.agreement, payload.push)
            if let counter = payload.counter { known.counter = max(known.counter, counter) }
            state.installations[payload.installation] = known
        }
        return payload
    }

    private func answer(
        _ payload: DevicePayload, _ flow: FlowState, _ levels: [TrustLevel], _ session: String?, _ edit: (inout ServerPayload) -> Void
    ) throws -> String {
        var answer = ServerPayload(
            issuer: issuer.description, audience: payload.installation, issuedAt: time.now, id: random.token(16), answers: payload.id,
            flow: flow, trustLevels: levels, session: session,
            standing: try standing(of: payload.installation, knowsSeed: payload.counter != nil))
        edit(&answer)
        return try answer.sealed(with: SigningKey(statements), for: payload.agreement, random: random)
    }

    @discardableResult
    package func begin(
        _ username: String, chooser: String, subject: String, nonce: String? = nil, levels: [TrustLevel] = []
    ) -> String {
        let id = random.token(16)
        change {
            $0.sessions[id] = Session(username: username, chooser: chooser, subject: subject, nonce: nonce, levels: levels)
        }
        return id
    }

    /// The session that waits for an installation's user, begun by a push.
    package func waiting(for installation: String) -> String? {
        now.sessions.first { $0.value.chooser == installation && $0.value.nonce != nil && !$0.value.isOver }?.key
    }

    /// The push of a session, for its installation.
    package func push(
        _ kind: PushStatement.Kind, session: String, to installation: String? = nil, lifetime: TimeInterval = 60, with key: JWK? = nil
    ) throws -> RemoteNotificationBody {
        let known = now.sessions[session]
        let statement = PushStatement(
            issuer: issuer.description, audience: installation ?? known?.chooser ?? "", pairing: nil, issuedAt: time.now,
            expires: time.now.addingTimeInterval(lifetime), challenge: session, kind: kind, nonce: known?.nonce ?? "none",
            timeout: Int(lifetime))
        return RemoteNotificationBody(statement: try statement.signed(with: SigningKey(key ?? statements)))
    }

    /// Has a user signed on by PingFederate: the payload went there, and no answer came back to the app.
    package func federated(_ username: String, payload text: String) throws {
        let payload = try opened(text)
        let session = begin(username, chooser: payload.installation, subject: payload.installation, levels: [.primary])
        let answer = try answer(payload, .trustLevels, [.primary], session) { _ in }
        change { $0.pendingSteps[payload.id] = answer }
    }
}
