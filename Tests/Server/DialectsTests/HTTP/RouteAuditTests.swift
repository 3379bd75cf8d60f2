import DialectTesting
import Foundation
@testable import HTTPBase
import HTTPTypes
import Hummingbird
import Primitives
import RealmHTTP
import Store
import Testing

import Directory
import Foundations
import Services
import Sessions

@Suite("Events that routes declare")
struct RouteAuditTests {
    private struct Event: Hashable {
        let kind: String
        let route: String
    }

    private func events(_ server: ServerHarness) async throws -> [Event] {
        try await AuditLog.seal(server.domain.platform.database)
        return try await server.domain.platform.database.read { transaction in
            try transaction.rows("SELECT kind, details FROM audit_event WHERE kind IN ('access.refused', 'secret.read', 'users.listed')")
                .map {
                    let details = try JSONValue(parsing: try $0.text("details"))
                    return Event(kind: try $0.text("kind"), route: details["route"]?.string ?? "")
                }
        }
    }

    private func path(of route: Route, in realm: Realm) throws -> String {
        let values = [
            "environmentID": realm.id.text, "signalsID": realm.id.text, "tenantID": realm.id.text, "accountID": realm.id.text,
            "realm": realm.id.text, "walletRealm": realm.id.text, "verifyRealm": realm.id.text, "type": "alpha_user", "realmName": "alpha",
        ]
        return try #require(route.path.examples(realms: ["/realms/alpha"], value: { values[$0] ?? "x" }).first)
    }

