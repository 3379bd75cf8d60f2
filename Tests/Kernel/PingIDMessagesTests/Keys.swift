import Crypto
import DeviceMessages
import Foundation
import JOSE
import PingIDMessages
import Primitives

/// An installation and a realm with their keys.
struct Parties {
    static let now = Date(timeIntervalSince1970: 1_767_225_600)
    static let issuer = "https://id.example/device/v1/0f3c1b7e-5a6d-4c8e-9f21-3b4c5d6e7f80"

    let signing, agreement, statements, realm: JWK
    let random = SeededRandom(seed: 7)

    init() throws {
        func key(_ seed: UInt64) throws -> JWK { try JWK.generate(.p256, random: SeededRandom(seed: seed)) }
        (signing, agreement, statements, realm) = (try key(1), try key(2), try key(3), try key(4))
    }

    var installation: String { signing.thumbprintText }

    func payload(_ edit: (inout DevicePayload) -> Void = { _ in }) throws -> DevicePayload {
        guard let key = signing.publicKey, let sealing = agreement.publicKey else { throw DeviceError(.publicKey, "no public half") }
        var payload = DevicePayload(
            installation: installation, key: key, agreement: sealing, audience: Self.issuer, application: "app-1", issuedAt: Self.now,
            id: "payload-1", app: AppDescription(id: "com.example.bank", version: "2"),
            device: DeviceDescription(platform: "iOS", model: "iPhone14,2"), capability: .automatic,
            push: .apns(token: String(repeating: "ab", count: 32), isSandbox: true), isRootDetectionActive: true, counter: 5,
            session: "s", selection: try UserSelection(trust: .ignored, ignoring: IgnoreInterval(.days, count: 3), username: "tom"))
        edit(&payload)
        return payload
    }

    func sealed(_ payload: DevicePayload, by key: JWK? = nil, for realm: JWK? = nil) throws -> String {
        let signature = try SigningKey(key ?? signing).sign(payload.signingInput)
        return try payload.sealed(signature: signature, for: realm ?? self.realm, random: random)
    }

    func opened(_ text: String, at now: Date = now, audience: String = issuer) throws -> DevicePayload {
        try DevicePayload(
            opening: text, with: OpeningKey(realm, algorithm: .ecdhES, encryptions: [.a256GCM]), audience: audience, at: now)
    }

    func answer(_ edit: (inout ServerPayload) -> Void = { _ in }) -> ServerPayload {
        var payload = ServerPayload(
            issuer: Self.issuer, audience: installation, issuedAt: Self.now, id: "answer-1", answers: "payload-1", flow: .trustLevels,
            trustLevels: [.primary, .trusted], session: "s",
            standing: Standing(
                users: [TrustedUser(username: "tom", level: .ignored, ignoredUntil: Self.now)], isRootDetectionRequired: true,
                passcode: "sealed", counter: 9),
            refusal: DeviceError(.rooted, "rooted"))
        edit(&payload)
        return payload
    }

    func opened(
        answer text: String, at now: Date = now, issuer: String = issuer, audience: String? = nil
    ) throws -> ServerPayload {
        try ServerPayload(
            opening: text, with: OpeningKey(agreement, algorithm: .ecdhES, encryptions: [.a256GCM]), keys: VerificationKey(statements),
            issuer: issuer, audience: audience ?? installation, at: now)
    }
}
