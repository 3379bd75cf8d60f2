import HTTPBase
import HTTPTypes
import Hummingbird
import Primitives
import ResourceMessages
import Directory

/// One method of one path of the platform's API: declared once, for the router and for the OpenAPI document.
struct PlatformRoute: Sendable {
    let method: HTTPRequest.Method
    let path: PlatformPath
    /// The effect of the action, in a line.
    let summary: String
    let access: PlatformAccess
    let query: [PlatformParameter]
    /// The actions that it can be asked to do: one, or one for each media type.
    let actions: [PlatformAction]
    /// The reading that leaves an event in the audit log.
    var reads = RouteReads.nothing

    /// The same route, of which it is written down that it was read.
    func reading(_ reads: RouteReads) -> PlatformRoute {
        var other = self
        other.reads = reads
        return other
    }

    /// The changes that any of its actions makes.
    var changes: RouteChanges { actions.reduce(.nothing) { $0.union($1.changes) } }

    /// Whether it changes what belongs to others, or tells a secret that only callers may read who may change it.
    var isGuarded: Bool {
        method != .get || !access.permission.isDisjoint(with: [.changeIdentities, .changeApplications])
    }
}

/// One thing that a route can be asked to do.
struct PlatformAction: Sendable {
    typealias Run = @Sendable (PlatformTurn, JSONValue) async throws -> PlatformAnswer

    /// The media type of the body; nil when there is none.
    let mediaType: String?
    /// The shape of the body; nil for one that isn't looked at.
    let body: Shape?
    let status: HTTPResponse.Status
    /// The changes that it makes.
    let changes: RouteChanges
    /// The shape of the answer; nil for none.
    let gives: Shape?
    let run: Run
}

/// The answer of a route.
struct PlatformAnswer: Sendable {
    /// nil for an empty body.
    let body: JSONObject?
    var cookie: Cookie?

    static let nothing = PlatformAnswer(body: nil)
    static func json(_ body: JSONObject) -> PlatformAnswer { PlatformAnswer(body: body) }
}

/// A parameter of the query.
struct PlatformParameter: Sendable {
    let name: String
    let shape: Shape
    let summary: String

    static let limit = PlatformParameter(name: "limit", shape: .integer(1...1000), summary: "How many at most.")
    static let cursor = PlatformParameter(
        name: "cursor", shape: .text(.init(length: 1...4096)), summary: "The place to continue from, out of the link `next` of an answer.")
    static let filter = PlatformParameter(
        name: "filter", shape: .text(.init(length: 1...4096)), summary: "The condition of the wanted entries, such as `name eq \"x\"`.")
    static let order = PlatformParameter(
        name: "order", shape: .text(.init(length: 1...256)), summary: "By what they are ordered; with `-` before it, descending.")
    static func expand(_ values: [String]) -> PlatformParameter {
        PlatformParameter(
            name: "expand", shape: .text(.init(length: 1...256)), summary: "The parts to show besides: \(values.joined(separator: ", ")).")
    }
}

extension PlatformRoute {
    static func get(
        _ path: PlatformPath, _ summary: String, _ access: PlatformAccess, query: [PlatformParameter] = [], gives: Shape,
        _ run: @escaping @Sendable (PlatformTurn) async throws -> JSONObject
    ) -> PlatformRoute {
        let action = PlatformAction(mediaType: nil, body: nil, status: .ok, changes: .nothing, gives: gives) { turn, _ in
            .json(try await run(turn))
        }
        return PlatformRoute(method: .get, path: path, summary: summary, access: access, query: query, actions: [action])
    }

    static func delete(
        _ path: PlatformPath, _ summary: String, _ access: PlatformAccess, changes: RouteChanges,
        _ run: @escaping @Sendable (PlatformTurn) async throws -> Void
    ) -> PlatformRoute {
        let action = PlatformAction(mediaType: nil, body: nil, status: .noContent, changes: changes, gives: nil) { turn, _ in
            try await run(turn)
            return .nothing
        }
        return PlatformRoute(method: .delete, path: path, summary: summary, access: access, query: [], actions: [action])
    }

    static func put(_ path: PlatformPath, _ summary: String, _ access: PlatformAccess, _ actions: PlatformAction...) -> PlatformRoute {
        PlatformRoute(method: .put, path: path, summary: summary, access: access, query: [], actions: actions)
    }

    static func patch(_ path: PlatformPath, _ summary: String, _ access: PlatformAccess, _ actions: PlatformAction...) -> PlatformRoute {
        PlatformRoute(method: .patch, path: path, summary: summary, access: access, query: [], actions: actions)
    }

    static func post(_ path: PlatformPath, _ summary: String, _ access: PlatformAccess, _ actions: PlatformAction...) -> PlatformRoute {
        PlatformRoute(method: .post, path: path, summary: summary, access: access, query: [], actions: actions)
    }
}

extension PlatformAction {
    /// Takes `application/json`.
    static func json<Body>(
        _ form: Form<Body>, _ status: HTTPResponse.Status = .ok, changes: RouteChanges, gives: Shape?,
        _ run: @escaping @Sendable (PlatformTurn, Body) async throws -> JSONObject?
    ) -> PlatformAction {
        PlatformAction(mediaType: "application/json", body: form.shape, status: status, changes: changes, gives: gives) { turn, json in
            PlatformAnswer(body: try await form.placing(try form.value(of: json)) { try await run(turn, $0) })
        }
    }

    /// Takes `application/vnd.pingidentity.<name>+json`.
    static func named<Body>(
        _ name: String, _ form: Form<Body>, _ status: HTTPResponse.Status = .ok, changes: RouteChanges, gives: Shape?,
        _ run: @escaping @Sendable (PlatformTurn, Body) async throws -> JSONObject?
    ) -> PlatformAction {
        PlatformAction(mediaType: mediaType(name), body: form.shape, status: status, changes: changes, gives: gives) { turn, json in
            PlatformAnswer(body: try await form.placing(try form.value(of: json)) { try await run(turn, $0) })
        }
    }

    /// Takes `application/vnd.pingidentity.<name>+json` with an empty body or an empty object.
    static func named(
        _ name: String, _ status: HTTPResponse.Status = .ok, changes: RouteChanges, gives: Shape?,
        _ run: @escaping @Sendable (PlatformTurn) async throws -> JSONObject?
    ) -> PlatformAction {
        PlatformAction(mediaType: mediaType(name), body: nil, status: status, changes: changes, gives: gives) { turn, json in
            guard json == .null || json.object?.isEmpty == true else { throw ShapeError(.invalid, at: "", "the body is empty") }
            return PlatformAnswer(body: try await run(turn))
        }
    }

    static func mediaType(_ name: String) -> String { "application/vnd.pingidentity.\(name)+json" }
}

extension Form {
    /// Does something with a value that was read in this form, and tells the problems that it has at their places in what was sent.
    fileprivate func placing<Result>(_ value: Value, _ body: (Value) async throws -> Result) async throws -> Result {
        do { return try await body(value) } catch let error as ShapeError { throw error.moved(place) }
    }
}
