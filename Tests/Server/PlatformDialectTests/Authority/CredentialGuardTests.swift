import DialectTesting
import Foundation
import HTTPTypes
import Primitives
import Store
import Testing

@testable import DialectBase
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
            let other = try #require(try await platform.domain.users.user(named: TestDomain.username, in: realm.id))
            let scopes = Set(PlatformRoutes.all.compactMap(\.access.scope)).sorted() + ["fr:idm:*"]
            func both(_ user: User) async throws -> [CallerProof: HTTPFields] {
                let token = try await platform.userToken(user, scopes: scopes)
                let (domain, server) = (platform.domain, platform.server)
                let session = try await domain.database.write { transaction in
                    try domain.sessions.create(NewSession(user: user, journey: "Login"), in: realm, transaction).1
                }
                return [.accessToken: [.authorization: "Bearer " + token], .session: server.presenting(session.reveal())]
            }
            let stale = try await both(platform.user)
            time.advance(by: TimeInterval(realm.settings.accountFreshness) + 1)
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

        func send(_ route: Route, _ proof: CallerProof, as caller: Caller) async throws -> Answer {
            var fields = headers[proof]?[caller] ?? [:]
            fields[.contentType] = route.path.description.hasSuffix("/account") ? "application/x-www-form-urlencoded" : "application/json"
            fields[.known("X-Requested-With")] = "test"
            return try await platform.server.send(route.method, path(of: route), headers: fields, body: "{}")
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
        try await platform.domain.users.setAdministrator(true, platform.user.id, in: realm.id)
        let other = try #require(try await platform.domain.users.user(named: TestDomain.username, in: realm.id))
        let patch = try #require(
            platform.server.frontDoor.table.routes.first { $0.method == .patch && $0.path.description.hasSuffix("/managed/{type}/{id}") })
        #expect(try await stage.send(patch, .session, as: .stale).isStale)
        let (domain, user) = (platform.domain, platform.user)
        let before = platform.server.time.now.addingTimeInterval(-3600)
        let session = try await domain.database.write { transaction in
            var new = NewSession(user: user, journey: "Login")
            new.authenticated = before
            return try domain.sessions.create(new, in: realm, transaction).1
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

extension Answer {
    /// Whether it says that the caller's proof is too old; of the account page, that it sends the browser back to it.
    fileprivate var isStale: Bool {
        headers[.wwwAuthenticate]?.contains("insufficient_user_authentication") == true
            || json["detail"]?["errorCode"] == "insufficient_user_authentication"
            || status == .seeOther && headers[.location]?.hasSuffix("/account") == true
    }
}
