public import Foundation
public import JOSE
import Primitives

/// A proof as it came: it says which installation and which key it claims, and is worth nothing until that key has verified it.
public struct UnverifiedDeviceProof: Sendable {
    /// What it claims.
    public let claimed: DeviceProof
    private let text: String

    /// Reads a proof.
    /// - Throws: ``DeviceError`` `.invalidProof`.
    public init(_ text: String) throws(DeviceError) {
        let parts = text.utf8.count <= Self.limits.token ? text.split(separator: ".", omittingEmptySubsequences: false) : []
        guard parts.count == 3, let header = Self.object(parts[0]), let claims = Self.object(parts[1]) else {
            throw Self.refusal("it is no compact JWS of two JSON objects")
        }
        guard header["typ"]?.string == DeviceProof.type, header["alg"]?.string == "ES256" else {
            throw Self.refusal("its typ isn't \(DeviceProof.type), or its alg isn't ES256")
        }
        claimed = try Self.proof(try Self.key(header), claims)
        self.text = text
    }

    /// Whether a key made the proof, now and for this request.
    ///
    /// - Parameters:
    ///   - key: the installation's key of the claimed thumbprint; of an embedded key, that key.
    ///   - url: the address that the request was for, by the server's own configuration.
    ///   - body: the bytes as they came.
    /// - Throws: ``DeviceError`` `.invalidProof`; `.clockSkew` with the server's time, once all else is right.
    public func verify(with key: JWK, method: String, url: String, body: [UInt8], at now: Date) throws(DeviceError) -> DeviceProof {
        guard let verifier = try? VerificationKey(key),
            (try? JWS.verify(text, with: verifier, allowing: [.es256], limits: Self.limits)) != nil
        else { throw Self.refusal("its signature isn't of the installation's key") }
        switch claimed.key {
        case .current(let thumbprint): guard key.thumbprintText == thumbprint else { throw Self.refusal("its kid is another key's") }
        case .embedded(let own):
            guard own.thumbprintText == claimed.installation, key.thumbprintText == claimed.installation else {
                throw Self.refusal("its key isn't the installation's")
            }
        }
        guard claimed.method == method, claimed.url == url else { throw Self.refusal("it is for another request") }
        guard claimed.bodyHash == DeviceProof.hash(of: body) else { throw Self.refusal("it is for another body") }
        guard abs(claimed.issuedAt.timeIntervalSince(now)) <= DeviceProof.tolerance else {
            throw DeviceError(
                .clockSkew, "the device's clock is off by more than \(Int(DeviceProof.tolerance)) seconds",
                details: ["serverTime": .integer(Int64(now.timeIntervalSince1970))])
        }
        return claimed
    }

    private static let limits = JOSELimits(token: 8192)

    private static func object(_ part: Substring) -> JSONObject? {
        Base64URL.decode(part).flatMap { try? JSONValue(parsing: $0, limits: limits.claims).object }
    }

    private static func key(_ header: JSONObject) throws(DeviceError) -> DeviceProof.Key {
        switch (header["kid"]?.string, header["jwk"]) {
        case (let thumbprint?, nil): return .current(thumbprint: thumbprint)
        case (nil, let json?):
            guard let object = json.object, let key = try? JWK(object), !key.isPrivate, case .ec(let point) = key.material,
                point.curve == .p256
            else { throw refusal("its jwk is no public P-256 key") }
            return .embedded(key)
        default: throw refusal("exactly one of kid and jwk is in its header")
        }
    }

    private static func proof(_ key: DeviceProof.Key, _ claims: JSONObject) throws(DeviceError) -> DeviceProof {
        func text(_ name: String) throws(DeviceError) -> String {
            guard let text = claims[name]?.string, (1...512).contains(text.utf8.count) else {
                throw refusal("\(name) is missing or too long")
            }
            return text
        }
        guard let time = claims["iat"]?.integer, (0...Self.latest).contains(time) else { throw refusal("iat is missing or no time") }
        guard claims["bd"] == nil || claims["bd"]?.string?.utf8.count == 43 else { throw refusal("bd is no hash") }
        return DeviceProof(
            installation: try text("iss"), key: key, method: try text("htm"), url: try text("htu"),
            issuedAt: Date(timeIntervalSince1970: Double(time)), id: try text("jti"), bodyHash: claims["bd"]?.string)
    }

    /// The year 9999.
    private static let latest: Int64 = 253_402_300_799

    private static func refusal(_ reason: String) -> DeviceError { DeviceError(.invalidProof, "the proof is refused: \(reason)") }
}

extension DeviceProof {
    fileprivate init(
        installation: String, key: Key, method: String, url: String, issuedAt: Date, id: String, bodyHash: String?
    ) {
        self.init(installation: installation, key: key, method: method, url: url, issuedAt: issuedAt, id: id)
        self.bodyHash = bodyHash
    }
}
