import HTTPBase
import HTTPTypes
import Primitives
import ResourceMessages

/// The OpenAPI 3.1 document of the API, made from the same declarations as its routes.
struct OrchestrationDocument {
    private let routes: [OrchestrationRoute]
    private let address: PublicAddress
    private var components = JSONObject()

    init(_ routes: [OrchestrationRoute], at address: PublicAddress) {
        self.routes = routes
        self.address = address
    }

    /// The document.
    var json: JSONValue {
        var copy = self
        return copy.write()
    }

    private static let scheme: JSONValue = [
        "type": "http", "scheme": "bearer",
        "description": "a key of an application: gatehouse orchestration key create; docs/orchestration.md",
    ]
    private static let correlation: JSONValue = [
        "log-correlation-id": ["required": true, "description": "names the answer", "schema": ["type": "string", "format": "uuid"]]
    ]

    private mutating func write() -> JSONValue {
        var paths = JSONObject()
        for route in routes {
            let path = RoutePath(OrchestrationRoutes.path).appending(RoutePath(route.path))
            var item = paths[path.description]?.object ?? ["parameters": .array(path.parameters.map(Self.parameter))]
            item[route.method.rawValue.lowercased()] = operation(route)
            paths[path.description] = .object(item)
        }
        let image = RoutePath(OrchestrationRoutes.path).appending(RoutePath("visualcodes/render"))
        paths[image.description] = rendering(image)
        return [
            "openapi": "3.1.0", "info": ["title": "Gatehouse orchestration API for customers' servers", "version": "1"],
            "servers": [["url": .string(address.origin)]], "security": [["key": []]], "paths": .object(paths),
            "components": ["schemas": .object(components), "securitySchemes": ["key": Self.scheme]],
        ]
    }

    private mutating func operation(_ route: OrchestrationRoute) -> JSONValue {
        var operation: JSONObject = ["operationId": .string(route.method.operationID(route.path)), "summary": .string(route.summary)]
        if !route.queries.isEmpty { operation["parameters"] = .array(route.queries.map { Self.query($0.name) }) }
        if let body = route.body {
            operation["requestBody"] = [
                "required": .bool(body.isNeeded), "content": ["application/json": ["schema": body.schema(&components)]],
            ]
        }
        let good: JSONValue = [
            "description": "OK", "headers": Self.correlation, "content": ["application/json": ["schema": route.gives.schema(&components)]],
        ]
        operation["responses"] = .object(responses(good, of: route.method))
        return .object(operation)
    }

    private mutating func rendering(_ path: RoutePath) -> JSONValue {
        let content: JSONObject = [
            "image/png": ["schema": ["type": "string", "contentMediaType": "image/png"]],
            "image/svg+xml": ["schema": ["type": "string", "contentMediaType": "image/svg+xml"]],
        ]
        let good: JSONValue = ["description": "OK", "headers": Self.correlation, "content": .object(content)]
        return [
            "parameters": .array(path.parameters.map(Self.parameter)),
            "get": [
                "operationId": "getVisualcodesRender", "summary": "Draw a command as a QR code",
                "parameters": [
                    Self.query(OrchestrationQuery.message.name, isRequired: true),
                    [
                        "name": .string(OrchestrationQuery.format.name), "in": "query",
                        "schema": ["type": "string", "enum": ["PNG", "SVG"]],
                    ],
                ], "responses": .object(responses(good, of: .get)),
            ],
        ]
    }

    private mutating func responses(_ good: JSONValue, of method: HTTPRequest.Method) -> JSONObject {
        var responses: JSONObject = ["200": good]
        let error = OrchestrationFailure.shape.schema(&components)
        for status in method.customerErrors {
            responses[String(status.code)] = [
                "description": .string(status.reasonPhrase), "headers": Self.correlation,
                "content": ["application/json": ["schema": error]],
            ]
        }
        return responses
    }

    private static func query(_ name: String, isRequired: Bool = false) -> JSONValue {
        ["name": .string(name), "in": "query", "required": .bool(isRequired), "schema": ["type": "string"]]
    }

    private static func parameter(_ name: String) -> JSONValue {
        let schema: JSONValue =
            name == "tenantID" ? ["type": "string", "format": "uuid"] : ["type": "string", "minLength": 1, "maxLength": 384]
        return ["name": .string(name), "in": "path", "required": true, "schema": schema]
    }
}
