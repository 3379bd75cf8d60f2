import DialectTesting
import Foundation
@testable import HTTPBase
import HTTPTypes
import MailTesting
import Primitives
import Testing

import Messaging
import Services
import Directory

@Suite("Platform: users and populations")
struct PlatformUserTests {
    static let ada: JSONValue = [
        "username": "ada", "email": "ada@example.com", "name": ["given": "Ada", "family": "King", "middle": "Augusta"],
        "address": ["locality": "London", "countryCode": "GB"], "mobilePhone": "+44.2079460018", "title": "Countess",
        "externalId": "e-1", "enabled": true, "mfaEnabled": true,
    ]

    @Test("a user is made, read, replaced, changed in part, and removed")
    func life() async throws {
        let platform = try await PlatformHarness()
        let made = try await platform.send(.post, "/users", Self.ada)
        #expect(made.status == .created, "\(made.text)")
        let id = try #require(made.json["id"]?.string)
        for name in ["username", "email", "name", "address", "title", "externalId", "enabled", "mfaEnabled", "mobilePhone"] {
            #expect(made.json[name] == Self.ada[name], "\(name)")
        }
        #expect(made.json["environment"]?["id"]?.string == platform.environment)
        #expect(
            made.json["_links"]?["self"]?["href"]?.string == "http://127.0.0.1:8080/v1/environments/\(platform.environment)/users/\(id)")
        #expect(made.json["population"]?["id"]?.string == Population.standardID(of: platform.realm.id).uuidString.lowercased())
        #expect(made.json["account"]?["status"] == "OK" && made.json["createdAt"] == "2026-01-01T00:00:00.000Z")
        #expect(try await platform.send(.get, "/users/\(id)").json == made.json)

        let patched = try await platform.send(.patch, "/users/\(id)", ["title": nil, "name": ["given": "Augusta"], "nickname": "A"])
        #expect(patched.status == .ok && patched.json["title"] == nil && patched.json["nickname"] == "A")
        #expect(patched.json["name"]?["given"] == "Augusta" && patched.json["name"]?["family"] == "King")

        var back = try #require(patched.json.object)
        back["address"] = nil
        let replaced = try await platform.send(.put, "/users/\(id)", .object(back))
        #expect(replaced.status == .ok && replaced.json["address"] == nil && replaced.json["nickname"] == "A", "\(replaced.text)")

