import DialectTesting
import Foundation
@testable import HTTPBase
import HTTPTypes
import Primitives
import Testing

import Services
import Verifications
import Directory
import Foundations
@testable import PlatformDialect

@Suite("Platform: who may do what")
struct PlatformAccessTests {
    /// A request to a route, with ids that exist nowhere, so that only who asks can be told from the answer.
    private func send(
        _ route: PlatformRoute, _ platform: PlatformHarness, environment: String? = nil, headers: HTTPFields
    ) async throws -> ServerResponse {
        var path = route.path.description.replacing("{environmentID}", with: environment ?? platform.environment)
        path = path.replacing("{userID}", with: platform.user.id.uuidString.lowercased())
        for name in route.path.parameters { path = path.replacing("{\(name)}", with: UUID().uuidString.lowercased()) }
        var fields = headers
        if let type = route.actions.first?.mediaType { fields[.contentType] = type }
        return try await platform.server.send(route.method, path, headers: fields, body: route.actions.first?.mediaType == nil ? nil : "{}")
    }

    @Test("nothing but flows is for anyone")
    func anyone() {
        #expect(PlatformRoutes.all.filter(\.access.isForAnyone).allSatisfy { $0.path.description.contains("/flows/") })
        #expect(PlatformRoutes.guarded.count >= PlatformRoutes.all.count - 2)
    }

    @Test("without a good token of this environment no route answers anything")
    func noToken() async throws {
        let platform = try await PlatformHarness()
        let root = try await platform.domain.directory.realms.realm(at: .root)
        try await PlatformHarness.makeWorker("foreign", AdministratorRole.allCases, in: root, platform.domain)
        let foreign = try await PlatformHarness.token(of: "foreign", in: root, platform.server)
        try await PlatformHarness.makeWorker("gone", AdministratorRole.allCases, in: platform.realm, platform.domain)
        let gone = try await PlatformHarness.token(of: "gone", in: platform.realm, platform.server)
        try await platform.domain.directory.applications.delete("gone", in: platform.realm.id)
        #expect(!foreign.isEmpty && !gone.isEmpty)
        for route in PlatformRoutes.guarded {
            for token in [nil, "", "x", foreign, gone, platform.token + "x"] {
                let headers: HTTPFields = token.map { [.authorization: "Bearer " + $0] } ?? [:]
                let answer = try await send(route, platform, headers: headers)
                #expect(answer.status == .unauthorized && answer.json["code"] == "INVALID_TOKEN", "\(route.method) \(route.path)")
                #expect(answer.headers[.wwwAuthenticate] != nil)
            }
            let basic = try await send(route, platform, headers: [.authorization: "Basic " + platform.token])
            #expect(basic.status == .unauthorized)
        }
    }

    @Test("an expired token is none")
    func expired() async throws {
        let time = ManualTime()
        let platform = try await PlatformHarness(time: time)
        time.advance(by: 3601)
        for route in PlatformRoutes.guarded {
            let answer = try await send(route, platform, headers: [.authorization: "Bearer " + platform.token])
            #expect(answer.status == .unauthorized, "\(route.method) \(route.path)")
        }
    }

    @Test("a worker without a role for it may do nothing, and one whose role only reads, not change")
    func roles() async throws {
        let platform = try await PlatformHarness()
        // Without it a realm's verifications are forbidden to all.
        var realm = platform.realm
        realm.settings[VerificationSettings.self].verification = true
        try await platform.domain.directory.realms.update(realm)
        let none = try await platform.token([])
        for route in PlatformRoutes.guarded {
            let answer = try await send(route, platform, headers: [.authorization: "Bearer " + none])
            #expect(answer.status == .forbidden && answer.json["code"] == "ACCESS_FAILED", "\(route.method) \(route.path)")
        }
        for role in AdministratorRole.allCases {
            let token = try await platform.token([role])
            for route in PlatformRoutes.guarded where !route.isDangerous {
                let answer = try await send(route, platform, headers: [.authorization: "Bearer " + token])
                let isAllowed = role.permissions.contains(route.access.permission)
                #expect((answer.status != .forbidden) == isAllowed, "\(role.rawValue): \(route.method) \(route.path) \(answer.status)")
            }
        }
    }

    @Test("a client without roles may do what its scopes name, and nothing else")
    func scopes() async throws {
        let platform = try await PlatformHarness()
        for scope in Set(PlatformRoutes.guarded.compactMap(\.access.scope)) {
            let token = try await platform.token([], scopes: [scope])
            for route in PlatformRoutes.guarded where !route.isDangerous {
                let answer = try await send(route, platform, headers: [.authorization: "Bearer " + token])
                #expect((answer.status != .forbidden) == (route.access.scope == scope), "\(scope): \(route.method) \(route.path)")
            }
        }
    }

