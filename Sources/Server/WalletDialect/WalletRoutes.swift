import DeviceHTTP
import Directory
import Foundation
package import HTTPBase
import Hummingbird
package import Messaging
import Primitives
package import RealmHTTP
package import Wallets

/// The calls of wallets and of services that talk with them (docs/protocols/claims.md 4), below `/wallets/{realm}/v1/distributedid`.
package struct WalletRoutes: Dialect {
    /// The pattern of all their paths' beginnings.
    package static let path = "/wallets/:\(WalletReader.realm)/v1/distributedid"

    private let reader: WalletReader
    private let push: BuiltInPush

    /// - Parameter push: the built-in push service, whose streams wallets can open.
    package init(reader: RequestReader, wallets: Wallets, push: BuiltInPush) {
        self.reader = WalletReader(reader: reader, wallets: wallets)
        self.push = push
    }

    package var routes: [Route] { family.routes(instances + mail + requests + log) }

    private var family: RouteFamily {
        RouteFamily(
            [Self.path], sharing: .never, proofs: [.deviceKey], refusals: .written,
            realm: { [reader] _, context in try await reader.site(context).realm.path }, errors: DeviceErrors())
    }

    private var instances: [RouteDeclaration] {
        let resource = WalletInstanceResource(reader: reader, push: push)
        return [
            .get("configuration", use: resource.configuration),
            .post("instances", changes: .ownCredentials, use: reader.introduced(resource.register)),
            .patch("instances/:id", changes: .ownData, use: reader.proved(resource.change)),
            .delete("instances/:id", changes: .ownCredentials, use: reader.proved(resource.erase)),
            .post("instances/:id/keys", changes: .ownCredentials, use: reader.proved(resource.rotate)),
            .get("instances/:id/keys", use: resource.keys),
            .post("nonces", changes: .nothing, use: reader.proved(resource.nonce)),
            .get("push", use: reader.proved(resource.listen)),
        ]
    }

    private var mail: [RouteDeclaration] {
        let resource = WalletMailResource(reader: reader)
        return [
            .post("stamps", changes: .nothing, use: reader.proved(resource.stamps)),
            .put("mailboxes/:recipient/envelopes/:id", changes: .ownData, use: resource.post),
            .get("mailbox", use: reader.proved(resource.list)),
            .get("mailbox/envelopes/:id", use: reader.proved(resource.fetch)),
            .delete("mailbox/envelopes/:id", changes: .ownData, use: reader.proved(resource.acknowledge)),
        ]
    }

    private var requests: [RouteDeclaration] {
        let resource = WalletRequestResource(reader: reader)
        return [
            .post("requests", changes: .ownData, use: resource.keep),
            .get("requests/:id", use: resource.read),
        ]
    }

    private var log: [RouteDeclaration] {
        let resource = WalletLogResource(reader: reader)
        let tiles = WalletLogResource.tilePaths.map { RouteDeclaration.get($0, use: resource.tile) }
        return tiles + [
            .post("log/entries", changes: .ownData, use: reader.proved(resource.append)),
            .get("log/checkpoint", use: resource.checkpoint),
            .get("log/status/:hash", use: resource.status),
        ]
    }
}
