import DeviceMessages
import Foundation
import Primitives
import Foundations

/// Sends to Android's devices (Firebase: FCM HTTP v1 API, projects.messages.send).
struct FCMCarrier: PushCarrier {
    private static let longestData = 4096

    let http: any OutboundHTTP
    let configuration: PushConfiguration
    let time: any TimeSource
    let access: GoogleAccess

    init(http: any OutboundHTTP, configuration: PushConfiguration, time: any TimeSource) {
        self.http = http
        self.configuration = configuration
        self.time = time
        access = GoogleAccess(http: http, allowsLoopback: configuration.allowsLoopback, time: time)
    }

    func send(_ delivery: AddressedPush) async -> PushOutcome {
        guard case .fcm(let device) = delivery.address, let credential = delivery.credential, case .fcm(let account) = credential.content
        else { return .refused(FCMReason.invalidArgument) }
        let data = delivery.message.data
        guard JSONValue.object(data).encoded.count <= Self.longestData else { return .refused(FCMReason.invalidArgument) }
        var outcome = PushOutcome.unavailable(FCMReason.unavailable)
        for isLast in [false, true] {
            let token: Secret
            switch await access.token(account, of: credential) {
            case .success(let found): token = found
            case .failure(let refusal): return refusal.outcome
            }
            let request = OutboundRequest(
                url: "\(configuration.fcm)/v1/projects/\(account.project)/messages:send", method: "POST",
                headers: [("Authorization", "Bearer \(token.reveal())"), ("Content-Type", "application/json")],
                body: body(delivery.message, data, to: device))
            outcome = await answer(to: request)
            // A token that was withdrawn before its time is replaced once.
            guard outcome == .unauthorized(FCMReason.unauthenticated), !isLast else { break }
            access.forget(credential)
        }
        return outcome
    }

    private func answer(to request: OutboundRequest) async -> PushOutcome {
        do { return FCMReason.outcome(of: try await http.send(request)) } catch { return .unavailable(FCMReason.unavailable) }
    }

    private func body(_ message: PushMessage, _ data: JSONObject, to device: String) -> String {
        let seconds = max(0, Int(message.expires.timeIntervalSince(time.now)))
        let android: JSONValue = [
            "priority": message.isShown ? "HIGH" : "NORMAL", "ttl": .string("\(seconds)s"),
            "collapse_key": .string(message.collapseToken(upTo: 64)),
        ]
        return JSONValue.object(["message": ["token": .string(device), "data": .object(data), "android": android]]).text
    }
}
