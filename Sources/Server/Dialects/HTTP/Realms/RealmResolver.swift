package import Foundation
package import Hummingbird
package import OAuthMessages
import Primitives
package import Services

/// Finds the realm that a request is for.
package struct RealmResolver: Sendable {
    private let realms: Realms

    package init(_ realms: Realms) { self.realms = realms }

    /// The realm of a request, named by its path, or by its `realm` parameter when the path names only the root.
    ///
    /// - Parameter query: the request's query, when the caller has read it already.
    /// - Throws: a 404 for an unknown realm, a 400 when path and parameter contradict each other.
    package func realm(of request: Request, query: FormBody? = nil) async throws -> Realm {
        if let environment = EnvironmentPath.id(in: request.uri.path) { return try await realm(environment: environment) }
        return try await realm(at: try Self.path(of: request, query: query))
    }

    /// The realm of an environment's id.
    /// - Throws: a 404 for an unknown one.
    package func realm(environment id: UUID) async throws -> Realm {
        do {
            return try await realms.realm(id: id)
        } catch let error as DomainError where error.code == .unknownRealm {
            throw WireError(.notFound, "Environment '\(id.uuidString.lowercased())' not found")
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

    static func path(of request: Request, query: FormBody?) throws -> RealmPath {
        guard let target = RealmTarget(path: request.uri.path) else { throw WireError(.notFound, "Realm not found") }
        guard let parameter = try parameter(of: request, query: query) else { return target.realm }
        guard let named = RealmPath(parameter) else { throw WireError(.notFound, "Realm not found") }
        guard target.realm == .root || target.realm == named else {
            throw WireError(.badRequest, "the path names realm \(target.realm), the parameter realm \(named)")
        }
        return named
    }

    private static func parameter(of request: Request, query: FormBody?) throws -> String? {
        if let query { return try query.value("realm") }
        guard let text = request.uri.query, text.contains("realm=") else { return nil }
        return try request.query().value("realm")
    }
}
