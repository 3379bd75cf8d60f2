import DeviceMessages
import DeviceFoundation
import DeviceRegistry
import Directory
import Foundation
import Foundations
import HTTPTypes
import Messaging
import PingIDClient
import PingIDMessages
import PingIDService
import Primitives
import Services
import Store
import Testing

@Suite("The API of customers' servers")
struct CustomerAPITests {
    @Test("a request that isn't signed for just this, by this key, now and for the first time, is refused")
    func signatures() async throws {
        let server = try await PingIDServer()
        let good = Customer(server)
        #expect(try await good.call(.get, "/users/tom").status == 200)
        func refused(_ wrong: (inout Customer.Wrong) -> Void, _ detail: String) async throws {
            var customer = good
            wrong(&customer.wrong)
            let answer = try await customer.call(.post, "/users/tom/pairingkeys", ["pairingData": "x"])
            #expect(answer.status == 401 && answer["code"] == "INVALID_TOKEN", "\(detail): \(answer.json)")
            #expect(answer.json["details"]?.array?.first?["code"]?.string == detail)
        }
        try await refused({ $0.key = Secret(bytes: server.random.bytes(32)) }, "SIGNATURE")
        try await refused({ $0.token = "another" }, "SIGNATURE")
        try await refused({ $0.account = UUID().uuidString.lowercased() }, "SIGNATURE")
        try await refused({ $0.signedBody = Array("{}".utf8) }, "ALTERED")
        try await refused({ $0.signedMethod = "PUT" }, "ALTERED")
        try await refused({ $0.signedPath = "/pingid/v1/x" }, "ALTERED")
        try await refused({ $0.host = "login.example.com" }, "ALTERED")
        try await refused({ $0.expires = -1 }, "EXPIRED")
        try await refused({ $0.expires = 7200 }, "EXPIRED")
        try await refused({ $0.expires = nil }, "EXPIRED")
        try await refused({ $0.sendsRequestID = false }, "EXPIRED")
        var colon = good
        colon.wrong.signedPath = "/pingid/v1/x"
        let ambiguous = try await colon.call(.get, "/users/to:m")
        #expect(ambiguous.status == 401 && ambiguous.json["details"]?.array?.first?["code"]?.string == "MALFORMED", "\(ambiguous.json)")
        #expect(try await good.call(.get, "/users/to%3Am").status == 404, "an encoded one is a name as any")
        let bare = try await server.send(.get, "/pingid/v1/accounts/\(server.key.account)/applications/app-1/users/tom")
        #expect(bare.status == 401)
        let bearer = try await server.send(
            .get, "/pingid/v1/accounts/\(server.key.account)/applications/app-1/users/tom", headers: [.authorization: "Bearer x"])
        #expect(bearer.status == 401)
    }

    @Test("the same request once more is refused with a signed answer, also when both come at once; the next is taken")
    func repeated() async throws {
        let server = try await PingIDServer()
        var customer = Customer(server)
        customer.wrong.requestID = "only-once"
        let statuses = await (0..<5).map { _ in customer }.concurrently { customer in
            (try? await customer.call(.get, "/users/tom").status) ?? 0
        }
        #expect(statuses.sorted() == [200, 401, 401, 401, 401])
        server.time.advance(by: 30)
        let answer = try await customer.call(.get, "/users/tom")
        #expect(answer.json["details"]?.array?.first?["code"]?.string == "REPEATED")
        #expect(answer.headers[try #require(HTTPField.Name(AnswerSignature.field))] != nil)
        customer.wrong.requestID = nil
        #expect(try await customer.call(.get, "/users/tom").status == 200)
    }

