import Foundation
import Metrics
package import OAuthMessages
package import Primitives
package import Store
package import Sessions
package import Directory
package import Foundations
package import MultiFactor

/// The token endpoint and what goes with it: tokens for codes, for refresh tokens and for the client itself; introspection,
/// revocation, user information, logout.
///
/// A class only so that a step's closures and suspensions hold one reference; nothing of it ever changes.
package final class Tokens: Sendable {
    let keys: SigningKeys
    let clients: ClientAuthenticator
    let applications: Applications
    let sessions: SessionRegistry
    let accessTokens: AccessTokens
    let payloads: MobilePayloads
    let quotas: UserQuotas
    /// Seals what spent refresh tokens are answered with again.
    let spentAnswers: KeyedHash
    let database: any Database
    let audit: AuditLog
    let time: any TimeSource
    let random: any RandomSource

    /// The endpoints over these services; answers for spent refresh tokens are sealed by a key of the sealer's roots.
    package init(
        keys: SigningKeys, clients: ClientAuthenticator, applications: Applications, sessions: SessionRegistry, accessTokens: AccessTokens,
        payloads: MobilePayloads, quotas: UserQuotas, database: any Database, sealer: Sealer, audit: AuditLog, time: any TimeSource,
        random: any RandomSource
    ) {
        self.keys = keys
        self.clients = clients
        self.applications = applications
        self.sessions = sessions
        self.accessTokens = accessTokens
        self.payloads = payloads
        self.quotas = quotas
        spentAnswers = KeyedHash("answers to spent refresh tokens", sealer)
        self.database = database
        self.audit = audit
        self.time = time
        self.random = random
    }

    /// A request to one of the endpoints.
    package struct Request: Sendable {
        let form: FormBody
        let credentials: ClientCredentials
        let realm: Realm
        /// The address that it comes from.
        let address: String
        private let named: @Sendable () -> Issuer

        /// The issuer as it was asked.
        var issuer: Issuer { named() }

        /// - Parameter issuer: made when it is asked for: most tokens name that of their grant.
        package init(
            _ form: FormBody, credentials: ClientCredentials, realm: Realm, issuer: @escaping @Sendable @autoclosure () -> Issuer,
            address: String
        ) {
            self.form = form
            self.credentials = credentials
            self.realm = realm
            self.address = address
            named = issuer
        }
    }

    /// Answers a token request (RFC 6749 §4.1.3, §4.4.2, §6).
    /// - Throws: an `OAuthError`.
    package func tokens(for request: Request) async throws -> TokenResponse {
        let grantType = try request.form.required("grant_type")
        let application = try await clients.authenticate(request.credentials, in: request.realm, from: request.address)
        guard let known = ApplicationSettings.GrantType(exactly: grantType) else {
            throw OAuthError(.unsupportedGrantType, "the grant type \(grantType.prefix(64)) is not supported")
        }
        guard application.settings.grantTypes.contains(known) else {
            throw OAuthError(.unauthorizedClient, "the client may not use the grant type \(grantType)")
        }
        try request.form.refuseUnsupported()
        let call = CallContext(
            request: request, application: application, keys: try await keys.keys(of: request.realm.id), now: time.now)
        do {
            let response =
                switch known {
                case .authorizationCode: try await exchangeCode(call)
                case .refreshToken: try await refresh(call)
                case .clientCredentials: try clientCredentials(call)
                }
            Self.count(known, "issued")
            return response
        } catch {
            Self.count(known, "refused")
            throw error
        }
    }

    /// Counts the answers to clients that are known and may use the grant type.
    private static func count(_ grant: ApplicationSettings.GrantType, _ outcome: String) {
        Counter(label: "tokens_total", dimensions: [("grant", grant.rawValue), ("outcome", outcome)]).increment()
    }
}

extension Tokens {
    /// One request of an authenticated client with all that answering it needs.
    ///
    /// A class, since closures and suspensions hold it.
    final class CallContext: Sendable {
        let request: Request
        let application: Application
        let keys: RealmKeys
        let now: Date

        init(request: Request, application: Application, keys: RealmKeys, now: Date) {
            self.request = request
            self.application = application
            self.keys = keys
            self.now = now
        }

        var form: FormBody { request.form }
        var realm: Realm { request.realm }

        /// Computes when a credential issued now expires: at the latest when the grant that it is of ends.
        func refreshExpiry(within ends: Date) -> Date {
            min(now.addingTimeInterval(TimeInterval(realm.lifetimes(for: application).refreshToken)), ends)
        }

        func event(_ kind: AuditEvent.Kind, _ outcome: AuditEvent.Outcome = .success, of grant: Grant) -> AuditEvent {
            var event = AuditEvent(
                kind, outcome, at: now, realm: realm.path.description, user: grant.user.text,
                client: application.id, session: grant.session)
            event.personal["address"] = .string(request.address)
            return event
        }
    }

    /// The result of a credential in its transaction: a refusal that must be remembered can't be thrown there.
    enum Spending: Sendable {
        /// The credential is spent. The answer, where it had to be made in the transaction.
        case spent(Grant, TokenResponse?)
        /// It was spent a moment ago, and the client may have the answer again.
        case repeated(Grant, TokenResponse)
        case refused(OAuthError)
    }

    /// The one answer to a code or refresh token that is unknown, expired, used, revoked or another client's.
    static let invalidGrant = OAuthError(.invalidGrant, "the code or refresh token is invalid, expired, revoked or another client's")
}
