import DeviceMessages
import Directory
import Foundation
import Foundations
package import JourneyEngine
import JourneyMessages
import JourneyModel
import MultiFactor
import Primitives

extension AuthenticationCodeNode: JourneyNode {
    /// The id of the hidden value that a page shows as a QR code.
    static let hiddenID = "authenticationCode"

    package func step(_ turn: inout Turn) async throws -> NodeResult {
        guard let id = turn["id"]?.string.flatMap(UUID.init(text:)) else { return try await start(&turn) }
        guard let code = try await turn.domain.multiFactor.authenticationCodes.code(id, in: turn.realm) else {
            return leave(Self.expired, &turn)
        }
        switch code.status(at: turn.now) {
        case .completed: return try await complete(code, &turn)
        case .denied:
            try await turn.recordFailure("the authentication code was denied")
            return leave(Self.denied, &turn)
        case .expired: return leave(Self.expired, &turn)
        case .unclaimed, .claimed: break
        }
        let pressed = try await ask(code, &turn)
        guard turn.wasSubmitted, pressed == 0 else { return .waiting }
        try await turn.spend()
        _ = try await turn.domain.multiFactor.authenticationCodes.delete(id, in: turn.realm)
        return leave(Self.exited, &turn)
    }

    private func start(_ turn: inout Turn) async throws -> NodeResult {
        try await turn.domain.directory.quotas.require(.authenticationCode, bytes: Quotas.row, from: turn.client.address, in: turn.realm)
        try await turn.spend()
        var order = AuthenticationCodes.Order(application: application)
        order.lifetime = TimeSpan(lifetime, .seconds)
        order.address = turn.client.address
        let code = try await turn.domain.multiFactor.authenticationCodes.create(order, in: turn.realm)
        turn["id"] = .string(code.id.text)
        turn.withdraw()
        _ = try await ask(code, &turn)
        return .waiting
    }

    private func ask(_ code: AuthenticationCode, _ turn: inout Turn) async throws -> Int? {
        let prefix = try await turn.domain.directory.applications.application(application, in: turn.realm.id)?.settings.mobile?.uriPrefix
        turn.tell(HiddenValue(id: Self.hiddenID, value: AuthenticationCodeText.uri(code.code, prefix: prefix)).callback)
        let message = turn.text(message).replacing("{{code}}", with: code.code)
        turn.tell(PollingWait(milliseconds: seconds * 1000, message: message).callback)
        return turn.ask(ConfirmationQuestion(options: [turn.text(exit)]))
    }

    /// Completes the sign-in: the user who approved has the phone of that user, which counts as their proof.
    private func complete(_ code: AuthenticationCode, _ turn: inout Turn) async throws -> NodeResult {
        let (realm, now) = (turn.realm.id, turn.now)
        let id = try await turn.act { transaction, _ in
            try AuthenticationCodes.use(code.id, realm: realm, at: now, in: transaction)
        }
        guard let id, let user = try await turn.domain.directory.users.user(id, in: realm), user.maySignIn(at: now),
            turn.state.identify(user, showing: .scannedCode)
        else {
            try await turn.recordFailure("the authentication code was used, or is another user's")
            return leave(Self.denied, &turn)
        }
        return leave(Self.success, &turn)
    }

    private func leave(_ outcome: String, _ turn: inout Turn) -> NodeResult {
        turn["id"] = nil
        return .outcome(outcome)
    }
}
