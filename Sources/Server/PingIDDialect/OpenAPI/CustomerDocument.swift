import HTTPBase
import HTTPTypes
import PingIDMessages
import Primitives
import ResourceMessages

/// The OpenAPI 3.1 document of the customers' API, made from the same declarations as its routes.
struct CustomerDocument {
    private let routes: [CustomerRoute]
    private let address: PublicAddress
    private var components = JSONObject()

    init(_ routes: [CustomerRoute], at address: PublicAddress) {
        self.routes = routes
        self.address = address
    }

    /// The document.
    var json: JSONValue {
        var copy = self
        return copy.write()
    }

    private static let scheme: JSONValue = [
        "type": "apiKey", "in": "header", "name": "Authorization",
        "description":
            "PINGID-HMAC=<JWT>, HS256 by an organisation key, over method, host, path, query and the body's hash; docs/pingid.md",
    ]

    private mutating func write() -> JSONValue {
        var paths = JSONObject()
        for route in routes {
            let path = RoutePath(CustomerRoutes.path).appending(RoutePath(route.path))
            var item = paths[path.description]?.object ?? ["parameters": .array(path.parameters.map(Self.parameter))]
            item[route.method.rawValue.lowercased()] = operation(route)
            paths[path.description] = .object(item)
        }
        return [
            "openapi": "3.1.0", "info": ["title": "Gatehouse PingID API for customers' servers", "version": "1"],
            "servers": [["url": .string(address.origin)]], "security": [["signature": []]], "paths": .object(paths),
            "components": ["schemas": .object(components), "securitySchemes": ["signature": Self.scheme]],
        ]
    }

    private mutating func operation(_ route: CustomerRoute) -> JSONValue {
        var operation: JSONObject = [
            "operationId": .string(route.method.operationID(route.path, ofRoot: "Application")), "summary": .string(route.summary),
        ]
        if !route.expansions.isEmpty {
            operation["parameters"] = [
                ["name": "expand", "in": "query", "schema": ["type": "string", "enum": .array(route.expansions.map(JSONValue.string))]]
            ]
        }
        if let body = route.body {
            operation["requestBody"] = [
                "required": .bool(body.isNeeded), "content": ["application/json": ["schema": body.schema(&components)]],
            ]
        }
        operation["responses"] = .object(responses(route))
        return .object(operation)
    }

    private mutating func responses(_ route: CustomerRoute) -> JSONObject {
        var good: JSONObject = ["description": .string(route.status.reasonPhrase), "headers": Self.signature(isRequired: true)]
        if let gives = route.gives { good["content"] = ["application/json": ["schema": gives.schema(&components)]] }
        var responses: JSONObject = [String(route.status.code): .object(good)]
        let error = CustomerError.shape.schema(&components)
        for status in route.method.customerErrors {
            responses[String(status.code)] = [
                "description": .string(status.reasonPhrase), "headers": Self.signature(isRequired: false),
                "content": ["application/json": ["schema": error]],
            ]
        }
        return responses
    }

    /// The header of signed answers; a request that wasn't verified is answered without one.
    private static func signature(isRequired: Bool) -> JSONValue {
        [
            AnswerSignature.field: [
                "required": .bool(isRequired), "description": "the answer's signature", "schema": ["type": "string", "minLength": 1],
            ]
        ]
    }

    private static func parameter(_ name: String) -> JSONValue {
        let isID = name.hasSuffix("ID") && name != "applicationID"
        let schema: JSONValue = isID ? ["type": "string", "format": "uuid"] : ["type": "string", "minLength": 1, "maxLength": 256]
        return ["name": .string(name), "in": "path", "required": true, "schema": schema]
    }
}
