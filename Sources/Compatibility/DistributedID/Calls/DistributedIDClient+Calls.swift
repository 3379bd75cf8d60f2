import CallbackBridge
public import Foundation
import Primitives

/// The calls as documented: each waits until it has ended. Don't call them where a thread must not be blocked.
extension DistributedIDClient {
    /// Changes the push token of a wallet, or the callback URL of a service.
    /// - Throws: ``DIDException``.
    public func updateApplicationInstance(_ tokenIdOrWebCallbackURL: String) throws {
        try SDK.wait { try await self.updateApplicationInstance(tokenIdOrWebCallbackURL) }
    }

    /// The printed name of ``updateApplicationInstance(_:)-sync``.
    /// - Throws: ``DIDException``.
    public func updateApplicationInstanceId(_ tokenIdOrWebCallbackURL: String) throws {
        try SDK.wait { try await self.updateApplicationInstance(tokenIdOrWebCallbackURL) }
    }

    /// Shares data with another instance. The app has asked its user before.
    /// - Throws: ``DIDException``.
    public func shareData(_ applicationInstanceId: UUID, _ message: String?, _ challenge: Challenge?, _ shares: [Share]) throws {
        try SDK.wait { try await self.shareData(applicationInstanceId, message, challenge, shares) }
    }

    /// Makes a claim of the user's own words, as a basis for others'. It is kept, and registered.
    /// - Throws: ``DIDException``.
    public func createSelfClaim(_ data: [String: String]) throws -> Claim {
        try SDK.wait { try await self.createSelfClaim(data) }
    }

    /// Makes a claim for another instance, registers it and sends it there.
    /// - Parameter referenceClaim: the self-asserted claim that the data came from; nil for none.
    /// - Throws: ``DIDException``.
    public func createClaim(
        _ subjectId: UUID, _ message: String?, _ challenge: Challenge?, _ data: [String: String], _ referenceClaim: Claim? = nil
    ) throws -> Claim {
        try SDK.wait { try await self.createClaim(subjectId, message, challenge, data, referenceClaim) }
    }

    /// Verifies shares.
    /// - Returns: the reasons for which some aren't verified; none when all are.
    public func verifyData(_ data: [Share]) -> [DIDException] {
        Bridge.wait { await self.verifyData(data) }
    }

    /// Asks another instance to share data.
    /// - Parameter requestedKeys: the keys, each `Key` or `CardType->Key`; nil for none in particular.
    /// - Throws: ``DIDException``.
    public func requestShare(_ recipientId: UUID, _ message: String?, _ challenge: Challenge?, _ requestedKeys: [String]?) throws {
        try SDK.wait { try await self.requestShare(recipientId, message, challenge, requestedKeys) }
    }

    /// Asks another instance to share data, without a text for its user: as the documented signature is printed.
    /// - Throws: ``DIDException``.
    public func requestShare(_ recipientId: UUID, _ challenge: Challenge?, _ requestedKeys: [String]?) throws {
        try SDK.wait { try await self.requestShare(recipientId, nil, challenge, requestedKeys) }
    }

    /// Says that a claim of this instance's making isn't good from a time on. One that has passed revokes it at once.
    /// - Throws: ``DIDException``.
    public func expireClaim(
        _ claimReference: ClaimReference, _ expiryTimestamp: Instant, _ message: String?, _ challenge: Challenge?
    ) throws {
        try SDK.wait { try await self.expireClaim(claimReference, expiryTimestamp, message, challenge) }
    }

    /// The other name of ``expireClaim(_:_:_:_:)-sync``.
    /// - Throws: ``DIDException``.
    public func cancelClaim(
        _ claimReference: ClaimReference, _ expiryTimestamp: Instant, _ message: String?, _ challenge: Challenge?
    ) throws {
        try SDK.wait { try await self.expireClaim(claimReference, expiryTimestamp, message, challenge) }
    }

    /// Fetches the messages and gives them to the client's own handler.
    /// - Throws: ``DIDException``, also for a client without a handler.
    public func processMessages() throws {
        try SDK.wait { try await self.processMessages() }
    }

    /// Fetches the messages and gives them to a handler.
    /// - Throws: ``DIDException``.
    public func processMessages(_ messageHandler: any MessageHandler) throws {
        let handler = Handoff(messageHandler)
        try SDK.wait { try await self.processMessages(handler.value) }
    }

    /// Makes a request for any wallet that scans it.
    /// - Parameter expiresAt: the time from which it isn't given out or answered; at most 30 days ahead.
    /// - Returns: the URL for a QR code, and the challenge that answers have.
    /// - Throws: ``DIDException``.
    public func createRequest(
        _ message: String?, _ requestedKeys: [String]?, _ expiresAt: Instant
    ) throws -> (url: String, challenge: Challenge) {
        try SDK.wait { try await self.createRequest(message, requestedKeys, expiresAt) }
    }

    /// Reads what a wallet has scanned, and gives the request in it to a handler's ``MessageHandler/handleShareRequest(_:_:_:_:)``.
    /// - Throws: ``DIDException`` for a text that is no request.
    public func processRequest(_ scanned: String, _ messageHandler: any MessageHandler) throws {
        let handler = Handoff(messageHandler)
        try SDK.wait { try await self.processRequest(scanned, handler.value) }
    }
}
