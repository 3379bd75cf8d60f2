import DialectTesting
import Foundation
import Foundations
@testable import HTTPBase
import HTTPTypes
import OneTimePassword
import Primitives
@testable import RealmHTTP
import Testing

import Services
import Directory
import DevicePolicies

@Suite("Platform: hardware tokens (docs/protocols/platform.md 2.3)")
struct OATHTokenTests {
    private static let secret = "3132333435363738393031323334353637383930"

    /// A platform whose policy takes hardware tokens, and the codes of one.
    private struct Stage {
        let platform: PlatformHarness
        let user: String
        private let hotp: HOTP

        init(policy: JSONObject = ["enabled": true]) async throws {
            platform = try await PlatformHarness()
            user = "/users/\(platform.user.id.uuidString.lowercased())"
            hotp = try HOTP(Secret("12345678901234567890"))
            #expect(try await platform.send(.put, user + "/mfaEnabled", ["mfaEnabled": true]).status == .ok)
            var standard = try await platform.domain.devicePolicies.mfaPolicies.standard(in: platform.realm)
            var method = TokenMethod()
            method.isEnabled = policy["enabled"]?.bool ?? false
            method.isPairingDisabled = policy["pairingDisabled"]?.bool ?? false
            standard.oathToken = method
            _ = try await platform.domain.devicePolicies.mfaPolicies.replace(standard, in: platform.realm)
        }

        func code(_ counter: Int) -> JSONValue { .string(hotp.code(at: UInt64(counter))) }

        /// The code of a token with steps of sixty seconds, some steps off.
        func timed(_ offset: Int = 0) -> JSONValue {
            .string(hotp.code(at: UInt64(Int(platform.domain.platform.time.now.timeIntervalSince1970) / 60 + offset)))
        }

        static func token(_ serial: String, _ more: JSONObject = [:]) -> JSONValue {
            var json: JSONObject = [
                "serialNumber": .string(serial), "type": "HOTP", "secret": .string(OATHTokenTests.secret), "otpLength": 6,
            ]
            for member in more.members { json[member.name] = member.value }
            return .object(json)
        }

        func add(_ serial: String, _ more: JSONObject = [:]) async throws -> ServerResponse {
            try await platform.send(.post, "/oathTokens", Self.token(serial, more))
        }

        func pair(_ serial: String, for user: String? = nil) async throws -> ServerResponse {
            try await platform.send(
                .post, (user ?? self.user) + "/devices", ["type": "OATH_TOKEN", "serialNumber": .string(serial)])
        }

        func activate(_ device: JSONValue, _ body: JSONObject, for user: String? = nil) async throws -> ServerResponse {
            try await platform.act((user ?? self.user) + "/devices/" + (device["id"]?.string ?? ""), "device.activate", .object(body))
        }

        func authenticate(_ code: JSONValue) async throws -> ServerResponse {
            let headers: HTTPFields = [.authorization: "Bearer " + platform.token, .contentType: "application/json"]
            let body: JSONValue = ["user": ["id": .string(platform.user.id.uuidString.lowercased())], "otp": code]
            return try await platform.server.send(
                .post, "/\(platform.environment)/deviceAuthentications", headers: headers, body: body.text)
        }
    }

    private func code(_ answer: ServerResponse) -> String? {
        answer.json["details"]?.array?.first?["code"]?.string ?? answer.json["code"]?.string
    }

    @Test("a token is imported, listed and found by its serial number; its seed is never told")
    func imported() async throws {
        let stage = try await Stage()
        let made = try await stage.add("A-1", ["hotp": ["counter": 7]])
        #expect(made.status == .created && made.json["type"] == "HOTP" && made.json["hashAlgorithm"] == "HmacSHA1", "\(made.text)")
        _ = try await stage.add("B-2", ["type": "TOTP", "totp": ["timeStep": 60], "hashAlgorithm": "HmacSHA256"])
        let list = try await stage.platform.send(.get, "/oathTokens")
        #expect(list.json["_embedded"]?["oathTokens"]?.array?.map { $0["serialNumber"] } == ["A-1", "B-2"])
        #expect(!list.text.contains(Self.secret) && !made.text.contains(Self.secret))
        let found = try await stage.platform.send(.get, "/oathTokens?filter=serialNumber%20eq%20%22B-2%22")
        #expect(found.json["_embedded"]?["oathTokens"]?.array?.first?["totp"]?["timeStep"] == 60)
        let reader = try await stage.platform.token([.identityDataReadOnly])
        #expect(try await stage.platform.send(.get, "/oathTokens", token: reader).status == .ok)
        #expect(try await stage.platform.send(.post, "/oathTokens", Stage.token("C-3"), token: reader).status == .forbidden)
    }

