package import JourneyEngine
import JourneyModel
import Messaging
import Primitives

extension PasscodeBySMS: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult {
        let sending = try await PasscodeSending(turn, attribute: attribute) { try? PhoneNumber($0) }
        try await turn.spend()
        let order = SMSOrder(
            sending.filled(content, turn), to: sending.recipient, in: turn.realm, purpose: "oneTimePassword",
            by: turn.budgetAsker(about: turn.state.user), isDiscreet: sending.isSecret)
        try await turn.domain.messaging.sms.send(order)
        sending.keep(in: &turn)
        return .outcome(Outcome.only)
    }
}
