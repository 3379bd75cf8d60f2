package import Foundation
package import Hummingbird
package import OAuthMessages
import Primitives
package import Directory
package import Foundations
package import Risk

/// Finds the realm that a request is for.
package struct RealmResolver: Sendable {
    /// The parameter of a path that names the environment of signals: a realm's id, or an app's.
    package static let signals = "signalsID"

    private let realms: Realms
    private let apps: SignalApplications

    package init(_ realms: Realms, apps: SignalApplications) { (self.realms, self.apps) = (realms, apps) }

    /// The realm of a request: the environment of a platform's path, else what the path names, or its `realm` parameter when the path names
    /// only the root.
    ///
    /// - Parameter query: the request's query, when the caller has read it already.
    /// - Throws: a 404 for an unknown realm, a 400 when path and parameter contradict each other.
    package func realm(of request: Request, _ context: GatehouseContext, query: FormBody? = nil) async throws -> Realm {
        if let signals = context.parameters.get(Self.signals) { return try await realm(signals: signals) }
        guard let environment = context.parameters.get("environmentID") else {
            return try await realm(at: try Self.path(of: request, context, query: query))
        }
        guard let id = UUID(text: environment) else { throw WireError(.notFound, "Environment not found") }
        return try await realm(environment: id)
    }

    /// The realm of an environment of signals.
    /// - Throws: a 404 for an unknown one.
    private func realm(signals text: String) async throws -> Realm {
        guard let id = UUID(text: text) else { throw WireError(.notFound, "Environment not found") }
        return try await realm(environment: try await apps.realm(of: id) ?? id)
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
