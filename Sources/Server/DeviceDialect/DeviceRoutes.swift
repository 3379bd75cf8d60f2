import DeviceHTTP
import DeviceMessages
import DeviceRegistry
package import HTTPBase
import Hummingbird
package import RealmHTTP

/// The device protocol, version 1: what an app's device half asks of the platform, below `/device/v1/{realm UUID}`.
package struct DeviceRoutes: Dialect {
    /// The beginning of all their paths.
    package static let path = DeviceReader.path

    private static let family = RouteFamily(
        [path + "/:realm"], sharing: .never, proofs: [.deviceKey], refusals: .written, errors: DeviceErrors())

    private let reader: DeviceReader
    private let services: DeviceProtocolServices

    package init(reader: RequestReader, services: DeviceProtocolServices) {
        self.reader = DeviceReader(reader: reader, realms: services.realms, installations: services.deviceRegistry.installations)
        self.services = services
    }

    package var routes: [Route] { Self.family.routes(installation + subscriptions + pairings + challenges + codes) }

    private var installation: [RouteDeclaration] {
        let resource = InstallationResource(reader: reader, services: services)
        return [
            .get("jwks", use: resource.keys),
            .get("time", use: resource.time),
            .get("installation", use: reader.proved(resource.read)),
            .patch("installation", changes: .ownData, use: reader.proved(resource.change)),
            .post("installation/keys", changes: .ownCredentials, use: reader.proved(resource.rotate)),
            .post("nonces", changes: .nothing, use: reader.introduced(resource.nonce)),
            .post("logs", changes: .ownData, use: reader.introduced(upTo: LogReceipt.longest, resource.logs)),
            .get("push", use: reader.proved(resource.listen)),
            .post("test-push", changes: .nothing, use: reader.proved(resource.testPush)),
        ]
    }

    private var subscriptions: [RouteDeclaration] {
        let resource = PushSubscriptionResource(
            reader: reader, installations: services.deviceRegistry.installations, push: services.push)
        return [
            .post("push/subscriptions", changes: .ownData, use: reader.proved(resource.make)),
            .delete("push/subscriptions/:id", changes: .ownData, use: reader.proved(resource.remove)),
        ]
    }

    private var pairings: [RouteDeclaration] {
        let resource = PairingResource(services: services)
        return [
            .post("pairings", changes: .ownCredentials, use: reader.introduced(resource.begin)),
            .post("migrations", changes: .ownCredentials, use: reader.introduced(resource.migrate)),
            .post("pairings/:id/confirmation", changes: .ownCredentials, use: reader.proved(resource.confirm)),
            .delete("pairings/:id", changes: .ownCredentials, use: reader.proved(resource.end)),
        ]
    }

    private var challenges: [RouteDeclaration] {
        let resource = ChallengeResource(services: services)
        return [
            .get("challenges/:id", use: reader.proved(resource.read)),
            .post("challenges/:id/decision", changes: .signIns, use: reader.proved(resource.decide)),
            .post("challenges/:id/acknowledgement", changes: .signIns, use: reader.proved(resource.acknowledge)),
        ]
    }

    private var codes: [RouteDeclaration] {
        let resource = AuthenticationCodeResource(codes: services.authenticationCodes)
        return [
            .post("authentication-codes/:code/claim", changes: .signIns, use: reader.proved(resource.claim)),
            .post("authentication-codes/:code/decision", changes: .signIns, use: reader.proved(resource.decide)),
        ]
    }
}
