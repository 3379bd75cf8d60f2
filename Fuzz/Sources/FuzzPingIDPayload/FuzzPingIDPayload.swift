import DeviceMessages
import Foundation
import JOSE
import PingIDMessages
import Primitives

/// Both payloads: texts as they come, and the bytes as claims that are signed and sealed here, so that what is behind seal and signature is
/// reached. A payload that is read is bounded and writes itself again.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzPingIDPayload(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    guard let parties = Parties.one else { return 0 }
    let text = String(decoding: bytes, as: UTF8.self)
    for sealed in [text, parties.sealed(bytes, DevicePayload.type, DevicePayload.sealedType) ?? ""] {
        guard let read = try? parties.device(sealed), let again = parties.sealed(read) else { continue }
        precondition((try? parties.device(again)) == read, "what was written is another payload")
    }
    for sealed in [text, parties.sealed(bytes, ServerPayload.type, ServerPayload.sealedType) ?? ""] {
        guard let read = try? parties.server(sealed) else { continue }
        let again = try? read.sealed(with: parties.signing, for: parties.key, random: parties.random)
        precondition(again.flatMap { try? parties.server($0) } == read, "what was written is another payload")
    }
    if let seed = try? CounterSeed(sealed: text, with: parties.opening) { _ = try? seed.code(at: seed.counter) }
    return 0
}

/// One key that stands for all of them.
private struct Parties {
    static let one = Parties()
    static let now = Date(timeIntervalSince1970: 1_763_700_000)

    let key: JWK
    let signing: SigningKey
    let opening: OpeningKey
    let verification: VerificationKey
    let random = SeededRandom(seed: 2)

    init?() {
        guard let key = try? JWK.generate(.p256, random: SeededRandom(seed: 1)), let signing = try? SigningKey(key),
            let opening = try? OpeningKey(key, algorithm: .ecdhES, encryptions: [.a256GCM]), let verification = try? VerificationKey(key)
        else { return nil }
        self.key = key
        self.signing = signing
        self.opening = opening
        self.verification = verification
    }

    func device(_ text: String) throws -> DevicePayload { try DevicePayload(opening: text, with: opening, audience: "i", at: Self.now) }

    func server(_ text: String) throws -> ServerPayload {
        try ServerPayload(opening: text, with: opening, keys: verification, issuer: "i", audience: "a", at: Self.now)
    }

    func sealed(_ payload: DevicePayload) -> String? {
        guard let signature = try? signing.sign(payload.signingInput) else { return nil }
        return try? payload.sealed(signature: signature, for: key, random: random)
    }

    func sealed(_ claims: [UInt8], _ type: String, _ sealedType: String) -> String? {
        let header: JSONObject = ["typ": .string(type), "jwk": key.publicJSON.map(JSONValue.object) ?? .null]
        guard let statement = try? JWS.sign(claims, with: signing, header: header),
            let sealing = try? SealingKey(key, algorithm: .ecdhES, encryption: .a256GCM)
        else { return nil }
        return try? JWE.seal(statement.utf8, with: sealing, header: ["typ": .string(sealedType)], random: random)
    }
}