        #expect(try await platform.send(.delete, "/users/\(id)").status == .noContent)
        #expect(try await platform.send(.get, "/users/\(id)").status == .notFound)
    }

    @Test("what can't be is refused with its place")
    func refused() async throws {
        let platform = try await PlatformHarness()
        func target(_ json: JSONValue) async throws -> String {
            let answer = try await platform.send(.post, "/users", json)
            #expect(answer.status == .badRequest && answer.json["code"] == "INVALID_DATA", "\(answer.text)")
            #expect(answer.json["id"]?.string.flatMap { UUID(uuidString: $0) } != nil)
            return answer.json["details"]?.array?.first?["target"]?.string ?? ""
        }
        #expect(try await target([:]) == "username")
        #expect(try await target(["username": "x"]) == "email")
        #expect(try await target(["username": "x", "email": "no mail"]) == "email")
        #expect(try await target(["username": "x", "email": "x@example.com", "shoeSize": 42]) == "shoeSize")
        #expect(try await target(["username": "x", "email": "x@example.com", "name": ["given": 1]]) == "name.given")
        #expect(try await target(["username": "x", "email": "x@example.com", "name": ["nick": "x"]]) == "name.nick")
        #expect(try await target(["username": "x", "email": "x@example.com", "password": ["value": "short"]]) == "password")
        #expect(
            try await target(["username": "x", "email": "x@example.com", "password": ["value": "x", "forceChange": true]])
                == "password.forceChange")
        #expect(
            try await target(["username": "x", "email": "x@example.com", "population": ["id": .string(UUID().uuidString)]])
                == "population.id")
        _ = try await platform.send(.post, "/users", Self.ada)
        let again = try await platform.send(.post, "/users", Self.ada)
        #expect(again.status == .conflict && again.json["code"] == "UNIQUENESS_VIOLATION")
        #expect(again.json["details"]?.array?.first?["target"] == "username")
    }

    @Test("lists: filters in the platform's words, pages by cursor")
    func list() async throws {
        let platform = try await PlatformHarness()
        for index in 0..<5 {
            let body: JSONValue = [
                "username": .string("user\(index)"), "email": .string("u\(index)@example.com"),
                "name": ["given": "Ada", "family": .string("Number " + ["A", "B", "C", "D", "E"][index])], "enabled": .bool(index != 3),
            ]
            #expect(try await platform.send(.post, "/users", body).status == .created)
        }
        func names(_ query: String) async throws -> [String] {
            let answer = try await platform.send(.get, "/users?" + query)
            #expect(answer.status == .ok, "\(answer.text)")
            return answer.json["_embedded"]?["users"]?.array?.compactMap { $0["username"]?.string } ?? []
        }
        #expect(try await names("filter=username%20eq%20%22user1%22") == ["user1"])
        #expect(try await names("filter=name.family%20sw%20%22Number%22%20and%20enabled%20eq%20false") == ["user3"])
        #expect(try await names("filter=email%20eq%20%22u2@example.com%22") == ["user2"])
        #expect(try await names("filter=name.given%20eq%20%22Ada%22&order=-name.family&limit=2") == ["user4", "user3"])
        let population = Population.standardID(of: platform.realm.id).uuidString.lowercased()
        #expect(try await names("filter=population.id%20eq%20%22\(population)%22").count == 7)

        var (seen, next): ([String], String?) = ([], "/v1/environments/\(platform.environment)/users?limit=3")
        var pages = 0
        while let page = next, pages < 10 {
            let answer = try await platform.server.send(.get, page, headers: [.authorization: "Bearer " + platform.token])
            seen += answer.json["_embedded"]?["users"]?.array?.compactMap { $0["username"]?.string } ?? []
            #expect(answer.json["count"]?.integer == 7)
            next = answer.json["_links"]?["next"]?["href"]?.string.map { String($0.dropFirst("http://127.0.0.1:8080".count)) }
            pages += 1
        }
        #expect(seen.count == 7 && Set(seen).count == 7 && pages == 3)
    }

    @Test(arguments: [
        "limit=0", "limit=1001", "limit=x", "filter=", "filter=shoeSize%20eq%201", "cursor=x", "order=shoeSize", "surprise=1",
        "filter=enabled%20sw%20%22a%22",
    ])
    func refusedQueries(query: String) async throws {
        let platform = try await PlatformHarness()
        #expect(try await platform.send(.get, "/users?" + query).status == .badRequest)
    }

    @Test("a user's states at their own paths")
    func states() async throws {
        let platform = try await PlatformHarness()
        let path = "/users/\(platform.user.id.uuidString.lowercased())"
        #expect(try await platform.send(.put, path + "/enabled", ["enabled": false]).json["enabled"] == false)
        #expect(try await platform.send(.get, path + "/enabled").json["enabled"] == false)
        #expect(try await platform.send(.put, path + "/mfaEnabled", ["mfaEnabled": true]).json["mfaEnabled"] == true)
        #expect(try await platform.send(.get, path).json["mfaEnabled"] == true)
        #expect(try await platform.act(path, "account.lock").json["account"]?["status"] == "LOCKED")
        #expect(try await platform.act(path, "account.unlock", [:]).json["account"]?["status"] == "OK")
        #expect(try await platform.act(path, "account.explode").status == .unsupportedMediaType)

        let bypass = try await platform.send(.get, path + "/bypassMFA")
        #expect(bypass.json["bypassMFAEnabledUntil"] == nil && bypass.json["bypassMFAEnabled"] == nil)
        let set = try await platform.send(.put, path + "/bypassMFA", ["bypassMFAEnabledUntil": "2026-02-01T00:00:00.000Z"])
        #expect(set.json["bypassMFAEnabled"] == true && set.json["bypassMFAEnabledUntil"] == "2026-02-01T00:00:00.000Z")
        for wrong in ["2025-02-01T00:00:00.000Z", "2026-02-01T00:00:00Z", "2026-02-01"] {
            #expect(try await platform.send(.put, path + "/bypassMFA", ["bypassMFAEnabledUntil": .string(wrong)]).status == .badRequest)
        }

        let made = try await platform.send(.post, "/populations", ["name": "Staff"])
        let population = try #require(made.json["id"])
        #expect(made.status == .created && made.json["default"] == false && made.json["userCount"] == 0)
        #expect(try await platform.send(.put, path + "/population", ["id": population]).status == .ok)
        #expect(try await platform.send(.get, path + "/population").json["id"] == population)
        #expect(try await platform.send(.delete, "/populations/" + (population.string ?? "")).status == .conflict)
        #expect(try await platform.send(.put, path + "/population", ["id": .string(UUID().uuidString)]).status == .badRequest)
        let populations = try await platform.send(.get, "/populations?filter=name%20eq%20%22Staff%22")
        #expect(populations.json["_embedded"]?["populations"]?.array?.first?["userCount"] == 1)
    }

    @Test("passwords are set, checked and reset by their owner")
    func passwords() async throws {
        let platform = try await PlatformHarness()
        let path = "/users/\(platform.user.id.uuidString.lowercased())/password"
        #expect(try await platform.send(.get, path).json["status"] == "NO_PASSWORD")
        #expect(try await platform.act(path, "password.set", ["value": "short"], method: .put).status == .badRequest)
        let set = try await platform.act(path, "password.set", ["value": "correct horse battery"], method: .put)
        #expect(set.status == .ok && set.json["status"] == "OK", "\(set.text)")
        #expect(try await platform.act(path, "password.check", ["password": "correct horse battery"]).status == .ok)
        #expect(try await platform.act(path, "password.check", ["password": "wrong"]).status == .badRequest)
        let own = try await platform.userToken(platform.user, scopes: ["p1:update:user"])
        let reset: JSONValue = ["currentPassword": "correct horse battery", "newPassword": "incorrect horse battery"]
        #expect(
            try await platform.act(path, "password.set", ["value": "incorrect horse battery"], method: .put, token: own).status
                == .unauthorized)
        #expect(try await platform.act(path, "password.reset", reset, method: .put, token: own).status == .ok)
        #expect(try await platform.act(path, "password.check", ["password": "incorrect horse battery"]).status == .ok)
    }

    @Test("a forgotten password is set anew by a code that its user was sent")
    func passwordRecovery() async throws {
        let platform = try await PlatformHarness()
        let path = "/users/\(platform.user.id.uuidString.lowercased())/password"
        let code = { platform.server.mail.messages.last.flatMap { FlowRecoveryTests.code(in: $0.content.text) } ?? "" }
        let recovery = { (code: String) -> JSONValue in ["recoveryCode": .string(code), "newPassword": "incorrect horse battery"] }
        // Who has no password has forgotten none.
        #expect(try await platform.act(path, "password.sendRecoveryCode").status == .badRequest)
        _ = try await platform.act(path, "password.set", ["value": "correct horse battery"], method: .put)
        let own = try await platform.userToken(platform.user, scopes: ["p1:update:user"])
        #expect(try await platform.act(path, "password.sendRecoveryCode", token: own).status == .unauthorized)
        #expect(try await platform.act(path, "password.sendRecoveryCode").status == .ok)
        #expect(platform.server.mail.messages.last?.to.text == "ada@example.com")
        let sent = code()
        let wrong = try await platform.act(path, "password.recover", recovery("AAAAAAAA"))
        #expect(wrong.status == .badRequest && wrong.json["details"]?.array?.first?["target"] == "recoveryCode")
        #expect(try await platform.act(path, "password.recover", recovery(sent), token: own).status == .unauthorized)
        let recovered = try await platform.act(path, "password.recover", recovery(sent))
        #expect(recovered.status == .ok && recovered.json["status"] == "OK", "\(recovered.text)")
        #expect(try await platform.act(path, "password.recover", recovery(sent)).status == .badRequest)
        #expect(try await platform.act(path, "password.check", ["password": "incorrect horse battery"]).status == .ok)
    }

    @Test("a changed address is where codes go, and a changed name is what the user is found by", arguments: [true, false])
    func changedNames(_ isWhole: Bool) async throws {
        let platform = try await PlatformHarness()
        let path = "/users/\(platform.user.id.uuidString.lowercased())"
        _ = try await platform.act(path + "/password", "password.set", ["value": "correct horse battery"], method: .put)
        var changed: JSONObject = ["username": "countess", "email": "countess@example.com"]
        if isWhole { changed["name"] = ["given": "Ada", "family": "King"] }
        let answer = try await platform.send(isWhole ? .put : .patch, path, .object(changed))
        #expect(answer.status == .ok, "\(answer.text)")
        #expect(try await platform.act(path + "/password", "password.sendRecoveryCode").status == .ok)
        #expect(platform.server.mail.messages.last?.to.text == "countess@example.com")
        let found = try await platform.domain.directory.users.user(named: "countess", in: platform.realm.id)
        #expect(found?.id == platform.user.id)
        #expect(try await platform.domain.directory.users.user(named: "platform", in: platform.realm.id) == nil)
    }

    @Test("sessions are listed and ended, each only at its user")
    func sessions() async throws {
        let platform = try await PlatformHarness()
        _ = try await platform.userToken(platform.user, scopes: ["openid"])
        let path = "/users/\(platform.user.id.uuidString.lowercased())/sessions"
        let list = try await platform.send(.get, path).json["_embedded"]?["sessions"]?.array
        let id = try #require(list?.first?["id"]?.string)
        let demo = try #require(try await platform.domain.directory.users.user(named: "demo", in: platform.realm.id))
        #expect(try await platform.send(.delete, "/users/\(demo.id.uuidString.lowercased())/sessions/\(id)").status == .notFound)
        #expect(try await platform.send(.get, path + "/" + id).json["id"]?.string == id)
        #expect(try await platform.send(.delete, path + "/" + id).status == .noContent)
        #expect(try await platform.send(.get, path + "/" + id).status == .notFound)
    }
}
