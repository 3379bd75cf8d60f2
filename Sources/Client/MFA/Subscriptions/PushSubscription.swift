public import DeviceMessages
public import Foundation
import Primitives
import WebPush

/// A push resource by which others send messages to this device, as a browser's (Push API §8): for an app's own messages, or a
/// UnifiedPush distributor.
public struct PushSubscription: Sendable, Equatable {
    /// Its id.
    public let id: String
    /// The URL to which others send. A sender who knows it may send.
    public let endpoint: String
    /// The device's public key and its secret, for which a message is sealed (RFC 8291 §2), in base64url.
    public let p256dh, auth: String
    /// The time until which the subscription exists.
    public let expires: Date
    /// The server and realm.
    public let issuer: DeviceIssuer
}

/// The keys that the device keeps of its subscriptions at one issuer: by their ids, the keys with which their messages are opened.
struct SubscriptionKeys: Sendable {
    private static let most = 32
    private var entries: [(id: String, key: Secret, secret: Secret)] = []

    init(json: JSONValue?) {
        entries = (json?.array ?? []).compactMap { entry in
            guard let id = entry["id"]?.string, let key = entry["key"]?.string.flatMap(Base64URL.decode),
                let secret = entry["auth"]?.string.flatMap(Base64URL.decode)
            else { return nil }
            return (id, Secret(bytes: key), Secret(bytes: secret))
        }
    }

    var json: JSONValue? {
        guard !entries.isEmpty else { return nil }
        return .array(
            entries.map { entry in
                [
                    "id": .string(entry.id), "key": .string(entry.key.withBytes { Base64URL.encode($0) }),
                    "auth": .string(entry.secret.withBytes { Base64URL.encode($0) }),
                ]
            })
    }

    mutating func add(_ id: String, _ pair: WebPushKeyPair, _ secret: Secret) {
        entries.append((id, pair.privateKey, secret))
        if entries.count > Self.most { entries.removeFirst() }
    }

    mutating func remove(_ id: String) { entries.removeAll { $0.id == id } }

    /// Returns the content of a message; nil when it can't be opened.
    func open(_ message: PushedMessage) -> [UInt8]? {
        guard let entry = entries.first(where: { $0.id == message.subscription }), let pair = try? WebPushKeyPair(privateKey: entry.key)
        else { return nil }
        return try? WebPush.open(message.body, with: pair, secret: entry.secret)
    }
}
