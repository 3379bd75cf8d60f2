import DeviceMessages
import DeviceRegistry
import Directory
import Foundation
import Foundations
import HTTPTypes
import PingIDMessages
import PingIDService
import Primitives
import Services
import Store
import Testing

@testable import Messaging
@testable import PingIDClient

@Suite("What belongs to one user, application or realm is out of others' reach")
struct BoundaryTests {
    @Test("another user's, and another application's, authentications, registrations, devices and tokens aren't there")
    func others() async throws {
        let server = try await PingIDServer(users: ["tom", "eva"])
        let phone = try await Phone(server, seed: 11).pair()
        let customer = Customer(server)
        var elsewhere = customer
        elsewhere.application = "app-2"
        #expect(try await elsewhere.call(.post, "/users", ["username": "tom"]).status == 201)
        let answer = try await customer.signOn("tom", payload: nil)
        let registration = try await customer.register("tom", payload: nil)
        let device = try #require(answer["deviceId"])
        let token = try await customer.call(.post, "/authenticationtokens")
        let paths = [
            "authentications/\(try #require(answer["id"]))", "registrationtokens/\(try #require(registration["id"]))",
            "devices/\(device)", "pairingkeys/\(try #require(registration["pairingKey"]))",
        ]
        for path in paths {
            #expect(try await customer.call(.get, "/users/tom/\(path)").status == 200, "\(path)")
            #expect(try await customer.call(.get, "/users/eva/\(path)").status == 404, "\(path)")
            #expect(try await elsewhere.call(.get, "/users/tom/\(path)").status == 404, "\(path)")
        }
        #expect(try await elsewhere.call(.get, "/authenticationtokens/\(try #require(token["id"]))").status == 404)
        for path in paths.prefix(1) + [paths[2]] {
            #expect(try await customer.call(.delete, "/users/eva/\(path)").status == 404, "\(path)")
            #expect(try await elsewhere.call(.delete, "/users/tom/\(path)").status == 404, "\(path)")
        }
        #expect(try await customer.type("123456", for: answer, "eva").status == 404)
        #expect(try await customer.signOn("eva", payload: nil, ["deviceId": .string(device)]).status == 400)
        #expect(try await elsewhere.signOn("tom", payload: nil, ["deviceId": .string(device)]).status == 400)
        #expect(try await phone.signOn().answer["status"] == "APPROVED")
    }

    @Test("a phone that is trusted for one user is none for another, of whom it may be the first")
    func twoUsers() async throws {
        let server = try await PingIDServer(users: ["tom", "eva"])
        let phone = try await Phone(server, seed: 11).pair("tom")
        let (answer, outcome) = try await phone.signOn("eva")
        #expect(answer["status"] == "SELECT_DEVICE" && outcome.trustLevels == [.primary, .ignored])
        let error = await phone.error { try await phone.device.select(UserSelection(trust: .primary, username: "tom")) }
        #expect(error == .userNotPaired)
        #expect(try await server.primaries(of: "eva") == 0)
        try await phone.pair("eva")
        #expect(try await phone.device.users.map(\.username).sorted() == ["eva", "tom"])
        try await phone.customer.call(.delete, "/users/eva")
        _ = try await phone.device.sendLogs()
        #expect(try await phone.device.users.map(\.username) == ["tom"])
    }

