package import Foundation
package import HTTPBase
package import Hummingbird
package import OAuthMessages
import Primitives
package import Directory
package import Foundations

/// Finds the realm that a request is for.
package struct RealmResolver: Sendable {
    private let realms: Realms

    package init(_ realms: Realms) { self.realms = realms }

    /// The realm of a request: as its route's family says, else the environment of a platform's path, else what the path names, or its `realm`
    /// parameter when the path names only the root.
    ///
    /// - Parameter query: the request's query, when the caller has read it already.
    /// - Throws: a 404 for an unknown realm, a 400 when path and parameter contradict each other.
    package func realm(of request: Request, _ context: GatehouseContext, query: FormBody? = nil) async throws -> Realm {
        if let find = context.route?.findsRealm { return try await realm(at: try await find(request, context)) }
        guard context.route?.namesEnvironment == true, let environment = context.parameters.get(RoutePath.environment) else {
            return try await realm(at: try Self.path(of: request, context, query: query))
        }
        guard let id = UUID(text: environment) else { throw WireError(.notFound, "Environment not found") }
        return try await realm(environment: id)
    }

    /// The realm of an environment's id.
    /// - Throws: a 404 for an unknown one.
    package func realm(environment id: UUID) async throws -> Realm {
        do {
            return try await realms.realm(id: id)
        } catch let error as DomainError where error.code == .unknownRealm {
            throw WireError(.notFound, "Environment '\(id.text)' not found")
        }
    }

    /// The realm at a path.
    /// - Throws: a 404 for an unknown realm.
    package func realm(at path: RealmPath) async throws -> Realm {
        do {
            return try await realms.realm(at: path)
        } catch let error as DomainError where error.code == .unknownRealm {
            throw WireError(.notFound, "Realm '\(path)' not found")
        }
    }

    private static func path(of request: Request, _ context: GatehouseContext, query: FormBody?) throws -> RealmPath {
        guard let inPath = inPath(context) else { throw WireError(.notFound, "Realm not found") }
        guard let parameter = try parameter(of: request, query: query) else { return inPath }
        guard let named = RealmPath(parameter) else { throw WireError(.notFound, "Realm not found") }
        guard inPath == .root || inPath == named else {
            throw WireError(.badRequest, "the path names realm \(inPath), the parameter realm \(named)")
        }
        return named
    }

    /// The realm that a path names; the root where it names none.
    private static func inPath(_ context: GatehouseContext) -> RealmPath? {
        guard let name = context.parameters.get(ContextPath.bareRealm) else { return context.target?.realm }
        return name == "root" ? .root : RealmPath(components: [name])
    }

    private static func parameter(of request: Request, query: FormBody?) throws -> String? {
        if let query { return try query.value("realm") }
        guard let text = request.uri.query, text.contains("realm=") else { return nil }
        return try request.query().value("realm")
    }
}
