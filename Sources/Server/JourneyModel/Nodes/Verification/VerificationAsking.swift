package import Primitives
import ResourceMessages
import Translations

/// The settings of nodes that have a user's identity verified by documents.
package struct VerificationAsking: Sendable {
    /// The verify policy by id or name; empty for the realm's default.
    package var policy = ""
    /// The way in which the code reaches the user.
    package var delivery = Delivery.code
    /// Whether the user chooses the way.
    package var offersDelivery = false
    /// The question for the way.
    package var choiceMessage = LocalizedText(\.linkChoice)
    /// The text beside the QR code; `{{code}}` becomes the code.
    package var scanMessage = LocalizedText(\.scanToVerify)
    /// The text once the code was sent or used.
    package var waitingMessage = LocalizedText(\.continueInApp)
    /// The seconds after which the page looks again.
    package var seconds = 5
    /// The seconds for which the node waits.
    package var timeout = 270

    /// The ways in which the code reaches the user.
    package enum Delivery: String, CaseIterable, SettingValue {
        case code = "QRCODE"
        case email = "EMAIL"
        case sms = "SMS"

        package init?(setting json: JSONValue) {
            // The older line says QR.
            guard let text = json.string, let delivery = text == "QR" ? .code : Delivery(exactly: text) else { return nil }
            self = delivery
        }
    }

    /// The label of the button for a way.
    package static func label(of delivery: Delivery) -> LocalizedText {
        switch delivery {
        case .code: LocalizedText(\.byCode)
        case .email: LocalizedText(\.byMail)
        case .sms: LocalizedText(\.byMessage)
        }
    }
}

/// A node that has the identity of its user verified by documents, and waits for the result.
package protocol VerifiesIdentity: ActsForProvenUser {
    var asking: VerificationAsking { get set }
    /// The label of the button by which the user leaves; nil for none.
    var exitLabel: LocalizedText? { get }
    /// Whether it leaves when nothing but an administrator is waited for.
    var leavesUndecided: Bool { get }
}

extension VerifiesIdentity {
    package var exitLabel: LocalizedText? { nil }
    package var leavesUndecided: Bool { false }

    static var policyHelp: String { "The verify policy by id or name; the realm's default when empty." }

    /// A setting that only the value false is taken of.
    static func objections(_ isSet: Bool, _ setting: String, _ reason: String) -> [SettingObjection] {
        isSet ? [SettingObjection(setting, reason)] : []
    }
}

/// The keys of the state by which nodes about verifications hand them on.
package enum VerifyState {
    /// The key of the user's id.
    package static let user = "pingOneUserId"
    /// The keys of the verification's id: as AM ships it, and as its documentation spells it.
    package static let ids = ["pinOneVerifyTransactionId", "pingOneVerifyTransactionId"]
    /// The key of the checks with their results.
    package static let metadata = "pingOneVerifyMetadata"
    /// The key of the list of data.
    package static let data = "pingOneVerifyVerifiedData"
    /// The key of the reason why an evaluation has failed.
    package static let evaluationFailure = "pingOneVerifyEvaluationFailureReason"
    /// The key of the reason why the last verification doesn't count.
    package static let completionFailure = "pingOneVerifyCompletionFailureReason"
    /// The older line's key of the document's fields, among the transient values.
    package static let claimResult = "VerifyClaimResult"
    /// The older line's key of the checks, among the transient values.
    package static let metadataResult = "VerifyMetadataResult"

    static let ownService = "identities are verified by this server itself"
    static let ownUsers = "the user is the realm's, and needs no other account"
}
