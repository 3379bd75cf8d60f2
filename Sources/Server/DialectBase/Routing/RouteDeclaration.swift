package import HTTPTypes
package import Hummingbird

/// One method of a path below a family's prefixes. A method that isn't safe can't be declared without saying what it changes.
package struct RouteDeclaration: Sendable {
    package typealias Handler = @Sendable (Request, GatehouseContext) async throws -> Response

    package let method: HTTPRequest.Method
    package let path: RoutePath
    package let changes: RouteChanges
    package let handler: Handler

    /// - Parameter changes: what a `GET` changes nevertheless, where a protocol has it so.
    package static func get(_ path: String, changes: RouteChanges = .nothing, use handler: @escaping Handler) -> RouteDeclaration {
        RouteDeclaration(method: .get, path: RoutePath(path), changes: changes, handler: handler)
    }

    package static func post(_ path: String, changes: RouteChanges, use handler: @escaping Handler) -> RouteDeclaration {
        RouteDeclaration(method: .post, path: RoutePath(path), changes: changes, handler: handler)
    }

    package static func put(_ path: String, changes: RouteChanges, use handler: @escaping Handler) -> RouteDeclaration {
        RouteDeclaration(method: .put, path: RoutePath(path), changes: changes, handler: handler)
    }

    package static func patch(_ path: String, changes: RouteChanges, use handler: @escaping Handler) -> RouteDeclaration {
        RouteDeclaration(method: .patch, path: RoutePath(path), changes: changes, handler: handler)
    }

    package static func delete(_ path: String, changes: RouteChanges, use handler: @escaping Handler) -> RouteDeclaration {
        RouteDeclaration(method: .delete, path: RoutePath(path), changes: changes, handler: handler)
    }

    package static func on(
        _ method: HTTPRequest.Method, _ path: String, changes: RouteChanges, use handler: @escaping Handler
    ) -> RouteDeclaration {
        RouteDeclaration(method: method, path: RoutePath(path), changes: changes, handler: handler)
    }
}
