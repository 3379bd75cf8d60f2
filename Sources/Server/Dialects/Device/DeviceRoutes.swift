import Hummingbird

/// The device protocol, version 1: what an app's device half asks of the platform, below `/device/v1/{realm UUID}`.
struct DeviceRoutes: Sendable {
    private let reader: DeviceReader

    init(reader: RequestReader) { self.reader = DeviceReader(reader: reader) }

    func add(to router: Router<GatehouseContext>) {
        let realm = router.group("device/v1/:realm").add(middleware: DeviceErrors())
        let installation = InstallationResource(reader: reader)
        realm.get("jwks", use: apart(installation.keys))
        realm.get("time", use: apart(installation.time))
        realm.get("installation", use: apart(installation.read))
        realm.patch("installation", use: apart(installation.change))
        realm.post("installation/keys", use: apart(installation.rotate))
        realm.post("nonces", use: apart(installation.nonce))
        realm.post("logs", use: apart(installation.logs))
        realm.get("push", use: apart(installation.listen))
        realm.post("test-push", use: apart(installation.testPush))
        let subscriptions = PushSubscriptionResource(reader: reader)
        realm.post("push/subscriptions", use: apart(subscriptions.make))
        realm.delete("push/subscriptions/:id", use: apart(subscriptions.remove))
        let pairings = PairingResource(reader: reader)
        realm.post("pairings", use: apart(pairings.begin))
        realm.post("migrations", use: apart(pairings.migrate))
        realm.post("pairings/:id/confirmation", use: apart(pairings.confirm))
        realm.delete("pairings/:id", use: apart(pairings.end))
        let challenges = ChallengeResource(reader: reader)
        realm.get("challenges/:id", use: apart(challenges.read))
        realm.post("challenges/:id/decision", use: apart(challenges.decide))
        realm.post("challenges/:id/acknowledgement", use: apart(challenges.acknowledge))
        let codes = AuthenticationCodeResource(reader: reader)
        realm.post("authentication-codes/:code/claim", use: apart(codes.claim))
        realm.post("authentication-codes/:code/decision", use: apart(codes.decide))
    }

    /// Answers in a task of its own.
    ///
    /// A task keeps the memory that its deepest call needed for as long as it lives. A connection's task lives as long as the connection, which
    /// here may become a stream of an hour: what the pairing took before, some 40 KB, would be held all the while.
    private func apart(
        _ answer: @escaping @Sendable (Request, GatehouseContext) async throws -> Response
    ) -> @Sendable (Request, GatehouseContext) async throws -> Response {
        { request, context in
            async let response = answer(request, context)
            return try await response
        }
    }
}
