package import HTTPTypes
package import Hummingbird

/// One method of a path below a family's prefixes. A method that isn't safe can't be declared without saying what it changes.
package struct RouteDeclaration: Sendable {
    /// The function that answers requests of a route.
    package typealias Handler = @Sendable (Request, GatehouseContext) async throws -> Response

    package let method: HTTPRequest.Method
    package let path: RoutePath
    package let changes: RouteChanges
    /// The function that answers requests.
    package let handler: Handler
    /// The sharing of its answers, where it is another than the family's.
    package var sharing: CrossOriginSharing?
    /// The reading that leaves an event in the audit log.
    package var reads = RouteReads.nothing
    /// The events of its refusals, where they are others than the family's.
    package var refusals: RefusalAudit?

    private init(method: HTTPRequest.Method, path: RoutePath, changes: RouteChanges, handler: @escaping Handler) {
        self.method = method
        self.path = path
        self.changes = changes
        self.handler = handler
    }

    /// The same route, whose answers are shared otherwise than its family's.
    package func shared(_ sharing: CrossOriginSharing) -> RouteDeclaration {
        var other = self
        other.sharing = sharing
        return other
    }

    /// The same route, of which it is written down that it was read.
    package func reading(_ reads: RouteReads) -> RouteDeclaration {
        var other = self
        other.reads = reads
        return other
    }

    /// The same route, whose refusals are written down otherwise than its family's.
    package func refusing(_ refusals: RefusalAudit) -> RouteDeclaration {
        var other = self
        other.refusals = refusals
        return other
    }

    /// - Parameter changes: the things that a `GET` changes nevertheless, where a protocol has it so.
    package static func get(_ path: String, changes: RouteChanges = .nothing, use handler: @escaping Handler) -> RouteDeclaration {
        RouteDeclaration(method: .get, path: RoutePath(path), changes: changes, handler: handler)
    }

    /// A `POST`, with the things that it changes.
    package static func post(_ path: String, changes: RouteChanges, use handler: @escaping Handler) -> RouteDeclaration {
        RouteDeclaration(method: .post, path: RoutePath(path), changes: changes, handler: handler)
    }

    /// A `PUT`, with the things that it changes.
    package static func put(_ path: String, changes: RouteChanges, use handler: @escaping Handler) -> RouteDeclaration {
        RouteDeclaration(method: .put, path: RoutePath(path), changes: changes, handler: handler)
    }

    /// A `PATCH`, with the things that it changes.
    package static func patch(_ path: String, changes: RouteChanges, use handler: @escaping Handler) -> RouteDeclaration {
        RouteDeclaration(method: .patch, path: RoutePath(path), changes: changes, handler: handler)
    }

    /// A `DELETE`, with the things that it changes.
    package static func delete(_ path: String, changes: RouteChanges, use handler: @escaping Handler) -> RouteDeclaration {
        RouteDeclaration(method: .delete, path: RoutePath(path), changes: changes, handler: handler)
    }

    /// A route of any method, with the things that it changes.
    package static func on(
        _ method: HTTPRequest.Method, _ path: String, changes: RouteChanges, use handler: @escaping Handler
    ) -> RouteDeclaration {
        RouteDeclaration(method: method, path: RoutePath(path), changes: changes, handler: handler)
    }
}