    @Test("a key that may be used without expiry is; a removed one isn't used at all")
    func keys() async throws {
        let server = try await PingIDServer()
        let made = try await server.pingID.organisationKeys.make(in: server.realm, needsExpiry: false)
        var customer = Customer(server)
        (customer.wrong.token, customer.wrong.key) = (made.token, made.key)
        (customer.wrong.expires, customer.wrong.sendsRequestID) = (nil, false)
        let path = "/pingid/v1/accounts/\(server.key.account)/applications/app-1/users/tom"
        func send() async throws -> Int {
            let request = SignedRequest(method: "GET", host: "127.0.0.1:8080", path: path)
            let signature = RequestSignature(account: made.account, token: made.token, requestID: nil, expires: nil)
            return try await server.send(
                .get, path, headers: [.authorization: try signature.field(for: request, key: made.key)]
            ).status
        }
        #expect(try await send() == 200)
        #expect(try await server.pingID.organisationKeys.tokens(in: server.realm).count == 2)
        #expect(try await server.pingID.organisationKeys.remove(made.token, in: server.realm))
        #expect(try await send() == 401)
    }

    @Test("a user is found by each form of the name, and no longer by one that is another's now; reserved names make no account")
    func names() async throws {
        let server = try await PingIDServer()
        let customer = Customer(server)
        for name in ["id=tom", "alpha/tom", "0b9d6c1e-3a5b-4f6d-8c7e-9a0b1c2d3e4f", "client:tom", "tоm", "x\u{202E}y"] {
            let refused = try await customer.call(.post, "/users", ["username": .string(name)])
            #expect(refused.status == 400, "\(name): \(refused.json)")
        }
        #expect(try await customer.call(.post, "/users", ["username": "strauß"]).status == 201)
        let user = try #require(try await server.domain.directory.users.user(named: "strauß", in: server.realm.id))
        func found(_ name: String) async throws -> String? {
            let quoted = name.utf8.map { "%" + Hexadecimal.encode([$0]) }.joined()
            return try await customer.call(.get, "/users/\(quoted)")["username"]
        }
        for name in ["strauß", "STRAUSS", " Strauß", "ＳＴＲＡＵＳＳ"] { #expect(try await found(name) == "strauß", "\(name)") }
        #expect(try await customer.call(.post, "/users", ["username": "STRAUSS"]).status == 409)
        let profile: [(String, JSONValue)] = [("userName", "renamed"), ("givenName", "A"), ("sn", "B"), ("mail", "a@example.com")]
        _ = try await server.domain.directory.accounts.change(user.id, in: server.realm) { document in
            for (name, value) in profile { document[name] = value }
        }
        _ = try await server.domain.directory.users.create("strauß", in: server.realm.id)
        #expect(try await found("strauss") == nil)
        #expect(try await found("RENAMED") == "renamed")
    }

    @Test("users are made known, read, suspended and removed; administrators are none")
    func users() async throws {
        let server = try await PingIDServer()
        let customer = Customer(server)
        let made = try await customer.call(.post, "/users", ["username": "eva", "firstName": "Eva", "email": "eva@example.com"])
        #expect(made.status == 201 && made["firstName"] == "Eva" && made["status"] == "ACTIVE")
        #expect(try await customer.call(.post, "/users", ["username": "eva"]).status == 409)
        #expect(try await customer.call(.post, "/users", ["firstName": "Eva"]).status == 400)
        #expect(try await customer.call(.get, "/users/zoe").status == 404)
        try await NewUser("root").make(in: server)
        #expect(try await customer.call(.post, "/users", ["username": "root"])["code"] == "ACCESS_FAILED")
        let phone = try await Phone(server, seed: 11).pair()
        #expect(try await customer.call(.delete, "/users/tom").status == 204)
        #expect(try await phone.signOnStatus() == nil)
        let user = try #require(try await server.domain.directory.users.user(named: "tom", in: server.realm.id))
        #expect(try await server.domain.deviceRegistry.devices.devices(of: user.id, in: server.realm.id).isEmpty)
        var other = customer
        other.application = "none"
        #expect(try await other.call(.get, "").status == 404)
        #expect(try await customer.call(.get, "").json["max_allowed_devices_for_user"]?.integer == 5)
    }

    @Test("a registration with a payload goes from claimed to active; nothing raises the trust without a word of the user")
    func registration() async throws {
        let server = try await PingIDServer()
        try await Phone(server, seed: 11, push: nil).pair()
        let phone = try await Phone(server, seed: 12)
        let asked = try await phone.customer.register("tom", payload: try await phone.device.payload())
        #expect(asked.status == 201 && asked["status"] == "claimed")
        #expect(try await phone.device.accept(serverPayload: try #require(asked["payload"])).state == .oneTimePasscode)
        let made = try await phone.customer.register("tom", payload: try await phone.device.payload(), ["ignoreValidation": true])
        let outcome = try await phone.device.accept(serverPayload: try #require(made["payload"]))
        #expect(outcome.state == .trustLevels && outcome.trustLevels == [.primary, .trusted, .ignored])
        try await phone.device.select(UserSelection(trust: .trusted))
        let id = try #require(made["id"])
        #expect(try await phone.customer.call(.get, "/users/tom/registrationtokens/\(id)")["status"] == "active")
        server.time.advance(by: 3600)
        #expect(try await phone.customer.call(.get, "/users/tom/registrationtokens/\(id)")["status"] == "active")
        let old = try #require(asked["id"])
        #expect(try await phone.customer.call(.get, "/users/tom/registrationtokens/\(old)")["status"] == "active", "its device is")
    }

    @Test("a registration asks the device that is named, which shows its context; what goes with a payload is refused without one")
    func registrationOccasion() async throws {
        let server = try await PingIDServer()
        try await Phone(server, seed: 11).pair()
        let second = try await Phone(server, seed: 12)
        let made = try await second.customer.register("tom", payload: try await second.device.payload(), ["ignoreValidation": true])
        _ = try await second.device.accept(serverPayload: try #require(made["payload"]))
        try await second.device.select(UserSelection(trust: .trusted))
        let devices = try await second.customer.call(.get, "/users/tom/devices").json["devices"]?.array ?? []
        let id = try #require(devices.last?["id"])
        let third = try await Phone(server, seed: 13)
        let more: JSONObject = ["deviceId": id, "clientContext": "desk 4"]
        let asked = try await third.customer.register("tom", payload: try await third.device.payload(), more)
        #expect(asked["status"] == "claimed", "\(asked.json)")
        guard case .authentication(let details) = try await second.takePush() else { Issue.record("nothing is asked"); return }
        #expect(details.clientContext == "desk 4" && details.device?.name == third.name)
        for body: JSONObject in [
            ["deviceId": id], ["clientContext": "desk 4"], ["ignoreValidation": true], ["pairingKey": "ABCD"],
        ] {
            let refused = try await third.customer.register("tom", payload: nil, body)
            #expect(refused.status == 400 && refused["pairingKey"] == nil, "\(body)")
        }
    }

    @Test("names and address are those of the account that is made")
    func account() async throws {
        let server = try await PingIDServer()
        let sent: JSONObject = ["username": "eva", "firstName": "Eva", "lastName": "Berg", "email": "eva@example.com"]
        #expect(try await Customer(server).call(.post, "/users", .object(sent)).status == 201)
        let user = try #require(try await server.domain.directory.users.user(named: "eva", in: server.realm.id))
        let kept = ["givenName", "sn", "mail"].map { user.attribute($0) }
        #expect(kept == ["Eva", "Berg", "eva@example.com"])
    }

    @Test("a pairing key stands for the consent of the user's devices, once, for its user")
    func pairingKey() async throws {
        let server = try await PingIDServer(users: ["tom", "eva"])
        try await Phone(server, seed: 11, push: nil).pair()
        let customer = Customer(server)
        let waiting = try await customer.register("tom", payload: nil)
        let key = try #require(waiting["pairingKey"])
        #expect(waiting["status"] == "not_claimed")
        let eva = try await Phone(server, seed: 13)
        let foreign = try await customer.register(
            "eva", payload: try await eva.device.payload(), ["pairingKey": .string(key)])
        #expect(foreign.status == 400)
        let phone = try await Phone(server, seed: 12)
        let claimed = try await customer.register(
            "tom", payload: try await phone.device.payload(), ["pairingKey": .string(key.lowercased())])
        #expect(claimed["id"] == waiting["id"] && claimed["status"] == "claimed")
        _ = try await phone.device.accept(serverPayload: try #require(claimed["payload"]))
        try await phone.device.select(UserSelection(trust: .trusted))
        #expect(try await customer.call(.get, "/users/tom/registrationtokens/\(waiting["id"] ?? "")")["status"] == "active")
        #expect(try await customer.call(.get, "/users/tom/pairingkeys/\(key)")["status"] == "USED")
        let third = try await Phone(server, seed: 14)
        let again = try await customer.register(
            "tom", payload: try await third.device.payload(), ["pairingKey": .string(key)])
        #expect(again.status == 400)
        let made = try await customer.call(.post, "/pairingkeys", ["pairingData": "desk 4"])
        let free = try #require(made["id"])
        #expect(try await customer.call(.get, "/pairingkeys/\(free)")["pairingData"] == "desk 4")
        server.time.advance(by: 86_401)
        let late = try await customer.register(
            "tom", payload: try await third.device.payload(), ["pairingKey": .string(free)])
        #expect(late.status == 400)
    }

    @Test("a device gets a nickname, and becomes primary by the word of the customer's server")
    func devices() async throws {
        let server = try await PingIDServer()
        try await Phone(server, seed: 11, push: nil).pair()
        let second = try await Phone(server, seed: 12)
        let made = try await second.customer.register("tom", payload: try await second.device.payload(), ["ignoreValidation": true])
        _ = try await second.device.accept(serverPayload: try #require(made["payload"]))
        try await second.device.select(UserSelection(trust: .trusted))
        let customer = Customer(server)
        let devices = try await customer.call(.get, "/users/tom/devices").json["devices"]?.array ?? []
        #expect(devices.map { $0["deviceRole"]?.string } == ["Primary", "Trusted"])
        let id = try #require(devices.last?["id"]?.string)
        let changed = try await customer.call(
            .patch, "/users/tom/devices/\(id)", ["deviceNickname": "Work", "deviceRole": "Primary"])
        #expect(changed["deviceNickname"] == "Work" && changed["deviceRole"] == "Primary")
        #expect(try await server.primaries(of: "tom") == 1)
        #expect(try await customer.call(.patch, "/users/tom/devices/\(id)", ["deviceRole": "Trusted"]).status == 400)
        #expect(try await customer.call(.delete, "/users/tom/devices/\(id)").status == 204)
        #expect(try await customer.call(.get, "/users/tom/devices/\(id)").status == 404)
        #expect(try await server.primaries(of: "tom") == 1)
    }

    @Test("bodies that aren't what they must be are refused, and change nothing")
    func malformed() async throws {
        let customer = Customer(try await PingIDServer())
        for body: JSONValue in [
            ["payload": 5], ["authenticationType": "OTHER"], ["deviceId": "x"], [1], "text",
            ["payload": .string(String(repeating: "x", count: 20_000))],
        ] {
            #expect(try await customer.call(.post, "/users/tom/authentications", body).status == 400)
        }
        #expect(try await customer.call(.post, "/users/tom/authentications").status == 400, "there is no device")
        #expect(try await customer.call(.patch, "/users/tom", ["status": "GONE"]).status == 400)
        #expect(try await customer.call(.get, "/users/tom/authentications/nothing").status == 404)
    }

    @Test("what belongs to a removed application, user or device is gone")
    func erasure() async throws {
        let server = try await PingIDServer()
        _ = try await Phone(server, seed: 11).pair()
        try await server.domain.directory.applications.delete(PingIDServer.application, in: server.realm.id)
        let left = try await server.domain.platform.database.read { transaction in
            try transaction.rows("SELECT realm FROM pingid_trust").count + transaction.rows("SELECT realm FROM devices").count
                + transaction.rows("SELECT realm FROM pingid_users").count + transaction.rows("SELECT realm FROM installations").count
        }
        #expect(left == 0)
    }

    @Test("an installation that is no user's any more is forgotten after a day")
    func orphans() async throws {
        let server = try await PingIDServer()
        let phone = try await Phone(server, seed: 11)
        _ = try await phone.signOn()
        try await phone.customer.call(.delete, "/users/tom")
        server.time.advance(by: 90_000)
        try await server.domain.platform.forgetExpired()
        let left = try await server.domain.platform.database.read { try $0.rows("SELECT realm FROM installations").count }
        #expect(left == 0)
    }
}
