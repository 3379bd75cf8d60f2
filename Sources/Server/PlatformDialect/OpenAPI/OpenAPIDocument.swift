import Directory
import HTTPBase
import HTTPTypes
import Primitives
import RealmHTTP
import ResourceMessages

/// The OpenAPI 3.1 document of the platform's API, made from the same declarations as its router.
struct OpenAPIDocument {
    let routes: [PlatformRoute]
    let address: PublicAddress

    private var components = JSONObject()

    init(_ routes: [PlatformRoute], at address: PublicAddress) {
        self.routes = routes
        self.address = address
    }

    /// The document.
    var json: JSONValue {
        var copy = self
        return copy.write()
    }

    private mutating func write() -> JSONValue {
        var paths = JSONObject()
        for route in routes {
            var item = paths[route.path.description]?.object ?? ["parameters": .array(route.path.parameters.map(Self.parameter))]
            item[route.method.rawValue.lowercased()] = operation(route)
            paths[route.path.description] = .object(item)
        }
        return [
            "openapi": "3.1.0", "info": ["title": "Gatehouse platform API", "version": "1"],
            "servers": [["url": .string(address.origin)]], "security": [["bearer": []]], "paths": .object(paths),
            "components": [
                "schemas": .object(components), "securitySchemes": ["bearer": ["type": "http", "scheme": "bearer", "bearerFormat": "JWT"]],
            ],
        ]
    }

    private mutating func operation(_ route: PlatformRoute) -> JSONValue {
        var operation: JSONObject = [
            "operationId": .string(route.operationID), "summary": .string(route.summary), "description": .string(route.access.summary),
        ]
        if !route.query.isEmpty {
            operation["parameters"] = .array(
                route.query.map { parameter in
                    [
                        "name": .string(parameter.name), "in": "query", "description": .string(parameter.summary),
                        "schema": parameter.shape.schema(&components),
                    ]
                })
        }
        if route.access.isForAnyone { operation["security"] = [] }
        if let body = requestBody(route) { operation["requestBody"] = body }
        operation["responses"] = .object(responses(route))
        return .object(operation)
    }

    private mutating func requestBody(_ route: PlatformRoute) -> JSONValue? {
        var content = JSONObject()
        for action in route.actions {
            guard let type = action.mediaType else { return nil }
            content[type] = ["schema": action.body.map { $0.schema(&components) } ?? ["type": "object", "maxProperties": 0]]
        }
        return ["required": .bool(route.actions.contains { $0.body != nil }), "content": .object(content)]
    }

    private mutating func responses(_ route: PlatformRoute) -> JSONObject {
        var responses = JSONObject()
        for status in route.statuses {
            let schemas = route.actions.filter { $0.status == status }.map { $0.gives?.schema(&components) }
            responses[String(status.code)] = Self.response(status, schemas)
        }
        let error = PlatformError.shape.schema(&components)
        for status in route.errors {
            responses[String(status.code)] = [
                "description": .string(status.reasonPhrase), "content": ["application/json": ["schema": error]],
            ]
        }
        return responses
    }

    /// Describes what several actions of a route answer with the same status: one of their bodies.
    private static func response(_ status: HTTPResponse.Status, _ schemas: [JSONValue?]) -> JSONValue {
        var different: [JSONValue] = []
        for schema in schemas.compactMap(\.self) where !different.contains(schema) { different.append(schema) }
        guard !different.isEmpty else { return ["description": .string(status.reasonPhrase)] }
        let schema: JSONValue = different.count == 1 ? different[0] : ["anyOf": .array(different)]
        return ["description": .string(status.reasonPhrase), "content": ["application/json": ["schema": schema]]]
    }

    private static func parameter(_ name: String) -> JSONValue {
        let schema: JSONValue =
            name == "applicationID" || name == "sessionID"
            ? ["type": "string", "minLength": 1, "maxLength": 128] : ["type": "string", "format": "uuid"]
        return ["name": .string(name), "in": "path", "required": true, "schema": schema]
    }
}

extension PlatformRoute {
    /// `getEnvironmentsUsers`: the method and the words of the path, and what it is by: `…ById`.
    fileprivate var operationID: String {
        let words = path.description.split(separator: "/").filter { $0 != "v1" }.map { segment in
            segment.hasPrefix("{")
                ? "By" + segment.dropFirst().prefix(1).uppercased() + segment.dropFirst(2).dropLast() : segment.capitalisedWord
        }
        return method.rawValue.lowercased() + words.joined()
    }

    fileprivate var statuses: [HTTPResponse.Status] {
        actions.reduce(into: []) { if !$0.contains($1.status) { $0.append($1.status) } }
    }

    /// The errors that it may answer with.
    fileprivate var errors: [HTTPResponse.Status] {
        var errors: [HTTPResponse.Status] = [.badRequest, .unauthorized, .forbidden, .notFound]
        if access.isForAnyone { errors.removeAll { $0 == .unauthorized || $0 == .forbidden } }
        if method != .get { errors += [.conflict] }
        if actions.contains(where: { $0.mediaType != nil }) { errors += [.contentTooLarge, .unsupportedMediaType] }
        if path.description.contains("{deviceAuthenticationID}") || path.description.contains("{authenticationCodeID}") {
            errors += [.gone]
        }
        return errors + [.tooManyRequests, .serviceUnavailable]
    }
}

extension PlatformAccess {
    /// The callers who may use it, in words for the reader of a document.
    fileprivate var summary: String {
        guard !isForAnyone else { return "For the client with the cookie that came with it." }
        let roles = AdministratorRole.allCases.filter { $0.permissions.contains(permission) }.map(\.rawValue)
        var parts = ["For applications that act for themselves with one of the roles \(roles.joined(separator: ", "))"]
        if let scope { parts.append("or a token with the scope \(scope)") }
        if isForOwners { parts.append("and for users themselves with this scope") }
        return parts.joined(separator: ", ") + "."
    }
}

extension Substring {
    fileprivate var capitalisedWord: String { prefix(1).uppercased() + dropFirst().filter { $0.isLetter || $0.isNumber } }
}
