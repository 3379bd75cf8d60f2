import DialectTesting
import Directory
import Foundation
@testable import HTTPBase
import HTTPTypes
import Primitives
import Services
import Sessions
import Testing

/// Each route that takes a user's name, with each way to write it.
@Suite("User names, on every route")
struct UserNamesTests {
    private static let name = "tom strauß"
    private static let password = "correct horse battery"

    /// A server with the user, and another whose name is near.
    struct Stage {
        let platform: PlatformHarness
        let user: User
        let session: String
        let managing: String

        var server: ServerHarness { platform.server }

        init() async throws {
            platform = try await PlatformHarness()
            let domain = platform.domain
            let profile: JSONObject = ["givenName": "T", "sn": "S", "mail": "tom@example.com"]
            user = try await domain.directory.accounts.create(
                NewAccount(UserNamesTests.name, profile, password: Secret(UserNamesTests.password)), in: platform.realm)
            _ = try await domain.directory.users.create("tomstrauß", in: platform.realm.id)
            session = try await UserNamesTests.login(UserNamesTests.name, platform.server) ?? ""
            managing = try await platform.token([], scopes: ["fr:idm:*"])
        }

        func manage(_ method: HTTPRequest.Method, _ path: String, _ body: JSONValue? = nil) async throws -> ServerResponse {
            try await server.send(
                method, "/openidm/managed/alpha_user\(path)",
                headers: [.authorization: "Bearer " + managing, .contentType: "application/json"], body: body?.text)
        }
    }

    private static func login(_ name: String, _ server: ServerHarness) async throws -> String? {
        let step = try await server.authenticate().json
        return try await server.authenticate(step.answering([name, password])).json["tokenId"]?.string
    }

    private static func quoted(_ text: String) -> String {
        text.utf8.map { "%" + Hexadecimal.encode([$0]) }.joined()
    }

    /// A route, and whether it found the user by a name.
    struct Lookup: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let finds: @Sendable (Stage, String) async throws -> Bool

