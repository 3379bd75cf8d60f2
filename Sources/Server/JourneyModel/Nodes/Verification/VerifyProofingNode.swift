package import JourneyMessages
import Primitives
import Translations
package import VerificationMessages

/// The older line's node that has a user's identity verified and takes claims of the document.
package struct VerifyProofingNode: VerifiesIdentity {
    package static let type = NodeType(
        "PingOneVerifyProofing", alias: "verifyProofing", title: "PingOne Verify Proofing (Marketplace)",
        "Has the user's identity verified by documents in an app, and gathers claims of the document.", interaction: .always,
        repetition: .never)
    package static let settings = [
        NodeSetting<Self>("tntpPingOneConfigName", \.service, "The platform's configuration in AM.").inert(VerifyState.ownService),
        NodeSetting<Self>("verifyPolicyId", \.asking.policy, policyHelp),
        NodeSetting<Self>("userIdAttribute", \.identityAttribute, "The attribute with the id of an account on the platform.").inert(
            VerifyState.ownUsers),
        NodeSetting<Self>("userNotification", \.asking.delivery, "How the link reaches the user, unless the user chooses."),
        NodeSetting<Self>("userNotificationChoice", \.asking.offersDelivery, "Whether the user chooses how the link comes."),
        NodeSetting<Self>("deliveryMessage", \.asking.choiceMessage, "The question for the way.").ours,
        NodeSetting<Self>("scanMessage", \.asking.scanMessage, "The message beside the QR code; {{code}} becomes the code.").ours,
        NodeSetting<Self>("pollWaitMessage", \.asking.waitingMessage, "The message once the link was sent or used."),
        NodeSetting<Self>("timeOut", \.asking.timeout, in: 10...1800, "How many seconds the node waits."),
        NodeSetting<Self>("govId", \.document, "The kind of document; ANY for each."),
        NodeSetting<Self>("dobVerification", \.age, "The least age in years; 0 or false for none."),
        NodeSetting<Self>(
            "attributeMappingConfiguration", \.claims, "The attributes that get claims of the document, for the node patchObject."),
        NodeSetting<Self>(
            "fuzzyMatchingConfiguration", \.matching,
            "The attributes that the document is compared with, with LOW, MEDIUM, HIGH or EXACT; they go before the policy's."),
        NodeSetting<Self>("failExpired", \.refusesExpired, "Whether an expired document fails, also where the policy lets it pass."),
        NodeSetting<Self>("saveVerifiedClaims", \.keepsClaims, "Whether the document's fields are kept among the transient values."),
        NodeSetting<Self>("saveMetadata", \.keepsMetadata, "Whether the checks are kept among the transient values."),
        NodeSetting<Self>("tsTransactionId", \.keepsID, "Whether the verification's id is kept in the state."),
        NodeSetting<Self>("tsAccessToken", \.keepsToken, "Whether an access token of the platform's is kept: false."),
        NodeSetting<Self>("demoMode", \.pretends, "Whether every verification succeeds: false."),
    ]
    package static let state = StateUse(
        reads: ["username"],
        writes: [VerifyState.user] + VerifyState.ids + ["objectAttributes", VerifyState.claimResult, VerifyState.metadataResult])

    /// The kinds of document, by the platform's names.
    package enum Document: String, CaseIterable, SettingValue {
        case any = "ANY"
        /// An older name of `ANY`.
        case standard = "DEFAULT"
        case drivingLicense = "DRIVING_LICENSE"
        case passport = "PASSPORT"
        case idCard = "ID_CARD"
        case residencePermit = "RESIDENCE_PERMIT"

        /// The kind of card; nil for each.
        package var type: IdentityCardType? { IdentityCardType(exactly: rawValue) }
    }

    /// The outcomes, by AM's names.
    package static let (success, fail, cancel, error) = ("SUCCESS", "FAIL", "CANCEL", "ERROR")

    package var asking = VerificationAsking()
    package var service = ""
    package var identityAttribute = ""
    package var document = Document.any
    package var age = AgeLimit()
    package var claims = ClaimMapping()
    package var matching = MatchingLevels()
    package var refusesExpired = false
    package var keepsClaims = false
    package var keepsMetadata = false
    package var keepsID = false
    package var keepsToken = false
    package var pretends = false

    /// Those with `PATCH` are AM's for an account that it has made on the platform, which never happens here.
    package let outcomes = [success, "SUCCESSPATCH", fail, "FAILPATCH", cancel, error]

    package init() {}

    package var callbacks: [CallbackType] { [.textOutput, .hiddenValue, .pollingWait, .confirmation] }
    package var exitLabel: LocalizedText? { LocalizedText(\.cancel) }

    package var objections: [SettingObjection] {
        claims.objections(in: "attributeMappingConfiguration") + matching.objections(in: "fuzzyMatchingConfiguration", by: claims)
            + Self.objections(keepsToken, "tsAccessToken", "there is no access token of the platform's here")
            + Self.objections(pretends, "demoMode", "no result is made up; have an administrator decide in a demonstration")
    }
}
