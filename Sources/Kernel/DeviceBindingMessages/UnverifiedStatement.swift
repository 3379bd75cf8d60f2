internal import Crypto
public import Foundation
public import JOSE
import Primitives

/// A statement as it came: it says which key and which user it claims, and is worth nothing until that key has verified it.
public struct UnverifiedStatement: Sendable {
    /// The longest statement that is read, in bytes: a chain of attestation certificates fits in.
    public static let longest = 32 << 10
    /// The longest challenge, in bytes: a server may let sign what a transaction is about.
    public static let longestChallenge = 4096
    /// The longest id of a key, in bytes.
    public static let longestKeyID = 128

    /// The claims, not verified yet.
    public let claimed: BoundStatement
    /// `kid`: which key it claims.
    public let keyID: String
    /// The key that it brings along, for a binding: public, for signatures, and for the algorithm that it is signed with. It vouches for
    /// nothing but itself.
    public let embeddedKey: JWK?
    private let jws: JWS.Unverified
    private let algorithms: Set<SignatureAlgorithm>

    private static let limits = JOSELimits(
        token: longest, header: JSONLimits(bytes: longest, depth: 6, values: 128), claims: JSONLimits(bytes: longest, depth: 8, values: 256)
    )

    /// Reads a statement.
    /// - Parameter algorithms: with which it may be signed.
    /// - Throws: ``BindingError`` `.tooLarge`, `.malformed`, `.unusableKey`.
    public init(
        _ text: String, allowing algorithms: Set<SignatureAlgorithm> = BoundStatement.usualAlgorithms
    ) throws(BindingError) {
        guard text.utf8.count <= Self.longest else { throw BindingError(.tooLarge, "the statement has more than \(Self.longest) bytes") }
        guard let jws = try? JWS.Unverified(text, limits: Self.limits),
            let claims = try? JSONValue(parsing: jws.payload, limits: Self.limits.claims).object
        else { throw BindingError(.malformed, "it is no compact JWS of two JSON objects") }
        let header = jws.header
        guard let keyID = header.keyID, (1...Self.longestKeyID).contains(keyID.utf8.count),
            keyID.unicodeScalars.allSatisfy({ $0.isASCII && $0.properties.generalCategory != .control })
        else { throw BindingError(.malformed, "kid must be 1 to \(Self.longestKeyID) characters of ASCII") }
        guard let algorithm = header.algorithm.flatMap(SignatureAlgorithm.init), algorithms.contains(algorithm) else {
            throw BindingError(.malformed, "alg is none that a bound key may sign with here")
        }
        claimed = try BoundStatement(claims)
        embeddedKey = try header["jwk"].map { (value) throws(BindingError) in try Self.key(value, keyID, algorithm) }
        self.keyID = keyID
        self.jws = jws
        self.algorithms = algorithms
    }

    /// Tells statements apart, whatever their signatures: the SHA-256 of what is signed, since for an EC signature another can be made
    /// that is as good.
    public var fingerprint: String {
        Base64URL.encode(SHA256.hash(data: jws.signingInput))
    }

    /// The demands of a server on a statement.
    public struct Expectation: Sendable {
        /// The challenge that was sent.
        public var challenge: String
        /// `sub`, as it was sent; nil where the statement is to tell.
        public var subject: String?
        /// The apps that may sign; empty for any.
        public var applications: [String]
        /// The number of seconds that the user is given.
        public var lifetime: TimeInterval
        /// The number of seconds by which clocks may differ.
        public var leeway: TimeInterval = 60

        /// Makes an expectation of its members, which are taken unchecked. By default `applications` is empty.
        public init(challenge: String, subject: String?, applications: [String] = [], lifetime: TimeInterval) {
            self.challenge = challenge
            self.subject = subject
            self.applications = applications
            self.lifetime = lifetime
        }
    }

    /// Verifies that a key made the statement, now, and in answer to what was asked.
    ///
    /// - Parameter key: the registered key; in a binding, the embedded one.
    /// - Throws: ``BindingError``.
    public func verify(with key: JWK, as expected: Expectation, at now: Date) throws(BindingError) {
        guard key.keyID == keyID, let verifier = try? VerificationKey(key),
            (try? jws.verify(with: verifier, allowing: algorithms)) != nil
        else { throw BindingError(.invalidSignature, "the signature isn't of the key \(keyID.prefix(64))") }
        if let subject = expected.subject, claimed.subject != subject { throw BindingError(.wrongSubject, "sub is another user") }
        guard constantTimeEqual(Array(claimed.challenge.utf8), Array(expected.challenge.utf8)) else {
            throw BindingError(.wrongChallenge, "challenge isn't the one that was sent")
        }
        guard expected.applications.isEmpty || expected.applications.contains(claimed.application) else {
            throw BindingError(.wrongApplication, "iss is \(claimed.application.prefix(64)), which may not sign here")
        }
        try checkTimes(expected, at: now)
    }

    private func checkTimes(_ expected: Expectation, at now: Date) throws(BindingError) {
        guard now < claimed.expires + expected.leeway else { throw BindingError(.expired, "exp has passed") }
        guard claimed.expires <= now + expected.lifetime + expected.leeway else {
            throw BindingError(.tooLong, "exp lies further ahead than the user is given time")
        }
        for (name, time) in [("iat", claimed.issuedAt), ("nbf", claimed.notBefore)] {
            if let time, time > now + expected.leeway { throw BindingError(.notYetValid, "\(name) lies in the future") }
        }
    }

    private static func key(_ json: JSONValue, _ keyID: String, _ algorithm: SignatureAlgorithm) throws(BindingError) -> JWK {
        guard let members = json.object, var key = try? JWK(members), !key.isPrivate else {
            throw BindingError(.unusableKey, "jwk is no public key")
        }
        guard key.keyID == nil || key.keyID == keyID else { throw BindingError(.unusableKey, "kid and that of jwk differ") }
        guard key.algorithm == nil || key.algorithm == algorithm.rawValue else {
            throw BindingError(.unusableKey, "alg and that of jwk differ")
        }
        (key.keyID, key.algorithm, key.others) = (keyID, algorithm.rawValue, JSONObject())
        guard (try? VerificationKey(key)) != nil else { throw BindingError(.unusableKey, "jwk is of no use for \(algorithm.rawValue)") }
        return key
    }
}