        init(_ description: String, _ finds: @escaping @Sendable (Stage, String) async throws -> Bool) {
            testDescription = description
            self.finds = finds
        }
    }

    static let lookups = [
        Lookup("a journey's name and password") { stage, name in
            guard let token = try await login(name, stage.server) else { return false }
            let session = try await stage.platform.domain.session.registry.peek(Secret(token), in: stage.platform.realm.id)
            return session?.user == stage.user.id
        },
        Lookup("one's own profile") { stage, name in
            let headers = stage.server.presenting(stage.session)
            return try await stage.server.send(.get, "/am/json/realms/alpha/users/\(quoted(name))", headers: headers).status == .ok
        },
        Lookup("one's own devices") { stage, name in
            let path = "/am/json/realms/alpha/users/\(quoted(name))/devices/2fa/oath?_queryFilter=true"
            return try await stage.server.send(.get, path, headers: stage.server.presenting(stage.session)).status == .ok
        },
        Lookup("managed users, by filter") { stage, name in
            let filter = quoted("userName eq \(JSONValue.string(name).text)")
            let answer = try await stage.manage(.get, "?_queryFilter=\(filter)")
            return answer.json["result"]?.array?.compactMap { $0["_id"]?.string } == [stage.user.id.text]
        },
        Lookup("the platform's users, by filter") { stage, name in
            let filter = quoted("username eq \(JSONValue.string(name).text)")
            let answer = try await stage.platform.send(.get, "/users?filter=\(filter)")
            return answer.json["_embedded"]?["users"]?.array?.compactMap { $0["id"]?.string } == [stage.user.id.text]
        },
        Lookup("the resolver of customers' servers, scripts and risk events") { stage, name in
            try await stage.platform.domain.directory.users.user(UserReference(name), in: stage.platform.realm.id)?.id == stage.user.id
        },
    ]

    private static let same = ["tom strauß", "TOM STRAUSS", "Tom Strauss", " tom  strauß ", "ｔｏｍ\u{A0}STRAUẞ"]
    private static let others = ["tomstrauss", "tom straus", "id=tom strauß", "alpha/tom strauß", "tom strauß@bank", "tom\u{301} strauß"]

    @Test("each route finds the user by each form of the name, by no other, and by the old one no longer", arguments: lookups)
    func matrix(lookup: Lookup) async throws {
        let stage = try await Stage()
        for name in Self.same { #expect(try await lookup.finds(stage, name), "\(name)") }
        for name in Self.others { #expect(try await !lookup.finds(stage, name), "\(name)") }
        let renamed = try await stage.manage(
            .patch, "/\(stage.user.id.text)", [["operation": "replace", "field": "userName", "value": "renamed"]])
        #expect(renamed.status == .ok, "\(renamed.text)")
        _ = try await stage.platform.domain.directory.users.create(Self.name, in: stage.platform.realm.id)
        #expect(try await !lookup.finds(stage, Self.name), "the name is another's now")
        #expect(try await lookup.finds(stage, "RENAMED"))
    }

    @Test("what is told of a session is the user's name of now")
    func sessions() async throws {
        let stage = try await Stage()
        _ = try await stage.manage(.patch, "/\(stage.user.id.text)", [["operation": "replace", "field": "userName", "value": "renamed"]])
        let info = try await stage.server.session("getSessionInfo", token: stage.session)
        #expect(info.json["username"] == "renamed" && info.json["universalId"]?.string?.hasPrefix("id=renamed,") == true)
        let identity = try await stage.server.send(
            .post, "/am/json/realms/alpha/users?_action=idFromSession",
            headers: stage.server.presenting(stage.session).merging(ServerHarness.json))
        #expect(identity.json["id"] == "renamed" && identity.json["dn"]?.string?.hasPrefix("id=renamed,") == true)
        let valid = try await stage.server.session("validate", token: stage.session)
        #expect(valid.json["uid"] == "renamed")
    }

    /// A route that gives a user a name, and whether it did.
    static let makers = [
        Lookup("managed users, made") { stage, name in
            let body: JSONValue = ["userName": .string(name), "givenName": "G", "sn": "S", "mail": "m@example.com"]
            return try await stage.manage(.post, "?_action=create", body).status == .created
        },
        Lookup("managed users, put") { stage, name in
            let body: JSONValue = ["userName": .string(name), "givenName": "G", "sn": "S", "mail": "m@example.com"]
            return try await stage.manage(.put, "/0b9d6c1e-3a5b-4f6d-8c7e-9a0b1c2d3e4f", body).status == .created
        },
        Lookup("managed users, renamed") { stage, name in
            let patch: JSONValue = [["operation": "replace", "field": "userName", "value": .string(name)]]
            return try await stage.manage(.patch, "/\(stage.platform.user.id.text)", patch).status == .ok
        },
        Lookup("the platform's users, made") { stage, name in
            let body: JSONValue = ["username": .string(name), "email": "m@example.com", "population": ["id": .string(stage.population)]]
            return try await stage.platform.send(.post, "/users", body).status == .created
        },
        Lookup("the platform's users, renamed") { stage, name in
            let path = "/users/\(stage.platform.user.id.text)"
            return try await stage.platform.send(.patch, path, ["username": .string(name)]).status == .ok
        },
    ]

    private static let refused = [
        "id=demo", "uid=demo,ou=people", "alpha/demo", "0b9d6c1e-3a5b-4f6d-8c7e-9a0b1c2d3e4f", "client:app", "vіctim", "demo\u{202E}",
        "de\u{FFFD}mo",
        "TOM  STRAUSS", "DEMO", "ｄｅｍｏ", "demo ",
    ]

    @Test("no route gives a user a name that is read as something else, that looks like another's, or that is another's", arguments: makers)
    func making(maker: Lookup) async throws {
        let stage = try await Stage()
        for name in Self.refused { #expect(try await !maker.finds(stage, name), "\(name)") }
        #expect(try await maker.finds(stage, "Zoë O'Brien"), "what makes users makes this one")
    }
}

extension UserNamesTests.Stage {
    var population: String { Population.standardID(of: platform.realm.id).text }
}
