import DeviceMessages
import DevicePolicies
import DeviceRegistry
import Directory
import Foundation
import Foundations
import HTTPTypes
import MailTesting
import PingIDClient
import PingIDMessages
import PingIDService
import Primitives
import Services
import Store
import Testing

@Suite("A user's devices, of every kind, as the customer's server sees them")
struct CustomerDeviceTests {
    private static let end = "2026-01-08T00:00:00Z"

    /// A server whose user tom has a phone, a mail address and a number for each of text messages and calls.
    private func everything() async throws -> (server: PingIDServer, customer: Customer, phone: Phone) {
        let server = try await PingIDServer(users: ["tom", "eva"])
        var policy = try await server.domain.deviceRegistry.devices.policies.standard(in: server.realm)
        policy.voice.isEnabled = true
        _ = try await server.domain.deviceRegistry.devices.policies.replace(policy, in: server.realm)
        let customer = Customer(server)
        let phone = try await Phone(server, seed: 11).pair()
        for (resource, body) in [
            ("emailpairings", ["email": "tom@example.com"]), ("smspairings", ["phoneNumber": "+41791234567"]),
            ("voicepairings", ["phoneNumber": "+41791234568"]),
        ] as [(String, JSONValue)] {
            let begun = try await customer.call(.post, "/users/tom/\(resource)", body)
            let code = resource == "emailpairings" ? server.mail.last(to: "tom@example.com")?.passcode : server.texts.code
            let done = try await customer.call(
                .patch, "/users/tom/\(resource)/\(try #require(begun["id"]))", ["otp": .string(try #require(code))])
            #expect(done["status"] == "PAIRED", "\(done.json)")
        }
        return (server, customer, phone)
    }

    private func list(_ customer: Customer) async throws -> [JSONValue] {
        try await customer.call(.get, "/users/tom/devices").json["devices"]?.array ?? []
    }

    @Test("what is listed can be read, renamed and removed by its id, and stands under the user")
    func everyKind() async throws {
        let (_, customer, _) = try await everything()
        let listed = try await list(customer)
        #expect(listed.map { $0["deviceType"]?.string } == ["iPhone", "Email", "SMS", "Voice"])
        let expanded = try await customer.call(.get, "/users/tom", query: "expand=devices")
        #expect(expanded.json["devices"]?.array == listed)
        for device in listed {
            let id = try #require(device["id"]?.string)
            #expect(try await customer.call(.get, "/users/tom/devices/\(id)").json == device)
            let named = try await customer.call(.patch, "/users/tom/devices/\(id)", ["deviceNickname": "Mine"])
            #expect(named.status == 200 && named["deviceNickname"] == "Mine" && named["deviceType"] == device["deviceType"]?.string)
            let turned = try await customer.call(.patch, "/users/tom/devices/\(id)", ["deviceNickname": "Mine\u{202E}"])
            #expect(turned.status == 400)
            let primary = try await customer.call(.patch, "/users/tom/devices/\(id)", ["deviceNickname": "x", "deviceRole": "Primary"])
            let isApp = device["deviceType"] == "iPhone"
            #expect(primary.status == (isApp ? 200 : 400))
            #expect(try await customer.call(.get, "/users/tom/devices/\(id)")["deviceNickname"] == (isApp ? "x" : "Mine"))
            for method in [HTTPRequest.Method.get, .patch, .delete] {
                let body: JSONValue? = method == .patch ? ["deviceNickname": "x"] : nil
                #expect(try await customer.call(method, "/users/eva/devices/\(id)", body).status == 404)
            }
            #expect(try await customer.call(.delete, "/users/tom/devices/\(id)").status == 204)
            #expect(try await customer.call(.get, "/users/tom/devices/\(id)").status == 404)
        }
        #expect(try await list(customer).isEmpty)
    }

    @Test(
        "an app's type is that of its system",
        arguments: [
            ("iOS", "iPhone"), ("iPadOS", "iPhone"), ("Android", "Android"), ("ANDROID", "Android"), ("Linux", "Linux"),
            ("HarmonyOS", "HarmonyOS"),
        ])
    func type(platform: String, type: String) async throws {
        let server = try await PingIDServer()
        try await Phone(server, seed: 11) { $0.device = DeviceDescription(platform: platform, name: "Phone") }.pair()
        #expect(try await list(Customer(server)).map { $0["deviceType"]?.string } == [type])
    }

    @Test("a bypassed device of any kind is asked nothing in a browser until the bypass ends, and is told so")
    func bypassed() async throws {
        let (server, customer, _) = try await everything()
        let listed = try await list(customer)
        #expect(listed.allSatisfy { $0["bypassed"] == false && $0["bypassExpiration"] == nil })
        for device in listed {
            let id = try #require(device["id"]?.string)
            let sent = (server.mail.messages.count, server.texts.all.count)
            let set = try await customer.call(
                .patch, "/users/tom/devices/\(id)", ["bypassed": true, "bypassExpiration": .string(Self.end)])
            #expect(set.json["bypassed"] == true && set["bypassExpiration"] == Self.end, "\(set.json)")
            let answer = try await customer.signOn("tom", payload: nil, ["deviceId": .string(id)])
            #expect(answer["status"] == "APPROVED" && answer["deviceId"] == id)
            #expect(try await customer.status(of: answer) == "APPROVED")
            #expect(server.texts.all.count == sent.1)
            let ended = try await customer.call(.patch, "/users/tom/devices/\(id)", ["bypassed": false])
            #expect(ended.json["bypassed"] == false && ended.json["bypassExpiration"] == nil)
            #expect(try await customer.signOn("tom", payload: nil, ["deviceId": .string(id)])["status"] != "APPROVED")
        }
        let id = try #require(listed.first?["id"]?.string)
        try await customer.call(.patch, "/users/tom/devices/\(id)", ["bypassed": true, "bypassExpiration": .string(Self.end)])
        #expect(try await customer.signOn("tom", payload: nil)["status"] == "APPROVED")
        server.time.advance(by: 7 * 86_400)
        #expect(try await customer.signOn("tom", payload: nil)["status"] == "IN_PROGRESS")
        #expect(try await customer.call(.get, "/users/tom/devices/\(id)").json["bypassed"] == false)
    }

    @Test("a bypass makes no device trusted, and lifts no block, no lock and no suspension")
    func bounds() async throws {
        let server = try await PingIDServer()
        let customer = Customer(server)
        let first = try await Phone(server, seed: 11, push: nil).pair()
        let id = try #require(try await list(customer).first?["id"]?.string)
        let bypass: JSONValue = ["bypassed": true, "bypassExpiration": .string(Self.end)]
        #expect(try await customer.call(.patch, "/users/tom/devices/\(id)", bypass).status == 200)
        let second = try await Phone(server, seed: 12)
        #expect(try await second.signOn().answer["status"] == "OTP", "another device still needs the first one's word")
        let token = try await customer.register("tom", payload: try await second.device.payload())
        #expect(token["status"] == "claimed")
        #expect(try await !second.device.isTrusted)
        #expect(try await customer.call(.patch, "/users/tom", ["status": "SUSPENDED"]).status == 200)
        #expect(try await customer.signOn("tom", payload: nil)["status"] == "FORBIDDEN")
        #expect(try await customer.call(.patch, "/users/tom", ["status": "ACTIVE"]).status == 200)
        let device = try #require(UUID(uuidString: id))
        let user = try #require(try await server.domain.directory.users.user(named: "tom", in: server.realm.id))
        _ = try await server.domain.deviceRegistry.devices.setBlocked(true, device, of: user.id, in: server.realm)
        #expect(try await customer.signOn("tom", payload: nil)["status"] == "FORBIDDEN")
        _ = first
    }

    @Test(
        "a bypass without an end, with a past or distant one, or of another form is refused",
        arguments: [
            ["bypassed": true], ["bypassExpiration": "2026-01-08T00:00:00Z"],
            ["bypassed": false, "bypassExpiration": "2026-01-08T00:00:00Z"],
            ["bypassed": true, "bypassExpiration": "2025-12-31T00:00:00Z"], ["bypassed": true, "bypassExpiration": "2026-01-01T00:00:00Z"],
            ["bypassed": true, "bypassExpiration": "2027-01-02T00:00:00Z"], ["bypassed": true, "bypassExpiration": "2026-01-08 00:00:00 "],
            ["bypassed": true, "bypassExpiration": ""], ["bypassed": "true", "bypassExpiration": "2026-01-08T00:00:00Z"],
        ] as [JSONValue])
    func refused(body: JSONValue) async throws {
        let server = try await PingIDServer()
        try await Phone(server, seed: 11).pair()
        let customer = Customer(server)
        let id = try #require(try await list(customer).first?["id"]?.string)
        #expect(try await customer.call(.patch, "/users/tom/devices/\(id)", body).status == 400)
        #expect(try await list(customer).first?["bypassed"] == false)
    }

    @Test("a bypass goes with its device, its user and its application, and the sweep takes what has ended")
    func erased() async throws {
        let server = try await PingIDServer()
        try await Phone(server, seed: 11).pair()
        let customer = Customer(server)
        func count() async throws -> Int {
            try await server.domain.platform.database.read {
                try $0.rows("SELECT device FROM pingid_bypasses WHERE realm = ?1", server.realm.id).count
            }
        }
        let id = try #require(try await list(customer).first?["id"]?.string)
        let bypass: JSONValue = ["bypassed": true, "bypassExpiration": .string(Self.end)]
        try await customer.call(.patch, "/users/tom/devices/\(id)", bypass)
        #expect(try await count() == 1)
        server.time.advance(by: 8 * 86_400)
        try await server.domain.platform.forgetExpired()
        #expect(try await count() == 0)
        try await customer.call(
            .patch, "/users/tom/devices/\(id)", ["bypassed": true, "bypassExpiration": "2026-02-01T00:00:00Z"])
        #expect(try await count() == 1)
        try await customer.call(.delete, "/users/tom/devices/\(id)")
        #expect(try await count() == 0)
    }
}
