import HTTPBase
import HTTPTypes
import Primitives
import ResourceMessages

/// One method of one path of the API: declared once, for the routes and for the OpenAPI document.
struct OrchestrationRoute: Sendable {
    typealias Run = @Sendable (OrchestrationReader.CustomerCall) async throws -> JSONObject

    let method: HTTPRequest.Method
    /// The path below the tenant's, with parameters as `:name`.
    let path: String
    /// The effect, in a line.
    let summary: String
    let changes: RouteChanges
    /// The query's parameters.
    let queries: [OrchestrationQuery]
    /// The shape of the body; nil for none.
    let body: Shape?
    /// The shape of the answer.
    let gives: Shape
    let run: Run
}

extension OrchestrationRoute {
    static func get(
        _ path: String, _ summary: String, queries: [OrchestrationQuery] = [], gives: Shape, _ run: @escaping Run
    ) -> OrchestrationRoute {
        OrchestrationRoute(
            method: .get, path: path, summary: summary, changes: .nothing, queries: queries, body: nil, gives: gives, run: run)
    }

    static func post<Body>(
        _ path: String, _ summary: String, _ form: Form<Body>, changes: RouteChanges, gives: Shape,
        _ run: @escaping @Sendable (OrchestrationReader.CustomerCall, Body) async throws -> JSONObject
    ) -> OrchestrationRoute {
        sending(.post, path, summary, form, changes: changes, gives: gives, run)
    }

    static func put<Body>(
        _ path: String, _ summary: String, _ form: Form<Body>, changes: RouteChanges, gives: Shape,
        _ run: @escaping @Sendable (OrchestrationReader.CustomerCall, Body) async throws -> JSONObject
    ) -> OrchestrationRoute {
        sending(.put, path, summary, form, changes: changes, gives: gives, run)
    }

    private static func sending<Body>(
        _ method: HTTPRequest.Method, _ path: String, _ summary: String, _ form: Form<Body>, changes: RouteChanges, gives: Shape,
        _ run: @escaping @Sendable (OrchestrationReader.CustomerCall, Body) async throws -> JSONObject
    ) -> OrchestrationRoute {
        OrchestrationRoute(
            method: method, path: path, summary: summary, changes: changes, queries: [], body: form.shape, gives: gives
        ) { try await run($0, try form.value(of: try $0.json)) }
    }
}

/// A parameter of a query. What isn't here, no route can read.
enum OrchestrationQuery: String, Sendable, CaseIterable {
    /// A licence's serial number, which licences to list, and which part of the list.
    case serialNumber, assigned, offset, limit
    /// The seconds for which a call waits for a request's end.
    case timeout
    /// The command to draw, and the form of the image.
    case message, format

    var name: String { rawValue }
}

/// A body without members. Of these calls no `objectType` is documented, so that none is taken.
struct PlainBody: Shaped {
    static let shapeName = "Plain"
    static let members: [Member<Self>] = []
}
