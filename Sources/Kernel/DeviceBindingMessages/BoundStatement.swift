public import Foundation
public import JOSE
public import Primitives

/// The statement of a device, signed with a key that is bound to a user: when the key is bound, and each time that the server asks for a
/// signature (`docs/protocols/step-protocol.md` 8.2, 8.3).
///
/// It travels as a compact JWS. The device makes it by ``draft(keyID:algorithm:embedding:)``, so that the key never leaves its store; the
/// server reads it as an ``UnverifiedStatement``.
public struct BoundStatement: Sendable, Equatable {
    /// The claims that are the protocol's: an app can't give them.
    public static let reservedClaims: Set<String> = ["sub", "challenge", "exp", "iat", "nbf", "iss"]
    /// The algorithms with which a device may sign.
    public static let algorithms = SignatureAlgorithm.asymmetric
    /// Those of them that a server takes unless it says otherwise: all but ML-DSA. The documented apps have ES256 and RS512.
    public static let usualAlgorithms = algorithms.subtracting([.mlDSA65])

    /// `iss`: the app, by its bundle id or package name.
    public let application: String
    /// `sub`: the user, as the server named them.
    public let subject: String
    /// The challenge, as the server wrote it.
    public let challenge: String
    /// `exp`: from when on it is worth nothing.
    public let expires: Date
    /// `iat` and `nbf`; older apps leave them out.
    public let issuedAt, notBefore: Date?
    /// All other claims: the platform, and what the app adds.
    public let others: JSONObject

    /// A statement of now.
    ///
    /// - Parameters:
    ///   - lifetime: for how many seconds it holds: as long as the user is given.
    ///   - others: the platform and the app's own claims.
    /// - Throws: ``BindingError`` `.reservedClaim`.
    public init(
        application: String, subject: String, challenge: String, at now: Date, lifetime: TimeInterval, others: JSONObject = JSONObject()
    ) throws(BindingError) {
        try self.init(
            application: application, subject: subject, challenge: challenge, issuedAt: now, notBefore: now,
            expires: now.addingTimeInterval(lifetime), others: others)
    }

    /// A statement of any time.
    ///
    /// - Parameter others: the platform and the app's own claims.
    /// - Throws: ``BindingError`` `.reservedClaim`.
    public init(
        application: String, subject: String, challenge: String, issuedAt: Date, notBefore: Date, expires: Date,
        others: JSONObject = JSONObject()
    ) throws(BindingError) {
        if let name = others.names.first(where: Self.reservedClaims.contains) {
            throw BindingError(.reservedClaim, "the claim \(name) is the protocol's; an app can't give it")
        }
        self.application = application
        self.subject = subject
        self.challenge = challenge
        self.others = others
        self.issuedAt = issuedAt
        self.notBefore = notBefore
        self.expires = expires
    }

    /// Reads claims.
    init(_ claims: JSONObject) throws(BindingError) {
        let reader = ClaimReader(claims: claims)
        application = try reader.text("iss")
        subject = try reader.text("sub")
        challenge = try reader.text("challenge", atMost: UnverifiedStatement.longestChallenge)
        guard let expires = try reader.time("exp") else { throw ClaimReader.missing("exp") }
        self.expires = expires
        issuedAt = try reader.time("iat")
        notBefore = try reader.time("nbf")
        others = JSONObject(claims.members.filter { !Self.reservedClaims.contains($0.name) }.map { ($0.name, $0.value) })
    }

    /// The claims as they are signed.
    public var claims: JSONObject {
        var claims: JSONObject = [
            "iss": .string(application), "sub": .string(subject), "challenge": .string(challenge), "exp": Self.seconds(expires),
        ]
        claims["iat"] = issuedAt.map(Self.seconds)
        claims["nbf"] = notBefore.map(Self.seconds)
        for member in others.members { claims[member.name] = member.value }
        return claims
    }

    private static func seconds(_ date: Date) -> JSONValue { .integer(date.secondsSince1970) }
}

/// Reads claims with one kind of complaint.
private struct ClaimReader {
    let claims: JSONObject

    func text(_ name: String, atMost limit: Int = 512) throws(BindingError) -> String {
        guard let value = claims[name] else { throw Self.missing(name) }
        guard let text = value.string, (1...limit).contains(text.utf8.count) else {
            throw BindingError(.malformed, "\(name) must be a text of 1 to \(limit) bytes")
        }
        return text
    }

    /// Seconds since 1970, up to the year 9999.
    func time(_ name: String) throws(BindingError) -> Date? {
        guard let value = claims[name] else { return nil }
        guard let seconds = value.number, (0...253_402_300_799).contains(seconds) else {
            throw BindingError(.malformed, "\(name) must be a number of seconds")
        }
        return Date(timeIntervalSince1970: seconds)
    }

    static func missing(_ name: String) -> BindingError { BindingError(.malformed, "\(name) is missing") }
}
