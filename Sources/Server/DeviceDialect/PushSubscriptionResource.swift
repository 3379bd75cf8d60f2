import DeviceHTTP
import DeviceMessages
import HTTPBase
import Hummingbird
import Primitives
import DeviceRegistry
import RealmHTTP
import Directory
import Messaging

/// `/push/subscriptions`: push resources that an installation gives away to others.
struct PushSubscriptionResource: Sendable {
    let reader: DeviceReader
    let installations: Installations
    let push: BuiltInPush

    func make(_ proved: DeviceReader.Proved<Installation>, _: GatehouseContext) async throws -> Response {
        try await installations.requirePaired(proved.sender, in: proved.realm)
        let asked = try PushSubscriptionRequest(json: try proved.json)
        do {
            let made = try await push.subscriptions.create(
                for: proved.sender.id, realm: proved.realm.id, senderKey: asked.sender)
            let offer = PushSubscriptionOffer(
                id: made.id, endpoint: PushPath.url(of: made.token, at: reader.reader.configuration.publicAddress),
                expires: made.expires)
            return .json(offer.json, status: .created, headers: .noStore)
        } catch let error as PushError {
            throw DeviceError(error.code == .invalidAddress ? .malformed : .policy, error.reason)
        }
    }

    func remove(_ proved: DeviceReader.Proved<Installation>, _ context: GatehouseContext) async throws -> Response {
        let id = try context.parameters.require("id")
        _ = try await push.subscriptions.remove(id, of: proved.sender.id, realm: proved.realm.id)
        return Response(status: .noContent, headers: .noStore)
    }
}