    @Test("a text with a NUL character, which no engine stores, is refused wherever it stands")
    func unstorable() async throws {
        let server = try await PingIDServer()
        let phone = try await Phone(server, seed: 11).pair()
        #expect(try await phone.customer.call(.get, "/users/to%00m").status == 404)
        #expect(try await phone.customer.call(.post, "/users", ["username": "to\u{0}m"]).status == 400)
        let state = try #require(try await phone.device.book.state())
        let key = try await phone.device.keys.publicKey(InstallationKeys.signing)
        func call(_ call: PingIDCall, _ exchange: Exchange, proof id: String) async throws -> (Int, String?) {
            let (url, body) = (state.issuer.url(call.rawValue), exchange.json.encoded)
            let proof = DeviceProof(
                installation: state.id, key: .embedded(key), method: "POST", url: url, body: body, issuedAt: server.time.now, id: id)
            let text = proof.text(signature: try await phone.device.keys.sign(proof.signingInput))
            let path = try #require(URL(string: url)).path()
            let answer = try await server.send(
                .post, path, headers: [try #require(.init(DeviceProof.field)): text, .contentType: "application/json"], body: body)
            return (answer.status, answer["code"])
        }
        let plain = Exchange(application: PingIDServer.application)
        #expect(try await call(.push, plain, proof: "a") == (200, nil))
        #expect(try await call(.push, plain, proof: "a\u{0}") == (401, "invalid_proof"))
        #expect(try await call(.push, Exchange(application: "a\u{0}"), proof: "b") == (400, "malformed"))
        let step = Exchange(application: PingIDServer.application, content: ["payload": "\u{0}"])
        #expect(try await call(.identityProviderStep, step, proof: "c") == (400, "malformed"))
        let payload = try await phone.payload { $0.id = "\u{0}" }
        #expect(try await phone.customer.signOn("tom", payload: payload).json["details"]?.array?.first?["code"]?.string == "MALFORMED")
    }

    @Test("a key of another realm signs nothing here")
    func realms() async throws {
        let server = try await PingIDServer()
        let root = try await server.domain.directory.realms.realm(at: .root)
        let foreign = try await server.pingID.organisationKeys.make(in: root)
        var customer = Customer(server)
        (customer.wrong.token, customer.wrong.key) = (foreign.token, foreign.key)
        for account in [nil, foreign.account] {
            customer.wrong.account = account
            #expect(try await customer.call(.get, "/users/tom").json["details"]?.array?.first?["code"]?.string == "SIGNATURE")
        }
    }

    @Test("the stream of pushes is open to a trusted phone that names its key, until it is trusted no more")
    func stream() async throws {
        let server = try await PingIDServer()
        let phone = try await Phone(server, seed: 11)
        _ = try await phone.signOn()
        await #expect(throws: DeviceError.self) { try await phone.mayListen() }
        try await phone.device.select(UserSelection(trust: .primary))
        try await phone.mayListen()
        let id = try #require(try await phone.signOn().answer["deviceId"])
        #expect(try await phone.customer.call(.delete, "/users/tom/devices/\(id)").status == 204)
        await #expect(throws: DeviceError.self) { try await phone.mayListen() }
    }

    @Test("an app knows a push as this product's, whatever carries it")
    func pushes() throws {
        let message = PushMessage(
            statement: "statement", kind: .authentication, category: RemoteNotificationBody.category, isTimeSensitive: true,
            marks: [RemoteNotificationBody.mark: RemoteNotificationBody.version], expires: .distantFuture, collapseID: "x")
        let body = RemoteNotificationBody(statement: "statement")
        #expect(RemoteNotificationBody(delivered: message.apns) == body)
        #expect(RemoteNotificationBody(delivered: message.data) == body)
        let own = body.apns(.alert(isTimeSensitive: true))
        #expect(JSONValue.object(message.apns) == JSONValue.object(own))
        let other = PushMessage(statement: "statement", kind: .authentication, expires: .distantFuture, collapseID: "x")
        #expect(RemoteNotificationBody(delivered: other.apns) == nil)
    }

    @Test("logs are kept in a form that other programs open")
    func gzip() throws {
        // The check value of CRC-32, and the lengths of a block (RFC 1951 §3.2.4, RFC 1952 §2.3).
        let bytes = GzipBytes.of(Array("123456789".utf8))
        #expect(bytes.suffix(8) == [0x26, 0x39, 0xF4, 0xCB, 9, 0, 0, 0])
        #expect(Array(bytes[10..<15]) == [1, 9, 0, 0xF6, 0xFF])
        let long = GzipBytes.of(Array(repeating: 65, count: 65_536))
        #expect(Array(long[10..<15]) == [0, 0xFF, 0xFF, 0, 0])
        #expect(long.count == 10 + 2 * 5 + 65_536 + 8)
        #expect(GzipBytes.of([]).count == 23)
    }
}
