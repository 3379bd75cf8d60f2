import DialectTesting
import Dialects
import Foundation
import Foundations
@testable import HTTPBase
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOEmbedded
import Primitives
@testable import RealmHTTP
import Store
import Testing

import Services
import Sessions
import Directory
@testable import PlatformDialect

@Suite("Who changes their own credentials has signed in a short while ago")
struct CredentialGuardTests {
    /// Who sends a request.
    enum Caller: CaseIterable { case fresh, stale, nobody, other }

    /// A way of showing who one is, with what it takes for the fresh, the stale and the other user.
    private struct Stage {
        let platform: PlatformHarness
        private var headers: [CallerProof: [Caller: HTTPFields]] = [:]

        init() async throws {
            let time = ManualTime()
            let platform = try await PlatformHarness(time: time)
            self.platform = platform
            let realm = platform.realm
            let other = try #require(try await platform.domain.directory.users.user(named: TestDomain.username, in: realm.id))
            let scopes = Set(PlatformRoutes.all.compactMap(\.access.scope)).sorted() + ["fr:idm:*"]
            func both(_ user: User) async throws -> [CallerProof: HTTPFields] {
                let token = try await platform.userToken(user, scopes: scopes)
                let (domain, server) = (platform.domain, platform.server)
                let session = try await domain.platform.database.write { transaction in
                    try domain.session.registry.create(NewSession(user: user, journey: "Login"), in: realm, transaction).1
                }
                return [.accessToken: [.authorization: "Bearer " + token], .session: server.presenting(session.reveal())]
            }
            let stale = try await both(platform.user)
            time.advance(by: TimeInterval(realm.settings[SessionSettings.self].accountFreshness) + 1)
            let (fresh, others) = (try await both(platform.user), try await both(other))
            for proof in [CallerProof.accessToken, .session] {
                headers[proof] = [.fresh: fresh[proof] ?? [:], .stale: stale[proof] ?? [:], .nobody: [:], .other: others[proof] ?? [:]]
            }
        }

        func path(of route: Route) -> String {
            let (realm, user) = (platform.environment, platform.user.id.uuidString.lowercased())
            let values = [
                "environmentID": realm, "userID": user, "id": user, "type": "alpha_user", "kind": "webauthn", "realmName": "alpha",
            ]
            return route.path.examples(realms: ["/realms/alpha"]) { values[$0] ?? UUID().uuidString.lowercased() }.first ?? ""
        }

        func fields(_ route: Route, _ proof: CallerProof, as caller: Caller) -> HTTPFields {
            var fields = headers[proof]?[caller] ?? [:]
            fields[.contentType] = route.path.description.hasSuffix("/account") ? "application/x-www-form-urlencoded" : "application/json"
            fields[.known("X-Requested-With")] = "test"
            return fields
        }

        func send(_ route: Route, _ proof: CallerProof, as caller: Caller) async throws -> ServerResponse {
            try await platform.server.send(route.method, path(of: route), headers: fields(route, proof, as: caller), body: "{}")
        }
    }

    private func guarded(_ stage: Stage) -> [(Route, CallerProof)] {
        stage.platform.server.frontDoor.table.routes.filter { $0.changes.contains(.ownCredentials) }.flatMap { route in
            [CallerProof.session, .accessToken].filter(route.proofs.contains).map { (route, $0) }
        }
    }

    @Test("the matrix: each route of the table that changes the caller's credentials × fresh, stale, no and another user's proof")
    func matrix() async throws {
        let stage = try await Stage()
        let guarded = guarded(stage)
        #expect(guarded.count > 25)
        for (route, proof) in guarded {
            for caller in Caller.allCases {
                let answer = try await stage.send(route, proof, as: caller)
                let text = "\(route.method) \(route.path) by \(proof) as \(caller): \(answer.status) \(answer.text.prefix(120))"
                switch caller {
                case .fresh: #expect(!answer.isStale, "\(text)")
                case .stale: #expect(answer.isStale && answer.status == (proof == .accessToken ? .unauthorized : answer.status), "\(text)")
                case .nobody: #expect([.unauthorized, .forbidden, .seeOther].contains(answer.status), "\(text)")
                case .other:
                    guard !Set(route.path.parameters).isDisjoint(with: ["id", "userID"]) else { continue }
                    #expect([.unauthorized, .forbidden].contains(answer.status) && !answer.isStale, "\(text)")
                }
            }
        }
    }

    /// The ways of writing a path so that not all readers read it alike: letters that are escaped, and queries that can't be read or say more.
    private static func disguises(_ path: String) -> [String] {
        let segments = path.split(separator: "/").map(String.init)
        let escaped = segments.indices.compactMap { index -> String? in
            guard let first = segments[index].utf8.first else { return nil }
            var all = segments
            all[index] = "%" + String(first, radix: 16) + all[index].dropFirst()
            return "/" + all.joined(separator: "/")
        }
        let queries = ["%zz", "a=%ff", "realm=/", "realm=%zz", "realm=/alpha&realm=/alpha"] + [String(repeating: "a&", count: 200)]
        return escaped + [path.uppercased(), path + "/", "/" + path] + queries.map { path + "?" + $0 }
    }

