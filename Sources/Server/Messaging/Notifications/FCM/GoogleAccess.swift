package import Foundation
import JOSE
import OAuthMessages
package import Primitives
import Synchronization
package import Foundations

/// Access tokens of service accounts, had for signed assertions (RFC 7523) and used until shortly before they expire. Of many messages at
/// once one asks.
package final class GoogleAccess: Sendable {
    /// The failure to get a token.
    package struct Refusal: Error { let outcome: PushOutcome }

    private static let messaging = "https://www.googleapis.com/auth/firebase.messaging"
    private static let assertionLifetime: TimeInterval = 3600
    /// The number of seconds before its end from which a token isn't used any more.
    private static let margin: TimeInterval = 60
    private static let longestLife: TimeInterval = 86_400
    private static let limit = 1000

    private let http: any OutboundHTTP
    private let scope: String
    private let allowsLoopback: Bool
    private let time: any TimeSource
    private let known = Mutex<[UUID: Known]>([:])

    private struct Known {
        let version: Date
        let asked: Task<Result<Granted, Refusal>, Never>
    }

    private struct Granted {
        let token: Secret
        let expires: Date
    }

    /// - Parameter scope: the scope of the tokens; sending messages by default.
    package init(http: any OutboundHTTP, scope: String? = nil, allowsLoopback: Bool, time: any TimeSource) {
        self.http = http
        self.scope = scope ?? Self.messaging
        self.allowsLoopback = allowsLoopback
        self.time = time
    }

    func token(_ account: ServiceAccount, of credential: PushCredential) async -> Result<Secret, Refusal> {
        await token(account, for: credential.id, asOf: credential.updated)
    }

    /// - Parameters:
    ///   - id: under which the token is known.
    ///   - date: of what it is had for; a token of an earlier version isn't used.
    package func token(_ account: ServiceAccount, for id: UUID, asOf date: Date) async -> Result<Secret, Refusal> {
        // Twice: what is there may have expired.
        for _ in 0..<2 {
            let task = asked(account, id, date)
            switch await task.value {
            case .success(let granted) where time.now < granted.expires: return .success(granted.token)
            case .success: forget(task, of: id)
            case .failure(let refusal):
                forget(task, of: id)
                return .failure(refusal)
            }
        }
        return .failure(Refusal(outcome: .unavailable(FCMReason.unavailable)))
    }

    /// Forgets a token that isn't accepted any more.
    func forget(_ credential: PushCredential) { forget(credential.id) }
    /// Forgets the access token of a credential, as after a refusal or a change.
    package func forget(_ id: UUID) { known.withLock { $0[id] = nil } }

    private func forget(_ task: Task<Result<Granted, Refusal>, Never>, of id: UUID) {
        known.withLock { if $0[id]?.asked == task { $0[id] = nil } }
    }

    private func asked(_ account: ServiceAccount, _ id: UUID, _ date: Date) -> Task<Result<Granted, Refusal>, Never> {
        known.withLock { known in
            if let there = known[id], there.version == date { return there.asked }
            if known.count >= Self.limit { known = [:] }
            let task = Task { await ask(account) }
            known[id] = Known(version: date, asked: task)
            return task
        }
    }

    private func ask(_ account: ServiceAccount) async -> Result<Granted, Refusal> {
        let now = time.now
        let answer: OutboundAnswer
        do { answer = try await http.send(request(account, at: now)) } catch {
            return .failure(Refusal(outcome: .unavailable(FCMReason.unavailable)))
        }
        let json = try? JSONValue(body: answer.body)
        if answer.status == 200, let token = json?["access_token"]?.string, let life = json?["expires_in"]?.number, life > 0 {
            return .success(
                Granted(token: Secret(token), expires: now.addingTimeInterval(max(1, min(life, Self.longestLife) - Self.margin))))
        }
        let isRefused = (400...499).contains(answer.status) && answer.status != 429
        return .failure(
            Refusal(
                outcome: isRefused
                    ? .unauthorized(FCMReason.unauthenticated) : .unavailable(FCMReason.unavailable, retryAfter: answer.retryAfter)))
    }

    private func request(_ account: ServiceAccount, at now: Date) throws -> OutboundRequest {
        let form = FormBody([
            ("grant_type", "urn:ietf:params:oauth:grant-type:jwt-bearer"), ("assertion", try assertion(account, at: now)),
        ])
        var request = OutboundRequest(
            url: account.tokenURL, method: "POST", headers: [("Content-Type", "application/x-www-form-urlencoded")], body: form.encoded)
        request.reach = .publicAddresses(orLoopback: allowsLoopback)
        return request
    }

    private func assertion(_ account: ServiceAccount, at now: Date) throws -> String {
        var claims = JWTClaims()
        claims.issuer = account.account
        claims.audience = [account.tokenURL]
        claims.issuedAt = now
        claims.expires = now.addingTimeInterval(Self.assertionLifetime)
        claims["scope"] = .string(scope)
        return try JWT.sign(claims, with: account.signingKey)
    }
}
