package import JourneyMessages
import Primitives

/// Asks some of a user's security questions. Right answers prove who they are, and wrong ones are counted, and lock them after too many.
///
/// A user who doesn't exist, or has too few answers, is asked as well, so that a name can't be tried out here.
package struct KBAVerification: ProvesUser {
    package static let type = NodeType(
        "KbaVerifyNode", alias: "kbaVerification", title: "KBA Verification", "Asks some of the user's security questions.",
        interaction: .always, repetition: .atFields, standsOnPage: true)
    package static let settings = [
        NodeSetting<Self>("kbaInfoAttribute", \.attribute, "AM's attribute for the answers: kbaInfo, the only one there is."),
        NodeSetting<Self>("identityAttribute", \.given, "The attribute that finds a user who has proved nothing yet."),
    ]
    package static let state = StateUse(reads: ["objectAttributes", "username"], writes: ["username", "universalId"])

    package var attribute = SecretName.answers
    package var given: AttributeName = "userName"
    package let outcomes = [Outcome.yes, Outcome.no]

    package init() {}

    package var objections: [SettingObjection] {
        attribute == SecretName.answers
            ? [] : [SettingObjection("kbaInfoAttribute", "an account has its answers in \(SecretName.answers) only")]
    }

    package var callbacks: [CallbackType] { [.password] }
}
