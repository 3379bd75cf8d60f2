import Administration
import DeviceFoundation
import Primitives
import ResourceMessages
import Synchronization

/// Performs actions by a server's administration API: their descriptions say by which request, and what the answer is.
final class RemoteRunner: ActionRunner {
    /// The most objects of a page.
    private static let page = 200
    /// The number of times that a change is tried again with the state that others have made meanwhile.
    private static let mostReadings = 3

    private let connection: AdminConnection
    private let isForced: Bool
    private let mostPages: Int
    /// The entity tags of the resources that were read.
    private let tags = Mutex<[String: String]>([:])

    /// - Parameters:
    ///   - isForced: whether a change is made also where the resource has changed since it was read.
    ///   - mostPages: the most pages of a list: those of twenty million objects. Past them, the list is taken for one without an end.
    init(_ connection: AdminConnection, isForced: Bool, mostPages: Int = 100_000) {
        self.connection = connection
        self.isForced = isForced
        self.mostPages = mostPages
    }

    func read<Action: ReadingAction>(_ action: Action) async throws -> JSONValue {
        let request = try ActionAddress(action)
        guard request.route.list == nil else { return try await list(request) }
        let answer = try await send(request, ifMatch: nil)
        guard answer.isSuccess else { throw request.failure(answer) }
        if request.route.method == .get { note(answer, at: request.path) }
        return answer.json
    }

    func change<Action: ChangingAction>(_ action: Action, isDryRun: Bool) async throws -> JSONValue {
        var request = try ActionAddress(action)
        let shown = tags.withLock { $0[request.path] }
        var tag: String?
        if AdministrativeActions.reader(before: request.route) != nil { tag = try await self.tag(of: request, shown: shown) }
        if isDryRun { request.query.append(("dryRun", "true")) }
        var answer = try await send(request, ifMatch: tag)
        // A tag that was read for this change alone tells nothing that the user relies on. It may be older than a change by another process,
        // of which the server hears within a second.
        for _ in 0..<Self.mostReadings where answer.status == 412 && shown == nil {
            tag = answer.headers["ETag"]
            answer = try await send(request, ifMatch: tag)
        }
        guard answer.isSuccess else { throw request.failure(answer) }
        return answer.json
    }

    /// All objects of a list, page by page; as many as the action has a limit for.
    private func list(_ first: ActionAddress) async throws -> JSONValue {
        var request = first
        let most = request.take("limit").flatMap { Int(decimal: $0) } ?? Int.max
        request.query.append(("limit", String(min(most, Self.page))))
        var items: [JSONValue] = []
        var (path, pages): (String?, Set<String>) = (request.target, [])
        while let target = path, items.count < most {
            guard pages.insert(target).inserted, pages.count <= mostPages else { throw CommandFailure("the server's list doesn't end") }
            let answer = try await connection.send(.get, target)
            guard answer.isSuccess else { throw request.failure(answer) }
            items += answer.json["items"]?.array ?? []
            path = answer.next
        }
        return .array(Array(items.prefix(most)))
    }

    /// The tag of a resource that is changed: the one with which it was shown, or as it is now; nil for a resource that isn't there.
    private func tag(of request: ActionAddress, shown: String?) async throws -> String? {
        if let shown { return isForced ? "*" : shown }
        let answer = try await connection.send(.get, request.path)
        if answer.status == 404 { return nil }
        guard answer.isSuccess else { throw request.failure(answer) }
        return isForced ? "*" : answer.headers["ETag"]
    }

    private func note(_ answer: AdministrationReply, at path: String) {
        tags.withLock { $0[path] = answer.headers["ETag"] }
    }

    private func send(_ request: ActionAddress, ifMatch tag: String?) async throws -> AdministrationReply {
        var headers: HTTPHeaders = [:]
        headers["If-Match"] = tag
        if request.route.method == .patch { headers["Content-Type"] = "application/merge-patch+json" }
        return try await connection.send(request.method, request.target, headers: headers, body: request.body)
    }
}

/// The request that an action is: its address and its body.
private struct ActionAddress {
    let route: ActionRoute
    /// The path below `/admin/v1/`.
    let path: String
    var query: [(name: String, value: String)] = []
    private(set) var body: JSONValue?
    /// The names of the inputs that are neither in the path nor a whole body: those of flags.
    private let flags: Set<String>

    /// - Throws: for an action that has no name for a part of its path.
    init<Action: AdministrativeAction>(_ action: Action) throws {
        let interface = Action.interface
        let call = interface.call(of: action)
        route = interface.route
        var values = call.values
        path = try Self.path(of: route, call.realm, &values)
        flags = Set(interface.input.map(\.name)).subtracting(route.parameters)
        guard route.method == .get || route.method == .delete else {
            body = interface.document == nil ? .object(values) : call.body ?? .null
            return
        }
        query = values.members.compactMap { member in Self.text(member.value).map { (member.name, $0) } }
    }

    var method: HTTPMethod {
        switch route.method {
        case .get: .get
        case .put: .put
        case .post: .post
        case .patch: .patch
        case .delete: .delete
        }
    }

    /// The path with its query.
    var target: String {
        let query = query.map { "\(String(percentEncoding: $0.name))=\(String(percentEncoding: $0.value))" }
        return query.isEmpty ? path : path + "?" + query.joined(separator: "&")
    }

    /// Takes a parameter out of the query.
    mutating func take(_ name: String) -> String? {
        defer { query.removeAll { $0.name == name } }
        return query.first { $0.name == name }?.value
    }

    func failure(_ answer: AdministrationReply) -> CommandFailure { ProblemText.failure(answer, flags: flags) }

    private static func path(of route: ActionRoute, _ realm: AdministeredRealm, _ values: inout JSONObject) throws -> String {
        let base = route.base == .server ? "server" : "realms/" + realm.segment
        var path = route.path
        for name in route.parameters {
            let value = values[name]?.string ?? ""
            guard !value.isEmpty else { throw CommandFailure("the \(name) is missing") }
            path = path.replacing("{\(name)}", with: String(percentEncoding: value))
            values[name] = nil
        }
        return path.isEmpty ? base : "\(base)/\(path)"
    }

    /// A value in a query; nil for a list without elements.
    private static func text(_ value: JSONValue) -> String? {
        switch value {
        case .string(let text): text
        case .array(let elements): elements.isEmpty ? nil : elements.map { $0.string ?? $0.text }.joined(separator: ",")
        default: value.text
        }
    }
}
