import Hummingbird

/// The device protocol, version 1: what an app's device half asks of the platform, below `/device/v1/{realm UUID}`.
package struct DeviceRoutes: Sendable {
    /// What all their paths begin with.
    package static let path = "/device/v1"

    private let reader: DeviceReader

    init(reader: RequestReader) { self.reader = DeviceReader(reader: reader) }

    func add(to router: Router<GatehouseContext>) {
        let realm = router.group("\(RouterPath(Self.path))/:realm").add(middleware: DeviceErrors())
        let installation = InstallationResource(reader: reader)
        realm.get("jwks", use: installation.keys)
        realm.get("time", use: installation.time)
        realm.get("installation", use: installation.read)
        realm.patch("installation", use: installation.change)
        realm.post("installation/keys", use: installation.rotate)
        realm.post("nonces", use: installation.nonce)
        realm.post("logs", use: installation.logs)
        realm.get("push", use: installation.listen)
        realm.post("test-push", use: installation.testPush)
        let subscriptions = PushSubscriptionResource(reader: reader)
        realm.post("push/subscriptions", use: subscriptions.make)
        realm.delete("push/subscriptions/:id", use: subscriptions.remove)
        let pairings = PairingResource(reader: reader)
        realm.post("pairings", use: pairings.begin)
        realm.post("migrations", use: pairings.migrate)
        realm.post("pairings/:id/confirmation", use: pairings.confirm)
        realm.delete("pairings/:id", use: pairings.end)
        let challenges = ChallengeResource(reader: reader)
        realm.get("challenges/:id", use: challenges.read)
        realm.post("challenges/:id/decision", use: challenges.decide)
        realm.post("challenges/:id/acknowledgement", use: challenges.acknowledge)
        let codes = AuthenticationCodeResource(reader: reader)
        realm.post("authentication-codes/:code/claim", use: codes.claim)
        realm.post("authentication-codes/:code/decision", use: codes.decide)
    }
}
