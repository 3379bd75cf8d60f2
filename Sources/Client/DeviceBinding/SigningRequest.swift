import DeviceBindingMessages
public import Foundation
import JOSE
public import Primitives

/// The statement that a bound key is to sign (`docs/protocols/step-protocol.md` 8.2, 8.3).
public struct SigningRequest: Sendable {
    /// The app, for the server.
    public let application: String
    /// The user, as the server names them.
    public let subject: String
    /// The challenge, as the server wrote it.
    public let challenge: String
    /// The key's own id, `kid`.
    public let keyID: String
    /// The times from which and until which the statement holds.
    public let issuedAt, notBefore, expires: Date
    /// The platform where a key is bound; the app's own claims where one signs.
    public let claims: JSONObject
    /// True for a statement that binds the key, which carries its public half.
    public let isBinding: Bool

    /// Makes a request of its members, which are taken unchecked.
    public init(
        application: String, subject: String, challenge: String, keyID: String, issuedAt: Date, notBefore: Date, expires: Date,
        claims: JSONObject, isBinding: Bool
    ) {
        self.application = application
        self.subject = subject
        self.challenge = challenge
        self.keyID = keyID
        self.issuedAt = issuedAt
        self.notBefore = notBefore
        self.expires = expires
        self.claims = claims
        self.isBinding = isBinding
    }

    /// Refuses claims that are the protocol's.
    static func check(_ claims: JSONObject) throws(DeviceBindingError) {
        if let name = claims.names.first(where: BoundStatement.reservedClaims.contains) {
            throw DeviceBindingError(.invalidClaims, "the claim \(name) is the protocol's; choose another name")
        }
    }

    /// The statement, which waits for a signature.
    func draft(_ algorithm: SignatureAlgorithm, embedding key: JWK) throws(DeviceBindingError) -> BoundStatement.Draft {
        do throws(BindingError) {
            let statement = try BoundStatement(
                application: application, subject: subject, challenge: challenge, issuedAt: issuedAt, notBefore: notBefore,
                expires: expires, others: claims)
            return statement.draft(keyID: keyID, algorithm: algorithm, embedding: isBinding ? key : nil)
        } catch { throw DeviceBindingError(.invalidClaims, "\(error)", underlying: error) }
    }
}
