package import Foundation
package import JOSE
package import Primitives

/// A compact JWS of this protocol, read and not yet verified: each kind has a `typ` of its own, and all are signed with ES256.
package struct Statement {
    package static let limits = JOSELimits(token: 8192)

    package var header: JOSEHeader { jws.header }
    package let claims: JSONObject
    private let jws: JWS.Unverified

    /// - Parameters:
    ///   - type: the only `typ` that is taken.
    ///   - limits: those of the server's own statements may be wider.
    /// - Throws: ``DeviceError`` `.invalidProof`.
    package init(_ text: String, type: String, limits: JOSELimits = limits) throws(DeviceError) {
        guard let jws = try? JWS.Unverified(text, limits: limits),
            let claims = try? JSONValue(parsing: jws.payload, limits: limits.claims).object
        else { throw Self.refusal("it is no compact JWS of two JSON objects") }
        let header = jws.header
        guard header.type == type, header.algorithm == "ES256" else {
            throw Self.refusal("its typ isn't \(type), or its alg isn't ES256")
        }
        self.claims = claims
        self.jws = jws
    }

    /// The key that the header embeds.
    package var embeddedKey: JWK {
        get throws(DeviceError) {
            guard let object = header["jwk"]?.object, let key = try? JWK(object), key.isPublicP256 else {
                throw Self.refusal("its jwk is no public P-256 key")
            }
            return key
        }
    }

    package func verify(with keys: some VerificationKeySource) throws(DeviceError) {
        guard (try? jws.verify(with: keys, allowing: [.es256])) != nil else {
            throw Self.refusal("its signature isn't of the key that it must be of")
        }
    }

    package func verify(with key: JWK) throws(DeviceError) {
        guard let verifier = try? VerificationKey(key) else { throw Self.refusal("its key verifies nothing") }
        try verify(with: verifier)
    }

    package func text(_ name: String, atMost limit: Int = Members.longestText) throws(DeviceError) -> String {
        guard let text = claims[name]?.string, (1...limit).contains(text.utf8.count), Members.isStorable(text) else {
            throw Self.refusal("\(name) is missing, too long, or has a NUL character")
        }
        return text
    }

    package func time(_ name: String) throws(DeviceError) -> Date {
        guard let time = claims[name]?.integer, (0...Self.latest).contains(time) else {
            throw Self.refusal("\(name) is missing or no time")
        }
        return Date(timeIntervalSince1970: Double(time))
    }

    package static func refusal(_ reason: String) -> DeviceError { DeviceError(.invalidProof, "the proof is refused: \(reason)") }

    /// Returns the bytes to sign for a header and claims.
    package static func signingInput(type: String, header: JSONObject, claims: JSONObject) -> [UInt8] {
        var members: JSONObject = ["typ": .string(type), "alg": "ES256"]
        for member in header.members { members[member.name] = member.value }
        return JWS.signingInput(header: members, claims: claims)
    }

    /// The year 9999.
    private static let latest: Int64 = 253_402_300_799
}