    @Test("a user's token is for their own things, where the reference lets it, and with the scope")
    func users() async throws {
        let platform = try await PlatformHarness()
        let scopes = Set(PlatformRoutes.guarded.compactMap(\.access.scope)).sorted()
        let own = try await platform.userToken(platform.user, scopes: scopes)
        let demo = try #require(try await platform.domain.directory.users.user(named: "demo", in: platform.realm.id))
        let others = try await platform.userToken(demo, scopes: scopes)
        let bare = try await platform.userToken(platform.user, scopes: ["openid"])
        #expect(!own.isEmpty && !others.isEmpty && !bare.isEmpty)
        for route in PlatformRoutes.guarded where !route.isDangerous {
            let answer = try await send(route, platform, headers: [.authorization: "Bearer " + own])
            let text = "\(route.method) \(route.path) \(answer.status) \(answer.text)"
            if route.access.isForOwners {
                #expect(answer.status != .forbidden, "\(text)")
                let foreign = try await send(route, platform, headers: [.authorization: "Bearer " + others])
                if route.path.parameters.contains("userID") { #expect(foreign.status == .forbidden, "\(text)") }
                #expect(try await send(route, platform, headers: [.authorization: "Bearer " + bare]).status == .forbidden, "\(text)")
            } else {
                #expect(answer.status == .unauthorized && answer.json["code"] == "INVALID_TOKEN", "\(text)")
            }
        }
    }

    @Test("users may change of themselves what the schema lets them, and no more")
    func owner() async throws {
        let platform = try await PlatformHarness()
        let path = "/users/\(platform.user.id.uuidString.lowercased())"
        let own = try await platform.userToken(platform.user, scopes: ["p1:read:user", "p1:update:user"])
        #expect(try await platform.send(.get, path, token: own).status == .ok)
        #expect(try await platform.send(.patch, path, ["nickname": "A"], token: own).json["nickname"] == "A")
        #expect(try await platform.send(.patch, path, ["enabled": false], token: own).status == .forbidden)
        #expect(try await platform.send(.patch, path, ["mfaEnabled": true], token: own).status == .badRequest)
        #expect(try await platform.send(.put, path + "/mfaEnabled", ["mfaEnabled": true], token: own).status == .forbidden)
    }

    @Test("nobody gets rights by way of an application that has more")
    func escalation() async throws {
        let platform = try await PlatformHarness()
        let developer = try await platform.token([.clientApplicationDeveloper])
        let worker: JSONValue = [
            "name": "w", "type": "WORKER", "protocol": "OPENID_CONNECT", "grantTypes": ["CLIENT_CREDENTIALS"],
            "tokenEndpointAuthMethod": "CLIENT_SECRET_BASIC", "roles": ["Identity Data Admin"],
        ]
        #expect(try await platform.send(.post, "/applications", worker, token: developer).status == .forbidden)
        let made = try await platform.send(.post, "/applications", worker)
        #expect(made.status == .created, "\(made.text)")
        let path = "/applications/" + (made.json["id"]?.string ?? "")
        for (method, rest) in [(HTTPRequest.Method.get, "/secret"), (.post, "/secret"), (.delete, "")] {
            #expect(try await platform.send(method, path + rest, token: developer).status == .forbidden, "\(method) \(rest)")
        }
        var bare = try #require(worker.object)
        bare["roles"] = nil
        #expect(try await platform.send(.put, path, .object(bare), token: developer).status == .forbidden)
        #expect(try await platform.send(.get, path + "/secret").json["secret"]?.string?.isEmpty == false)
    }

    @Test("unknown environments, methods and paths are told in the platform's words")
    func shape() async throws {
        let platform = try await PlatformHarness()
        let headers: HTTPFields = [.authorization: "Bearer " + platform.token]
        let unknown = try await platform.server.send(.get, "/v1/environments/\(UUID())/users", headers: headers)
        #expect(unknown.status == .notFound && unknown.json["code"] == "NOT_FOUND")
        let method = try await platform.send(.patch, "/populations")
        #expect(method.status == .methodNotAllowed && method.headers[.allow] == "GET, POST")
        #expect(try await platform.send(.get, "/users/nobody").json["code"] == "NOT_FOUND")
        let broken = try await platform.server.send(
            .post, "/v1/environments/\(platform.environment)/users", headers: headers.merging([.contentType: "application/json"]), body: "{"
        )
        #expect(broken.status == .badRequest && broken.json["code"] == "INVALID_REQUEST")
        let long = String(repeating: " ", count: (256 << 10) + 1)
        let tooLong = try await platform.server.send(
            .post, "/v1/environments/\(platform.environment)/users", headers: headers.merging([.contentType: "application/json"]),
            body: long)
        #expect(tooLong.status == .contentTooLarge && tooLong.json["code"] == "INVALID_REQUEST")
    }
}

extension PlatformRoute {
    /// Whether it would take the user, or the token's own sessions, out of the test.
    fileprivate var isDangerous: Bool { method == .delete && path.description.hasSuffix("{userID}") }
}

extension PlatformRoutes {
    /// Those that want a token. The others are flows, which their id and the browser's cookie open.
    fileprivate static let guarded = all.filter { !$0.access.isForAnyone }
}
