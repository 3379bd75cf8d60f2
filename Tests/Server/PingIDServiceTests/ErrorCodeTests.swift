import DeviceFoundation
import DeviceMessages
import Directory
import Foundation
import HTTPTypes
import PingIDClient
import PingIDMessages
import PingIDService
import Primitives
import Services
import Store
import Testing

/// The codes of `PIDError`, each by a situation that makes it happen to an app before a real server.
@Suite("Every error code has a situation")
struct ErrorCodeTests {
    /// What an app does, and the code that it gets.
    private struct Situation: Sendable, CustomTestStringConvertible {
        let number: Int
        let testDescription: String
        let act: @Sendable (Stage) async throws -> Void

        init(_ number: Int, _ description: String, _ act: @escaping @Sendable (Stage) async throws -> Void) {
            self.number = number
            testDescription = description
            self.act = act
        }
    }

    /// A phone that is the first device of two users, over a network that can be changed.
    private struct Stage: Sendable {
        let server: PingIDServer
        let phone: Phone
        let findings: Findings
        let weather: Weather

        init(seed: UInt64 = 5) async throws {
            server = try await PingIDServer(users: ["tom", "eva"], seed: seed)
            let findings = Findings()
            self.findings = findings
            var made: Weather?
            phone = try await Phone(
                server, seed: 11, configure: { $0.tampering = TamperDetection([findings]) },
                network: {
                    let weather = Weather($0)
                    made = weather
                    return weather
                })
            weather = try #require(made)
            for user in ["tom", "eva"] { try await phone.pair(user) }
        }

        func token(_ body: JSONObject = [:], application: String = PingIDServer.application) async throws -> String {
            var customer = phone.customer
            customer.application = application
            return try #require(try await customer.call(.post, "/authenticationtokens", .object(body))["token"])
        }
    }

