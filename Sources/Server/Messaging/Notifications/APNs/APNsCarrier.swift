import DeviceMessages
import Foundation
import Primitives
import Foundations

/// Sends to Apple's devices (Apple: Sending notification requests to APNs).
struct APNsCarrier: PushCarrier {
    private static let longestPayload = 4096

    let http: any OutboundHTTP
    let configuration: PushConfiguration
    let time: any TimeSource
    let tokens: APNsTokens

    init(http: any OutboundHTTP, configuration: PushConfiguration, time: any TimeSource) {
        self.http = http
        self.configuration = configuration
        self.time = time
        tokens = APNsTokens(time: time)
    }

    func send(_ delivery: AddressedPush) async -> PushOutcome {
        guard case .apns(let device, let isSandbox) = delivery.address, let credential = delivery.credential,
            case .apns(let key) = credential.content
        else { return .refused("MissingDeviceToken") }
        guard let topic = delivery.recipient.bundleID else { return .refused("MissingTopic") }
        let payload = JSONValue.object(delivery.message.apns).text
        guard payload.utf8.count <= Self.longestPayload else { return .refused(APNsReason.payloadTooLarge) }
        var outcome = PushOutcome.unavailable(APNsReason.unavailable)
        // A second time only with a new token, which Apple doesn't want more often than every twenty minutes.
        repeat {
            guard let token = try? tokens.token(key, of: credential) else { return .unauthorized(APNsReason.invalidToken) }
            var request = OutboundRequest(
                url: "\(isSandbox ? configuration.apnsSandbox : configuration.apns)/3/device/\(device)", method: "POST",
                headers: Self.headers(delivery.message, topic: topic), body: payload)
            request.headers.append(("authorization", "bearer \(token)"))
            request.needsHTTP2 = true
            outcome = await answer(to: request)
        } while outcome == .unauthorized(APNsReason.expiredToken) && tokens.renew(credential)
        return outcome
    }

    private func answer(to request: OutboundRequest) async -> PushOutcome {
        do { return APNsReason.outcome(of: try await http.send(request)) } catch { return .unavailable(APNsReason.unavailable) }
    }

    private static func headers(_ message: PushMessage, topic: String) -> [(name: String, value: String)] {
        [
            ("apns-topic", topic), ("apns-push-type", message.isShown ? "alert" : "background"),
            // A message that isn't shown must not be sent with more than 5.
            ("apns-priority", message.isShown ? "10" : "5"),
            ("apns-expiration", String(Int64(message.expires.timeIntervalSince1970))),
            ("apns-collapse-id", message.collapseToken(upTo: 64)), ("content-type", "application/json"),
        ]
    }
}
