import Foundations
import HTTPBase
import Store
import Services
import CommandChannel
import Directory
import Foundation
import HTTPTypes
@testable import Orchestration
@testable import OrchestrationDialect
import OrchestrationService
import OrchestrationTesting
import Primitives
import Testing

@Suite("The API of customers' servers: each route in each situation")
struct PolicyMatrixTests {
    /// A body that a route takes as it should be, about the user tom and his licence.
    private static let bodies: [String: JSONValue] = [
        "POST orchestration-commands": ["command": "4f43"], "POST orchestration-commands-v2": ["command": "4f43"],
        "POST users/register": ["userID": "tom"], "POST registrations/check-status": ["login": "tom"],
        "POST users/:userID/login": ["orchestrationDelivery": ["pushNotification"]],
        "POST users/:userID/events/validate": ["orchestrationDelivery": ["pushNotification"]],
        "POST users/:userID/transactions/validate": [
            "data": ["transactionMessage": ["dataFields": [["key": ["text": "a"], "value": ["text": "b"]]]]],
            "orchestrationDelivery": ["pushNotification"],
        ],
        "POST authenticators/:serialNumber/assign": ["userID": "tom"],
    ]

    /// The number of the error of each route that is about a user, an authenticator or a request, where there is none for the caller.
    private static let missing: [String: Int?] = [
        "POST orchestration-commands": -1002, "POST orchestration-commands-v2": -1002,
        // Registering makes a user known, and asking for a state tells that there is none.
        "POST users/register": nil, "POST registrations/check-status": nil, "PUT users/:userID": nil,
        "POST users/:userID/generate-activation-data": -1100, "POST users/:userID/unregister": -1100, "GET users/:userID": -1100,
        "POST users/:userID/assign": -1100, "POST users/:userID/login": -1100, "POST users/:userID/events/validate": -1100,
        "POST users/:userID/generate-challenge": -1100, "POST users/:userID/transactions/validate": -1100, "GET sessions/:requestID": -1400,
        "GET authenticators": nil, "GET authenticators/:serialNumber": -1301, "POST authenticators/:serialNumber/assign": -1100,
        "POST authenticators/:serialNumber/unassign": -1301, "POST authenticators/:serialNumber/applications/:application/unlock": -1301,
    ]

    private static func name(_ route: OrchestrationRoute) -> String { "\(route.method.rawValue) \(route.path)" }

    private static func path(_ route: OrchestrationRoute, request: String) -> String {
        let values = [":userID": "tom", ":serialNumber": "GTH0000001", ":application": "2", ":requestID": request]
        return route.path.split(separator: "/").map { values[String($0)] ?? String($0) }.joined(separator: "/")
    }

    private func send(
        _ route: OrchestrationRoute, _ server: OrchestrationServer, request: String = "0", key: String? = nil, realm: Realm? = nil
    ) async throws -> OrchestrationServer.ServerResponse {
        let body: JSONValue? = route.method == .get ? nil : Self.bodies[Self.name(route)] ?? [:]
        return try await server.call(route.method, Self.path(route, request: request), body, key: key, realm: realm)
    }

    /// The routes that name a user, in the path or the body.
    private static let naming = OrchestrationRoutes.all.filter { route in
        route.path.contains(":userID") || bodies[name(route)].map { $0["userID"] != nil || $0["login"] != nil } ?? false
    }

    private static func quoted(_ text: String) -> String { text.utf8.map { "%" + Hexadecimal.encode([$0]) }.joined() }

    private func send(
        _ route: OrchestrationRoute, about user: String, _ server: OrchestrationServer
    ) async throws -> OrchestrationServer.ServerResponse {
        var body = route.method == .get ? nil : (Self.bodies[Self.name(route)] ?? [:]).object
        for member in ["userID", "login"] where body?[member] != nil { body?[member] = .string(user) }
        let quoted = Self.quoted(user)
        let path = Self.path(route, request: "0").replacing("users/tom", with: "users/\(quoted)")
        return try await server.call(route.method, path, body.map(JSONValue.object))
    }

