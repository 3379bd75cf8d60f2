import AuthenticatorMessages
import DeviceHTTP
import DeviceMessages
import HTTPBase
import HTTPTypes
import Hummingbird
import OAuthMessages
import Primitives
import Directory
import RealmHTTP
import Foundations
import MultiFactor

/// `POST …/push/sns/message`: what authenticator apps say (`docs/protocols/step-protocol.md` 6.3, 6.5, 6.6).
///
/// No user is signed in here: the shared secret of the account is the authentication. All failures look alike.
struct AuthenticatorPushResource: Sendable {
    private static let versions = APIVersions(latest: APIVersion(1, 0))

    private let reader: RequestReader
    private let authenticators: Authenticators

    init(reader: RequestReader, authenticators: Authenticators) {
        self.reader = reader
        self.authenticators = authenticators
    }

    func act(_ request: Request, _ context: GatehouseContext) async throws -> Response {
        let version = try Self.versions.negotiate(request)
        let query = try request.query()
        let realm = try await reader.realm(of: request, context, query: query)
        let name = try query.required("_action")
        guard let action = PushEndpoint.Action(exactly: name) else {
            throw WireError(.badRequest, "Action \(name.prefix(64)) is not supported")
        }
        do {
            let body = try await request.json(limits: Self.limits) ?? .null
            return try await answer(action, body, request, realm) ?? .json(PushEndpoint.success, headers: .answer(in: version))
        } catch is AuthenticatorAccountError { return Self.failure } catch is PushMessageError { return Self.failure } catch is DeviceError
        {
            return Self.failure
        }
    }

    /// - Returns: nil where nothing more than success is to be told.
    private func answer(
        _ action: PushEndpoint.Action, _ body: JSONValue, _ request: Request, _ realm: Realm
    ) async throws -> Response? {
        switch action {
        case .register: try await authenticators.register(try MessageBody(json: body), in: realm)
        case .authenticate: try await authenticators.answer(try MessageBody(json: body), in: realm)
        case .refresh: try await authenticators.refresh(try MechanismBody(json: body), in: realm)
        case .listen:
            let stream = try await authenticators.listen(
                try MechanismBody(json: body), after: request.headers[.known("Last-Event-ID")], in: realm)
            return .events(stream)
        }
        return nil
    }

    private static let limits = JSONLimits(bytes: MessageBody.longest, depth: 8, values: 64)
    /// The answer to an app that hasn't proved to have the account's secret, or that answers what wasn't asked.
    private static var failure: Response {
        NotedCaller.refuse()
        return .json(PushEndpoint.failure, status: .badRequest, headers: .noStore)
    }
}