    @Test(
        "what is no token is refused",
        arguments: [
            (["secret": "GEZDGNBVGY3TQOJQ====="], "secret"), (["secret": "3132333435363738393"], "secret"),
            (["otpLength": 7], "otpLength"), (["hashAlgorithm": "HmacSHA256"], "hashAlgorithm"), (["totp": ["timeStep": 30]], "totp"),
            (["type": "TOTP"], "totp"), (["type": "TOTP", "totp": ["timeStep": 30], "hotp": ["counter": 1]], "hotp"),
        ] as [(JSONObject, String)])
    func refused(_ more: JSONObject, _ target: String) async throws {
        let answer = try await Stage().add("A-1", more)
        #expect(
            answer.status == .badRequest && answer.json["details"]?.array?.contains { $0["target"]?.string == target } == true,
            "\(answer.text)")
    }

    @Test("a serial number is there once")
    func unique() async throws {
        let stage = try await Stage()
        _ = try await stage.add("A-1")
        #expect(try await stage.add("A-1").status == .conflict)
    }

    @Test("a token is paired by its serial number and a code, and then authenticates, each code once")
    func paired() async throws {
        let stage = try await Stage()
        let token = try await stage.add("A-1")
        let device = try await stage.pair("A-1")
        #expect(device.status == .created && device.json["status"] == "ACTIVATION_REQUIRED", "\(device.text)")
        #expect(device.json["serialNumber"] == "A-1" && device.json["phone"] == nil)
        let active = try await stage.activate(device.json, ["otp": stage.code(0)])
        #expect(active.json["status"] == "ACTIVE", "\(active.text)")
        #expect(code(try await stage.authenticate(stage.code(0))) == "INVALID_OTP")
        #expect(try await stage.authenticate(stage.code(3)).json["status"] == "COMPLETED")
        let read = try await stage.platform.send(.get, "/oathTokens/" + (token.json["id"]?.string ?? ""))
        #expect(read.json["device"]?["id"] == device.json["id"])
    }

    @Test("a token by the clock")
    func timed() async throws {
        let stage = try await Stage()
        _ = try await stage.add("B-2", ["type": "TOTP", "totp": ["timeStep": 60]])
        let device = try await stage.pair("B-2")
        #expect(code(try await stage.activate(device.json, ["otp": stage.timed(-15)])) == "EXTRA_OTP_REQUIRED")
        let active = try await stage.activate(device.json, ["otp": stage.timed(-14), "oathResync": true])
        #expect(active.json["status"] == "ACTIVE", "\(active.text)")
        // Its clock stays as far behind.
        #expect(code(try await stage.authenticate(stage.timed(-14))) == "INVALID_OTP")
        #expect(try await stage.authenticate(stage.timed(-13)).json["status"] == "COMPLETED")
    }

    @Test("otpLength, hashAlgorithm and counter: a token's codes are as it was imported")
    func kinds() async throws {
        let stage = try await Stage()
        let now = stage.platform.domain.platform.time.now
        _ = try await stage.add("A-1", ["otpLength": 8, "hotp": ["counter": 700]])
        _ = try await stage.add("B-2", ["type": "TOTP", "totp": ["timeStep": 60], "otpLength": 8, "hashAlgorithm": "HmacSHA256"])
        let seed = Secret("12345678901234567890")
        let codes = [
            "A-1": try HOTP(seed, digits: 8).code(at: 700),
            "B-2": try TOTP(seed, algorithm: .sha256, digits: 8, period: 60).code(at: now),
        ]
        for (serial, code) in codes {
            let device = try await stage.pair(serial)
            #expect(try await stage.activate(device.json, ["otp": .string(code)]).json["status"] == "ACTIVE", "\(serial)")
        }
    }

    @Test("a token that is out of step is paired by two codes that follow each other, and by no others")
    func resynchronized() async throws {
        let stage = try await Stage()
        _ = try await stage.add("A-1")
        let device = try await stage.pair("A-1")
        let first = try await stage.activate(device.json, ["otp": stage.code(500)])
        #expect(code(first) == "EXTRA_OTP_REQUIRED" && first.json["details"]?.array?.first?["target"] == "otp", "\(first.text)")
        // The next one isn't the second without being said to be.
        #expect(code(try await stage.activate(device.json, ["otp": stage.code(501)])) == "EXTRA_OTP_REQUIRED")
        let second = try await stage.activate(device.json, ["otp": stage.code(502), "oathResync": true])
        #expect(second.json["status"] == "ACTIVE", "\(second.text)")
        #expect(code(try await stage.authenticate(stage.code(502))) == "INVALID_OTP")
        #expect(try await stage.authenticate(stage.code(503)).json["status"] == "COMPLETED")
    }

    @Test("codes that don't follow each other, and a second that comes too late, pair nothing", arguments: [true, false])
    func notFollowing(_ isLate: Bool) async throws {
        let stage = try await Stage()
        _ = try await stage.add("A-1")
        let device = try await stage.pair("A-1")
        _ = try await stage.activate(device.json, ["otp": stage.code(500)])
        if isLate { stage.platform.server.time.advance(by: 86_300 * 2) }
        let answer = try await stage.activate(device.json, ["otp": stage.code(isLate ? 501 : 502), "oathResync": true])
        #expect(answer.json["status"] != "ACTIVE" && answer.status != .ok, "\(answer.text)")
    }

    @Test("an administrator brings a token into step, in one request or in two")
    func administrator() async throws {
        let stage = try await Stage()
        let path = "/oathTokens/" + (try await stage.add("A-1").json["id"]?.string ?? "")
        let both: JSONValue = ["otps": [stage.code(300), stage.code(301)]]
        #expect(try await stage.platform.act(path, "device.resync", both).status == .ok)
        #expect(try await stage.platform.act(path, "device.resync", both).status == .badRequest)
        #expect(code(try await stage.platform.act(path, "device.resync", ["otps": [stage.code(400)]])) == "EXTRA_OTP_REQUIRED")
        #expect(try await stage.platform.act(path, "device.resync", ["otps": [stage.code(401)]]).status == .ok)
        let device = try await stage.pair("A-1")
        #expect(try await stage.activate(device.json, ["otp": stage.code(402)]).json["status"] == "ACTIVE")
    }

    @Test("a token has one user; when it is given to another, no code of before is good")
    func passedOn() async throws {
        let stage = try await Stage()
        _ = try await stage.add("A-1")
        let other = try await stage.platform.domain.directory.users.create("other", in: stage.platform.realm.id)
        let path = "/users/\(other.id.uuidString.lowercased())"
        let waiting = try await stage.pair("A-1", for: path)
        let device = try await stage.pair("A-1")
        _ = try await stage.activate(device.json, ["otp": stage.code(4)])
        #expect(try await stage.pair("A-1", for: path).status == .badRequest)
        #expect(try await stage.activate(waiting.json, ["otp": stage.code(5)], for: path).status == .badRequest)
        #expect(try await stage.platform.send(.delete, stage.user + "/devices/" + (device.json["id"]?.string ?? "")).status == .noContent)
        #expect(code(try await stage.activate(waiting.json, ["otp": stage.code(4)], for: path)) == "INVALID_OTP")
        #expect(try await stage.activate(waiting.json, ["otp": stage.code(5)], for: path).json["status"] == "ACTIVE")
    }

    @Test("a revoked token is nobody's any more")
    func revoked() async throws {
        let stage = try await Stage()
        let path = "/oathTokens/" + (try await stage.add("A-1").json["id"]?.string ?? "")
        let device = try await stage.pair("A-1")
        _ = try await stage.activate(device.json, ["otp": stage.code(0)])
        #expect(try await stage.platform.send(.delete, path).status == .noContent)
        #expect(try await stage.platform.send(.get, path).status == .notFound)
        #expect(try await stage.platform.send(.get, stage.user + "/devices/" + (device.json["id"]?.string ?? "")).status == .notFound)
        #expect(try await stage.pair("A-1").status == .badRequest)
    }

    @Test("nobody takes a factor from an administrator whom they don't cover")
    func covered() async throws {
        let stage = try await Stage()
        let path = "/oathTokens/" + (try await stage.add("A-1").json["id"]?.string ?? "")
        let device = try await stage.pair("A-1")
        _ = try await stage.activate(device.json, ["otp": stage.code(0)])
        try await stage.platform.domain.directory.users.setAdministrator(true, stage.platform.user.id, in: stage.platform.realm.id)
        let worker = try await stage.platform.token([.identityDataAdmin])
        #expect(try await stage.platform.send(.delete, path, token: worker).status == .forbidden)
        let codes: JSONValue = ["otps": [stage.code(300), stage.code(301)]]
        #expect(try await stage.platform.act(path, "device.resync", codes, token: worker).status == .forbidden)
    }

    @Test(
        "a policy that takes no new tokens pairs none",
        arguments: [["enabled": false], ["enabled": true, "pairingDisabled": true]] as [JSONObject])
    func policy(_ method: JSONObject) async throws {
        let stage = try await Stage(policy: method)
        _ = try await stage.add("A-1")
        #expect(try await stage.pair("A-1").status == .forbidden)
    }
}