    @Test("a name that two users may have is refused on every route, and neither user is touched")
    func readings() async throws {
        let server = try await OrchestrationServer()
        var rules = OrchestrationRules()
        rules.domain = "bank"
        try await server.orchestrations.applications.set(rules, of: OrchestrationServer.application, in: server.realm)
        _ = try await server.register("victim")
        _ = try await server.register("thief")
        // An earlier version let a user have such a name.
        let realm = server.realm.id
        try await server.domain.platform.database.write { transaction in
            _ = try transaction.execute(
                "UPDATE users SET username = 'victim@bank', folded = 'victim@bank' WHERE realm = ?1 AND username = 'thief'", realm)
        }
        #expect(Self.naming.count >= 11)
        for route in Self.naming {
            let answer = try await send(route, about: "victim@bank", server)
            #expect(answer.status >= 400 && answer["activationPassword"] == nil, "\(Self.name(route)): \(answer.json)")
            let inOtherLetters = try await send(route, about: "VICTIM@BANK", server)
            #expect(inOtherLetters["activationPassword"] == nil, "\(Self.name(route)): \(inOtherLetters.json)")
        }
        #expect(try await server.call(.get, "users/victim")["userID"] == "victim")
        #expect(try await server.call(.get, "users/victim%40bank%40bank")["userID"] == "victim@bank", "by one reading")
    }

    @Test(
        "no route makes an account whose name is read as something else",
        arguments: ["id=victim", "alpha/victim", "0b9d6c1e-3a5b-4f6d-8c7e-9a0b1c2d3e4f", "x@bank@bank", "vіctim"])
    func reserved(name: String) async throws {
        let server = try await OrchestrationServer()
        var rules = OrchestrationRules()
        rules.domain = "bank"
        try await server.orchestrations.applications.set(rules, of: OrchestrationServer.application, in: server.realm)
        for route in Self.naming {
            let answer = try await send(route, about: name, server)
            #expect(answer["activationPassword"] == nil && answer["userID"] == nil, "\(Self.name(route)): \(answer.json)")
        }
        #expect(try await server.rows("SELECT COUNT(*) AS count FROM orchestration_users") == 0)
    }

    @Test("a user is found by each form of the name, and no longer by one that is another's now")
    func spellings() async throws {
        let server = try await OrchestrationServer()
        _ = try await server.register("strauß")
        let user = try #require(try await server.domain.directory.users.user(named: "strauß", in: server.realm.id))
        for name in ["STRAUSS", "Strauß", " strauß", "ＳＴＲＡＵＳＳ"] {
            #expect(try await server.call(.get, "users/\(Self.quoted(name))")["userID"] == "strauß", "\(name)")
        }
        _ = try await server.domain.directory.accounts.change(user.id, in: server.realm) { document in
            for (name, value) in [("userName", "renamed"), ("givenName", "A"), ("sn", "B"), ("mail", "a@example.com")]
                as [(String, JSONValue)]
            {
                document[name] = value
            }
        }
        _ = try await server.domain.directory.users.create("strauß", in: server.realm.id)
        #expect(try await server.call(.get, "users/strauss").number == -1100)
        #expect(try await server.call(.get, "users/RENAMED")["userID"] == "renamed")
    }

