import CallbackBridge
public import Foundation
import Primitives
import VerifiableClaims
import Wallet

extension DistributedIDClient {
    /// Changes the push token of a wallet, or the callback URL of a service.
    /// - Throws: ``DIDException``.
    public func updateApplicationInstance(_ tokenIdOrWebCallbackURL: String) async throws {
        try await SDK.run { try await wallet().register(reach: SDK.reach(tokenIdOrWebCallbackURL)) }
    }

    /// The printed name of ``updateApplicationInstance(_:)-async``.
    /// - Throws: ``DIDException``.
    public func updateApplicationInstanceId(_ tokenIdOrWebCallbackURL: String) async throws {
        try await updateApplicationInstance(tokenIdOrWebCallbackURL)
    }

    /// Shares data with another instance. The app has asked its user before. A share that can't be sent for now is sent with the next
    /// ``processMessages()-async``, within a day.
    /// - Throws: ``DIDException``, for a claim that this instance doesn't hold, or that isn't good any more; for an instance that isn't known.
    public func shareData(
        _ applicationInstanceId: UUID, _ message: String?, _ challenge: Challenge?, _ shares: [Share]
    ) async throws {
        try await SDK.run {
            let wallet = try await wallet()
            let held = try await wallet.claims
            let selections = try shares.map { share -> ShareSelection in
                guard let claim = share.claim else { return .data(try share.pairs()) }
                guard let found = held.first(where: { $0.claim.head.dataHash == claim.dataHash }) else {
                    throw WalletError(.unknownClaim, "this instance holds no such claim")
                }
                return .claim(found, keys: share.keys)
            }
            try await wallet.share(selections, with: applicationInstanceId, message: message, challenge: challenge?.exchange)
        }
    }

    /// Makes a claim of the user's own words, as a basis for others'. It is kept, and registered.
    /// - Throws: ``DIDException``.
    public func createSelfClaim(_ data: [String: String]) async throws -> Claim {
        try await SDK.run { Claim(try await wallet().selfClaim(Self.pairs(data)).claim) }
    }

    /// Makes a claim for another instance, registers it and sends it there.
    /// - Parameter referenceClaim: the self-asserted claim that the data came from; nil for none.
    /// - Throws: ``DIDException``.
    public func createClaim(
        _ subjectId: UUID, _ message: String?, _ challenge: Challenge?, _ data: [String: String], _ referenceClaim: Claim? = nil
    ) async throws -> Claim {
        try await SDK.run {
            let claim = try await wallet().issue(
                ClaimDraft(Self.pairs(data), reference: referenceClaim?.id), to: subjectId, message: message,
                challenge: challenge?.exchange)
            return Claim(claim)
        }
    }

    /// Verifies shares: each member of their claims, the keys that are shared, the issuer's signature, the registration, and that they aren't
    /// revoked.
    /// - Returns: the reasons for which some aren't verified; none when all are.
    public func verifyData(_ data: [Share]) async -> [DIDException] {
        var errors: [DIDException] = []
        for share in data { do { try await verify(share) } catch { errors.append(DIDException.of(error)) } }
        return errors
    }

    /// Asks another instance to share data.
    /// - Parameter requestedKeys: the keys, each `Key` or `CardType->Key`; nil for none in particular.
    /// - Throws: ``DIDException``.
    public func requestShare(
        _ recipientId: UUID, _ message: String?, _ challenge: Challenge?, _ requestedKeys: [String]?
    ) async throws {
        _ = try await SDK.run {
            try await wallet().request(requestedKeys, from: recipientId, message: message, challenge: challenge?.exchange)
        }
    }

    /// Asks another instance to share data, without a text for its user: as the documented signature is printed.
    /// - Throws: ``DIDException``.
    public func requestShare(_ recipientId: UUID, _ challenge: Challenge?, _ requestedKeys: [String]?) async throws {
        try await requestShare(recipientId, nil, challenge, requestedKeys)
    }

    /// Says that a claim of this instance's making isn't good from a time on. One that has passed revokes it at once.
    /// - Throws: ``DIDException``.
    public func expireClaim(
        _ claimReference: ClaimReference, _ expiryTimestamp: Instant, _ message: String?, _ challenge: Challenge?
    ) async throws {
        try await SDK.run {
            try await wallet().expire(
                try claimReference.head(), at: expiryTimestamp, message: message, challenge: challenge?.exchange)
        }
    }

    /// The other name of ``expireClaim(_:_:_:_:)-async``.
    /// - Throws: ``DIDException``.
    public func cancelClaim(
        _ claimReference: ClaimReference, _ expiryTimestamp: Instant, _ message: String?, _ challenge: Challenge?
    ) async throws {
        try await expireClaim(claimReference, expiryTimestamp, message, challenge)
    }

    /// Fetches the messages and gives them to the client's own handler. Wallets call it on a push, services when they are called back.
    /// - Throws: ``DIDException``, also for a client without a handler.
    public func processMessages() async throws {
        guard let handler = handler.value else { throw DIDException("the client has no message handler") }
        try await processMessages(handler)
    }

    /// Fetches the messages and gives them to a handler.
    /// - Throws: ``DIDException``.
    public func processMessages(_ messageHandler: any MessageHandler) async throws {
        let inbox = HandlerInbox(messageHandler)
        try await SDK.run { try await wallet().receive(inbox) }
    }

    /// Makes a request for any wallet that scans it.
    /// - Parameter expiresAt: the time from which it isn't given out or answered; at most 30 days ahead.
    /// - Returns: the URL for a QR code, and the challenge that answers have.
    /// - Throws: ``DIDException``.
    public func createRequest(
        _ message: String?, _ requestedKeys: [String]?, _ expiresAt: Instant
    ) async throws -> (url: String, challenge: Challenge) {
        try await SDK.run {
            let lifetime = expiresAt.timeIntervalSince(try SDK.shared().environment.time.now)
            let made = try await wallet().publishRequest(requestedKeys, message: message, lifetime: lifetime)
            return (made.url, Challenge(made.challenge))
        }
    }

    /// Reads what a wallet has scanned, and gives the request in it to a handler's ``MessageHandler/handleShareRequest(_:_:_:_:)``.
    /// - Throws: ``DIDException`` for a text that is no request.
    public func processRequest(_ scanned: String, _ messageHandler: any MessageHandler) async throws {
        let handler = Handoff(messageHandler)
        try await SDK.run {
            let request = try await wallet().readRequest(scanned)
            try await Bridge.blocking {
                handler.value.handleShareRequest(request.sender, request.message, request.challenge.map(Challenge.init), request.keys)
            }
        }
    }

    private func verify(_ share: Share) async throws {
        guard let claim = share.claim else { throw DIDException("data without a claim can't be verified") }
        let shown = Set(claim.claimData.keys.map(\.content))
        guard share.keys.allSatisfy(shown.contains) else { throw DIDException("a shared key isn't in the claim") }
        try await wallet().verify(try claim.salted())
    }

    private static func pairs(_ data: [String: String]) -> [ClaimContent.Pair] {
        data.map { ClaimContent.Pair($0.key, $0.value) }.sorted { $0.key < $1.key }
    }
}
