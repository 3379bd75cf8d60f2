import Foundation
import Directory

/// Puts messages into the mailboxes of this server's own push service.
struct BuiltInCarrier: PushCarrier {
    let service: BuiltInPush

    func send(_ delivery: AddressedPush) async -> PushOutcome {
        do {
            try await service.post(delivery.message, to: delivery.recipient.installation, realm: delivery.recipient.realm.id)
            return .delivered
        } catch { return .unavailable("ServiceUnavailable") }
    }
}
