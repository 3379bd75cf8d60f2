import JourneyMessages
import Primitives
import Messaging
import Services

/// Sends the run's code by text message, through the realm's SMS gateway.
///
/// AM's node sends mail to the carriers' gateways; which carrier a number has is not to be known any more, so the settings for that have no
/// effect here.
struct PasscodeBySMS: JourneyNode {
    static let type = NodeType(
        "OneTimePasswordSmsSenderNode", alias: "passcodeBySMS", title: "OTP SMS Sender", "Sends the one-time passcode by text message.",
        secrets: SentPasscode.names)
    static let settings = [
        NodeSetting<Self>("mobilePhoneAttributeName", \.attribute, "The attribute that the number is in, with its country's code."),
        NodeSetting<Self>("smsContent", \.content, "What the message says: {{OTP}} is the code, {{User}} the user name."),
    ]
    static let state = StateUse(reads: [SentPasscode.codeName, "username", "objectAttributes"])

    var attribute: AttributeName = "telephoneNumber"
    var content: LocalizedText = "Your one-time passcode is {{OTP}}. Do not tell it to anybody."

    func step(_ turn: inout Turn) async throws -> NodeResult {
        let sending = try await PasscodeSending(turn, attribute: attribute) { try? PhoneNumber($0) }
        try await turn.spend()
        var order = SMSOrder(
            sending.filled(content, turn), to: sending.recipient, in: turn.realm, purpose: "oneTimePassword",
            requester: turn.client.address, isDiscreet: sending.isSecret)
        order.provenUser = turn.state.user
        try await turn.domain.sms.send(order)
        sending.keep(in: &turn)
        return .outcome(Outcome.only)
    }
}
