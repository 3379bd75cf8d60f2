package import DeviceMessages
import Foundation
package import OAuthMessages
package import Primitives
package import Store
package import Directory
package import Foundations
package import MultiFactor
package import SignIn
package import Sessions

/// The authorization endpoint's rules: which client may be sent a code, where to, and whether the user must sign in first.
package struct Authorization: Sendable {
    /// The response mode by which an authorization request asks for a flow.
    package static let flowMode = "pi.flow"

    package let applications: Applications
    package let keys: SigningKeys
    /// The sessions by which users are known.
    package let sessions: SessionRegistry
    /// The authentication of clients.
    package let clients: ClientAuthenticator
    package let pushed: PushedRequests
    package let consents: Consents
    package let payloads: MobilePayloads
    package let signOnPolicies: SignOnPolicies
    package let signOnAssignments: SignOnAssignments
    package let quotas: UserQuotas
    package let database: any Database
    package let sealer: Sealer
    package let audit: AuditLog
    package let time: any TimeSource
    package let random: any RandomSource

    package init(
        applications: Applications, keys: SigningKeys, sessions: SessionRegistry, clients: ClientAuthenticator, pushed: PushedRequests,
        consents: Consents, payloads: MobilePayloads, signOnPolicies: SignOnPolicies, signOnAssignments: SignOnAssignments,
        quotas: UserQuotas,
        database: any Database, sealer: Sealer, audit: AuditLog, time: any TimeSource, random: any RandomSource
    ) {
        self.applications = applications
        self.keys = keys
        self.sessions = sessions
        self.clients = clients
        self.pushed = pushed
        self.consents = consents
        self.payloads = payloads
        self.signOnPolicies = signOnPolicies
        self.signOnAssignments = signOnAssignments
        self.quotas = quotas
        self.database = database
        self.sealer = sealer
        self.audit = audit
        self.time = time
        self.random = random
    }

    /// Answers an authorization request (RFC 6749 §4.1.1, OpenID Connect Core §3.1.2).
    ///
    /// - Parameters:
    ///   - form: the parameters of the query or the body.
    ///   - token: the session token presented with the request.
    ///   - takesFlows: whether it may be answered by a flow (`response_mode=pi.flow`).
    ///   - silence: the errors of a request whose user may not be asked.
    ///   - consent: whether the user can be asked for consent, and what they have said.
    ///   - devices: the issuer that mobile payloads must be for; without it none is taken.
    ///   - registration: gives the journey by which people register in a realm; nil where they can't.
    /// - Throws: an `OAuthError` to show rather than redirect, as long as it isn't certain that the redirect URI is the client's.
    package func respond(
        to form: FormBody, session token: Secret?, in realm: Realm, issuer: Issuer, devices: DeviceIssuer? = nil, takesFlows: Bool = false,
        silence: SilentRefusal = .standard, consent: ConsentMeans = .impossible,
        registration: (Realm) async throws -> String? = { _ in nil }
    ) async throws -> AuthorizationOutcome {
        let claim = claim(form, token, consent, in: realm)
        return try await repeating(claim, session: token, in: realm) {
            let application = try await application(try form.required("client_id"), in: realm)
            let asked = Asked(
                form: form, application: application, realm: realm, token: token, claim: claim, silence: silence, consent: consent)
            return try await respond(to: asked, issuer: issuer, devices: devices, takesFlows: takesFlows, registration: registration)
        }
    }

    /// A request as it came.
    private struct Asked {
        let form: FormBody
        let application: Application
        let realm: Realm
        let token: Secret?
        let claim: AnswerClaim?
        let silence: SilentRefusal
        let consent: ConsentMeans
    }

    private func respond(
        to asked: Asked, issuer: Issuer, devices: DeviceIssuer?, takesFlows: Bool, registration: (Realm) async throws -> String?
    ) async throws -> AuthorizationOutcome {
        let (form, application, realm, token) = (asked.form, asked.application, asked.realm, asked.token)
        let pushedURI = try form.given("request_uri")
        let request = try CheckedRequest(
            try await parameters(form, pushedURI, application, realm), application: application, issuer: issuer,
            takesFlows: takesFlows)
        do {
            let content = try request.content.get()
            let kept = try await payloads.keeping(form, pushedURI: pushedURI, of: application.id, in: realm, issuer: devices)
            let policies = try await policies(of: application, in: realm)
            let facts = DecisionFacts(
                content: content, form: kept, pushedURI: pushedURI,
                payload: pushedURI == nil ? try kept.value(MobilePayloads.reference) : content.payload,
                policies: policies, requirement: SignInRequirement(realm.settings, application.settings, hasPolicies: !policies.isEmpty),
                realm: realm, session: try await session(token, for: content, in: realm),
                browser: token.map { BrowserState(session: $0) }, silence: asked.silence, consent: asked.consent, claim: asked.claim,
                registration: try await Self.registration(request, in: realm, registration))
            return try await decide(request, facts)
        } catch let error as OAuthError {
            guard !request.isAnsweredDirectly else { throw error }
            return .redirect(request.failure(error))
        }
    }

    /// Keeps a pushed request after checking it and the client (RFC 9126 §2.1).
    package func push(
        _ form: FormBody, credentials: ClientCredentials, in realm: Realm, issuer: Issuer, devices: DeviceIssuer? = nil,
        takesFlows: Bool = false,
        from address: String
    ) async throws -> PushedAuthorizationResponse {
        let application = try await clients.authenticate(credentials, in: realm, from: address)
        guard try form.given("request_uri") == nil else {
            throw OAuthError(.invalidRequest, "a pushed request can't name another by request_uri")
        }
        let ours = ["client_id", "client_secret", MobilePayloads.reference]
        var kept = FormBody(form.parameters.filter { !ours.contains($0.name) }.map { ($0.name, $0.value) })
        kept.append("client_id", application.id)
        _ = try CheckedRequest(kept, application: application, issuer: issuer, takesFlows: takesFlows).content.get()
        kept = try await payloads.keeping(kept, pushedURI: nil, of: application.id, in: realm, issuer: devices)
        return PushedAuthorizationResponse(
            requestURI: try await pushed.keep(kept, for: application, in: realm, from: address),
            expiresIn: realm.settings[AuthorizationSettings.self].pushedRequestLifetime)
    }

    /// The mobile payload of a request whose user signs in; nil when there is none.
    ///
    /// - Parameter form: the parameters of a ``SignInDemand``.
    package func payload(of form: FormBody, in realm: Realm) async throws -> SubmittedPayload? {
        guard let application = try form.plain("client_id") else { return nil }
        var reference = try form.value(MobilePayloads.reference)
        if let uri = try form.given("request_uri") {
            // One that can't be found is refused elsewhere; that the database fails is no answer.
            do {
                reference = try await pushed.request(uri, of: application, realm: realm.id).value(MobilePayloads.reference)
            } catch is OAuthError {
                reference = nil
            }
        }
        return reference.map { SubmittedPayload(reference: Secret($0), application: application) }
    }

    /// The journey of a request with `prompt=create`; nil for others.
    private static func registration(
        _ request: CheckedRequest, in realm: Realm, _ offered: (Realm) async throws -> String?
    ) async throws -> String? {
        guard try request.content.get().prompt.asksForRegistration else { return nil }
        guard !request.isFlow, let journey = try await offered(realm) else {
            throw OAuthError(.invalidRequest, "prompt has the value create, and users can't register here")
        }
        return journey
    }

    private func application(_ id: String, in realm: Realm) async throws -> Application {
        guard let application = try await applications.application(id, in: realm.id), application.settings.isEnabled else {
            throw OAuthError(.invalidClient, "no client \(id.prefix(128))")
        }
        return application
    }

    /// The policies that the application was assigned.
    /// - Throws: `server_error` when one of them isn't there: without it less would be asked for than was assigned.
    private func policies(of application: Application, in realm: Realm) async throws -> [SignOnPolicy] {
        let assigned = try await signOnAssignments.all(of: application.id, in: realm)
        guard !assigned.isEmpty else { return [] }
        let all = try await signOnPolicies.all(in: realm)
        return try assigned.map { assignment in
            guard let policy = all.first(where: { $0.id == assignment.policy }) else {
                throw OAuthError(.serverError, "a sign-on policy that the application was assigned isn't there any more")
            }
            return policy
        }
    }

    /// The session presented. To ask whether there is one is no use of it, or it would never end for lying unused.
    private func session(_ token: Secret?, for content: CheckedRequest.Content, in realm: Realm) async throws -> UserSession? {
        guard let token, !token.isEmpty else { return nil }
        return content.responseType == .code
            ? try await sessions.session(token, in: realm.id) : try await sessions.peek(token, in: realm.id)
    }

    /// The parameters that count: those of the request, or of the pushed one that it names. To the latter only `prompt` and our own
    /// marker are added (RFC 9126 §4).
    private func parameters(
        _ form: FormBody, _ pushedURI: String?, _ application: Application, _ realm: Realm
    ) async throws -> FormBody {
        guard let pushedURI else { return form }
        var kept = try await pushed.request(pushedURI, of: application.id, realm: realm.id)
        if try kept.given("prompt") == nil { kept.append("prompt", try form.given("prompt")) }
        kept.append(SignInMarker.parameter, try form.value(SignInMarker.parameter))
        // A parameter that must be refused is refused beside a pushed request, too.
        for parameter in form.unsupported { kept.append(parameter.name, parameter.value) }
        return kept
    }
}

extension Authorization {
    /// One request with all that the decision needs.
    struct DecisionFacts: Sendable {
        let content: CheckedRequest.Content
        /// The parameters as they came, to come back with.
        let form: FormBody
        let pushedURI: String?
        /// The reference to the mobile payload that came with it.
        let payload: String?
        /// The sign-on policies that the application was assigned, the default first; none where the realm's default journey counts.
        let policies: [SignOnPolicy]
        let requirement: SignInRequirement
        let realm: Realm
        let session: UserSession?
        /// The state of the browser that shows the session; nil without one.
        let browser: BrowserState?
        /// The errors where the user may not be asked.
        let silence: SilentRefusal
        let consent: ConsentMeans
        /// The request's claim, when it brings an answer.
        let claim: AnswerClaim?
        /// The journey by which the user is asked to register; nil unless the request asks for that.
        let registration: String?
    }
}
