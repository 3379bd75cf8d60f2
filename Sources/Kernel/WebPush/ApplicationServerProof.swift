public import Foundation
public import JOSE
import Primitives

/// The proof by which an application server says who it is to a push service: the scheme `vapid` of RFC 8292.
public struct ApplicationServerProof: Sendable, Equatable {
    /// A token may live this long at most, in seconds (RFC 8292 §2).
    public static let longestLife: TimeInterval = 86_400
    private static let longest = 4096

    /// The signed token.
    public let token: String
    /// The application server's public key, uncompressed: 65 bytes.
    public let publicKey: [UInt8]

    /// Signs a proof.
    ///
    /// - Parameters:
    ///   - key: the application server's key pair, on P-256.
    ///   - audience: the origin of the push resource, such as `https://push.example.net`.
    ///   - subject: where its operator is reached: a `mailto:` or `https:` URI (RFC 8292 §2.1).
    ///   - expires: at most ``longestLife`` from now.
    /// - Throws: ``WebPushError/Code/invalidKeys``.
    public init(by key: JWK, audience: String, subject: String, expires: Date) throws(WebPushError) {
        guard case .ec(let point) = key.material, point.curve == .p256, key.isPrivate else {
            throw WebPushError(.invalidKeys, "an application server's key is a key pair on P-256")
        }
        var claims = JWTClaims()
        claims.audience = [audience]
        claims.expires = expires
        claims.subject = subject
        var bare = key
        bare.keyID = nil
        do { token = try JWT.sign(claims, with: SigningKey(bare, algorithm: .es256)) } catch {
            throw WebPushError(.invalidKeys, "the application server's key can't sign")
        }
        publicKey = [0x04] + point.x + point.y
    }

    /// The value of the request's header `Authorization` (RFC 8292 §3).
    public var authorization: String { "vapid t=\(token), k=\(Base64URL.encode(publicKey))" }

    /// Reads a header `Authorization`. Nothing is verified by that. Throws ``WebPushError/Code/invalidProof``.
    public init(authorization text: String) throws(WebPushError) {
        guard text.utf8.count <= Self.longest, let space = text.firstIndex(of: " "), text[..<space].lowercased() == "vapid" else {
            throw Self.invalid("there is no vapid authorization of at most \(Self.longest) bytes")
        }
        var parameters: [String: String] = [:]
        for part in text[space...].split(separator: ",") {
            let halves = part.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
            guard halves.count == 2, parameters.updateValue(halves[1].unquoted, forKey: halves[0].lowercased()) == nil else {
                throw Self.invalid("the parameters of vapid are not name=value, each once")
            }
        }
        guard let token = parameters["t"], let key = parameters["k"].flatMap({ Base64URL.decode($0) }), key.count == 65 else {
            throw Self.invalid("vapid wants t, a token, and k, a public key")
        }
        self.token = token
        publicKey = key
    }

    /// Verifies the proof (RFC 8292 §4.2).
    ///
    /// - Parameter audience: the origin of the push resource.
    /// - Throws: ``WebPushError/Code/invalidProof``.
    public func verify(audience: String, at now: Date) throws(WebPushError) {
        let verified: JWS.Verified
        let claims: JWTClaims
        do {
            let key = JWK(.ec(try ECKey(curve: .p256, x: Array(publicKey[1...32]), y: Array(publicKey[33...]), d: nil)))
            verified = try JWS.verify(token, with: VerificationKey(key), allowing: [.es256])
            claims = try JWTClaims(JSONValue(parsing: verified.payload).object ?? JSONObject())
        } catch { throw Self.invalid("the token of vapid is not signed by the key beside it") }
        guard claims.audience == [audience] else { throw Self.invalid("the token of vapid is for another push service") }
        guard let expires = claims.expires, expires > now, expires.timeIntervalSince(now) <= Self.longestLife + 60 else {
            throw Self.invalid("the token of vapid has expired, or lives longer than a day")
        }
    }

    private static func invalid(_ reason: String) -> WebPushError { WebPushError(.invalidProof, reason) }
}

extension String {
    fileprivate var unquoted: String { count >= 2 && first == "\"" && last == "\"" ? String(dropFirst().dropLast()) : self }
}
