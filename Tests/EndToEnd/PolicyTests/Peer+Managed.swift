import Foundation
import NIOHTTP1
import Primitives
import ServerTesting
import Store
import Testing
import Services
import Sessions
import Directory
import Foundations

/// A user of the demonstration's realm whom others would like to see, change or remove.
struct Target {
    static let password = "correct horse battery staple"
    let user: User
}

/// The ways in which a path names the users of `/alpha`.
enum ManagedPath: String, CaseIterable, CustomTestStringConvertible {
    case type = "/openidm/managed/alpha_user"
    case realm = "/openidm/realms/alpha/managed/user"
    case nested = "/openidm/realms/root/realms/alpha/managed/user"
    case parameter = "/openidm/managed/user"
    var testDescription: String { rawValue }

    func url(_ id: String = "", _ query: String = "") -> String {
        let realm = self == .parameter ? "realm=/alpha" : ""
        let parameters = [realm, query].filter { !$0.isEmpty }.joined(separator: "&")
        return rawValue + (id.isEmpty ? "" : "/\(id)") + (parameters.isEmpty ? "" : "?\(parameters)")
    }
}

/// Everything that can be done with managed users.
enum ManagedDeed: String, CaseIterable, CustomTestStringConvertible {
    case query, count, create, read, replace, make, change, password, remove
    var testDescription: String { rawValue }

    func send(_ peer: Peer, _ path: ManagedPath, _ id: UUID, _ headers: [(String, String)]) async throws -> Peer.Reply {
        let (id, fresh) = (id.uuidString.lowercased(), "0c2b8e1e-8f0a-4b62-9f39-4f6d6f4ad001")
        return switch self {
        case .query: try await peer.managed(.GET, path.url("", "_queryFilter=true"), headers)
        case .count: try await peer.managed(.GET, path.url("", "_queryFilter=true&_countOnly=true"), headers)
        case .create: try await peer.managed(.POST, path.url("", "_action=create"), headers, Peer.profile("made"))
        case .read: try await peer.managed(.GET, path.url(id), headers)
        case .replace: try await peer.managed(.PUT, path.url(id), headers, Peer.profile("replaced"))
        case .make: try await peer.managed(.PUT, path.url(fresh), headers + [("If-None-Match", "*")], Peer.profile("made"))
        case .change: try await peer.managed(.PATCH, path.url(id), headers, Peer.patch("sn", "Changed"))
        case .password: try await peer.managed(.PATCH, path.url(id), headers, Peer.patch("password", "another long enough phrase"))
        case .remove: try await peer.managed(.DELETE, path.url(id), headers)
        }
    }
}

extension Peer {
    static func profile(_ name: String) -> JSONValue {
        ["userName": .string(name), "givenName": "Given", "sn": "Name", "mail": .string("\(name)@example.com")]
    }

    static func patch(_ field: String, _ value: JSONValue) -> JSONValue {
        [["operation": "replace", "field": .string("/\(field)"), "value": value]]
    }

    func managed(
        _ method: HTTPMethod, _ path: String, _ headers: [(String, String)] = [], _ body: JSONValue? = nil
    ) async throws -> Reply {
        let kept = headers + (body == nil ? [] : [("Content-Type", "application/json")])
        return try await send(method, path, kept, body: body?.text)
    }

    /// The header that shows a session of a user, and the one that no form can send.
    func session(of user: User) async throws -> [(String, String)] {
        let (domain, realms) = (server.domain, try await server.domain.directory.realms.all())
        let realm = try #require(realms.first { $0.id == user.realm })
        let token = try await domain.platform.database.write { transaction in
            try domain.session.registry.create(NewSession(user: user, journey: "Login"), in: realm, transaction).1
        }
        return [(Demo.cookie, token.reveal()), ("X-Requested-With", "test")]
    }

    func makeUser(_ name: String, in path: String = "alpha", isAdministrator: Bool = false) async throws -> User {
        let realm = try await server.domain.directory.realms.realm(at: try #require(RealmPath(path)))
        var new = NewAccount(Self.profile(name).object ?? JSONObject(), password: Secret(Target.password))
        new.isAdministrator = isAdministrator
        return try await server.domain.directory.accounts.create(new, in: realm)
    }

    func current(_ user: User) async throws -> User? { try await server.domain.directory.users.user(user.id, in: user.realm) }

    /// An access token of the confidential client for itself.
    func clientToken(_ scope: String) async throws -> String {
        let domain = server.domain
        let realm = try await domain.directory.realms.realm(at: try #require(RealmPath("alpha")))
        var client = try #require(try await domain.directory.applications.application(Demo.confidential, in: realm.id))
        client.settings.scopes = ["fr:idm:*", "other"]
        try await domain.directory.applications.update(client)
        let secret = try #require(client.secret).reveal()
        let form = "grant_type=client_credentials&client_id=\(Demo.confidential)&client_secret=\(secret)&scope=\(scope)"
        return try #require(try await self.form("/realms/alpha/token", form).json["access_token"]?.string)
    }

    /// The tokens of the demonstration's user.
    func userTokens(_ scope: String) async throws -> JSONValue {
        let domain = server.domain
        let realm = try await domain.directory.realms.realm(at: try #require(RealmPath("alpha")))
        var client = try #require(try await domain.directory.applications.application(Demo.client, in: realm.id))
        client.settings.scopes += ["fr:idm:*"]
        try await domain.directory.applications.update(client)
        let session = try await signIn()
        let reply = try await send(
            .GET, "/am/oauth2/realms/alpha/authorize?" + authorization { $0["scope"] = scope }, [(Demo.cookie, session)])
        let code = try #require(reply.redirected("code"), "\(reply.status) \(reply.text)")
        return try await form("/am/oauth2/realms/alpha/access_token", exchange(code)).json
    }
}
