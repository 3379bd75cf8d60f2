import Primitives

/// The state of an authentication token, as the documented SDK tells it (`authentication_token_status` in the documentation of the PingID
/// SDK).
public enum TokenStatus: String, Sendable, CaseIterable {
    /// The token was claimed, and the sign-on continues.
    case claimed = "CLAIMED"
    /// The token was claimed; the push that was to verify the device did not arrive.
    case claimedAndPushFailed = "CLAIMED_AND_PUSH_FAILED"
    /// The token was claimed; no push was sent, since the device takes none.
    case claimedAndPushless = "CLAIMED_AND_PUSHLESS"
    /// The user is to approve on the phone.
    case pendingUserApproval = "PENDING_USER_APPROVAL"
    /// The user is to choose a user on the phone.
    case mobileUserSelection = "MOBILE_USER_SELECTION"
    /// The user is to choose a user on the phone, and to approve.
    case mobileUserSelectionAndApproval = "MOBILE_USER_SELECTION_AND_APPROVAL"
    /// The user chooses a user in the browser.
    case webUserSelection = "WEB_USER_SELECTION"
    /// A silent push is on its way, which the device must answer.
    case pendingPushVerification = "PENDING_PUSH_VERIFICATION"
    /// The sign-on was taken back.
    case canceled = "CANCELED"
    /// The user denied it.
    case denied = "DENIED"

    /// Whether the status changes without the phone's user: the browser or the push service is awaited.
    public var isAwaitedElsewhere: Bool { self == .webUserSelection || self == .pendingPushVerification }
    /// Whether the phone's user is asked.
    public var isAwaitedHere: Bool { [.pendingUserApproval, .mobileUserSelection, .mobileUserSelectionAndApproval].contains(self) }
    /// Whether a list of users comes along.
    public var listsUsers: Bool { self == .mobileUserSelection || self == .mobileUserSelectionAndApproval }
}