    private static let situations: [Situation] = [
        Situation(-10_000, "what the device keeps can't be read") { stage in
            try await stage.phone.store.set(Secret("nonsense"), for: StoreKey("pingid", "state"))
            _ = try await stage.phone.device.payload()
        },
        Situation(-10_001, "a choice where nothing is asked") { try await $0.phone.device.select(UserSelection(trust: .trusted)) },
        Situation(-10_002, "the application is switched off") { stage in
            try await stage.server.change { $0.isEnabled = false }
            _ = try await stage.phone.device.sendLogs()
        },
        Situation(-10_003, "the server knows no such application") { stage in
            _ = try await Phone(stage.server, seed: 12, application: "app-9").device.sendLogs()
        },
        Situation(-10_004, "a push that comes too late") { stage in
            _ = try await stage.phone.customer.signOn("tom", payload: nil)
            let push = try #require(try await stage.server.pushes(to: try await stage.phone.id()).last)
            stage.server.time.advance(by: 200)
            _ = try await stage.phone.device.process(push)
        },
        Situation(-10_005, "no network") { stage in
            stage.weather.set { _, _ throws(TransportError) in throw TransportError(.cannotConnect, "no network") }
            _ = try await stage.phone.device.sendLogs()
        },
        Situation(-10_006, "a push for another device") { stage in
            let other = try await Phone(stage.server, seed: 12)
            _ = try await other.signOn()
            _ = try await other.device.process(try #require(try await stage.server.pushes(to: try await stage.phone.id()).last))
        },
        Situation(-10_007, "a realm's document without a key to seal for, which this server's always has") { stage in
            let phone = try await Phone(
                stage.server, seed: 13,
                network: {
                    let weather = Weather($0)
                    weather.set { request, answer throws(TransportError) in
                        guard request.url.path().hasSuffix("/jwks"), let keys = (try? answer.json())?["keys"]?.array else { return answer }
                        let others: JSONValue = .array(keys.filter { $0["use"]?.string != "enc" })
                        return DeviceFoundation.HTTPResponse(status: 200, body: JSONValue.object(["keys": others]).encoded)
                    }
                    return weather
                })
            _ = try await phone.device.payload()
        },
        Situation(-10_008, "root detection is wanted, and switched off in the app") { stage in
            try await stage.server.change { $0.requiresRootDetection = true }
            try await stage.phone.device.setRootDetection(false)
        },
        Situation(-10_009, "a server that doesn't answer") { stage in
            stage.weather.set { _, _ throws(TransportError) in throw TransportError(.timedOut, "no answer") }
            _ = try await stage.phone.device.sendLogs()
        },
        Situation(-10_010, "an answer that makes no sense") { stage in
            stage.weather.set { _, _ in DeviceFoundation.HTTPResponse(status: 200, body: Array("nonsense".utf8)) }
            _ = try await stage.phone.device.sendLogs()
        },
        Situation(-10_011, "a server that is at fault") { stage in
            stage.weather.set { _, _ in DeviceFoundation.HTTPResponse(status: 502) }
            _ = try await stage.phone.device.sendLogs()
        },
        Situation(-10_012, "a payload that isn't the server's") { _ = try await $0.phone.device.accept(serverPayload: "nonsense") },
        Situation(-10_013, "two users, of whom none is chosen") { stage in
            _ = try await stage.phone.device.validate(token: try await stage.token())
            _ = try await stage.phone.device.selectForToken(UserSelection(action: .approve))
        },
        Situation(-10_014, "an app for pushes only, without a device token") { stage in
            let phone = try await Phone(stage.server, seed: 12, push: nil) { $0.capability = .pushOnly }
            _ = try await phone.device.payload()
        },
        Situation(-10_015, "a token that has expired") { stage in
            let token = try await stage.token()
            stage.server.time.advance(by: 121)
            _ = try await stage.phone.device.validate(token: token)
        },
        Situation(-10_016, "another application's token") { stage in
            _ = try await stage.phone.device.validate(token: try await stage.token(application: "app-2"))
        },
        Situation(-10_017, "another account's token") { stage in
            _ = try await stage.phone.device.validate(token: try await Stage(seed: 6).token())
        },
        Situation(-10_018, "a user who is suspended") { stage in
            _ = try await stage.phone.customer.call(.patch, "/users/eva", ["status": "SUSPENDED"])
            _ = try await stage.phone.device.validate(token: try await stage.token())
            _ = try await stage.phone.device.selectForToken(UserSelection(action: .approve, username: "eva"))
        },
        Situation(-10_019, "a token for a phone without users") { stage in
            _ = try await Phone(stage.server, seed: 12).device.validate(token: try await stage.token())
        },
        Situation(-10_020, "a token that another phone has claimed") { stage in
            let token = try await stage.token()
            _ = try await stage.phone.device.validate(token: token)
            let other = try await Phone(stage.server, seed: 12)
            let answer = try await other.customer.register(
                "tom", payload: try await other.device.payload(), ["ignoreValidation": true])
            _ = try await other.device.accept(serverPayload: try #require(answer["payload"]))
            try await other.device.select(UserSelection(trust: .trusted))
            _ = try await other.device.validate(token: token)
        },
        Situation(-10_021, "a device that is rooted") { stage in
            try await stage.server.change { $0.requiresRootDetection = true }
            stage.findings.set(1)
            try await stage.phone.device.setRootDetection(true)
        },
        Situation(-10_022, "an app without an id") { _ = try await Phone($0.server, seed: 12, application: "") },
    ]

    @Test("the documented number", arguments: situations)
    private func number(_ situation: Situation) async throws {
        let stage = try await Stage()
        do {
            try await situation.act(stage)
            Issue.record("nothing failed")
        } catch let error as PingIDError {
            #expect(error.code.documentedNumber == situation.number, "\(error)")
        }
    }

    @Test("all twenty-three are there")
    func complete() {
        #expect(Self.situations.map(\.number) == (10_000...10_022).map { -$0 })
    }
}
