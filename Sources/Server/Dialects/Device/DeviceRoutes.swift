import Hummingbird

/// The device protocol, version 1: what an app's device half asks of the platform, below `/device/v1/{realm UUID}`.
package struct DeviceRoutes: Sendable {
    /// The beginning of all their paths.
    package static let path = "/device/v1"

    private static let family = RouteFamily([path + "/:realm"], sharing: .never, proofs: [.deviceKey], errors: DeviceErrors())

    private let reader: DeviceReader

    init(reader: RequestReader) { self.reader = DeviceReader(reader: reader) }

    var routes: [Route] { Self.family.routes(installation + subscriptions + pairings + challenges + codes) }

    private var installation: [RouteDeclaration] {
        let resource = InstallationResource(reader: reader)
        return [
            .get("jwks", use: resource.keys),
            .get("time", use: resource.time),
            .get("installation", use: resource.read),
            .patch("installation", changes: .ownData, use: resource.change),
            .post("installation/keys", changes: .ownCredentials, use: resource.rotate),
            .post("nonces", changes: .nothing, use: resource.nonce),
            .post("logs", changes: .ownData, use: resource.logs),
            .get("push", use: resource.listen),
            .post("test-push", changes: .nothing, use: resource.testPush),
        ]
    }

    private var subscriptions: [RouteDeclaration] {
        let resource = PushSubscriptionResource(reader: reader)
        return [
            .post("push/subscriptions", changes: .ownData, use: resource.make),
            .delete("push/subscriptions/:id", changes: .ownData, use: resource.remove),
        ]
    }

    private var pairings: [RouteDeclaration] {
        let resource = PairingResource(reader: reader)
        return [
            .post("pairings", changes: .ownCredentials, use: resource.begin),
            .post("migrations", changes: .ownCredentials, use: resource.migrate),
            .post("pairings/:id/confirmation", changes: .ownCredentials, use: resource.confirm),
            .delete("pairings/:id", changes: .ownCredentials, use: resource.end),
        ]
    }

    private var challenges: [RouteDeclaration] {
        let resource = ChallengeResource(reader: reader)
        return [
            .get("challenges/:id", use: resource.read),
            .post("challenges/:id/decision", changes: .signIns, use: resource.decide),
            .post("challenges/:id/acknowledgement", changes: .signIns, use: resource.acknowledge),
        ]
    }

    private var codes: [RouteDeclaration] {
        let resource = AuthenticationCodeResource(reader: reader)
        return [
            .post("authentication-codes/:code/claim", changes: .signIns, use: resource.claim),
            .post("authentication-codes/:code/decision", changes: .signIns, use: resource.decide),
        ]
    }
}
