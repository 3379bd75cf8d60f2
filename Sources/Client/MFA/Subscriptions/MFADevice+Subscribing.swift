import DeviceFoundation
public import DeviceMessages
import Primitives
import WebPush

extension MFADevice {
    /// Makes a push resource by which others can send messages to this device; they come as ``MFAEvent/message(subscription:content:)``
    /// while ``events`` are listened to, and wait meanwhile.
    ///
    /// - Parameter sender: the public key of the only application server that may send (RFC 8292 §4), 65 bytes; nil for any sender that
    ///   knows the address.
    /// - Throws: ``MFAError`` `.notPaired`; `.policy` when there are too many.
    public func subscribe(sender: [UInt8]? = nil, at issuer: DeviceIssuer? = nil) async throws(MFAError) -> PushSubscription {
        let installation = try await settled(try await paired(at: issuer))
        let pair: WebPushKeyPair
        do { pair = try WebPushKeyPair(random: device.random) } catch { throw MFAError(.key, error.reason, underlying: error) }
        let secret = Secret(bytes: device.random.bytes(16))
        let json = try await channel.call(
            .post, "/push/subscriptions", at: installation.issuer, as: channel.signer(installation),
            json: PushSubscriptionRequest(sender: sender).json)
        let offer = try translating(message: try PushSubscriptionOffer(json: json))
        try await records.update(.subscriptions, installation.issuer.description) { record in
            var keys = SubscriptionKeys(json: record)
            keys.add(offer.id, pair, secret)
            record = keys.json
        }
        return PushSubscription(
            id: offer.id, endpoint: offer.endpoint, p256dh: Base64URL.encode(pair.publicKey),
            auth: secret.withBytes { Base64URL.encode($0) }, expires: offer.expires, issuer: installation.issuer)
    }

    /// Takes a push resource away; what waits there is lost.
    public func unsubscribe(_ id: String, at issuer: DeviceIssuer? = nil) async throws(MFAError) {
        let installation = try await settled(try await paired(at: issuer))
        _ = try await channel.call(
            .delete, "/push/subscriptions/\(id)", at: installation.issuer, as: channel.signer(installation))
        try await records.update(.subscriptions, installation.issuer.description) { record in
            var keys = SubscriptionKeys(json: record)
            keys.remove(id)
            record = keys.json
        }
    }

    /// Opens what the stream brought for a subscription; nil for what can't be opened, now or later.
    func open(_ text: String, from issuer: DeviceIssuer) async throws(MFAError) -> MFAEvent? {
        guard let json = try? JSONValue(parsing: Array(text.utf8)), let message = try? PushedMessage(json: json) else { return nil }
        let keys = SubscriptionKeys(json: try await records.record(.subscriptions, issuer.description))
        guard let content = keys.open(message) else {
            journal.note(.warning, "a message to a subscription can't be opened")
            return nil
        }
        return .message(subscription: message.subscription, content: content)
    }
}
