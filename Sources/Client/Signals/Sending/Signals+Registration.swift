import DeviceFoundation
import Foundation
import JOSE
public import Primitives
import RiskSignals

extension Signals {
    /// A token with less life left than so many seconds is renewed.
    private static let margin: TimeInterval = 60

    /// The token; renewed when it is about to expire.
    /// - Throws: ``SignalsError``.
    public func freshToken() async throws(SignalsError) -> Secret {
        guard isRunning else { throw Self.notRunning }
        return try await gate.run { () async throws(SignalsError) -> Secret in
            try await self.register()
            guard let token = self.token else { throw SignalsError(.server, "the server gave a token that is no longer good") }
            return token
        }
    }

    static var notRunning: SignalsError { SignalsError(.notStarted, "signals aren't started, or are paused") }

    /// Registers the instance, unless it has a token that lasts.
    func register(again: Bool = false) async throws(SignalsError) {
        let known = recorder.change { $0.token }
        if !again, let known, known.expires.timeIntervalSince(device.time.now) > Self.margin { return }
        guard isRunning else { return }
        let registration = InstanceRegistration(
            issuer: configuration.issuer, application: configuration.application, secret: configuration.secret,
            issuedAt: device.time.now, id: device.random.token(16), key: try await instanceKey(),
            sealingKey: try publicSealingKey())
        let signature = try await sign(registration.signingInput)
        let json = try await call(.instances, registration.json(signature: signature).encoded, type: "application/json")
        try take(try translating(message: try InstanceGrant(json: json)))
    }

    private func take(_ grant: InstanceGrant) throws(SignalsError) {
        let expires = device.time.now.addingTimeInterval(Double(grant.lifetime))
        if environmentKey != grant.key, let sealingPair {
            sealingKey = try translating(message: try SignalEnvelope.sealingKey(sealingPair, for: grant.key))
            environmentKey = grant.key
        }
        let isNew = recorder.change { state in
            defer { state.token = (grant.token, expires) }
            state.words = configuration.words.union(grant.words)
            return state.token?.value != grant.token
        }
        if isNew { tokenListener?(grant.token) }
    }

    /// The instance's public key, made when it is first needed.
    func instanceKey() async throws(SignalsError) -> JWK {
        if let key { return key }
        let point = try await translating(key: try await keys.create(Self.keyName, for: .signing))
        do {
            let made = JWK(.ec(try ECKey(curve: .p256, x: point.x, y: point.y)))
            key = made
            return made
        } catch { throw SignalsError(.key, "the key store gave no key of P-256") }
    }

    /// The public half of the pair for sealing, which is made when it is first needed.
    private func publicSealingKey() throws(SignalsError) -> JWK {
        do {
            let pair = try sealingPair ?? JWK.generate(.p256, random: device.random)
            sealingPair = pair
            guard let open = pair.publicKey else { throw JWKError(.notUsable, "a pair without a public half") }
            return open
        } catch { throw SignalsError(.key, "no key of P-256 could be made") }
    }

    private func sign(_ bytes: [UInt8]) async throws(SignalsError) -> [UInt8] {
        try await translating(key: try await keys.sign(bytes, with: Self.keyName))
    }

    private static let keyName = "instance"
}
