import Primitives
import Translations

/// Sends the run's code by text message, through the realm's SMS gateway.
///
/// AM's node sends mail to the carriers' gateways; which carrier a number has is not to be known any more, so the settings for that have no
/// effect here.
package struct PasscodeBySMS: NodeDeclaration {
    package static let type = NodeType(
        "OneTimePasswordSmsSenderNode", alias: "passcodeBySMS", title: "OTP SMS Sender", "Sends the one-time passcode by text message.",
        secrets: PasscodeKey.all)
    package static let settings = [
        NodeSetting<Self>("mobilePhoneAttributeName", \.attribute, "The attribute that the number is in, with its country's code."),
        NodeSetting<Self>("smsContent", \.content, "The text of the message: {{OTP}} is the code, {{User}} the user name."),
    ]
    package static let state = StateUse(
        reads: [PasscodeKey.code, "username", "objectAttributes"], writes: [PasscodeKey.code, PasscodeKey.user, PasscodeKey.mail])

    package var attribute: AttributeName = "telephoneNumber"
    package var content = LocalizedText(\.passcodeMessage)

    package init() {}
}
