import HTTPBase
import HTTPTypes
import Primitives
import ResourceMessages

/// One method of one path of the customers' API: declared once, for the routes and for the OpenAPI document.
struct CustomerRoute: Sendable {
    typealias Run = @Sendable (CustomerReader.CustomerCall) async throws -> JSONObject?

    let method: HTTPRequest.Method
    /// The path below the application's, with parameters as `:name`.
    let path: String
    /// The effect, in a line.
    let summary: String
    let changes: RouteChanges
    /// The values of `expand`; none where there is no such parameter.
    let expansions: [String]
    /// The shape of the body; nil for none.
    let body: Shape?
    let status: HTTPResponse.Status
    /// The shape of the answer; nil for none.
    let gives: Shape?
    let run: Run
}

extension CustomerRoute {
    static func get(
        _ path: String, _ summary: String, expanding expansions: [String] = [], gives: Shape,
        _ run: @escaping @Sendable (CustomerReader.CustomerCall) async throws -> JSONObject
    ) -> CustomerRoute {
        CustomerRoute(
            method: .get, path: path, summary: summary, changes: .nothing, expansions: expansions, body: nil, status: .ok, gives: gives,
            run: run)
    }

    static func post<Body>(
        _ path: String, _ summary: String, _ form: Form<Body>, changes: RouteChanges, gives: Shape,
        _ run: @escaping @Sendable (CustomerReader.CustomerCall, Body) async throws -> JSONObject
    ) -> CustomerRoute {
        CustomerRoute(
            method: .post, path: path, summary: summary, changes: changes, expansions: [], body: form.shape, status: .created, gives: gives
        ) { try await run($0, try form.value(of: try $0.json)) }
    }

    static func patch<Body>(
        _ path: String, _ summary: String, _ form: Form<Body>, changes: RouteChanges, gives: Shape,
        _ run: @escaping @Sendable (CustomerReader.CustomerCall, Body) async throws -> JSONObject
    ) -> CustomerRoute {
        CustomerRoute(
            method: .patch, path: path, summary: summary, changes: changes, expansions: [], body: form.shape, status: .ok, gives: gives
        ) { try await run($0, try form.value(of: try $0.json)) }
    }

    /// Takes something away.
    static func delete(
        _ path: String, _ summary: String, changes: RouteChanges,
        _ run: @escaping @Sendable (CustomerReader.CustomerCall) async throws -> Void
    ) -> CustomerRoute {
        CustomerRoute(
            method: .delete, path: path, summary: summary, changes: changes, expansions: [], body: nil, status: .noContent, gives: nil
        ) {
            try await run($0)
            return nil
        }
    }

    /// Takes something back that stays to be read.
    static func cancel(
        _ path: String, _ summary: String, changes: RouteChanges, gives: Shape,
        _ run: @escaping @Sendable (CustomerReader.CustomerCall) async throws -> JSONObject
    ) -> CustomerRoute {
        CustomerRoute(
            method: .delete, path: path, summary: summary, changes: changes, expansions: [], body: nil, status: .ok, gives: gives, run: run)
    }
}
