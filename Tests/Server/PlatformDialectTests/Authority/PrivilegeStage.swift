import DialectTesting
import Foundation
@testable import HTTPBase
import HTTPTypes
import Primitives
import ResourceMessages
import Testing

import Services
import Directory
@testable import PlatformDialect

/// An environment with something of every privilege: an application that holds it, or the user who does.
struct PrivilegeStage {
    /// The single privileges of which everything else is made.
    enum Atom: Hashable, CustomStringConvertible {
        case role(AdministratorRole)
        case scope(String)
        case administrator

        static let all: [Atom] =
            AdministratorRole.allCases.map(role)
            + ["fr:idm:*", "fr:am:*", "am-introspect-all-tokens", "p1:read:user", "p1:update:user", "p1:create:pairingKey"].map(scope)
            + [administrator]

        var privileges: Privileges {
            switch self {
            case .role(let role): Privileges([role])
            case .scope(let scope): Privileges(scopes: [scope])
            case .administrator: Privileges(.administer)
            }
        }

        var description: String {
            switch self {
            case .role(let role): role.rawValue
            case .scope(let scope): scope
            case .administrator: "administrator"
            }
        }
    }

    let platform: PlatformHarness
    let administrator: User
    private(set) var holders: [Atom: String] = [:]

    init() async throws {
        platform = try await PlatformHarness()
        let domain = platform.domain
        let made = try await domain.directory.users.create("root-of-all", in: platform.realm.id, attributes: ["mail": "root@example.com"])
        try await domain.directory.users.setAdministrator(true, made.id, in: platform.realm.id)
        administrator = try #require(try await domain.directory.users.user(made.id, in: platform.realm.id))
        for atom in Atom.all { holders[atom] = try await holder(of: atom) }
    }

    /// A new application that holds a privilege, which is nobody's but its own.
    mutating func renew(_ atom: Atom) async throws { holders[atom] = try await holder(of: atom) }

    private func holder(of atom: Atom) async throws -> String? {
        guard atom != .administrator else { return nil }
        let id = UUID().uuidString.lowercased()
        try await platform.domain.directory.applications.create(
            Application(id: id, realm: platform.realm.id, settings: Self.settings([atom]), secret: Secret("s3cret")))
        return id
    }

    private static func settings(_ atoms: some Collection<Atom>) -> ApplicationSettings {
        var settings = ApplicationSettings()
        (settings.kind, settings.grantTypes, settings.authentication) = (.worker, [.clientCredentials], .secretBasic)
        settings.roles = atoms.compactMap { if case .role(let role) = $0 { role } else { nil } }
        settings.defaultScopes = atoms.compactMap { if case .scope(let scope) = $0 { scope } else { nil } }
        settings.scopes = settings.defaultScopes
        return settings
    }

    /// The token of a worker that holds some privileges.
    func token(_ atoms: some Collection<Atom>) async throws -> String {
        let id = "caller-\(UUID())"
        try await platform.domain.directory.applications.create(
            Application(id: id, realm: platform.realm.id, settings: Self.settings(atoms), secret: Secret("s3cret")))
        return try await PlatformHarness.token(of: id, in: platform.realm, platform.server)
    }

    /// Sends a route's action with a body that says nothing, for the application or the user who holds a privilege.
    func send(_ route: PlatformRoute, _ action: PlatformAction, about atom: Atom, token: String) async throws -> ServerResponse {
        let user = atom == .administrator ? administrator : platform.user
        var path = route.path.description.replacing("{environmentID}", with: platform.environment)
        path = path.replacing("{userID}", with: user.id.uuidString.lowercased())
        path = path.replacing("{applicationID}", with: holders[atom] ?? "none")
        for name in route.path.parameters { path = path.replacing("{\(name)}", with: UUID().uuidString.lowercased()) }
        var headers: HTTPFields = [.authorization: "Bearer " + token]
        if let type = action.mediaType { headers[.contentType] = type }
        return try await platform.server.send(route.method, path, headers: headers, body: action.mediaType == nil ? nil : "{}")
    }

    /// Makes an application with a privilege, or changes one that has none into one; what came of both.
    func grant(_ atom: Atom, token: String) async throws -> [ServerResponse] {
        var body: JSONObject = [
            "name": "w", "type": "WORKER", "protocol": "OPENID_CONNECT", "grantTypes": ["CLIENT_CREDENTIALS"],
            "tokenEndpointAuthMethod": "CLIENT_SECRET_BASIC",
        ]
        let plain = try await platform.send(.post, "/applications", .object(body))
        switch atom {
        case .role(let role): body["roles"] = [.string(role.rawValue)]
        case .scope(let scope): body["scopes"] = [.string(scope)]
        case .administrator: return []
        }
        return [
            try await platform.send(.post, "/applications", .object(body), token: token),
            try await platform.send(.put, "/applications/" + (plain.json["id"]?.string ?? ""), .object(body), token: token),
        ]
    }
}

extension PlatformRoute {
    /// Whether it changes something that somebody holds, or tells its secret.
    var isWrite: Bool { method != .get || path.description.hasSuffix("/secret") }

    /// Whether it is about what a privilege's holder is: an application, or a user.
    func isAbout(_ atom: PrivilegeStage.Atom) -> Bool {
        path.parameters.contains(atom == .administrator ? "userID" : "applicationID")
    }
}
