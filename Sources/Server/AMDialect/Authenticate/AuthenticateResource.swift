import HTTPBase
import Hummingbird
import JourneyEngine
import JourneyHTTP
import JourneyMessages
import OAuthMessages
import Primitives
import RealmHTTP
import Sessions
import Directory
import SignIn

/// `POST …/authenticate`: begins a journey, or continues with it (`docs/protocols/step-protocol.md` 2).
struct AuthenticateResource: Sendable {
    private static let versions = APIVersions(
        latest: APIVersion(2, 1), others: [APIVersion(1, 0), APIVersion(1, 1), APIVersion(1, 2), APIVersion(2, 0)])

    private let reader: RequestReader
    private let engine: JourneyEngine
    private let stickiness: LoadBalancerCookie
    private let known: KnownBrowserCookie
    private let sessions: SessionRegistry

    init(reader: RequestReader, engine: JourneyEngine, services: AMServices) {
        self.reader = reader
        self.engine = engine
        stickiness = LoadBalancerCookie(reader.configuration)
        known = KnownBrowserCookie(services.knownBrowsers, at: reader.configuration.publicAddress)
        sessions = services.session.registry
    }

    func authenticate(_ request: Request, _ context: GatehouseContext) async throws -> Response {
        let version = try Self.versions.negotiate(request)
        let query = try request.query()
        let realm = try await reader.realm(of: request, context, query: query)
        let body = try await request.json(limits: StepLimits.json)
        let client = try reader.client(of: request, context, known: known, query: query)
        let reply =
            if let body, body["authId"] != nil {
                // The state in authId says which journey it is; index parameters that come again mean nothing
                // (`docs/protocols/step-protocol.md` 1.7).
                try await engine.advance(
                    try Step(json: body), noSession: try query.isTrue("noSession"), in: realm, from: client)
            } else if let suspendedID = try query.value("suspendedId") {
                try await engine.resume(suspendedID, in: realm, from: client)
            } else {
                try await start(request, body, query, realm, client)
            }
        var response = answer(to: reply, in: version)
        if case .success(let completion) = reply, !completion.isExisting {
            known.mark(&response, for: completion.session, in: realm, beside: known.marks(in: request))
        }
        stickiness.add(to: &response, unlessIn: request)
        return response
    }

    private func start(
        _ request: Request, _ body: JSONValue?, _ query: FormBody, _ realm: Realm, _ client: ClientContext
    ) async throws -> JourneyReply {
        guard body == nil || body?.object != nil else { throw WireError(.badRequest, "the body is not a JSON object") }
        let parameters = try StartParameters(query)
        let credentials = realm.settings[JourneySettings.self].zeroPageLogin ? try ZeroPageCredentials(in: client.request().headers) : nil
        let (session, token) = try await session(request, parameters, realm)
        return try await engine.start(
            JourneyStart(
                realm: realm, journey: parameters.journey, advice: parameters.advice, noSession: parameters.noSession,
                forceAuth: parameters.forceAuth,
                session: session, sessionToken: token, zeroPage: credentials.map { ($0.username, $0.password) }, goto: parameters.goto,
                gotoOnFail: parameters.gotoOnFail, origin: reader.configuration.publicAddress.origin, client: client))
    }

    /// The session that is there already, named by the parameter or carried by the request.
    private func session(_ request: Request, _ parameters: StartParameters, _ realm: Realm) async throws -> (UserSession?, Secret?) {
        let presented = try await reader.sessionToken(of: request, in: realm)
        guard let token = parameters.sessionToUpgrade ?? presented else { return (nil, nil) }
        if let session = try await sessions.session(token, in: realm.id) { return (session, token) }
        guard parameters.sessionToUpgrade == nil else {
            throw WireError(.badRequest, "sessionUpgradeSSOTokenId names no living session")
        }
        return (nil, nil)
    }

    private func answer(to reply: JourneyReply, in version: APIVersion) -> Response {
        switch reply {
        case .step(let step):
            return .json(step.json, headers: .answer(in: version))
        case .success(let completion):
            var response = Response.json(completion.body.json, headers: .answer(in: version))
            if let token = completion.token {
                response.setSession(token, by: reader.configuration.sessionCookie)
            }
            response.set(completion.cookies)
            return response
        }
    }
}
