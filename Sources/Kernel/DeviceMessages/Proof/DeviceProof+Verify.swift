public import Foundation
import JOSE
import Primitives

/// A proof as it came: it says which installation and which key it claims, and is worth nothing until that key has verified it.
public struct UnverifiedDeviceProof: Sendable {
    /// The claims, not verified yet.
    public let claimed: DeviceProof
    /// The proof as it came, for those who keep it as evidence.
    package let text: String
    private let statement: Statement

    /// Reads a proof.
    /// - Throws: ``DeviceError`` `.invalidProof`.
    public init(_ text: String) throws(DeviceError) {
        self.text = text
        statement = try Statement(text, type: DeviceProof.type)
        claimed = try Self.proof(try Self.key(statement), statement)
    }

    /// Verifies that a key made the proof, now and for this request.
    ///
    /// - Parameters:
    ///   - key: the installation's key of the claimed thumbprint; of an embedded key, that key.
    ///   - url: the address that the request was for, by the server's own configuration.
    ///   - body: the bytes as they came.
    /// - Throws: ``DeviceError`` `.invalidProof`; `.clockSkew` with the server's time, once all else is right.
    public func verify(with key: ProofKey, method: String, url: String, body: [UInt8], at now: Date) throws(DeviceError) -> DeviceProof {
        try verify(with: key, of: DeviceRequest(method: method, url: url, body: body, proof: nil), at: now)
    }

    /// The same, for a request as it arrived.
    ///
    /// - Parameter naming: the kind of id that senders have.
    package func verify(
        with key: ProofKey, named naming: DeviceProof.Naming = .firstKey, of request: DeviceRequest, at now: Date
    ) throws(DeviceError) -> DeviceProof {
        try statement.verify(with: key.verifier)
        switch claimed.key {
        case .current(let thumbprint):
            guard key.thumbprint == thumbprint else { throw Statement.refusal("its kid is another key's") }
        case .embedded(let own):
            let thumbprint = own.thumbprintText
            guard key.thumbprint == thumbprint, naming == .chosen || claimed.installation == thumbprint else {
                throw Statement.refusal("its key isn't the sender's")
            }
        }
        guard claimed.method == request.method, claimed.url == request.url else { throw Statement.refusal("it is for another request") }
        guard claimed.bodyHash == DeviceProof.hash(of: request.body) else { throw Statement.refusal("it is for another body") }
        guard abs(claimed.issuedAt.timeIntervalSince(now)) <= DeviceProof.tolerance else {
            throw DeviceError(
                .clockSkew, "the device's clock is off by more than \(Int(DeviceProof.tolerance)) seconds",
                details: ["serverTime": JSONValue(now)])
        }
        return claimed
    }

    private static func key(_ statement: Statement) throws(DeviceError) -> DeviceProof.Key {
        switch (statement.header["kid"]?.string, statement.header["jwk"]) {
        case (let thumbprint?, nil): return .current(thumbprint: thumbprint)
        case (nil, .some): return .embedded(try statement.embeddedKey)
        default: throw Statement.refusal("exactly one of kid and jwk is in its header")
        }
    }

    private static func proof(_ key: DeviceProof.Key, _ statement: Statement) throws(DeviceError) -> DeviceProof {
        let hash = statement.claims["bd"]
        guard hash == nil || hash?.string?.utf8.count == 43 else { throw Statement.refusal("bd is no hash") }
        return DeviceProof(
            installation: try statement.text("iss"), key: key, method: try statement.text("htm"), url: try statement.text("htu"),
            issuedAt: try statement.time("iat"), id: try statement.text("jti"), bodyHash: hash?.string)
    }
}

extension DeviceProof {
    fileprivate init(
        installation: String, key: Key, method: String, url: String, issuedAt: Date, id: String, bodyHash: String?
    ) {
        self.init(installation: installation, key: key, method: method, url: url, issuedAt: issuedAt, id: id)
        self.bodyHash = bodyHash
    }
}
