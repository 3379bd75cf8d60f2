import DeviceFoundation
public import DeviceMessages
import Foundation
public import PingIDMessages
import Primitives

extension PingIDDevice {
    /// Sets where pushes go; nil for nowhere. A paired device tells the server; one that can't be reached is told with the next call.
    ///
    /// - Throws: ``PingIDError/Code/pushAddressMissing`` for an address without a token.
    public func setPushAddress(_ address: PushAddress?) async throws(PingIDError) {
        switch address {
        case .apns("", _), .fcm(""): throw PingIDError(.pushAddressMissing, "the push service gave this app no token")
        default: break
        }
        _ = try await introduced()
        let change = try await book.update { state in
            state.isPushStale = state.isPushStale || (state.push != address && address != nil)
            state.push = address
        }
        guard let state = change?.after, state.isPushStale, !state.users.isEmpty else { return }
        do { _ = try await exchange(.push) } catch {
            guard error.isOffline else { throw error }
            journal.note(.warning, "the server is told the push address later")
        }
    }

    /// Takes a push: verifies it, answers a silent one at once, and fetches what is asked of the user.
    ///
    /// - Throws: ``PingIDError/Code/signature`` when it isn't a push of the server's for this device; ``PingIDError/Code/pushTimeout`` when
    ///   it came too late; the server's refusal.
    public func process(_ body: RemoteNotificationBody) async throws(PingIDError) -> PingIDNotification {
        let push = try await verified(body.statement)
        journal.note(.info, "a push came: \(push.kind.rawValue)")
        switch push.kind {
        case .authentication: return .authentication(try await ask(push))
        case .silent:
            _ = try await exchange(.acknowledgement, SessionAcknowledgement(session: push.challenge, nonce: push.nonce).json)
            return .done
        case .cancel:
            try await book.update { $0.end(push.challenge) }
            return .cancelled(session: push.challenge)
        case .test: return .done
        }
    }

    /// Keeps the session before it is asked about, so that a choice can be sent even if the app ends meanwhile.
    private func ask(_ push: PushStatement) async throws(PingIDError) -> SessionDetails {
        try await book.update { $0.begin(InstallationState.Flow(session: push.challenge, nonce: push.nonce)) }
        let content = try await exchange(.session, SessionQuery(push.challenge).json)
        return try reading(try SessionDetails(json: content))
    }

    /// Verifies by this device's own clock: what a server said of the time never makes an old push new.
    private func verified(_ statement: String) async throws(PingIDError) -> PushStatement {
        guard let state = try await book.state() else { throw PingIDError(.signature, "this device awaits no push") }
        let now = device.time.now
        let result = try await verifying(at: state.issuer) { realm throws(DeviceError) in
            try PushStatement(
                verifying: statement, issuer: state.issuer.description, audience: state.id, keys: realm.statements, at: now)
        }
        do { return try result.get() } catch {
            throw PingIDError(error.code == .expired ? .pushTimeout : .signature, error.message, underlying: error)
        }
    }
}
