import Foundation

/// Puts messages into the mailboxes of this server's own push service.
struct BuiltInCarrier: PushCarrier {
    let service: BuiltInPush

    func send(_ delivery: PushDelivery) async -> PushOutcome {
        guard case .builtIn(let installation) = delivery.address else { return .refused("BadDeviceToken") }
        do {
            try await service.post(delivery.message, to: installation, realm: delivery.recipient.realm.id)
            return .delivered
        } catch { return .unavailable("ServiceUnavailable") }
    }
}
