import AdminDialect
import Administration
import Dialects
import Directory
import Foundation
import Foundations
import HTTPBase
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import JourneyEngine
import JourneyNodes
import NIOCore
import OAuthMessages
import EngineTesting
import Primitives
import RealmHTTP
import ResourceMessages
import Services
import Sessions
import Store

/// The administration API over a ``Stage``.
struct APIStage {
    let stage: Stage
    /// The streams of events that are open.
    let streams = EventStreams()
    /// The jobs that are done in the background.
    let jobs: AdminJobs
    private let application: Hummingbird.Application<FrontDoor>
    private let configuration: DialectConfiguration
    private let reader: RequestReader

    init() async throws {
        stage = try await Stage()
        jobs = AdminJobs(stage.domain.platform)
        configuration = try DialectConfiguration(publicAddress: try PublicAddress("https://login.example.com"))
        let dialects = try DialectRoutes(
            domain: stage.domain, engine: JourneyEngine(domain: JourneyServices(of: stage.domain), catalogue: .runnable),
            configuration: configuration)
        reader = dialects.reader
        let admin = AdminRoutes(reader: reader, services: stage.services, means: stage.means, streams: streams, jobs: jobs)
        application = Hummingbird.Application(responder: dialects.makeFrontDoor(with: admin.routes))
    }

    /// Lets the time pass after which a job of which nothing was heard is taken over.
    func passSilence() { (stage.domain.platform.time as? ManualTime)?.advance(by: Jobs.silence + 1) }

    /// The jobs that another node over the same database does.
    func jobsOfAnotherNode() -> AdminJobs {
        let jobs = AdminJobs(stage.domain.platform)
        _ = AdminRoutes(reader: reader, services: stage.services, means: stage.means, streams: EventStreams(), jobs: jobs)
        return jobs
    }

    struct ServerResponse {
        let status: HTTPResponse.Status
        let headers: HTTPFields
        let text: String
        var json: JSONValue { (try? JSONValue(parsing: text)) ?? .null }
    }

    func send(
        _ method: HTTPRequest.Method, _ path: String, _ body: JSONValue? = nil, token: String?, headers: HTTPFields = [:]
    ) async throws -> ServerResponse {
        var fields = headers
        if let token { fields[.authorization] = "Bearer " + token }
        if body != nil { fields[.contentType] = "application/json" }
        return try await raw(method, "/admin/v1" + path, fields, body.map { ByteBuffer(string: $0.text) })
    }

    private func raw(
        _ method: HTTPRequest.Method, _ target: String, _ headers: HTTPFields, _ body: ByteBuffer?
    ) async throws -> ServerResponse {
        try await application.test(.router) { client in
            let response = try await client.execute(uri: target, method: method, headers: headers, body: body)
            return ServerResponse(status: response.status, headers: response.headers, text: String(buffer: response.body))
        }
    }

    /// A token of an application with some roles.
    func worker(_ roles: [AdministratorRole]) async throws -> String {
        let id = "worker-\(stage.domain.platform.random.uuid())"
        var settings = ApplicationSettings()
        (settings.kind, settings.roles, settings.grantTypes) = (.worker, roles, [.clientCredentials])
        settings.authentication = .secretBasic
        try await stage.domain.directory.applications.create(
            Application(id: id, realm: stage.realm.id, settings: settings, secret: Secret("s3cret")))
        let answer = try await raw(
            .post, "/\(stage.realm.id.text)/as/token",
            [
                .authorization: "Basic " + Data("\(id):s3cret".utf8).base64EncodedString(),
                .contentType: "application/x-www-form-urlencoded",
            ], ByteBuffer(string: "grant_type=client_credentials"))
        return answer.json["access_token"]?.string ?? ""
    }

