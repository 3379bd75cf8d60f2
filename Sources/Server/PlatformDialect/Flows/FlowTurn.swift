import Foundation
import Foundations
package import HTTPBase
import HTTPTypes
package import Hummingbird
package import JourneyEngine
import JourneyHTTP
package import OAuthMessages
package import Primitives
package import RealmHTTP
package import Sessions
package import OAuth
package import Directory
import SignIn

extension PlatformTurn {
    /// The party that a flow is with, as far as this request says: with the cookie of that flow, where there are several of the name.
    func party(of flow: UUID? = nil) async throws -> Flows.Party {
        let face = RealmFace(realm: realm, family: .platform, address: address)
        return Flows.Party(realm: realm, issuer: face.issuer, devices: face.devices, client: try client(try await binding(of: flow)))
    }

    private func binding(of flow: UUID?) async throws -> String? {
        guard let flow, bindings.count > 1 else { return bindings.first }
        for binding in bindings where try await services.clients.flows.flow(flow, binding: binding, in: realm.id) != nil { return binding }
        return bindings.first
    }
}

/// Authorization requests whose answer is a flow.
package struct FlowResponses: Sendable {
    let reader: RequestReader
    let services: PlatformServices
    let flows: Flows
    private let known: KnownBrowserCookie

    package init(reader: RequestReader, engine: JourneyEngine, services: PlatformServices) {
        self.reader = reader
        self.services = services
        known = KnownBrowserCookie(services.identities.knownBrowsers, at: reader.configuration.publicAddress)
        flows = Flows(engine)
    }

    package func answering(_ request: Request, _ context: GatehouseContext, _ body: () async throws -> Response) async -> Response {
        do { return try await body() } catch {
            return PlatformErrors(random: services.random).response(to: error, of: request, context)
        }
    }

    package func begin(_ demand: SignInDemand, _ request: Request, _ context: GatehouseContext, _ face: RealmFace) async throws -> Response
    {
        let token = try await token(of: request, in: face.realm)
        let session = if let token { try await services.identities.sessions.session(token, in: face.realm.id) } else { UserSession?.none }
        let binding = services.random.token()
        let turn = try turn(request, context, face, binding: binding)
        let flow = try await flows.begin(demand, session: session, token: session == nil ? nil : token, with: try await turn.party())
        return try await response(flow, turn, cookie: binding)
    }

    package func complete(
        _ response: FormBody, _ session: UserSession, _ request: Request, _ context: GatehouseContext, _ face: RealmFace
    ) async throws -> Response {
        let held = try await flowToken(request, face.realm)?.reveal()
        let binding = held ?? services.random.token()
        let turn = try turn(request, context, face, binding: binding)
        let application = try response.value("client_id") ?? ""
        let flow = try await flows.completed(response, of: application, session: session, with: try await turn.party())
        return try await self.response(flow, turn, cookie: held == nil ? binding : nil)
    }

    package func token(of request: Request, in realm: Realm) async throws -> Secret? {
        if let token = try await flowToken(request, realm) { return token }
        return try await reader.sessionToken(of: request, in: realm)
    }

    private func flowToken(_ request: Request, _ realm: Realm) async throws -> Secret? {
        let tokens = flowTokens(of: request)
        return try await reader.living(tokens, in: realm) ?? tokens.first
    }

    package func flowTokens(of request: Request) -> [Secret] { FlowCookie.values(in: request).map { Secret($0) } }

    private func response(_ flow: Flow, _ turn: PlatformTurn, cookie: String?) async throws -> Response {
        let answer = try await FlowResource.answer(flow, turn)
        var response = Response.json(.object(answer.body ?? [:]), headers: .noStore)
        if let cookie = answer.cookie ?? cookie.map(FlowCookie(turn.address, turn.realm).carrying) { response.setCookie(cookie) }
        return response
    }

    private func turn(
        _ request: Request, _ context: GatehouseContext, _ face: RealmFace, binding: String
    ) throws -> PlatformTurn {
        let query = try request.query()
        return PlatformTurn(
            realm: face.realm, caller: .nobody, query: query, services: services, address: face.address,
            peer: reader.address(of: request, context), parameters: [:], path: request.uri.path, flows: flows,
            bindings: [binding]
        ) { try reader.client(of: request, context, known: known, query: query, binding: $0) }
    }
}