    @Test("no way of writing its path lets a stale caller through to a route: what the guard can't read is refused")
    func disguised() async throws {
        let stage = try await Stage()
        let door = stage.platform.server.frontDoor
        let guardian = CredentialGuard(
            reader: RequestReader(services: stage.platform.domain.ofRequests, configuration: stage.platform.server.configuration))
        var passed = 0
        for (route, proof) in guarded(stage) {
            for path in [stage.path(of: route)] + Self.disguises(stage.path(of: route)) {
                let request = Request(
                    head: HTTPRequest(
                        method: route.method, scheme: nil, authority: nil, path: path, headerFields: stage.fields(route, proof, as: .stale)),
                    body: RequestBody(buffer: ByteBuffer(string: "{}")))
                let context = GatehouseContext(
                    source: ApplicationRequestContextSource(channel: NIOAsyncTestingChannel(), logger: Logger(label: "test")))
                let arrival = Arrival(request, context, door.table)
                guard case .success(let found) = arrival.way else { continue }
                passed += 1
                await #expect(throws: (any Error).self, "\(route.method) \(path) by \(proof)") {
                    try await guardian.check(request, arrival.context, found)
                }
            }
        }
        #expect(passed > 200)
    }

    @Test("a user whose name reads as an id is held to the rule by that name, too")
    func nameOfAnID() async throws {
        let stage = try await Stage()
        let (platform, realm) = (stage.platform, stage.platform.realm)
        let name = "6C5A3F0E-1111-4222-8333-0123456789AB"
        let user = try await platform.domain.directory.users.create("earlier", in: realm.id)
        // An earlier version let a user have such a name.
        try await platform.domain.platform.database.write { transaction in
            _ = try transaction.execute(
                "UPDATE users SET username = ?3, folded = ?4 WHERE realm = ?1 AND id = ?2", realm.id, user.id, name, name.lowercased())
        }
        let session = try await platform.domain.platform.database.write { [domain = platform.domain] transaction in
            var new = NewSession(user: user, journey: "Login")
            new.authenticated = domain.platform.time.now.addingTimeInterval(-3600)
            return try domain.session.registry.create(new, in: realm, transaction).1
        }
        var headers = platform.server.presenting(session.reveal())
        headers[.known("X-Requested-With")] = "test"
        for named in [name, "%36" + name.dropFirst()] {
            let path = "/am/json/realms/root/realms/alpha/users/\(named)/devices/2fa/oath?_action=reset"
            #expect(try await platform.server.send(.post, path, headers: headers).isStale)
        }
    }

    @Test("what a stale caller gets says what to do: RFC 9470's challenge with a token, a code of ours with a session")
    func words() async throws {
        let stage = try await Stage()
        let routes = guarded(stage)
        for (route, proof) in routes where route.path.description.contains("/managed/") || route.path.description.contains("/users/") {
            let answer = try await stage.send(route, proof, as: .stale)
            if proof == .accessToken {
                let challenge = answer.headers[.wwwAuthenticate] ?? ""
                #expect(
                    challenge.contains("error=\"insufficient_user_authentication\"") && challenge.contains("max_age=\"900\""),
                    "\(route.path)")
            } else {
                #expect(
                    answer.status == .forbidden && answer.json["detail"]?["errorCode"] == "insufficient_user_authentication",
                    "\(route.path)")
                #expect(answer.json["detail"]?["maxAge"] == 900)
            }
        }
    }

    @Test("a stale caller may still look, and change what lets nobody in")
    func reading() async throws {
        let stage = try await Stage()
        let table = stage.platform.server.frontDoor.table
        for route in table.routes
        where route.isSafe && ["/users/{id}", "/managed/{type}/{id}"].contains(where: route.path.description.hasSuffix) {
            for proof in [CallerProof.session, .accessToken] where route.proofs.contains(proof) {
                let answer = try await stage.send(route, proof, as: .stale)
                #expect(answer.status == .ok && !answer.isStale, "\(route.path) \(answer.text)")
            }
        }
    }

    @Test("an administrator with an old session changes others, and not themselves")
    func administrator() async throws {
        let stage = try await Stage()
        let (platform, realm) = (stage.platform, stage.platform.realm)
        try await platform.domain.directory.users.setAdministrator(true, platform.user.id, in: realm.id)
        let other = try #require(try await platform.domain.directory.users.user(named: TestDomain.username, in: realm.id))
        let patch = try #require(
            platform.server.frontDoor.table.routes.first { $0.method == .patch && $0.path.description.hasSuffix("/managed/{type}/{id}") })
        #expect(try await stage.send(patch, .session, as: .stale).isStale)
        let (domain, user) = (platform.domain, platform.user)
        let before = platform.server.time.now.addingTimeInterval(-3600)
        let session = try await domain.platform.database.write { transaction in
            var new = NewSession(user: user, journey: "Login")
            new.authenticated = before
            return try domain.session.registry.create(new, in: realm, transaction).1
        }
        var headers = platform.server.presenting(session.reveal())
        headers[.contentType] = "application/json"
        headers[.known("X-Requested-With")] = "test"
        let body: JSONValue = [["operation": "replace", "field": "city", "value": "Berne"]]
        let answer = try await platform.server.send(
            .patch, "/openidm/managed/alpha_user/\(other.id.uuidString.lowercased())", headers: headers, body: body.text)
        #expect(answer.status == .ok, "\(answer.text)")
    }
}

extension ServerResponse {
    /// Whether it says that the caller's proof is too old; of the account page, that it sends the browser back to it.
    fileprivate var isStale: Bool {
        headers[.wwwAuthenticate]?.contains("insufficient_user_authentication") == true
            || json["detail"]?["errorCode"] == "insufficient_user_authentication"
            || status == .seeOther && headers[.location]?.hasSuffix("/account") == true
    }
}
