import DeviceMessages
import Foundation
import JOSE
import Primitives
import Testing

@Suite("The proof of a device's request")
struct DeviceProofTests {
    private static let now = Date(timeIntervalSince1970: 1_763_700_000)
    private static let url = "https://id.example/device/v1/0a/pairings"
    private static let body = Array(#"{"a":1}"#.utf8)

    private func proof(_ device: TestDevice, key: DeviceProof.Key? = nil, body: [UInt8] = body) -> DeviceProof {
        DeviceProof(
            installation: device.id, key: key ?? .current(thumbprint: device.id), method: "POST", url: Self.url, body: body,
            issuedAt: Self.now, id: "jti-1")
    }

    private func verify(
        _ text: String, with key: JWK, method: String = "POST", url: String = url, body: [UInt8] = body, at now: Date = now
    ) throws(DeviceError) -> DeviceProof {
        try UnverifiedDeviceProof(text).verify(with: ProofKey(key), method: method, url: url, body: body, at: now)
    }

    @Test("is verified by the current key, or by the one in it")
    func valid() throws {
        let device = try TestDevice()
        let current = proof(device)
        #expect(try verify(device.text(current), with: device.key) == current)
        let embedded = proof(device, key: .embedded(try #require(device.key.publicKey)))
        let read = try UnverifiedDeviceProof(device.text(embedded))
        guard case .embedded(let key) = read.claimed.key else { Issue.record("the key is not in it"); return }
        #expect(!key.isPrivate && key.thumbprintText == device.id)
        #expect(
            try read.verify(with: ProofKey(key), method: "POST", url: Self.url, body: Self.body, at: Self.now).installation == device.id)
        let bare = proof(device, body: [])
        #expect(bare.bodyHash == nil)
        #expect(try verify(device.text(bare), with: device.key, body: []) == bare)
    }

    @Test("another library's order of members and spaces make no difference")
    func foreign() throws {
        let device = try TestDevice()
        let text = try device.text(
            header: ["kid": .string(device.id), "alg": "ES256", "typ": "device-proof+jwt"],
            claims: ["jti": "x", "iat": 1_763_700_000, "htu": .string(Self.url), "htm": "GET", "iss": .string(device.id), "more": true])
        #expect(try verify(text, with: device.key, method: "GET", body: []).id == "x")
    }

    /// One thing that is wrong with an otherwise good proof.
    enum Falsification: CaseIterable {
        case type, algorithm, noKey, bothKeys, otherKey, foreignEmbeddedKey, privateEmbeddedKey, signature, installation, method, url, query
        case body, missingBodyHash, needlessBodyHash, noID, noTime, textTime, noClaims
    }

    @Test("with one thing wrong is refused", arguments: Falsification.allCases)
    func refused(wrong: Falsification) throws {
        let (device, other) = (try TestDevice(), try TestDevice(seed: 2))
        var header: JSONObject = ["typ": "device-proof+jwt", "alg": "ES256", "kid": .string(device.id)]
        var claims: JSONObject = [
            "iss": .string(device.id), "htm": "POST", "htu": .string(Self.url), "iat": 1_763_700_000, "jti": "x",
            "bd": proof(device).bodyHash.map(JSONValue.string) ?? .null,
        ]
        var (signer, body) = (device, Self.body)
        switch wrong {
        case .type: header["typ"] = "dpop+jwt"
        case .algorithm: header["alg"] = "ES384"
        case .noKey: header["kid"] = nil
        case .bothKeys: header["jwk"] = .object(try #require(device.key.publicJSON))
        case .otherKey: header["kid"] = .string(other.id)
        case .foreignEmbeddedKey:
            header["kid"] = nil
            header["jwk"] = .object(try #require(other.key.publicJSON))
        case .privateEmbeddedKey:
            header["kid"] = nil
            header["jwk"] = .object(device.key.privateJSON)
        case .signature: signer = other
        case .installation: claims["iss"] = nil
        case .method: claims["htm"] = "GET"
        case .url: claims["htu"] = "https://evil.example/device/v1/0a/pairings"
        case .query: claims["htu"] = .string(Self.url + "?a=b")
        case .body: body = Array(#"{"a":2}"#.utf8)
        case .missingBodyHash: claims["bd"] = nil
        case .needlessBodyHash: body = []
        case .noID: claims["jti"] = nil
        case .noTime: claims["iat"] = nil
        case .textTime: claims["iat"] = "1763700000"
        case .noClaims: claims = JSONObject()
        }
        let text = try signer.text(header: header, claims: claims)
        let error = #expect(throws: DeviceError.self) { try verify(text, with: device.key, body: body) }
        #expect(error?.code == .invalidProof)
    }

    @Test("an embedded key of another installation doesn't speak for this one")
    func embeddedForAnother() throws {
        let (device, other) = (try TestDevice(), try TestDevice(seed: 2))
        var claimed = proof(device, key: .embedded(try #require(other.key.publicKey)))
        claimed.installation = device.id
        #expect(throws: DeviceError(.invalidProof, "")) { try verify(other.text(claimed), with: other.key) }
    }

    @Test("a wrong clock is told the time, but only to whoever has the key", arguments: [-301.0, 301])
    func clock(offset: Double) throws {
        let (device, other) = (try TestDevice(), try TestDevice(seed: 2))
        let text = try device.text(proof(device))
        let error = #expect(throws: DeviceError.self) { try verify(text, with: device.key, at: Self.now.addingTimeInterval(offset)) }
        #expect(error?.code == .clockSkew && error?.details["serverTime"]?.integer == 1_763_700_000 + Int64(offset))
        #expect(throws: DeviceError(.invalidProof, "")) { try verify(text, with: other.key, at: Self.now.addingTimeInterval(offset)) }
        #expect(try verify(text, with: device.key, at: Self.now.addingTimeInterval(offset > 0 ? 300 : -300)).id == "jti-1")
    }

    @Test(
        "what is no proof is refused before any key is looked for",
        arguments: ["", ".", "..", "a.b.c", "e30.e30.", "e30.e30.AAAA", "W10.W10.AAAA", String(repeating: "A", count: 10_000) + ".e30.A"])
    func nonsense(text: String) { #expect(throws: DeviceError(.invalidProof, "")) { try UnverifiedDeviceProof(text) } }
}
