import AsyncHTTPTransport
import BenchSupport
import DeviceFoundation
import Foundation
import Primitives

/// A worker application at the server's platform API.
struct Platform: Sendable {
    let base: String
    let environment: String
    let transport: any HTTPTransport
    private let token: String
    /// A part of every user's name, since several rounds make theirs on one server.
    private let round = UUID().uuidString.prefix(8).lowercased()

    init(base: String, environment: String, client: String, secret: String, transport: any HTTPTransport) async throws {
        self.base = base
        self.environment = environment
        self.transport = transport
        var request = HTTPRequest(.post, try Self.url("\(base)/\(environment)/as/token"))
        request.headers["Authorization"] = "Basic " + Data("\(client):\(secret)".utf8).base64EncodedString()
        request.setForm(encoded: "grant_type=client_credentials")
        token = try await Self.answer(transport, request)["access_token"]?.string ?? ""
    }

    /// The paths below `/v1/environments/{environment}/`.
    func api(_ path: String) -> String { "\(base)/v1/environments/\(environment)/\(path)" }

    var authentications: String { "\(base)/\(environment)/deviceAuthentications" }

    var bearer: String { "Bearer \(token)" }

    func post(_ address: String, _ body: JSONValue, action: String? = nil) async throws -> JSONValue {
        var request = HTTPRequest(.post, try Self.url(address))
        request.setJSON(body)
        if let action { request.headers["Content-Type"] = "application/vnd.pingidentity.\(action)+json" }
        return try await send(request)
    }

    func put(_ address: String, _ body: JSONValue) async throws {
        var request = HTTPRequest(.put, try Self.url(address))
        request.setJSON(body)
        _ = try await send(request)
    }

    func get(_ address: String) async throws -> JSONValue { try await send(HTTPRequest(.get, try Self.url(address))) }

    /// A user whom a second factor is asked of.
    func createUser(_ name: String) async throws -> String {
        let name = "\(name)-\(round)"
        let user = try await post(api("users"), ["username": .string(name), "email": .string("\(name)@example.com")])
        let id = try Self.text(user, "id")
        try await put(api("users/\(id)/mfaEnabled"), ["mfaEnabled": true])
        return id
    }

    static func text(_ value: JSONValue, _ name: String) throws -> String {
        guard let text = value[name]?.string else { throw Failure("no \(name) in \(value.text)") }
        return text
    }

    private func send(_ request: HTTPRequest) async throws -> JSONValue {
        var request = request
        request.headers["Authorization"] = bearer
        return try await Self.answer(transport, request)
    }

    private static func answer(_ transport: any HTTPTransport, _ request: HTTPRequest) async throws -> JSONValue {
        let response = try await transport.send(request)
        guard response.isSuccess else {
            throw Failure("\(request.method) \(request.url): \(response.status) \(String(decoding: response.body, as: UTF8.self))")
        }
        return response.body.isEmpty ? [:] : try response.json()
    }

    private static func url(_ text: String) throws -> URL {
        guard let url = URL(string: text) else { throw Failure("no URL: \(text)") }
        return url
    }
}