    @Test("every route is in the matrix")
    func declared() { #expect(Set(OrchestrationRoutes.all.map(Self.name)) == Set(Self.missing.keys)) }

    @Test("without a key, with a wrong one, with another realm's, and with one that was removed: 401, and nothing said")
    func keys() async throws {
        let server = try await OrchestrationServer()
        try await LivePhone(server).activated()
        for route in OrchestrationRoutes.all {
            for key in ["", "gok_wrong", server.foreignKey] {
                let answer = try await send(route, server, key: key)
                #expect(answer.status == 401 && answer.headers[.wwwAuthenticate] == "Bearer", "\(Self.name(route)): \(answer.json)")
            }
            let tenant = try await server.send(
                route.method, "/orchestration/\(UUID().uuidString)/v1/" + Self.path(route, request: "0"),
                headers: [.authorization: "Bearer " + server.key])
            #expect(tenant.status == 401)
            #expect(tenant.headers[try #require(HTTPField.Name("log-correlation-id"))]?.isEmpty == false)
        }
        let keys = try await server.orchestrations.customerKeys.all(in: server.realm)
        for key in keys { #expect(try await server.orchestrations.customerKeys.remove(key.id, in: server.realm)) }
        for route in OrchestrationRoutes.all { #expect(try await send(route, server).status == 401) }
        #expect(try await !server.orchestrations.customerKeys.remove("none", in: server.realm))
    }

    @Test(
        "another application of the realm, and another realm, have none of its users, authenticators and requests",
        arguments: [false, true])
    func foreign(_ isForeignRealm: Bool) async throws {
        let server = try await OrchestrationServer()
        let phone = LivePhone(server)
        try await phone.activated()
        let (id, _) = try await server.ask()
        let key = isForeignRealm ? server.foreignKey : server.otherKey
        let realm = isForeignRealm ? server.foreign : server.realm
        for route in OrchestrationRoutes.all.sorted(by: { Self.missing[Self.name($0)] != nil && Self.missing[Self.name($1)] == nil }) {
            guard let number = Self.missing[Self.name(route)] ?? nil else { continue }
            // Serial numbers are a realm's, so that another realm's first has the same.
            guard !isForeignRealm || !route.path.hasPrefix("authenticators/") else { continue }
            let answer = try await send(route, server, request: id, key: key, realm: realm)
            #expect(answer.number == number, "\(Self.name(route)): \(answer.json)")
        }
        // A device's commands, carried by another application's server.
        phone.relay.change { $0.key = isForeignRealm ? server.foreignKey : server.otherKey }
        for command in phone.relay.now.sent {
            let answer = try await server.call(
                .post, "orchestration-commands-v2", ["command": .string(command)], key: key, realm: realm)
            let isStart = try CommandEnvelope(command).step == 0
            // A start there is of a user whom it doesn't know, and comes to nothing.
            #expect(isStart || [-1200, -1300, -1301, -1304].contains(answer.number), "\(answer.json)")
        }
        #expect(try await server.status(id) == "pending")
    }

    @Test("an application that is switched off is refused on every route")
    func off() async throws {
        let server = try await OrchestrationServer()
        var rules = OrchestrationRules()
        rules.isEnabled = false
        try await server.orchestrations.applications.set(rules, of: OrchestrationServer.application, in: server.realm)
        for route in OrchestrationRoutes.all {
            let answer = try await send(route, server)
            #expect(answer.status == 403, "\(Self.name(route)): \(answer.json)")
        }
    }

    @Test("a user who may not sign in is asked nothing and answered nothing: neither codes nor commands, nor registrations")
    func inactive() async throws {
        let server = try await OrchestrationServer()
        let phone = LivePhone(server)
        let device = try await phone.activated()
        let (id, command) = try await server.ask()
        let code = try await phone.oneTimePassword()
        let user = try #require(try await server.domain.directory.users.user(named: "tom", in: server.realm.id))
        try await server.domain.directory.users.setStatus(.inactive, of: user.id, in: server.realm.id)
        for path in ["users/tom/login", "users/tom/events/validate"] {
            #expect(try await server.call(.post, path, login(code.code)).number == -1101)
            #expect(try await server.call(.post, path, ["orchestrationDelivery": ["pushNotification"]]).number == -1101)
        }
        #expect(try await server.call(.post, "users/tom/generate-challenge", [:]).number == -1101)
        #expect(try await server.call(.post, "users/register", ["userID": "tom"]).number == -1101)
        let refused = await failure { () throws(OrchestrationError) in _ = try await phone.answer(command, on: device) }
        #expect(refused?.refusal?.code == -1101)
        #expect(try await server.status(id) == "pending")
    }

    /// What each route does while the user's only authenticator is locked: the number of its refusal, or nil where it isn't about the PIN.
    private static let whileLocked: [String: Int?] = [
        "POST orchestration-commands": -1002, "POST orchestration-commands-v2": -1002, "POST users/register": nil,
        "POST registrations/check-status": nil, "PUT users/:userID": nil, "POST users/:userID/generate-activation-data": nil,
        "GET users/:userID": nil, "POST users/:userID/assign": nil, "POST users/:userID/login": -1302,
        "POST users/:userID/events/validate": -1302, "POST users/:userID/generate-challenge": nil,
        "POST users/:userID/transactions/validate": -1302, "GET sessions/:requestID": nil, "GET authenticators": nil,
        "GET authenticators/:serialNumber": nil, "POST authenticators/:serialNumber/assign": nil,
        // The last ones: they give it back, or take it away.
        "POST authenticators/:serialNumber/applications/:application/unlock": nil,
        "POST authenticators/:serialNumber/unassign": nil, "POST users/:userID/unregister": nil,
    ]

    @Test("a locked authenticator: no route asks it, and none takes what needs its PIN; it may still say no")
    func locked() async throws {
        #expect(Set(Self.whileLocked.keys) == Set(Self.missing.keys))
        let server = try await OrchestrationServer(settings: { $0[OrchestrationSettings.self].orchestrationPINAttempts = 2 })
        let phone = LivePhone(server)
        let device = try await phone.activated()
        let (approved, rejected) = (try await server.ask(), try await server.ask(signing: true))
        let (code, signature) = (try await phone.oneTimePassword(), try await phone.signature(["a"]))
        let challenge = try await server.call(.post, "users/tom/generate-challenge", [:])
        let answer = try await phone.oneTimePassword(application: 3, challenge: try #require(challenge["challenge"]))
        for _ in 0..<2 { #expect(try await server.call(.post, "users/tom/login", login("00000000")).number == -1600) }
        // What is typed.
        let signed: JSONValue = ["data": ["standard": ["dataFields": ["a"], "signature": .string(signature.code)]]]
        for (path, body) in [
            ("login", login(code.code)), ("events/validate", login(code.code)),
            ("login", login(answer.code, request: challenge["requestID"])),
            ("login", login(code.code, authenticator: "GTH0000001-1")), ("transactions/validate", signed),
        ] { #expect(try await server.call(.post, "users/tom/\(path)", body).number == -1302, "\(path) \(body.text)") }
        // What the device sends: an approval ends the request as failed, a rejection counts, and a new PIN isn't taken.
        let refused = await failure { () throws(OrchestrationError) in _ = try await phone.answer(approved.command, on: device) }
        #expect(refused?.code == .passwordLocked)
        #expect(try await server.status(approved.id) == "failed")
        #expect(try await phone.answer(rejected.command, .reject, pins: nil, on: device) == .refused)
        #expect(try await server.status(rejected.id) == "refused")
        phone.user.enters(LivePhone.pin, "846207", "846207")
        let changed = await failure { () throws(OrchestrationError) in
            try await device.changePassword("tom", application: 2, through: phone.relay, prompts: phone.user)
        }
        #expect(changed?.code == .passwordLocked)
        // Every route.
        let isLast = { (route: OrchestrationRoute) in route.path.hasSuffix("unassign") || route.path.hasSuffix("unregister") ? 1 : 0 }
        let isUnlock = { (route: OrchestrationRoute) in route.path.hasSuffix("unlock") ? 1 : 0 }
        for route in OrchestrationRoutes.all.sorted(by: { (isLast($0), isUnlock($0)) < (isLast($1), isUnlock($1)) }) {
            let answer = try await send(route, server, request: rejected.id)
            let expected = Self.whileLocked[Self.name(route)] ?? nil
            #expect(answer.number == expected || expected == nil && answer.status < 500, "\(Self.name(route)): \(answer.json)")
            guard expected == nil, !route.path.hasSuffix("unlock"), isLast(route) == 0 else { continue }
            #expect(try await server.authenticators().allSatisfy(\.isLocked), "\(Self.name(route)) unlocks")
        }
    }

    @Test("an administrator is no user of a customer's application")
    func administrators() async throws {
        let server = try await OrchestrationServer()
        let user = try await server.domain.directory.users.create("root", in: server.realm.id)
        try await server.domain.directory.users.setAdministrator(true, user.id, in: server.realm.id)
        for (method, path, body) in [
            (HTTPRequest.Method.post, "users/register", ["userID": "root"] as JSONValue), (.put, "users/root", [:]),
        ] {
            let answer = try await server.call(method, path, body)
            #expect(answer.status == 403 && answer.number == -1102)
        }
    }

    @Test("a licence is one user's; a user has one; one that is taken away takes the authenticators along")
    func licences() async throws {
        let server = try await OrchestrationServer(licences: 3)
        try await LivePhone(server).activated()
        #expect(try await server.call(.put, "users/tim", [:]).status == 200)
        let taken = try await server.call(.post, "authenticators/GTH0000001/assign", ["userID": "tim"])
        #expect(taken.status == 409 && taken.number == -1305)
        #expect(try await server.call(.post, "authenticators/GTH0000002/assign", ["userID": "tim"])["userID"] == "tim")
        #expect(try await server.call(.post, "users/tim/assign", ["serialNumber": "GTH0000003"]).number == -1305)
        #expect(try await server.call(.post, "users/tim/assign", [:])["serialNumber"] == "GTH0000002")
        let list = try await server.call(.get, "authenticators?assigned=true&serialNumber=GTH*&limit=1&offset=1")
        #expect(list.json["authenticators"]?.array?.map { $0["serialNumber"]?.string } == ["GTH0000002"])
        let free = try await server.call(.get, "authenticators?assigned=false")
        #expect(free.json["authenticators"]?.array?.map { $0["serialNumber"]?.string } == ["GTH0000003"])
        for (query, serials) in [("serialNumber=*3", ["GTH0000003"]), ("limit=1", ["GTH0000001"]), ("offset=2", ["GTH0000003"])] {
            let some = try await server.call(.get, "authenticators?\(query)")
            #expect(some.json["authenticators"]?.array?.compactMap { $0["serialNumber"]?.string } == serials, "\(query)")
        }
        for wrong in ["limit=x", "offset=-1", "assigned=yes"] {
            #expect(try await server.call(.get, "authenticators?\(wrong)").status == 400, "\(wrong)")
        }
        for name in ["GTH0000001-2", "GTH9999999", "*", "GTH0000001-1-1", "%25"] {
            #expect(try await server.call(.get, "authenticators/\(name)").number == -1301, "\(name)")
        }
        #expect(try await server.call(.post, "authenticators/GTH0000001-1/unassign").status == 200)
        #expect(try await server.call(.get, "users/tom")["serialNumber"] == "GTH0000001")
        #expect(try await server.authenticators().isEmpty)
        #expect(try await server.call(.post, "authenticators/GTH0000003/unassign").number == -1301)
        let count = try await server.orchestrations.licences.count(of: OrchestrationServer.application, in: server.realm)
        #expect(count.all == 3 && count.free == 1)
    }

    @Test("a malformed body, a member that nothing knows, and a wrong method are told in the documented form")
    func malformed() async throws {
        let server = try await OrchestrationServer()
        for route in OrchestrationRoutes.all where route.method != .get {
            let path = Self.path(route, request: "0")
            let headers: HTTPFields = [.authorization: "Bearer " + server.key]
            let target = "/orchestration/\(server.realm.id.text)/v1/\(path)"
            let text = try await server.send(route.method, target, headers: headers, body: Array("{".utf8))
            #expect(text.status == 400 && text.number == -1001, "\(Self.name(route)): \(text.json)")
            let unknown = try await server.call(route.method, path, ["nothing": 1])
            #expect(
                unknown.status == 400 && unknown.json["validationErrors"]?.array?.isEmpty == false, "\(Self.name(route)): \(unknown.json)")
        }
        let method = try await server.call(.delete, "users/register")
        #expect(method.status == 405 && method["errorCategory"] == "system" && method["service"] == "orchestration")
        #expect(method["logCorrelationId"] == method.headers[try #require(HTTPField.Name("log-correlation-id"))])
    }

    @Test("a refused command of the second form brings a command for the device, the first form doesn't")
    func forms() async throws {
        let server = try await OrchestrationServer()
        let phone = LivePhone(server)
        try await phone.activated()
        #expect(try await server.call(.post, "authenticators/GTH0000001/unassign").status == 200)
        let refused = await failure { () throws(OrchestrationError) in
            try await phone.open().registerNotifications("tom", identifier: "x", through: phone.relay)
        }
        #expect(refused?.refusal?.code == -1301)
        let command = try #require(phone.relay.now.sent.last)
        let first = try await server.call(.post, "orchestration-commands", ["command": .string(command)])
        #expect(first.number == -1301 && first["command"] == nil && first["errorCategory"] == "authenticator")
    }

    @Test("a command is drawn as a QR code, in two formats")
    func images() async throws {
        let server = try await OrchestrationServer()
        let phone = LivePhone(server)
        try await phone.activated()
        let (_, command) = try await server.ask()
        let png = try await server.call(.get, "visualcodes/render?format=PNG&message=\(command)")
        #expect(png.status == 200 && Array(png.body.prefix(4)) == [0x89, 0x50, 0x4E, 0x47])
        let svg = try await server.call(.get, "visualcodes/render?format=SVG&message=\(command)")
        #expect(svg.headers[.contentType] == "image/svg+xml" && String(decoding: svg.body, as: UTF8.self).hasPrefix("<svg"))
        for query in ["", "message=xyz", "message=abc", "message=ab&format=GIF", "message=" + String(repeating: "ab", count: 600)] {
            #expect(try await server.call(.get, "visualcodes/render?\(query)").status == 400, "\(query.prefix(30))")
        }
        #expect(try await server.call(.get, "visualcodes/render?message=ab", key: "x").status == 401)
    }

    @Test("the OpenAPI document has each route, and each error in it has its shape")
    func document() async throws {
        let server = try await OrchestrationServer()
        let document = try await server.send(.get, "/orchestration/v1/openapi.json").json
        let paths = try #require(document["paths"]?.object)
        for route in OrchestrationRoutes.all {
            let path = RoutePath(OrchestrationRoutes.path).appending(RoutePath(route.path)).description
            #expect(paths[path]?[route.method.rawValue.lowercased()]?["responses"]?["200"] != nil, "\(path)")
        }
        #expect(paths.names.count == Set(OrchestrationRoutes.all.map(\.path)).count + 1)
        #expect(document["components"]?["schemas"]?["Error"]?["properties"]?["errorCode"] != nil)
    }
}