    /// A token of a user, with the scope of administrators.
    func token(of user: User, in realm: Realm) async throws -> String {
        let id = "app-\(stage.domain.platform.random.uuid())"
        var settings = ApplicationSettings()
        (settings.redirectURIs, settings.scopes) = (["https://app.example/cb"], [Scope.manageUsers])
        try await stage.domain.directory.applications.create(Application(id: id, realm: realm.id, settings: settings, secret: nil))
        let (_, session) = try await stage.domain.platform.database.write { [domain = stage.domain] transaction in
            try domain.session.registry.create(NewSession(user: user, journey: "Login"), in: realm, transaction)
        }
        let verifier = String(repeating: "v", count: 43)
        let query = FormBody([
            ("client_id", id), ("response_type", "code"), ("redirect_uri", "https://app.example/cb"), ("scope", Scope.manageUsers),
            ("code_challenge", PKCE.challenge(of: verifier)), ("code_challenge_method", "S256"),
        ]).encoded
        let cookie = configuration.http.sessionCookie.name + "=" + session.reveal()
        let authorized = try await raw(.get, "/\(realm.id.text)/as/authorize?\(query)", [.cookie: cookie], nil)
        let code = URLComponents(string: authorized.headers[.location] ?? "")?.queryItems?.first { $0.name == "code" }?.value ?? ""
        let form = FormBody([
            ("grant_type", "authorization_code"), ("client_id", id), ("code", code), ("redirect_uri", "https://app.example/cb"),
            ("code_verifier", verifier),
        ])
        let answer = try await raw(
            .post, "/\(realm.id.text)/as/token", [.contentType: "application/x-www-form-urlencoded"], ByteBuffer(string: form.encoded))
        return answer.json["access_token"]?.string ?? ""
    }

    /// A token of a user who administers a realm.
    func chief(of path: RealmPath) async throws -> String {
        let realm = try await stage.domain.directory.realms.realm(at: path)
        var account = NewAccount(
            "chief-\(stage.domain.platform.random.uuid())", ["mail": "c@example.com"], password: Secret("a password of hers"))
        (account.mayBeIncomplete, account.isAdministrator) = (true, true)
        return try await token(of: try await stage.domain.directory.accounts.create(account, in: realm), in: realm)
    }

    func close() async { await stage.close() }
}

/// An action's call as a request: its path, and its inputs in the query or the body.
struct ActionRequest {
    let name: String
    let method: HTTPRequest.Method
    let path: String
    let body: JSONValue?
    /// Whether it is for administrators of the root: it is about no realm, or about the root.
    let isServerWide: Bool

    /// Inputs that no form tells, since they are secrets, and those that an example has otherwise.
    private static let inputs: [String: JSONObject] = [
        "realm.secret.set": ["secret": "s3cret"], "user.set-password": ["password": "another password of hers"],
        "policy.save": ["name": "banking"], "provider.save": ["name": "google"],
        "journey.run": ["steps": .array(Array(repeating: [["ada"], ["not her password"]], count: 16))],
    ]

    init(_ action: any AdministrativeAction) { self = Self.made(action) }

    private static func made<Action: AdministrativeAction>(_ action: Action) -> ActionRequest {
        let (interface, name) = (Action.interface, Action.declaration.name)
        var values = JSONObject()
        for member in interface.input where member.presence.isRequired || interface.route.method == .post || interface.route.method == .put
        {
            values[member.name] = inputs[name]?[member.name] ?? member.write(action)
        }
        var path = interface.route.path
        for parameter in interface.route.parameters {
            path = path.replacing("{\(parameter)}", with: values[parameter]?.string ?? "")
            values[parameter] = nil
        }
        let realm = name == "realm.remove" ? "alpha:staff" : action.realm == .root ? "root" : action.realm.names.joined(separator: ":")
        let base = interface.route.base == .server ? "/server/" : "/realms/\(realm)/"
        let body = interface.document.map { $0.write(action) ?? .null } ?? .object(values)
        let query = values.members.map { "\($0.name)=\(queryText($0.value))" }.joined(separator: "&")
        let hasBody = ![.get, .delete].contains(interface.route.method)
        return ActionRequest(
            name: name, method: HTTPRequest.Method(interface.route.method.rawValue.uppercased()) ?? .get,
            path: (base + path).trimmedSlash + (hasBody || query.isEmpty ? "" : "?" + query), body: hasBody ? .some(body) : .none,
            isServerWide: interface.route.base == .server || realm == "root")
    }

    private static func queryText(_ value: JSONValue) -> String {
        (value.string ?? value.text).addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }

    private init(name: String, method: HTTPRequest.Method, path: String, body: JSONValue?, isServerWide: Bool) {
        self.name = name
        self.method = method
        self.path = path
        self.body = body
        self.isServerWide = isServerWide
    }

    /// The path with a further parameter of the query.
    func path(with parameter: String) -> String { path + (path.contains("?") ? "&" : "?") + parameter }
}

extension String {
    fileprivate var trimmedSlash: String { hasSuffix("/") ? String(dropLast()) : self }
}
