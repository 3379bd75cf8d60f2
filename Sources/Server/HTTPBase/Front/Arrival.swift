import HTTPTypes
package import Hummingbird
import Primitives

/// A request at the front door, and where it leads.
package struct Arrival: Sendable {
    package let request: Request
    package private(set) var context: GatehouseContext
    /// The routes of the path, by their methods.
    private(set) var routes: [HTTPRequest.Method: Route] = [:]
    /// The route, or why there is none.
    package private(set) var way: Result<Route, any Error>
    /// The form of errors here.
    package private(set) var errors: any ErrorForm
    private let segments: PathSegments
    private var values: [Substring] = []

    /// - Parameter problem: why the request isn't answered at all, as far as that is known before it is looked at.
    package init(_ request: Request, _ context: GatehouseContext, _ table: RouteTable, problem: WireError? = nil) {
        let path = request.uri.path
        segments = PathSegments(path)
        self.request = request
        self.context = context
        errors = JSONErrors()
        if let problem = problem ?? RequestBounds.problem(of: request, path: path, segments) {
            way = .failure(problem)
        } else if let place = table.tree.place(of: segments.all), let any = place.routes.first?.value {
            routes = place.routes
            values = place.values
            errors = any.errors
            way = Self.way(request.method, place.routes, any.errors)
            if case .success(let route) = way { self.context.enter(route, segments, values: place.values) }
            return
        } else {
            way = .failure(WireError.nothingThere)
            if let pages = table.pages, BrowserRequest.asksForPages(request) {
                errors = pages
                return
            }
        }
        errors = table.tree.errors(of: segments.all) ?? errors
    }

    /// The context as it would be on another route of the path.
    package func context(at route: Route) -> GatehouseContext {
        guard context.route == nil else { return context }
        var other = context
        other.enter(route, segments, values: values)
        return other
    }

    /// The metrics' name for the route.
    package var label: String { context.route?.label ?? Self.nowhere }

    /// The name of all routes that aren't there.
    package static let nowhere = "NotFound"

    /// A `HEAD` is answered as a `GET`, without the body (RFC 9110 §9.3.2).
    private static func way(
        _ method: HTTPRequest.Method, _ routes: [HTTPRequest.Method: Route], _ errors: any ErrorForm
    ) -> Result<Route, any Error> {
        if let route = routes[method == .head ? .get : method] { return .success(route) }
        let allowed = routes.keys.map(\.rawValue).sorted().joined(separator: ", ")
        return .failure(errors.wrongMethod(allowed: allowed))
    }
}
