import CBOR
import Foundation
import Primitives
import WebAuthn

/// What the program does.
///
/// | op | takes | answers |
/// | --- | --- | --- |
/// | `create` | `options` (creation options), `origin`, `alg` | `response`, `handle` |
/// | `sign` | `options` (request options), `origin`, `handle` | `response` |
/// | `register` | `options`, `origin`, `response` | `record` |
/// | `authenticate` | `options`, `origin`, `response`, `record`, `user` | `signCount` |
struct Peer {
    func answer(_ request: JSONValue) async throws -> JSONObject {
        let origin = request["origin"]?.string ?? ""
        switch request["op"]?.string {
        case "create": return try create(CreationOptions(json: request["options"] ?? .null), origin, request["alg"]?.integer)
        case "sign": return try sign(RequestOptions(json: request["options"] ?? .null), origin, request["handle"] ?? .null)
        case "register":
            return try await register(
                CreationOptions(json: request["options"] ?? .null), origin, RegistrationResponse(json: request["response"] ?? .null))
        case "authenticate": return try authenticate(request, origin)
        default: throw WebAuthnError(.malformed, "no such operation")
        }
    }

    private func create(_ options: CreationOptions, _ origin: String, _ algorithm: Int64?) throws -> JSONObject {
        let random = SystemRandom()
        let chosen = try algorithm.map { COSEAlgorithm(rawValue: Int($0)) } ?? AuthenticatorModel.algorithm(for: options)
        let secret = Secret(bytes: random.bytes(32))
        let key = try SoftwareCredentialKey(chosen, secret: secret)
        let id = random.bytes(32)
        let response = try AuthenticatorModel().create(for: options, origin: origin, key: key, id: id, userVerified: true)
        return [
            "response": response.json,
            "handle": [
                "id": .string(Base64URL.encode(id)), "secret": .string(Base64URL.encode(secret.withBytes { Array($0) })),
                "alg": .integer(Int64(chosen.rawValue)), "user": .string(Base64URL.encode(options.user.id)),
            ],
        ]
    }

    private func sign(_ options: RequestOptions, _ origin: String, _ handle: JSONValue) throws -> JSONObject {
        let key = try SoftwareCredentialKey(
            COSEAlgorithm(rawValue: Int(handle["alg"]?.integer ?? 0)), secret: Secret(bytes: bytes(handle["secret"])))
        let response = try AuthenticatorModel().sign(
            for: options, origin: origin, key: key, id: bytes(handle["id"]), userHandle: bytes(handle["user"]), userVerified: true)
        return ["response": response.json]
    }

    private func register(_ options: CreationOptions, _ origin: String, _ response: RegistrationResponse) async throws -> JSONObject {
        let ceremony = RegistrationCeremony(
            relyingParty: RelyingParty(id: options.relyingPartyID, origins: [.exactly(origin)]), challenge: options.challenge,
            userVerification: options.userVerification, algorithms: options.algorithms)
        let registered = try await ceremony.verify(response, at: Date())
        return [
            "record": [
                "id": .string(Base64URL.encode(registered.record.id)),
                "key": .string(Base64URL.encode(registered.record.publicKey.cbor.encoded)),
                "signCount": .integer(Int64(registered.record.signCount)),
                "attestation": .string(registered.attestation.kind.rawValue), "format": .string(registered.attestation.format.rawValue),
            ]
        ]
    }

    private func authenticate(_ request: JSONValue, _ origin: String) throws -> JSONObject {
        let options = try RequestOptions(json: request["options"] ?? .null)
        let kept = request["record"] ?? .null
        let record = CredentialRecord(
            id: bytes(kept["id"]), publicKey: try COSEKey(cbor: CBORValue(decoding: bytes(kept["key"]))),
            signCount: UInt32(kept["signCount"]?.integer ?? 0))
        let ceremony = AuthenticationCeremony(
            relyingParty: RelyingParty(id: options.relyingPartyID, origins: [.exactly(origin)]), challenge: options.challenge,
            userVerification: options.userVerification, allowed: options.allowed.map(\.id))
        let verified = try ceremony.verify(
            AuthenticationResponse(json: request["response"] ?? .null), with: record,
            of: .init(userHandle: bytes(request["user"]), wasKnown: true))
        return ["signCount": .integer(Int64(verified.record.signCount))]
    }

    private func bytes(_ value: JSONValue?) -> [UInt8] { value?.string.flatMap { Base64URL.decode($0) } ?? [] }
}
