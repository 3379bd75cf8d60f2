import Administration
import HTTPBase
package import Primitives
import ResourceMessages

/// The OpenAPI 3.1 document of the administration API, made from the same descriptions as its routes.
package enum AdminDocument {
    /// The document.
    package static var json: JSONValue {
        var components = JSONObject()
        var paths = JSONObject()
        for action in AdministrativeActions.described {
            let path = Self.path(of: action.route)
            var item = paths[path]?.object ?? ["parameters": .array(parameters(of: action))]
            item[action.route.method.rawValue] = .object(operation(action, &components))
            paths[path] = .object(item)
        }
        for base in [ActionRoute.Base.realm, .server] {
            paths[base.documented + "/events"] = .object(events(of: base, &components))
            addJobs(of: base, &paths, &components)
        }
        return [
            "openapi": "3.1.0", "info": ["title": "Gatehouse administration API", "version": "1"], "servers": [["url": "/admin/v1"]],
            "security": [["bearer": []]], "paths": .object(paths),
            "components": [
                "schemas": .object(components), "securitySchemes": ["bearer": ["type": "http", "scheme": "bearer", "bearerFormat": "JWT"]],
            ],
        ]
    }

    private static func path(of route: ActionRoute) -> String {
        route.path.isEmpty ? route.base.documented : route.base.documented + "/" + route.path
    }

    private static func parameters(of action: DescribedAction) -> [JSONValue] {
        let own = action.route.parameters.map { name in
            let shape = action.input.members.first { $0.name == name }?.shape ?? .text
            return parameter(name, in: "path", shape.schema)
        }
        return place(action.route.base) + own
    }

    private static func place(_ base: ActionRoute.Base) -> [JSONValue] {
        guard base == .realm else { return [] }
        return [parameter("realm", in: "path", ["type": "string"], "the realm's id, or its names with colons between")]
    }

    private static func addJobs(of base: ActionRoute.Base, _ paths: inout JSONObject, _ components: inout JSONObject) {
        let (job, problem) = (AdminJobRoutes.shape.schema(&components), Problem.shape.schema(&components))
        let list: JSONValue = ["type": "object", "required": ["items"], "properties": ["items": ["type": "array", "items": job]]]
        let id = parameter(AdminJobRoutes.name, in: "path", ["type": "string"])
        let operations: [(path: String, method: String, id: String, summary: String, schema: JSONValue)] = [
            ("/jobs", "get", "jobsList", "List the jobs, the latest first.", list),
            ("/jobs/{job}", "get", "jobsShow", "Show a job, with its result or its error.", job),
            ("/jobs/{job}:stop", "post", "jobsStop", "Ask that a job stops.", job),
        ]
        for operation in operations {
            var responses: JSONObject = ["200": ["description": "done", "content": ["application/json": ["schema": operation.schema]]]]
            for status in [400, 401, 403, 404, 429, 503] { responses[String(status)] = Self.problem(status, problem) }
            let name = base == .realm ? operation.id : "server" + operation.id.prefix(1).uppercased() + operation.id.dropFirst()
            paths[base.documented + operation.path] = [
                "parameters": .array(place(base) + (operation.path == "/jobs" ? [] : [id])),
                operation.method: [
                    "operationId": .string(name), "summary": .string(operation.summary), "responses": .object(responses),
                ],
            ]
        }
    }

    private static func events(of base: ActionRoute.Base, _ components: inout JSONObject) -> JSONObject {
        let parameters = [
            parameter("kinds", in: "query", ["type": "string"], "kinds of events with commas between, such as login.failed,user.*"),
            parameter("Last-Event-ID", in: "header", ["type": "string"], "the id of the last event that was seen"),
        ]
        var responses: JSONObject = [
            "200": [
                "description": "the audit log as it is written, as far as the caller may see it",
                "content": ["text/event-stream": ["schema": ["type": "string"]]],
            ]
        ]
        let problem = Problem.shape.schema(&components)
        for status in [400, 401, 403, 404, 422, 429, 503] { responses[String(status)] = Self.problem(status, problem) }
        return [
            "parameters": .array(place(base)),
            "get": [
                "operationId": .string(base == .realm ? "eventsFollow" : "serverEventsFollow"),
                "summary": "Follow the events of the audit log.", "parameters": .array(parameters), "responses": .object(responses),
            ],
        ]
    }

    private static func problem(_ status: Int, _ schema: JSONValue) -> JSONValue {
        ["description": .string(Problem.kinds[status] ?? ""), "content": ["application/problem+json": ["schema": schema]]]
    }

    private static func parameter(_ name: String, in place: String, _ schema: JSONObject, _ help: String? = nil) -> JSONValue {
        var parameter: JSONObject = ["name": .string(name), "in": .string(place), "schema": .object(schema)]
        if place == "path" { parameter["required"] = true }
        parameter["description"] = help.map { .string($0) }
        return .object(parameter)
    }

    private static func operation(_ action: DescribedAction, _ components: inout JSONObject) -> JSONObject {
        let words = action.declaration.name.split { $0 == "." || $0 == "-" }
        let id = words.enumerated().map { $0 == 0 ? String($1) : $1.prefix(1).uppercased() + $1.dropFirst() }.joined()
        var operation: JSONObject = ["operationId": .string(id), "summary": .string(action.declaration.purpose)]
        let query = query(of: action)
        if !query.isEmpty { operation["parameters"] = .array(query) }
        if action.takesBody, let body = body(of: action, &components) { operation["requestBody"] = body }
        if action.route.danger != .reversible { operation["x-danger"] = .string(action.route.danger.rawValue) }
        operation["responses"] = .object(responses(of: action, &components))
        return operation
    }

    private static func query(of action: DescribedAction) -> [JSONValue] {
        var query: [JSONValue] = []
        if let list = action.route.list {
            query += [
                parameter("limit", in: "query", Shape.integer(1...AdminPages.most).schema, "the number of objects of a page"),
                parameter("cursor", in: "query", ["type": "string"], "the next page, as the Link of the one before has it"),
                parameter(
                    "filter", in: "query", ["type": "string"],
                    "a query filter over \(list.filterable.joined(separator: ", "))"),
            ]
        }
        if action.isChanging { query.append(parameter("dryRun", in: "query", ["type": "boolean"], "tell what would come of it")) }
        if action.isConditional { query.append(parameter("If-Match", in: "header", ["type": "string"], "the ETag of the resource, or *")) }
        if action.isChanging, action.route.method == .post {
            let key: JSONObject = ["type": "string", "minLength": 1, "maxLength": 255]
            query.append(parameter("Idempotency-Key", in: "header", key, "the same request with it again gets the first one's answer"))
        }
        if action.route.isLong {
            query.append(parameter("Prefer", in: "header", ["type": "string"], "respond-async has it done in the background, as a job"))
        }
        guard !action.takesBody else { return query }
        for member in action.inputsBesidePath where action.isAsked(member.name) {
            var one = parameter(member.name, in: "query", member.shape.schema, member.help).object ?? JSONObject()
            if member.presence.isRequired { one["required"] = true }
            query.append(.object(one))
        }
        return query
    }

    private static func body(of action: DescribedAction, _ components: inout JSONObject) -> JSONValue? {
        let members = action.inputsBesidePath
        let schema: JSONValue
        if let document = action.document {
            schema = document.schema(&components)
        } else {
            guard !members.isEmpty else { return nil }
            schema = Shape.object(ObjectShape(name: action.input.name, members: members)).schema(&components)
        }
        let type = action.route.method == .patch ? "application/merge-patch+json" : "application/json"
        let isNeeded = action.document != nil || members.contains(where: \.presence.isRequired)
        return ["required": .bool(isNeeded), "content": [type: ["schema": schema]]]
    }

    private static func responses(of action: DescribedAction, _ components: inout JSONObject) -> JSONObject {
        var schema = action.output.schema(&components)
        if action.route.list != nil { schema = ["type": "object", "required": ["items"], "properties": ["items": schema]] }
        let isNew = action.route.method == .post && action.route.verb == nil
        var responses: JSONObject = [:]
        if action.isSilent {
            responses["204"] = ["description": "done"]
        } else {
            responses[isNew ? "201" : "200"] = ["description": "done", "content": ["application/json": ["schema": schema]]]
        }
        if action.route.isLong {
            let job = AdminJobRoutes.shape.schema(&components)
            responses["202"] = ["description": "begun in the background", "content": ["application/json": ["schema": job]]]
        }
        let problem = Problem.shape.schema(&components)
        for status in errors(of: action) {
            responses[String(status)] = Self.problem(status, problem)
        }
        return responses
    }

    private static func errors(of action: DescribedAction) -> [Int] {
        let ofChange = action.isChanging ? [409] : []
        let ofBody = action.takesBody ? [413, 415] : []
        let ofState = action.isConditional ? [412, 428] : []
        return ([400, 401, 403, 404, 422, 429, 503] + ofChange + ofBody + ofState).sorted()
    }
}

extension ActionRoute.Base {
    /// The path before that of a route, as the document writes it.
    fileprivate var documented: String { self == .realm ? "/realms/{realm}" : "/server" }
}

extension DescribedAction {
    fileprivate var inputsBesidePath: [ObjectShape.Member] { input.members.filter { !route.parameters.contains($0.name) } }

    /// A change of a resource that has an entity tag.
    fileprivate var isConditional: Bool { AdminResource.of(self)?.reader(before: self) != nil }
}
