import Foundation
import Foundations
import HTTPBase
import HTTPTypes
import Hummingbird
import JourneyEngine
import JourneyHTTP
import Logging
import NIOCore
import OAuthMessages
import Primitives
import RealmHTTP
import ResourceMessages
import Store
import Directory

/// Serves the platform's routes: finds the environment, checks who asks, reads the body by its media type, and tells errors.
struct PlatformRouter: Sendable {
    private let reader: RequestReader
    private let services: PlatformServices
    private let known: KnownBrowserCookie
    private let flows: Flows

    private static let limits = JSONLimits(bytes: 256 << 10)

    init(reader: RequestReader, services: PlatformServices, flows: Flows) {
        self.reader = reader
        self.services = services
        known = KnownBrowserCookie(services.identities.knownBrowsers, at: reader.configuration.publicAddress)
        self.flows = flows
    }

    /// The routes, of which those that the body's media type tells apart are one.
    func routes(_ declared: [PlatformRoute]) -> [Route] {
        let errors = PlatformErrors(random: services.random)
        return declared.flatMap { route in
            let family = RouteFamily(
                [route.path.pattern], sharing: .realmOrigins, proofs: [route.access.isForAnyone ? .possession : .accessToken],
                refusals: route.access.isForAnyone ? .byService : .written, errors: errors)
            return family.routes([
                .on(route.method, "", changes: route.changes) { try await answer($0, $1, route) }.reading(route.reads)
            ])
        }
    }

    private func answer(_ request: Request, _ context: GatehouseContext, _ route: PlatformRoute) async throws -> Response {
        let turn = try await turn(request, context, route)
        try turn.caller.check(route.access, owner: turn.parameters["userID"].flatMap(UUID.init(text:)))
        if route.isGuarded { try await turn.checkSubject() }
        try check(turn.query, of: route)
        let action = try Self.action(of: request, route)
        let body = try await Self.body(of: request, action)
        let answer = try await action.run(turn, body)
        guard let json = answer.body else { return Response(status: action.status, headers: .noStore) }
        var response = Response.json(.object(json), status: action.status, headers: .noStore)
        if let cookie = answer.cookie { response.setCookie(cookie) }
        return response
    }

    private func turn(_ request: Request, _ context: GatehouseContext, _ route: PlatformRoute) async throws -> PlatformTurn {
        var parameters: [String: String] = [:]
        for name in route.path.parameters {
            guard let value = context.parameters.get(name)?.percentDecoded else { throw PlatformError.notFound }
            parameters[name] = value
        }
        guard let id = parameters["environmentID"].flatMap(UUID.init(text:)) else { throw PlatformError.notFound }
        let realm = try await services.identities.realms.realm(id: id)
        let query = try request.query()
        let caller = route.access.isForAnyone ? .nobody : try await PlatformCaller.of(request, in: realm, reader, services.clients)
        return PlatformTurn(
            realm: realm, caller: caller, query: query, services: services, address: reader.configuration.publicAddress,
            peer: reader.address(of: request, context),
            parameters: parameters, path: request.uri.path, flows: flows, bindings: FlowCookie.values(in: request)
        ) { [reader, known] in try reader.client(of: request, context, known: known, query: query, binding: $0) }
    }

    /// Refuses parameters that nothing looks at: dropping them would look as if they had been heeded.
    private func check(_ query: FormBody, of route: PlatformRoute) throws {
        for sent in query.parameters {
            let (name, value) = (sent.name, sent.value)
            guard let parameter = route.query.first(where: { $0.name == name }) else {
                throw PlatformError.invalidRequest("the parameter \(name.prefix(64)) is not supported")
            }
            if case .text(let bounds) = parameter.shape, let length = bounds.length, !length.contains(value.unicodeScalars.count) {
                throw PlatformError.invalidRequest("the parameter \(name) has \(length.lowerBound) to \(length.upperBound) characters")
            }
        }
    }

    /// The action that the body's media type names.
    private static func action(of request: Request, _ route: PlatformRoute) throws -> PlatformAction {
        guard let first = route.actions.first, first.mediaType != nil else {
            guard let only = route.actions.first else { throw PlatformError.notFound }
            return only
        }
        let header = request.headers[.contentType] ?? ""
        // Nearly always it is written as it is declared.
        if let action = route.actions.first(where: { $0.mediaType == header }) { return action }
        let type = header.split(separator: ";").first?.trimmingSpaces.lowercased() ?? ""
        guard let action = route.actions.first(where: { $0.mediaType?.lowercased() == type }) else {
            let types = route.actions.compactMap(\.mediaType).joined(separator: ", ")
            throw PlatformError(.unsupportedMediaType, .invalidRequest, "Content-Type is one of \(types)")
        }
        return action
    }

    /// The body; null when there is none.
    private static func body(of request: Request, _ action: PlatformAction) async throws -> JSONValue {
        guard action.mediaType != nil else { return .null }
        let buffer = try await request.bytes(upTo: limits.bytes)
        guard buffer.readableBytes > 0 else { return .null }
        return try JSONValue(body: buffer.readableBytesView, limits: limits)
    }
}

/// Tells errors to the client, and those that are ours to the log.
struct PlatformErrors: ErrorForm {
    let random: any RandomSource

    private static let external: [HTTPField.Name] = [.known("X-Ping-External-Transaction-ID"), .known("X-Ping-External-Session-ID")]

    func response(to error: any Error, of request: Request, _ context: GatehouseContext) -> Response {
        let id = random.uuid().text
        let told = PlatformError(error) ?? PlatformError(.internalServerError, .unexpected, "an unexpected error")
        if told.status.code >= 500 { log(error, id, request, context) }
        return told.response(id: id)
    }

    func wrongMethod(allowed methods: String) -> any Error {
        PlatformError(.methodNotAllowed, .invalidRequest, "the path takes \(methods)", headers: [.allow: methods])
    }

    private func log(_ error: any Error, _ id: String, _ request: Request, _ context: GatehouseContext) {
        var metadata: Logger.Metadata = ["route": "\(context.endpointPath ?? "-")", "error": "\(error)", "id": "\(id)"]
        for name in Self.external { metadata[name.rawName] = request.headers[name].map { "\($0.prefix(128))" } }
        context.logger.log(level: .error, "a request to the platform failed", metadata: metadata)
    }
}
