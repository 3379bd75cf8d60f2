public import Foundation
import Primitives

/// Handles the messages that an instance receives. Signatures are verified before, and whether a claim was revoked.
///
/// The methods may block: they run on a thread of their own, one after the other.
public protocol MessageHandler {
    /// Data that another instance shares. Shares that aren't verified are left out, and `errors` says why.
    func handleShare(_ senderId: UUID, _ message: String?, _ challenge: Challenge?, _ share: [Share], _ errors: [DIDException])
    /// A claim that another instance has made for this one; nil for one that isn't verified, and `errors` says why.
    func handleClaim(_ senderId: UUID, _ message: String?, _ challenge: Challenge?, _ claim: Claim?, _ errors: [DIDException])
    /// A claim of this instance's that its issuer has cancelled; nil for one whose cancellation isn't verified, and `errors` says why.
    func handleExpiredClaim(
        _ senderId: UUID, _ message: String?, _ challenge: Challenge?, _ claimReference: ClaimReference?, _ errors: [DIDException])
    /// A request of another instance to share data; `requestedKeys` is nil where it asks for none in particular.
    func handleShareRequest(_ senderId: UUID, _ message: String?, _ challenge: Challenge?, _ requestedKeys: [String]?)
    /// A message that couldn't be fetched, read or verified, or that another instance couldn't process.
    func handleException(_ error: DIDException)

    /// The other name of ``handleShareRequest(_:_:_:_:)``, for a handler that doesn't have that one.
    func shareRequestReceived(_ senderId: UUID, _ message: String?, _ challenge: Challenge?, _ requestedKeys: [String]?)
    /// The other name of ``handleExpiredClaim(_:_:_:_:_:)``, for a handler that doesn't have that one.
    func expireClaimReceived(
        _ senderId: UUID, _ message: String?, _ challenge: Challenge?, _ claimReference: ClaimReference?, _ errors: [DIDException])
}

extension MessageHandler {
    /// Calls the method of the other name.
    public func handleShareRequest(_ senderId: UUID, _ message: String?, _ challenge: Challenge?, _ requestedKeys: [String]?) {
        shareRequestReceived(senderId, message, challenge, requestedKeys)
    }

    /// Calls the method of the other name.
    public func handleExpiredClaim(
        _ senderId: UUID, _ message: String?, _ challenge: Challenge?, _ claimReference: ClaimReference?, _ errors: [DIDException]
    ) {
        expireClaimReceived(senderId, message, challenge, claimReference, errors)
    }

    /// Says that the handler takes no requests.
    public func shareRequestReceived(_ senderId: UUID, _ message: String?, _ challenge: Challenge?, _ requestedKeys: [String]?) {
        handleException(DIDException("a request to share came, and the message handler takes none"))
    }

    /// Says that the handler takes no cancellations.
    public func expireClaimReceived(
        _ senderId: UUID, _ message: String?, _ challenge: Challenge?, _ claimReference: ClaimReference?, _ errors: [DIDException]
    ) {
        handleException(DIDException("a claim was cancelled, and the message handler takes no cancellations"))
    }
}
