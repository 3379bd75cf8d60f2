import DeviceMessages
import Foundation
import Primitives
import WebPush
import Foundations
import Directory

/// Sends to push services of browsers and others (RFC 8030), sealed (RFC 8291), as an application server that they know (RFC 8292).
struct WebPushCarrier: PushCarrier {
    /// The time for which a proof is good, in seconds.
    private static let proofLifetime: TimeInterval = 12 * 3600
    /// Messages are padded to a multiple of so many bytes, so that their length says little.
    private static let paddedTo = 256

    let http: any OutboundHTTP
    let configuration: PushConfiguration
    let keys: WebPushSenderKeys
    let time: any TimeSource
    let random: any RandomSource

    func send(_ delivery: AddressedPush) async -> PushOutcome {
        guard case .webPush(let endpoint, let key, let secret) = delivery.address, let origin = PushOrigin(endpoint),
            let keys = try? WebPushKeys(p256dh: key, auth: secret)
        else { return .refused(WebPushReason.badEndpoint) }
        let hosts = delivery.recipient.realm.settings[MessageSettings.self].pushHosts
        guard origin.isAllowed(by: hosts) || configuration.allowsLoopback && origin.isLoopback else {
            return .refused(WebPushReason.forbiddenEndpoint)
        }
        guard let body = sealed(delivery.message, for: keys) else { return .refused(WebPushReason.tooLarge) }
        do {
            let proof = try ApplicationServerProof(
                by: await self.keys.key(of: delivery.recipient.realm.id), audience: origin.text, subject: configuration.contact,
                expires: time.now.addingTimeInterval(Self.proofLifetime))
            var request = OutboundRequest(url: endpoint, method: "POST", headers: headers(delivery.message, proof))
            request.content = body
            request.reach = .publicAddresses(orLoopback: configuration.allowsLoopback)
            return WebPushReason.outcome(of: try await http.send(request))
        } catch is OutboundReach.Refused {
            return .refused(WebPushReason.forbiddenEndpoint)
        } catch { return .unavailable(WebPushReason.unavailable) }
    }

    private func sealed(_ message: PushMessage, for keys: WebPushKeys) -> [UInt8]? {
        let content = JSONValue.object(message.data).encoded
        let padding = min(-content.count & (Self.paddedTo - 1), max(0, WebPush.longestContent - content.count))
        let source: any RandomSource = self.random
        return try? WebPush.seal(content, for: keys, padding: padding, random: source)
    }

    private func headers(_ message: PushMessage, _ proof: ApplicationServerProof) -> [(name: String, value: String)] {
        [
            ("TTL", String(max(0, Int(message.expires.timeIntervalSince(time.now))))), ("Urgency", message.isShown ? "high" : "normal"),
            ("Topic", message.topic), ("Content-Encoding", "aes128gcm"), ("Content-Type", "application/octet-stream"),
            ("Authorization", proof.authorization),
        ]
    }
}

extension PushMessage {
    /// The topic, of at most 32 characters (RFC 8030 §5.4): a UUID without its hyphens, or what stands for a longer id.
    fileprivate var topic: String {
        guard let id = UUID(text: collapseID) else { return collapseToken(upTo: 32) }
        return id.text.replacing("-", with: "")
    }
}