    @Test("each route: a refusal of a caller with a forged proof leaves its event, unless a service writes its own")
    func refusals() async throws {
        let server = try await ServerHarness()
        let realm = try await server.domain.directory.realms.realm(at: TestDomain.alpha)
        var written = 0
        for route in server.frontDoor.table.routes {
            // The sampling is by the minute.
            server.time.advance(by: 60)
            let before = try await events(server).count { $0.kind == "access.refused" }
            let headers: HTTPFields = [
                .authorization: "Bearer forged", .acceptAPIVersion: "protocol=1.0", .contentType: "application/json",
                server.configuration.sessionCookie.field: "forged",
            ]
            let answer = try await server.send(
                route.method, try path(of: route, in: realm), headers: headers, body: route.isSafe ? nil : "{}")
            let after = try await events(server)
            let isRefused = answer.status == .unauthorized || answer.status == .forbidden
            let isWritten = after.count { $0.kind == "access.refused" } > before
            switch route.refusals {
            case .written: #expect(isWritten == isRefused, "\(route.method) \(route.path): \(answer.status)")
            // The service says more. The front door says only what an answer hides, as of a forged cookie that is led to the sign-in.
            case .byService: #expect(!isWritten || !isRefused, "\(route.path)")
            case .none:
                #expect(
                    !isRefused && route.proofs.isSubset(of: [.session, .possession]), "\(route.method) \(route.path): \(answer.status)")
            }
            if isWritten {
                written += 1
                #expect(after.contains(Event(kind: "access.refused", route: "\(route.method.rawValue) \(route.label)")), "\(route.path)")
            }
        }
        #expect(written > 100)
    }

    /// A request whose refusal its answer hides.
    private struct Disguise: CustomTestStringConvertible {
        let method: HTTPRequest.Method
        /// The end of the route's path.
        let suffix: String
        var query = ""
        var type = "application/json"
        var body: String?
        /// Whether a user asks who is signed in; else the session is forged.
        var isSignedIn = false
        let status: Int

        var testDescription: String { "\(method) \(suffix)" }
    }

    private static let form = "application/x-www-form-urlencoded"
    private static let disguises = [
        Disguise(
            method: .post, suffix: "/access_token", type: form, body: "grant_type=refresh_token&refresh_token=forged&client_id=audited",
            status: 400),
        Disguise(
            method: .post, suffix: "/access_token", type: form,
            body: "grant_type=authorization_code&code=forged&client_id=audited&redirect_uri=org.example.app%3A%2F%2Fcb", status: 400),
        Disguise(
            method: .post, suffix: "/push/sns/message", query: "?_action=authenticate", body: #"{"mechanismUid":"x","jwt":"a.b.c"}"#,
            status: 400),
        Disguise(method: .get, suffix: "/account", status: 303),
        Disguise(method: .get, suffix: "/devices/2fa/{kind}/{device}", isSignedIn: true, status: 404),
        Disguise(method: .put, suffix: "/devices/profile/{device}", body: #"{"alias":"x"}"#, isSignedIn: true, status: 404),
    ]

    @Test("a refusal that its answer hides leaves its event all the same", arguments: disguises)
    private func disguised(_ disguise: Disguise) async throws {
        let server = try await ServerHarness()
        let realm = try await server.domain.directory.realms.realm(at: TestDomain.alpha)
        var settings = ApplicationSettings()
        settings.kind = .native
        try await server.domain.directory.applications.create(Application(id: "audited", realm: realm.id, settings: settings, secret: nil))
        let user = try #require(try await server.domain.directory.users.user(named: TestDomain.username, in: realm.id))
        let token = try await server.domain.platform.database.write { transaction in
            try server.domain.session.registry.create(NewSession(user: user, journey: "Login"), in: realm, transaction).1
        }
        let route = try #require(
            server.frontDoor.table.routes.first { $0.method == disguise.method && $0.path.description.hasSuffix(disguise.suffix) })
        let values = ["id": TestDomain.username, "kind": "webauthn", "device": UUID().text]
        let path = try #require(route.path.examples(realms: ["/realms/alpha"], value: { values[$0] ?? "x" }).first)
        var headers: HTTPFields = [.acceptAPIVersion: "protocol=1.0", .contentType: disguise.type]
        headers[server.configuration.sessionCookie.field] = disguise.isSignedIn ? token.reveal() : "forged"
        // The account's page is asked as browsers ask, with a cookie.
        headers[.cookie] = "\(server.configuration.sessionCookie.name)=\(disguise.isSignedIn ? token.reveal() : "forged")"
        let answer = try await server.send(disguise.method, path + disguise.query, headers: headers, body: disguise.body)
        #expect(answer.status.code == disguise.status, "\(answer.text)")
        let event = Event(kind: "access.refused", route: "\(route.method.rawValue) \(route.label)")
        #expect(try await events(server).contains(event))
    }

    @Test("a route that asks for a token, a key or a client's credentials declares its refusals")
    func declared() async throws {
        for route in try await ServerHarness().frontDoor.table.routes {
            let asks = !route.proofs.isDisjoint(with: [.accessToken, .client, .deviceKey])
            #expect(!asks || route.refusals != .none, "\(route.path)")
        }
    }

    @Test("routes that tell secrets or list users are declared as such")
    func reads() async throws {
        for route in try await ServerHarness().frontDoor.table.routes {
            let path = route.path.description
            let tellsCode = route.method == .get && path.hasSuffix("/pairingKeys/{pairingKeyID}")
            if path.hasSuffix("/secret") || tellsCode { #expect(route.reads == .secret, "\(path)") }
            let listsUsers = route.method == .get && (path.hasSuffix("/users") || path.hasSuffix("/managed/{type}"))
            #expect((route.reads == .users) == listsUsers, "\(path)")
        }
    }

    @Test("a list of users and another's data leave events that say who asked; a flood is counted")
    func users() async throws {
        let server = try await ServerHarness()
        let realm = try await server.domain.directory.realms.realm(at: TestDomain.alpha)
        let user = try #require(try await server.domain.directory.users.user(named: TestDomain.username, in: realm.id))
        let token = try await server.domain.platform.database.write { transaction in
            try server.domain.session.registry.create(NewSession(user: user, journey: "Login"), in: realm, transaction).1
        }
        let headers: HTTPFields = [server.configuration.sessionCookie.field: token.reveal(), .acceptAPIVersion: "protocol=1.0"]
        for _ in 0..<20 {
            let list = try await server.send(.get, "/openidm/managed/alpha_user?_queryFilter=true", headers: headers)
            #expect(list.status == .forbidden)
        }
        try await AuditLog.seal(server.domain.platform.database)
        let rows = try await server.domain.platform.database.read { transaction in
            try transaction.rows("SELECT user_id FROM audit_event WHERE kind = 'access.refused'").map { try $0.optionalText("user_id") }
        }
        #expect(rows == Array(repeating: user.id.text, count: 5), "the others are counted")
        server.time.advance(by: 60)
        let (audit, now) = (server.domain.platform.audit, server.time.now)
        try await server.domain.platform.database.write { try audit.tellSampled(before: now, in: $0) }
        try await AuditLog.seal(server.domain.platform.database)
        let more = try await server.domain.platform.database.read { transaction in
            try transaction.rows("SELECT details FROM audit_event WHERE kind = 'access.refused' ORDER BY seq").last?.text("details")
        }
        #expect(try JSONValue(parsing: try #require(more))["more"]?.integer == 15)
    }
}
