package import JourneyMessages
import Primitives
import ResourceMessages

/// Has a user's identity verified, or goes on with the verification whose id the state has, by AM's name and outcomes.
package struct VerifyEvaluationNode: VerifiesIdentity {
    package static let type = NodeType(
        "PingOneVerifyEvaluationNode", alias: "verifyEvaluation", title: "PingOne Verify Evaluation",
        "Has the user's identity verified by documents in an app, and waits for the result.", interaction: .always, repetition: .never)
    package static let settings = [
        NodeSetting<Self>("tntpPingOneConfigName", \.service, "The platform's configuration in AM.").inert(VerifyState.ownService),
        NodeSetting<Self>("verifyPolicyId", \.asking.policy, policyHelp),
        NodeSetting<Self>("deliveryMethod", \.asking.delivery, "How the link reaches the user, unless the user chooses."),
        NodeSetting<Self>("allowDeliveryMethodSelection", \.asking.offersDelivery, "Whether the user chooses how the link comes."),
        NodeSetting<Self>("deliveryMethodMessage", \.asking.choiceMessage, "The question for the way."),
        NodeSetting<Self>("scanQRCodeMessage", \.asking.scanMessage, "The message beside the QR code; {{code}} becomes the code."),
        NodeSetting<Self>("waitingMessage", \.asking.waitingMessage, "The message once the link was sent or used."),
        NodeSetting<Self>("timeout", \.asking.timeout, in: 10...1800, "How many seconds the node waits."),
        NodeSetting<Self>("createPingOneUser", \.createsUser, "Whether AM makes an account on the platform.").inert(VerifyState.ownUsers),
        NodeSetting<Self>("populationId", \.population, "The population of that account.").inert(VerifyState.ownUsers),
        NodeSetting<Self>("anonymizedPingOneUser", \.isAnonymous, "Whether that account has a name alone.").inert(VerifyState.ownUsers),
        NodeSetting<Self>(
            "userAttributesFromObjectAttributes", \.takesState, "Whether the user's attributes are those of the state: false."),
        NodeSetting<Self>("amIdentityAttribute", \.identityAttribute, "By what AM finds that account.").inert(VerifyState.ownUsers),
        NodeSetting<Self>(
            "storeVerificationMetadata", \.keepsMetadata, "Whether the checks with their results are kept in the state."),
        NodeSetting<Self>(
            "storeVerifiedData", \.keepsData, "Whether the state gets a list of the data, with the document's fields and without images."),
        NodeSetting<Self>("captureFailure", \.keepsFailure, "Whether the reason of a failure is kept in the state."),
    ]
    package static let state = StateUse(
        reads: ["username"] + VerifyState.ids,
        writes: [VerifyState.user] + VerifyState.ids + [VerifyState.metadata, VerifyState.data, VerifyState.evaluationFailure])

    /// The outcomes, by AM's names.
    package static let (success, failure, timeout) = ("successOutcome", "failureOutcome", "timeoutOutcome")

    package var asking = VerificationAsking()
    package var service = ""
    package var createsUser = false
    package var population = ""
    package var isAnonymous = false
    package var takesState = false
    package var identityAttribute = "uid"
    package var keepsMetadata = false
    package var keepsData = false
    package var keepsFailure = false

    package let outcomes = [success, failure, timeout]

    package init() {}

    package var callbacks: [CallbackType] { [.textOutput, .hiddenValue, .pollingWait, .confirmation] }

    package var objections: [SettingObjection] {
        Self.objections(
            takesState, "userAttributesFromObjectAttributes",
            "a document is compared with the account's own attributes, and the link goes to the account's own addresses")
    }
}
