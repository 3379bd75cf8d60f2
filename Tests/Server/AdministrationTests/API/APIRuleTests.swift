import AdminDialect
import Administration
import Directory
import Foundation
import Foundations
import HTTPTypes
import Primitives
import ResourceMessages
import Services
import Testing

@Suite("The rules of the administration API")
struct APIRuleTests {
    @Test("a change needs the state that its caller has seen: 428 without, 412 with the resource for a stale one")
    func preconditions() async throws {
        let api = try await APIStage()
        let token = try await api.chief(of: Stage.alpha)
        let path = "/realms/alpha/users/ada"
        let tag = try #require(try await api.send(.get, path, token: token).headers[.eTag])
        #expect(try await api.send(.get, path, token: token, headers: [.ifNoneMatch: tag]).status == .notModified)
        let change: JSONValue = ["attributes": ["city": "London"]]
        #expect(try await api.send(.patch, path, change, token: token).status == .preconditionRequired)
        #expect(try await api.send(.patch, path, change, token: token, headers: [.ifMatch: tag]).status == .ok)
        let stale = try await api.send(.patch, path, change, token: token, headers: [.ifMatch: tag])
        #expect(stale.status == .preconditionFailed && stale.json["current"]?["attributes"]?["city"] == "London")
        #expect(stale.headers[.eTag] != tag)
        await api.close()
    }

    @Test("a merge patch sets values of their types, and null takes one away")
    func patches() async throws {
        let api = try await APIStage()
        let token = try await api.chief(of: Stage.alpha)
        let any: HTTPFields = [.ifMatch: "*"]
        let path = "/realms/alpha/applications/backend"
        let set = try await api.send(.patch, path, ["accessTokenLifetime": 60, "scopes": ["a", "b"]], token: token, headers: any)
        #expect(set.status == .ok && set.json["accessTokenLifetime"] == 60 && set.json["scopes"] == ["a", "b"])
        let unset = try await api.send(.patch, path, ["accessTokenLifetime": nil, "scopes": nil], token: token, headers: any)
        #expect(unset.json["accessTokenLifetime"] == nil && unset.json["scopes"] == [])
        await api.close()
    }

    @Test("inputs that can't be are told all at once, each with its pointer")
    func problems() async throws {
        let api = try await APIStage()
        let token = try await api.chief(of: Stage.alpha)
        let answer = try await api.send(
            .post, "/realms/alpha/applications", ["redirectURIs": ["", 7], "colour": "red"], token: token)
        #expect(answer.status == .unprocessableContent && answer.headers[.contentType] == "application/problem+json")
        let pointers = Set(answer.json["problems"]?.array?.compactMap { $0["pointer"]?.string } ?? [])
        #expect(pointers == ["/id", "/redirectURIs/0", "/redirectURIs/1", "/colour"])
        let settings = try await api.send(
            .patch, "/realms/alpha", ["sessionLifetime": "long", "colour": "red"], token: token, headers: [.ifMatch: "*"])
        #expect(Set(settings.json["problems"]?.array?.compactMap { $0["pointer"]?.string } ?? []) == ["/sessionLifetime", "/colour"])
        let query = try await api.send(.get, "/realms/alpha/users?colour=red", token: token)
        #expect(query.status == .unprocessableContent)
        await api.close()
    }

    @Test("a body where none is read is refused, and nothing is done")
    func bodies() async throws {
        let api = try await APIStage()
        let token = try await api.chief(of: Stage.alpha)
        let path = "/realms/alpha/applications/backend"
        for (method, path) in [(HTTPRequest.Method.get, "/realms/alpha/users"), (.delete, path)] {
            let answer = try await api.send(method, path, ["dryRun": true], token: token, headers: [.ifMatch: "*"])
            #expect(answer.status == .badRequest && answer.text.contains("takes no body"), "\(method): \(answer.text)")
        }
        #expect(try await api.send(.get, path, token: token).status == .ok)
        await api.close()
    }

    @Test("a verb that another method calls is no name for this one")
    func verbs() async throws {
        let api = try await APIStage()
        let token = try await api.chief(of: Stage.alpha)
        let answer = try await api.send(.put, "/realms/alpha/gateways/sms:test", [:], token: token)
        #expect(answer.status == .methodNotAllowed && answer.headers[.allow] == "POST")
        let bare = try await api.send(.post, "/realms/alpha/users/ada", [:], token: token)
        #expect(bare.status == .methodNotAllowed && bare.headers[.allow]?.contains("GET") == true)
        await api.close()
    }

