import Foundation
import JOSE
package import Primitives
import Directory
import Sessions

/// Signs and verifies access tokens.
package struct AccessTokens: Sendable {
    private let random: any RandomSource
    private let verified = VerifiedTokens()

    package init(random: any RandomSource) { self.random = random }

    /// The statements that a token is to make.
    struct Order {
        var issuer: Issuer
        var application: Application
        /// The user; nil when the client acts for itself.
        var user: UUID?
        var scope: Scope
        var grant: UUID?
        /// The latest it may end: with its grant.
        var ends: Date?
    }

    /// Signs a token. It ends with its lifetime, its grant or its key, whichever is first.
    func issue(_ order: Order, in realm: Realm, keys: RealmKeys, at now: Date) throws -> (text: String, token: AccessToken) {
        let key = try keys.signer(.es256, at: now)
        let expired = now.addingTimeInterval(TimeInterval(realm.lifetimes(for: order.application).accessToken))
        let expires = min(expired, order.ends ?? expired, key.verifiesUntil ?? expired)
        let token = AccessToken(
            id: random.token(16), issuer: order.issuer.name,
            subject: order.user.map(Subject.user) ?? .client(order.application.id),
            audience: [order.issuer.name] + order.application.settings.audiences, client: order.application.id,
            scope: order.scope, issued: now, expires: expires, grant: order.grant, keyID: key.id)
        return (try JWT.sign(JWTClaims(made: token.claims), with: key.signer, type: AccessToken.type), token)
    }

    /// The token of a text; nil unless the realm has signed it, with a key that is still accepted, and it hasn't expired.
    func verify(_ text: String, keys: RealmKeys, issuer: Issuer, at now: Date) -> AccessToken? {
        guard let token = verified.token(of: text, else: { Self.parse(text, keys: keys, at: now) }),
            token.isLiving(at: now), keys.accepts(token.keyID, at: now), issuer.accepts(token.issuer)
        else { return nil }
        return token
    }

    private static func parse(_ text: String, keys: RealmKeys, at now: Date) -> AccessToken? {
        let policy = JWTPolicy(
            algorithms: [.es256], issuer: nil, audience: nil, type: AccessToken.type, leeway: 0, requiredClaims: ["exp"])
        guard let jwt = try? policy.verify(text, keys: keys.verifiers(at: now), at: now) else { return nil }
        return AccessToken(jwt.claims, keyID: jwt.keyID)
    }
}
