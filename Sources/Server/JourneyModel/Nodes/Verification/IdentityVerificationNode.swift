package import JourneyMessages
import Primitives
import ResourceMessages
import Translations

/// Has the identity of a user who has shown who they are verified by documents, and waits for the result (`docs/verify.md`).
package struct IdentityVerificationNode: VerifiesIdentity {
    package static let type = NodeType(
        "IdentityVerificationNode", alias: "identityVerification", title: "Identity Verification",
        "Shows a code for an app that captures documents, and waits until they are checked.", interaction: .always, repetition: .never)
    package static let settings = [
        NodeSetting<Self>("policy", \.asking.policy, policyHelp),
        NodeSetting<Self>("deliveryMethod", \.asking.delivery, "How the code reaches the user."),
        NodeSetting<Self>("message", \.asking.scanMessage, "The message beside the QR code; {{code}} becomes the code."),
        NodeSetting<Self>("waitingMessage", \.asking.waitingMessage, "The message once the code was sent or used."),
        NodeSetting<Self>("seconds", \.asking.seconds, in: 1...60, "After how many seconds the page looks again."),
        NodeSetting<Self>("timeout", \.asking.timeout, in: 10...1800, "How many seconds the node waits."),
        NodeSetting<Self>("exitMessage", \.exit, "The label of the button to do without."),
        NodeSetting<Self>(
            "claims", \.claims, "The attributes that get claims of the document, for the node patchObject: givenName: firstName."),
    ]
    package static let state = StateUse(reads: ["username"], writes: [transaction, "objectAttributes"])
    /// The key of the state that has the verification's id.
    package static let transaction = "identityVerification"

    /// The outcomes of a verification: positive, negative, or for an administrator to decide.
    package static let (verified, failed, undecided) = ("verified", "failed", "undecided")
    /// The outcomes of a verification that wasn't made: not in time, left by the user, or not possible for this user.
    package static let (expired, exited, unavailable) = ("expired", "exited", "unavailable")

    package var asking = VerificationAsking()
    package var exit = LocalizedText(\.notNow)
    package var claims = ClaimMapping()

    package let outcomes = [verified, failed, undecided, expired, exited, unavailable]

    package init() {}

    package var callbacks: [CallbackType] { [.textOutput, .hiddenValue, .pollingWait, .confirmation] }
    package var exitLabel: LocalizedText? { exit }
    package var leavesUndecided: Bool { true }
    package var objections: [SettingObjection] { claims.objections(in: "claims") }
}