    @Test("a request that comes again with its key gets the first one's answer and does nothing more")
    func repeats() async throws {
        let api = try await APIStage()
        let token = try await api.chief(of: Stage.alpha)
        let key: HTTPFields = [try #require(HTTPField.Name("Idempotency-Key")): "k1"]
        let path = "/realms/alpha/applications/backend:rotate-secret"
        let first = try await api.send(.post, path, [:], token: token, headers: key)
        let again = try await api.send(.post, path, [:], token: token, headers: key)
        #expect(first.status == .ok && again.status == .ok && again.text == first.text && first.json["secret"] != nil)
        // The key counts for its route; without one, and a day later, the request is another.
        #expect(try await api.send(.post, path, [:], token: token).text != first.text)
        let one: JSONValue = ["username": "keyed", "attributes": ["mail": "k@example.com", "sn": "K"]]
        let other: JSONValue = ["username": "other", "attributes": ["mail": "o@example.com", "sn": "O"]]
        let made = try await api.send(.post, "/realms/alpha/users", one, token: token, headers: key)
        #expect(made.status == .created, "\(made.text)")
        #expect(try await api.send(.post, "/realms/alpha/users", one, token: token, headers: key).text == made.text)
        let differs = try await api.send(.post, "/realms/alpha/users", other, token: token, headers: key)
        #expect(differs.status == .unprocessableContent)
        await api.close()
    }

    @Test("a request that was refused may come again with its key")
    func released() async throws {
        let api = try await APIStage()
        let token = try await api.chief(of: Stage.alpha)
        let key: HTTPFields = [try #require(HTTPField.Name("Idempotency-Key")): "k2"]
        let path = "/realms/alpha/users/late:unlock"
        #expect(try await api.send(.post, path, [:], token: token, headers: key).status == .notFound)
        _ = try await api.stage.domain.directory.users.create("late", in: api.stage.realm.id)
        #expect(try await api.send(.post, path, [:], token: token, headers: key).status == .ok)
        await api.close()
    }

    @Test("lists come in pages that an insertion doesn't shift, and filters name what they may")
    func pages() async throws {
        let api = try await APIStage()
        let token = try await api.chief(of: Stage.alpha)
        for number in 10..<15 { _ = try await api.stage.domain.directory.users.create("user\(number)", in: api.stage.realm.id) }
        let filter = "filter=" + ("username sw \"user\"".addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")
        var target = "/realms/alpha/users?limit=2&\(filter)"
        var names: [String] = []
        for _ in 0..<5 {
            let answer = try await api.send(.get, target, token: token)
            names += answer.json["items"]?.array?.compactMap { $0["username"]?.string } ?? []
            if names.count == 2 { _ = try await api.stage.domain.directory.users.create("user00", in: api.stage.realm.id) }
            guard let link = answer.headers[try #require(HTTPField.Name("Link"))] else { break }
            target = String(link.dropFirst("</admin/v1".count).prefix { $0 != ">" })
        }
        #expect(names == ["user10", "user11", "user12", "user13", "user14"])
        let other = try await api.send(.get, "/realms/alpha/users?filter=mail%20pr", token: token)
        #expect(other.status == .unprocessableContent)
        let cursor = try await api.send(.get, "/realms/alpha/keys?cursor=AAAA", token: token)
        #expect(cursor.status == .unprocessableContent)
        await api.close()
    }

    @Test("what is hard to reverse needs a proof of the last five minutes; a dry run of it doesn't")
    func proofs() async throws {
        let api = try await APIStage()
        let token = try await api.chief(of: Stage.alpha)
        (api.stage.domain.platform.time as? ManualTime)?.advance(by: 301)
        let any: HTTPFields = [.ifMatch: "*"]
        let old = try await api.send(.delete, "/realms/alpha/users/ada", token: token, headers: any)
        #expect(old.status == .unauthorized && old.headers[.wwwAuthenticate]?.contains("max_age=\"300\"") == true)
        #expect(try await api.send(.delete, "/realms/alpha/users/ada?dryRun=true", token: token, headers: any).status == .ok)
        #expect(try await api.send(.post, "/realms/alpha/users/ada:unlock", [:], token: token).status == .ok)
        await api.close()
    }

    @Test("a caller has 200 requests at once, and is told when there are more")
    func rate() async throws {
        let api = try await APIStage()
        let token = try await api.worker([.identityDataReadOnly])
        for _ in 0..<200 { #expect(try await api.send(.get, "/realms/alpha/users/ada", token: token).status == .ok) }
        let refused = try await api.send(.get, "/realms/alpha/users/ada", token: token)
        #expect(refused.status == .tooManyRequests && refused.headers[.retryAfter] == "1")
        await api.close()
    }

    @Test("of messages to try a way a caller has five in a minute")
    func trials() async throws {
        let api = try await APIStage()
        let (token, other) = (try await api.chief(of: Stage.alpha), try await api.chief(of: Stage.alpha))
        let path = "/realms/alpha/mail:test"
        for _ in 0..<5 { #expect(try await api.send(.post, path, [:], token: token).status != .tooManyRequests) }
        let refused = try await api.send(.post, path, [:], token: token)
        #expect(refused.status == .tooManyRequests && refused.headers[.retryAfter] == "60")
        #expect(try await api.send(.post, path, [:], token: other).status != .tooManyRequests)
        let time = try #require(api.stage.domain.platform.time as? ManualTime)
        time.advance(by: 60)
        #expect(try await api.send(.post, path, [:], token: token).status != .tooManyRequests)
        await api.close()
    }

    @Test("a realm is named by its id or by its names; a secret that was made is told, and not by a dry run")
    func names() async throws {
        let api = try await APIStage()
        let token = try await api.chief(of: Stage.alpha)
        for name in ["alpha", api.stage.realm.id.text] {
            #expect(try await api.send(.get, "/realms/\(name)", token: token).json["path"] == "/alpha")
        }
        #expect(try await api.send(.get, "/realms/alpha:staff", token: token).json["path"] == "/alpha/staff")
        #expect(try await api.send(.get, "/realms/alpha:nothing", token: token).status == .notFound)
        // Which realms there are is told to no caller from beside them.
        #expect(try await api.send(.get, "/realms/beta", token: token).status == .unauthorized)
        #expect(try await api.send(.get, "/realms/beta", token: nil).status == .unauthorized)
        let path = "/realms/alpha/applications/backend:rotate-secret"
        #expect(try await api.send(.post, path + "?dryRun=true", [:], token: token).json["secret"] == nil)
        #expect(try await api.send(.post, path, [:], token: token).json["secret"]?.string?.isEmpty == false)
        await api.close()
    }

    @Test("docs/administration-api.json is what gatehouse config api prints")
    func committed() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../../docs/administration-api.json")
        let kept = try JSONValue(parsing: [UInt8](try Data(contentsOf: file)), limits: JSONLimits(bytes: 4 << 20))
        let isFresh = kept == AdminDocument.json
        #expect(isFresh, "write it anew: gatehouse config api > docs/administration-api.json")
    }

    @Test("a name in the document stands for one schema, of what is taken as of what is answered")
    func shapeNames() {
        let schemas = AdminDocument.json["components"]?["schemas"]
        for action in AdministrativeActions.described {
            var own = JSONObject()
            _ = action.output.schema(&own)
            let members = action.input.members.filter { !action.route.parameters.contains($0.name) }
            let body = action.document ?? (members.isEmpty ? nil : .object(ObjectShape(name: action.input.name, members: members)))
            if let body, ![.get, .delete].contains(action.route.method) { _ = body.schema(&own) }
            for schema in own.members { #expect(schemas?[schema.name] == schema.value, "\(schema.name) of \(action.declaration.name)") }
        }
    }

    @Test("the OpenAPI document has every action, and every reference in it leads somewhere")
    func document() async throws {
        let api = try await APIStage()
        let document = try await api.send(.get, "/openapi.json", token: nil).json
        #expect(document == AdminDocument.json)
        let operations = document["paths"]?.object?.members.flatMap { $0.value.object?.members ?? [] } ?? []
        let ids = operations.compactMap { $0.value["operationId"]?.string }
        #expect(ids.count == AdministrativeActions.all.count + 8 && Set(ids).count == ids.count)
        let known = Set(document["components"]?["schemas"]?.object?.names ?? [])
        for match in document.text.matches(of: /#\/components\/schemas\/([A-Za-z0-9]+)/) { #expect(known.contains(String(match.1))) }
        await api.close()
    }
}
