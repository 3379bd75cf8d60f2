import Foundation
import NIOHTTP1
import Primitives
import ResourceMessages
import ServerTesting
import Store
import Testing
import Services
import Directory
import Foundations

@Suite("Policy: users are seen and changed by those who may")
struct ManagedUserPolicyTests {
    /// Who may not.
    enum Stranger: String, CaseIterable, CustomTestStringConvertible {
        case anonymous, otherUser, userOfRoot, administratorOfSibling, brokenToken, emptyToken, otherScope, userWithScope, idToken,
            refreshToken, expiredToken, endedSession, tokenAndSession, twoTokens, basic, withoutProof
        var testDescription: String { rawValue }

        func headers(_ peer: Peer) async throws -> [(String, String)] {
            switch self {
            case .anonymous: return [("X-Requested-With", "test")]
            case .otherUser: return try await peer.session(of: try await peer.makeUser("other"))
            case .userOfRoot: return try await peer.session(of: try await peer.makeUser("other", in: "root"))
            case .administratorOfSibling:
                _ = try await peer.server.domain.directory.realms.create(try #require(RealmPath("sibling")))
                return try await peer.session(of: try await peer.makeUser("boss", in: "sibling", isAdministrator: true))
            case .brokenToken: return bearer(String(try await peer.clientToken("fr:idm:*").dropLast(4)))
            case .emptyToken: return bearer("")
            case .otherScope: return bearer(try await peer.clientToken("other"))
            case .userWithScope: return bearer(try #require(try await peer.userTokens("openid fr:idm:*")["access_token"]?.string))
            case .idToken: return bearer(try #require(try await peer.userTokens("openid")["id_token"]?.string))
            case .refreshToken: return bearer(try #require(try await peer.userTokens("openid fr:idm:*")["refresh_token"]?.string))
            case .expiredToken:
                let token = try await peer.clientToken("fr:idm:*")
                peer.time.advance(by: 3_700)
                return bearer(token)
            case .endedSession:
                let boss = try await peer.makeUser("boss", isAdministrator: true)
                let headers = try await peer.session(of: boss)
                try await peer.server.domain.directory.users.setStatus(.inactive, of: boss.id, in: boss.realm)
                return headers
            case .tokenAndSession:
                return try await peer.session(of: try await peer.makeUser("boss", isAdministrator: true)) + bearer("broken")
            case .twoTokens:
                let token = try await peer.clientToken("fr:idm:*")
                return bearer(token) + bearer(token)
            case .basic: return [("Authorization", "Basic YWRtaW46YWRtaW4=")]
            case .withoutProof: return [(Demo.cookie, "not a session")]
            }
        }

        private func bearer(_ token: String) -> [(String, String)] { [("Authorization", "Bearer \(token)")] }
    }

    @Test("nobody else sees or changes a user by any route", arguments: Stranger.allCases)
    func strangers(_ stranger: Stranger) async throws {
        try await withServer { (peer: Peer) async throws in
            let target = try await peer.makeUser("target")
            let headers = try await stranger.headers(peer)
            for (deed, path) in ManagedDeed.allCases.flatMap({ deed in ManagedPath.allCases.map { (deed, $0) } }) {
                let reply = try await deed.send(peer, path, target.id, headers)
                #expect(reply.status == 401 || reply.status == 403, "\(deed) \(path): \(reply.status) \(reply.text)")
                #expect(!reply.text.contains("target"), "\(deed) \(path): \(reply.text)")
            }
            #expect(try await peer.current(target) == target)
            #expect(try await peer.server.domain.directory.users.user(named: "made", in: target.realm) == nil)
        }
    }

    /// Who may.
    enum Master: String, CaseIterable, CustomTestStringConvertible {
        case administrator, administratorOfRoot, client
        var testDescription: String { rawValue }

        func headers(_ peer: Peer) async throws -> [(String, String)] {
            switch self {
            case .administrator: try await peer.session(of: try await peer.makeUser("boss", isAdministrator: true))
            case .administratorOfRoot: try await peer.session(of: try await peer.makeUser("boss", in: "root", isAdministrator: true))
            case .client: [("Authorization", "Bearer \(try await peer.clientToken("fr:idm:*"))")]
            }
        }
    }

    @Test("administrators do, and hashes are never shown", arguments: Master.allCases, ManagedPath.allCases)
    func masters(_ master: Master, _ path: ManagedPath) async throws {
        try await withServer { (peer: Peer) async throws in
            let target = try await peer.makeUser("target")
            let headers = try await master.headers(peer)
            for deed in ManagedDeed.allCases {
                let reply = try await deed.send(peer, path, target.id, headers)
                // The user of one deed is in the way of another.
                let expected = deed == .make ? 403 : deed == .create ? 201 : 200
                #expect(reply.status == expected, "\(deed): \(reply.status) \(reply.text)")
                #expect(!reply.text.contains("argon2") && !reply.text.contains("password"), "\(deed): \(reply.text)")
            }
            #expect(try await peer.current(target) == nil)
            try await AuditLog.seal(peer.server.domain.platform.database)
            let told = try await peer.server.domain.platform.database.read { transaction in
                try transaction.rows(
                    """
                    SELECT details FROM audit_event WHERE kind IN ('user.changed', 'password.changed') AND user_id = ?1
                        AND details NOT LIKE '%created%'
                    """, target.id.uuidString.lowercased()
                ).map { try $0.text("details") }
            }
            #expect(told.count == 4 && told.allSatisfy { $0.contains(master == .client ? "byClient" : "byUser") }, "\(told)")
        }
    }

    @Test("users see themselves, and change what users may: by session and by token", arguments: [true, false])
    func own(bySession: Bool) async throws {
        try await withServer { (peer: Peer) async throws in
            let realm = try await peer.server.domain.directory.realms.realm(at: try #require(RealmPath("alpha")))
            let demo = try #require(try await peer.server.domain.directory.users.user(named: Demo.user, in: realm.id))
            let headers =
                bySession
                ? try await peer.session(of: demo)
                : [("Authorization", "Bearer \(try #require(try await peer.userTokens("openid fr:idm:*")["access_token"]?.string))")]
            let path = ManagedPath.type.url(demo.id.uuidString.lowercased())
            #expect(try await peer.managed(.GET, path, headers).json["userName"] == "demo")
            #expect(try await peer.managed(.PATCH, path, headers, Peer.patch("city", "Delft")).json["city"] == "Delft")
            for (field, value) in [("accountStatus", "inactive"), ("aliasList", ["x"]), ("password", "another long enough phrase")]
                as [(String, JSONValue)]
            {
                #expect(try await peer.managed(.PATCH, path, headers, Peer.patch(field, value)).status == 403, "\(field)")
            }
            for field in ["_id", "_rev", "isAdministrator", "administrator", "passwordHash"] {
                #expect(try await peer.managed(.PATCH, path, headers, Peer.patch(field, "x")).status == 400, "\(field)")
            }
            let nobody = try await peer.managed(.GET, ManagedPath.type.url(UUID().uuidString), headers)
            let other = try await peer.managed(.GET, ManagedPath.type.url(try await peer.makeUser("other").id.uuidString), headers)
            #expect(nobody.status == 403 && nobody.text == other.text)
        }
    }

    @Test("a browser is not made to change anything by another site: a session needs a header that no form can send")
    func crossSite() async throws {
        try await withServer { (peer: Peer) async throws in
            let boss = try await peer.makeUser("boss", isAdministrator: true)
            let headers = try await peer.session(of: boss).filter { $0.0 != "X-Requested-With" }
            for deed in [ManagedDeed.create, .change, .remove] {
                #expect(try await deed.send(peer, .type, boss.id, headers).status == 403)
            }
        }
    }

    @Test("of parallel users of one name exactly one is made", arguments: [true, false])
    func parallel(namesID: Bool) async throws {
        try await withServer { (peer: Peer) async throws in
            let headers = try await Master.administrator.headers(peer)
            let statuses = await withTaskGroup(of: Int?.self) { group in
                for index in 0..<10 {
                    group.addTask {
                        let id = UUID().uuidString.lowercased()
                        let profile = Peer.profile(index.isMultiple(of: 2) ? "twin" : "TWIN")
                        return namesID
                            ? try? await peer.managed(.PUT, ManagedPath.type.url(id), headers + [("If-None-Match", "*")], profile).status
                            : try? await peer.managed(.POST, ManagedPath.type.url("", "_action=create"), headers, profile).status
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.filter { $0 == 201 }.count == 1, "\(statuses)")
            #expect(statuses.filter { $0 == 403 }.count == 9, "\(statuses)")
        }
    }

    @Test("of parallel changes of one revision exactly one is made", arguments: [HTTPMethod.PATCH, .PUT, .DELETE])
    func revisions(method: HTTPMethod) async throws {
        try await withServer { (peer: Peer) async throws in
            let target = try await peer.makeUser("target")
            let headers = try await Master.administrator.headers(peer)
            let path = ManagedPath.type.url(target.id.uuidString.lowercased())
            let statuses = await withTaskGroup(of: Int?.self) { group in
                for city in ["Delft", "Leiden", "Gouda", "Breda", "Venlo"] {
                    group.addTask {
                        var profile = Peer.profile("target").object ?? JSONObject()
                        profile["city"] = .string(city)
                        let body = method == .PUT ? JSONValue.object(profile) : method == .PATCH ? Peer.patch("city", .string(city)) : nil
                        return try? await peer.managed(method, path, headers + [("If-Match", "\"1\"")], body).status
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.filter { $0 == 200 }.count == 1, "\(statuses)")
            #expect(statuses.allSatisfy { [200, 412, 404].contains($0) }, "\(statuses)")
            #expect(
                try await peer.managed(method, path, headers + [("If-Match", "1")], method == .DELETE ? nil : Peer.patch("city", "X"))
                    .status != 200)
        }
    }

    @Test(
        "a hostile filter is refused or finds nothing",
        arguments: [
            ("", 400), ("(", 400), (String(repeating: "(", count: 3000), 400), (String(repeating: "!", count: 3000) + "true", 400),
            (Array(repeating: "true", count: 65).joined(separator: " or "), 400), (#"userName eq "x" or 1=1"#, 400), ("password pr", 400),
            (#"passwordHash sw "$argon2""#, 400), ("_rev pr", 400), ("pin pr", 400), ("description pr", 400),
            (#"userName eq "'; DROP TABLE users; --""#, 200), (#"userName eq "' OR '1'='1""#, 200), (#"userName co "\u0000""#, 400),
            (#"sn sw "%""#, 200), (#"sn co "_""#, 200), (#"userName eq "\#(String(repeating: "x", count: 5000))""#, 400),
            ("true&_queryFilter=true", 400),
            ("true&_pageSize=-1", 400), ("true&_pageSize=x", 400), ("true&_pageSize=1&_pageSize=2", 400), ("true&_sortKeys=password", 400),
            ("true&_sortKeys=a,b,c,d,e", 400), ("true&_pagedResultsCookie=x", 400), ("true&_pagedResultsCookie=e30", 400),
            ("true&_unknown=1", 400), ("true&_fields=/a//b", 400), ("true&_totalPagedResultsPolicy=ALL", 400), ("true&_queryId=all", 400),
        ])
    func hostile(_ filter: String, _ status: Int) async throws {
        try await withServer { (peer: Peer) async throws in
            let domain = peer.server.domain
            let realm = try await domain.directory.realms.realm(at: try #require(RealmPath("alpha")))
            let pin = try #require(FieldPath("pin"))
            try await domain.directory.schemas.set(
                ProfileSchema(ProfileSchema.standard.attributes + [ProfileAttribute(pin, isSensitive: true)]), of: realm.id)
            let headers = try await Master.administrator.headers(peer)
            // The tail after an ampersand is parameters of its own.
            let parts = filter.split(separator: "&", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let encoded = parts[0].addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
            let query = "_queryFilter=\(encoded)" + (parts.count > 1 ? "&\(parts[1])" : "")
            let reply = try await peer.managed(.GET, ManagedPath.type.url("", query), headers)
            #expect(reply.status == status, "\(reply.status) \(reply.text)")
            if status == 200 { #expect(reply.json["resultCount"] == 0) }
            if status == 400 { #expect(reply.json["code"] == 400 && reply.json["message"]?.string?.isEmpty == false) }
            #expect(try await domain.directory.users.user(named: Demo.user, in: realm.id) != nil)
        }
    }

    @Test("doubled and contradictory parameters and conditions are refused")
    func doubled() async throws {
        try await withServer { (peer: Peer) async throws in
            let target = try await peer.makeUser("target")
            let headers = try await Master.administrator.headers(peer)
            let own = ManagedPath.type.url(target.id.uuidString)
            let create = ManagedPath.type.url("", "_action=create&_action=create")
            #expect(try await peer.managed(.POST, create, headers, Peer.profile("made")).status == 400)
            #expect(try await peer.managed(.POST, ManagedPath.type.url("", "_action=delete"), headers, [:]).status == 400)
            for conditions in [
                [("If-Match", "1"), ("If-Match", "1")], [("If-Match", "1"), ("If-None-Match", "*")], [("If-Match", "x")],
                [("If-None-Match", "1")], [("If-Match", "\"1\", \"2\"")],
            ] {
                #expect(try await peer.managed(.PATCH, own, headers + conditions, Peer.patch("city", "X")).status == 400, "\(conditions)")
            }
            #expect(try await peer.send(.PATCH, own, headers + [("Content-Type", "text/plain")], body: "[]").status == 415)
            for body in ["", "{}", "[{}]", "[", #"[{"operation":"replace","field":"/sn","value":"A","value":"B"}]"#] {
                #expect(
                    try await peer.send(.PATCH, own, headers + [("Content-Type", "application/json")], body: body).status == 400, "\(body)")
            }
            #expect(try await peer.managed(.PATCH, own, headers, Peer.patch("sn", 1)).json["detail"]?["failedPolicyRequirements"] != nil)
            #expect(try await peer.managed(.GET, ManagedPath.type.url("not-an-id"), headers).status == 404)
            #expect(try await peer.managed(.GET, "/openidm/managed/alpha_role?_queryFilter=true", headers).status == 404)
            #expect(try await peer.current(target) == target)
        }
    }

    @Test("sensitive attributes can be written, never read: not by field, filter, order, patch or the older route")
    func sensitive() async throws {
        try await withServer { (peer: Peer) async throws in
            let domain = peer.server.domain
            let realm = try await domain.directory.realms.realm(at: try #require(RealmPath("alpha")))
            let pin = ProfileAttribute(try #require(FieldPath("pin")), isUserEditable: true, isSensitive: true)
            try await domain.directory.schemas.set(ProfileSchema(ProfileSchema.standard.attributes + [pin]), of: realm.id)
            let target = try await peer.makeUser("target")
            let (master, own) = (try await Master.administrator.headers(peer), try await peer.session(of: target))
            let path = ManagedPath.type.url(target.id.uuidString)
            #expect(try await peer.managed(.PATCH, path, own, Peer.patch("pin", "314159")).status == 200)
            #expect(try await peer.current(target)?.attributes["pin"] == "314159")
            for headers in [master, own] {
                for query in ["", "?_fields=pin", "?_fields=*,pin,/pin,_meta"] {
                    #expect(try await !peer.managed(.GET, path + query, headers).text.contains("314159"))
                }
            }
            #expect(try await !peer.managed(.PUT, path, master, Peer.profile("target")).text.contains("314159"))
            #expect(try await peer.current(target)?.attributes["pin"] == "314159", "a replacement keeps what nobody can read")
            #expect(try await !peer.send(.GET, "/am/json/realms/alpha/users/target", own).text.contains("314159"))
        }
    }
}
