import Foundations
import HTTPBase
import HTTPTypes
import Hummingbird
import OAuthMessages
import PageHTTP
import Pages
import Primitives
import RealmHTTP
import OAuth
import Directory
import Sessions
import Translations

extension OpenIDRoutes {
    /// `GET …/jwks` (RFC 7517 §5). It may be kept for less time than a new key is published before it signs.
    func keySet(_ request: Request, _ context: GatehouseContext) async throws -> Response {
        let realm = try await reader.realm(of: request, context)
        let keys = try await services.keys.keys(of: realm.id)
        return .json(keys.document(at: services.time.now), headers: .public)
    }

    /// `GET …/.well-known/openid-configuration` (OpenID Connect Discovery §4, RFC 8414 §3).
    func discovery(_ request: Request, _ context: GatehouseContext, _ family: PathFamily) async throws -> Response {
        let face = try await face(of: request, context, family)
        var document = Self.document(face)
        let prompts = Prompt.served + (try await registration(face.realm) == nil ? [] : [Prompt.registration])
        document.members["prompt_values_supported"] = .array(prompts.map(JSONValue.string))
        return .json(document.json, headers: .public)
    }

    /// `GET …/checkSession`: the page that applications embed to see whether their user's session has changed (OpenID Connect Session
    /// Management 1.0 §3.3).
    func checkSession(_ request: Request, _ context: GatehouseContext, _ family: PathFamily) async throws -> Response {
        _ = try await face(of: request, context, family)
        let page = SessionCheckPage(cookie: BrowserStateCookie(beside: reader.configuration.sessionCookie).name)
        return .page(authorizeErrors.pages.render(page), headers: SessionCheckPage.headers)
    }

    static func document(_ face: RealmFace) -> DiscoveryDocument {
        var members: JSONObject = ["issuer": .string(face.issuer.name)]
        for (name, endpoint) in endpoints + (face.family == .platform ? platformEndpoints : []) {
            members[name] = .string(face.url(of: endpoint))
        }
        for (name, values) in lists { members[name] = .array(values.map(JSONValue.string)) }
        let modes = ResponseTypes.modes + (face.family == .platform ? [Authorization.flowMode] : [])
        members["response_modes_supported"] = .array(modes.map(JSONValue.string))
        let classes = face.realm.settings[AuthorizationSettings.self].journeysByContextClass.keys.sorted()
        members["acr_values_supported"] = classes.isEmpty ? nil : .array(classes.map(JSONValue.string))
        for (name, value) in features { members[name] = .bool(value) }
        return DiscoveryDocument(members)
    }

    private static let endpoints: [(String, PathFamily.Endpoint)] = [
        ("authorization_endpoint", .authorize), ("token_endpoint", .token), ("userinfo_endpoint", .userInfo),
        ("jwks_uri", .keys), ("introspection_endpoint", .introspect), ("revocation_endpoint", .revoke),
        ("end_session_endpoint", .endSession), ("check_session_iframe", .checkSession),
        ("pushed_authorization_request_endpoint", .push),
    ]

    /// The endpoints that only the platform's documents name: other clients that find it there use it in place of the endpoint that they know.
    private static let platformEndpoints: [(String, PathFamily.Endpoint)] = [("ping_end_idp_session_endpoint", .idpEndSession)]

    private static let lists: [(String, [String])] = [
        ("scopes_supported", ["openid", "profile", "email", "phone", "address", "offline_access"]),
        ("response_types_supported", ResponseTypes.served),
        ("grant_types_supported", ["authorization_code", "refresh_token", "client_credentials"]),
        ("subject_types_supported", ["public"]),
        ("id_token_signing_alg_values_supported", ["RS256", "ES256"]),
        ("token_endpoint_auth_methods_supported", ["none", "client_secret_basic", "client_secret_post"]),
        ("introspection_endpoint_auth_methods_supported", ["client_secret_basic", "client_secret_post"]),
        ("revocation_endpoint_auth_methods_supported", ["none", "client_secret_basic", "client_secret_post"]),
        ("code_challenge_methods_supported", ["S256"]),
        ("ui_locales_supported", Language.allCases.map(\.rawValue)),
        (
            "claims_supported",
            [
                "iss", "sub", "aud", "exp", "iat", "auth_time", "nonce", "acr", "sid", "at_hash", "name", "given_name", "family_name",
                "preferred_username", "locale", "email", "email_verified", "phone_number", "address",
            ]
        ),
    ]

    private static let features: [(String, Bool)] = [
        ("authorization_response_iss_parameter_supported", true), ("claims_parameter_supported", false),
        ("request_parameter_supported", false), ("request_uri_parameter_supported", false),
        ("require_pushed_authorization_requests", false),
    ]
}

extension HTTPFields {
    /// The header fields of documents that clients may keep for ten minutes.
    fileprivate static let `public`: HTTPFields = [.cacheControl: "public, max-age=600"]
}
