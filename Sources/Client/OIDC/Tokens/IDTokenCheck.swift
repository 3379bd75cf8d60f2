import DeviceFoundation
import JOSE
import OAuthMessages
import Primitives

/// Verifies ID tokens (OpenID Connect Core §3.1.3.7, §12.2).
struct IDTokenCheck: Sendable {
    let registration: Registration
    let directory: ProviderDirectory
    let time: any TimeSource
    /// The time by which the device's clock may be behind the server's when a token is issued.
    let tolerance: Duration

    /// The subject of a token that belongs to us. `nonce` is that of the request, `subject` that of the token which this one
    /// follows after a refresh, `accessToken` the one that came beside it.
    func verify(
        _ token: String, nonce: String? = nil, subject: String? = nil, beside accessToken: Secret
    ) async throws(OIDCError) -> String {
        let claims = try await claims(of: token, nonce, accessToken)
        guard let found = claims.subject else { throw refusal("it has no sub") }
        if let subject, subject != found { throw refusal("it is about \(found.prefix(64)), the one before about \(subject.prefix(64))") }
        return found
    }

    private func claims(of token: String, _ nonce: String?, _ accessToken: Secret) async throws(OIDCError) -> JWTClaims {
        let policy = IDTokenPolicy(
            issuer: try await directory.document().issuer, clients: [registration.clientID], nonce: nonce,
            issueLeeway: tolerance / .seconds(1), accessToken: accessToken)
        let keys = try await directory.keys()
        do throws(JWTError) {
            return try policy.verify(token, keys: keys, at: time.now)
        } catch {
            // The server may have changed its keys since they were read.
            guard error.code == .signature else { throw refusal(error) }
        }
        return try verify(token, by: policy, with: try await directory.keys(again: true))
    }

    private func verify(_ token: String, by policy: IDTokenPolicy, with keys: VerificationKeys) throws(OIDCError) -> JWTClaims {
        do { return try policy.verify(token, keys: keys, at: time.now) } catch { throw refusal(error) }
    }

    private func refusal(_ reason: String) -> OIDCError { OIDCError(.invalidIDToken, "the ID token was refused: \(reason)") }

    private func refusal(_ error: JWTError) -> OIDCError {
        OIDCError(.invalidIDToken, "the ID token was refused: \(error.reason)", underlying: error)
    }
}
