import DialectTesting
import Foundation
@testable import HTTPBase
import HTTPTypes
import OneTimePassword
import Primitives
import Testing

import Services
import Directory

@Suite("Platform: devices and their authentications")
struct PlatformDeviceTests {
    /// A platform whose user is asked for a second factor.
    private struct Stage {
        let platform: PlatformHarness
        let user: String

        init() async throws {
            platform = try await PlatformHarness()
            user = "/users/\(platform.user.id.uuidString.lowercased())"
            #expect(try await platform.send(.put, user + "/mfaEnabled", ["mfaEnabled": true]).status == .ok)
        }

        var userID: JSONValue { ["id": .string(platform.user.id.uuidString.lowercased())] }

        /// Asks the authentication host.
        func authenticate(
            _ method: HTTPRequest.Method, _ path: String = "", _ body: JSONValue? = nil, action: String? = nil, token: String? = nil
        ) async throws -> ServerResponse {
            var headers: HTTPFields = [.authorization: "Bearer " + (token ?? platform.token)]
            if body != nil { headers[.contentType] = action.map(PlatformHarness.mediaType) ?? "application/json" }
            return try await platform.server.send(
                method, "/\(platform.environment)/deviceAuthentications" + path, headers: headers, body: body?.text)
        }

        /// An active authenticator app, and its secret.
        func totp() async throws -> (id: String, seed: Secret) {
            let made = try await platform.send(.post, user + "/devices", ["type": "TOTP", "status": "ACTIVE"])
            #expect(made.status == .created && made.json["status"] == "ACTIVE", "\(made.text)")
            let seed = try #require(Base32.decode(made.json["secret"]?.string ?? ""))
            return (try #require(made.json["id"]?.string), Secret(bytes: seed))
        }

        func passcode(_ seed: Secret, in steps: Double = 0) throws -> JSONValue {
            let time = platform.server.time.now.addingTimeInterval(30 * steps)
            return ["otp": .string(try TOTP(seed).code(at: time))]
        }
    }

    @Test("a device is added, activated by its code, named, blocked and removed")
    func life() async throws {
        let stage = try await Stage()
        let (platform, devices) = (stage.platform, stage.user + "/devices")
        let made = try await platform.send(.post, devices, ["type": "TOTP"])
        #expect(made.status == .created && made.json["status"] == "ACTIVATION_REQUIRED", "\(made.text)")
        #expect(made.json["keyUri"]?.string?.hasPrefix("otpauth://totp/") == true)
        let path = devices + "/" + (made.json["id"]?.string ?? "")
        let seed = Secret(bytes: try #require(Base32.decode(made.json["secret"]?.string ?? "")))
        let wrong = try await platform.act(path, "device.activate", ["otp": "000000"])
        #expect(wrong.status == .badRequest && wrong.json["details"]?.array?.first?["code"] == "INVALID_OTP", "\(wrong.text)")
        let active = try await platform.act(path, "device.activate", try stage.passcode(seed))
        #expect(active.status == .ok && active.json["status"] == "ACTIVE" && active.json["secret"] == nil, "\(active.text)")
        #expect(try await platform.send(.put, path + "/nickname", ["nickname": "Mine"]).json["nickname"] == "Mine")
        #expect(try await platform.act(path, "device.block", [:]).json["block"]?["status"] == "BLOCKED")
        #expect(try await platform.act(path, "device.unblock").json["block"]?["status"] == "UNBLOCKED")
        #expect(try await platform.act(path, "device.unlock", [:]).json["lock"]?["status"] == "UNLOCKED")
        #expect(try await platform.send(.put, path + "/logs", ["status": "PENDING"]).status == .badRequest, "only a MOBILE device has logs")
        let list = try await platform.send(.get, devices + "?filter=type%20eq%20%22TOTP%22&expand=order")
        #expect(
            list.json["_embedded"]?["devices"]?.array?.count == 1 && list.json["_embedded"]?["order"]?.array?.count == 1, "\(list.text)")
        #expect(list.json["_embedded"]?["mfaSettings"]?["pairing"] != nil && list.json["_embedded"]?["mfaPolicy"]?["id"]?.string != nil)
        let own = try await platform.userToken(platform.user, scopes: ["p1:read:device"])
        #expect(try await platform.send(.get, devices, token: own).json["_embedded"]?["mfaSettings"] == nil)
        #expect(try await platform.send(.delete, path).status == .noContent)
        #expect(try await platform.send(.get, path).status == .notFound)
    }

    @Test("an e-mail device gets its code by mail, and its address is masked where one chooses")
    func mail() async throws {
        let stage = try await Stage()
        let body: JSONValue = ["type": "EMAIL", "email": "ada@example.com", "status": "ACTIVE", "nickname": "Home"]
        #expect(try await stage.platform.send(.post, stage.user + "/devices", body).status == .created)
        _ = try await stage.totp()
        let policy = try await stage.platform.send(
            .post, "/deviceAuthenticationPolicies",
            [
                "name": "Choose", "sms": ["enabled": false], "voice": ["enabled": false], "email": ["enabled": true],
                "totp": ["enabled": true], "mobile": ["enabled": true], "authentication": ["deviceSelection": "PROMPT_TO_SELECT"],
            ])
        let begun = try await stage.authenticate(
            .post, "", ["user": stage.userID, "policy": ["id": policy.json["id"] ?? .null]])
        #expect(begun.status == .created && begun.json["status"] == "DEVICE_SELECTION_REQUIRED", "\(begun.text)")
        let choices = begun.json["_embedded"]?["devices"]?.array ?? []
        #expect(
            choices.count == 2 && choices.contains { $0["email"] == "a***@example.com" && $0["nickname"] == "Home" }
                && !begun.text.contains("ada@example.com"))
    }

    @Test("a passcode completes an authentication, once")
    func passcode() async throws {
        let stage = try await Stage()
        let (device, seed) = try await stage.totp()
        let begun = try await stage.authenticate(.post, "", ["user": stage.userID])
        #expect(begun.status == .created && begun.json["status"] == "OTP_REQUIRED", "\(begun.text)")
        #expect(begun.json["selectedDevice"]?["id"]?.string == device && begun.json["_links"]?["otp.check"] != nil)
        let path = "/" + (begun.json["id"]?.string ?? "")
        let wrong = try await stage.authenticate(.post, path, ["otp": "000000"], action: "otp.check")
        #expect(wrong.status == .badRequest && wrong.json["code"] == "INVALID_DATA")
        #expect(wrong.json["details"]?.array?.first?["code"] == "INVALID_OTP" && wrong.json["details"]?.array?.first?["target"] == "otp")
        let right = try await stage.authenticate(.post, path, try stage.passcode(seed), action: "otp.check")
        #expect(right.status == .ok && right.json["status"] == "COMPLETED", "\(right.text)")
        #expect(right.json["authenticators"]?.strings?.contains("mfa") == true)
        #expect(try await stage.authenticate(.get, path).json["status"] == "COMPLETED")
        let again = try await stage.authenticate(.post, path, try stage.passcode(seed, in: 1), action: "otp.check")
        #expect(again.status == .badRequest && again.json["code"] == "REQUEST_FAILED")
        let replayed = try await stage.authenticate(.post, "", ["user": stage.userID, "otp": try stage.passcode(seed)["otp"] ?? .null])
        #expect(replayed.status == .badRequest && replayed.json["details"]?.array?.first?["code"] == "INVALID_OTP")
    }

    @Test("an authentication whose time is over is gone")
    func expired() async throws {
        let stage = try await Stage()
        _ = try await stage.totp()
        let path = "/" + (try await stage.authenticate(.post, "", ["user": stage.userID]).json["id"]?.string ?? "")
        stage.platform.server.time.advance(by: 901)
        let answer = try await stage.authenticate(.get, path)
        #expect(answer.status == .gone, "\(answer.text)")
        #expect(try await stage.authenticate(.get, "/" + UUID().uuidString).status == .notFound)
    }

    @Test("without a device, and without being asked for a second factor")
    func none() async throws {
        let stage = try await Stage()
        let failed = try await stage.authenticate(.post, "", ["user": stage.userID])
        #expect(failed.json["status"] == "FAILED" && failed.json["error"]?["code"] == "NO_USABLE_DEVICES", "\(failed.text)")
        _ = try await stage.platform.send(.put, stage.user + "/mfaEnabled", ["mfaEnabled": false])
        #expect(try await stage.authenticate(.post, "", ["user": stage.userID]).json["code"] == "REQUEST_FAILED")
        #expect(try await stage.authenticate(.post, "", ["user": ["id": .string(UUID().uuidString)]]).status == .notFound)
    }

    @Test(
        arguments: [
            ["type": "MOBILE"], ["type": "FIDO2"], ["type": "EMAIL"], ["type": "EMAIL", "phone": "+41791234567"],
            ["type": "SMS", "phone": "12"],
            ["type": "TOTP", "email": "a@example.com"], ["type": "EMAIL", "email": "no mail"], ["type": "TOTP", "userAgent": "x"],
            ["type": "VOICE", "phone": "+41791234567", "extension": "1"],
        ] as [JSONValue])
    func refused(body: JSONValue) async throws {
        let stage = try await Stage()
        let status = try await stage.platform.send(.post, stage.user + "/devices", body).status
        #expect(status == .badRequest || status == .forbidden)
    }

    @Test("users have so many devices and no more; with their own token a device must be activated")
    func limits() async throws {
        let stage = try await Stage()
        let own = try await stage.platform.userToken(stage.platform.user, scopes: ["p1:create:device", "p1:update:device"])
        let mine = try await stage.platform.send(.post, stage.user + "/devices", ["type": "TOTP", "status": "ACTIVE"], token: own)
        #expect(mine.status == .created && mine.json["status"] == "ACTIVATION_REQUIRED")
        let path = stage.user + "/devices/" + (mine.json["id"]?.string ?? "")
        for action in ["device.block", "device.unblock", "device.unlock"] {
            #expect(try await stage.platform.act(path, action, [:], token: own).status == .unauthorized, "\(action)")
        }
        for _ in 0..<5 { _ = try await stage.totp() }
        let sixth = try await stage.platform.send(.post, stage.user + "/devices", ["type": "TOTP", "status": "ACTIVE"])
        #expect(sixth.status == .forbidden && sixth.json["code"] == "REQUEST_LIMITED")
        #expect(sixth.json["details"]?.array?.first?["code"] == "LIMIT_EXCEEDED")
    }

    @Test("the order of devices is set, and taken back")
    func order() async throws {
        let stage = try await Stage()
        let (first, second) = (try await stage.totp().id, try await stage.totp().id)
        for member in ["order", "devices"] {
            let body: JSONValue = .object([member: [["id": .string(second)], ["id": .string(first)]]])
            let ordered = try await stage.platform.act(stage.user + "/devices", "devices.reorder", body)
            #expect(ordered.json["order"]?.array?.first?["id"]?.string == second, "\(ordered.text)")
        }
        let removed = try await stage.platform.act(stage.user + "/devices", "devices.order.remove")
        #expect(removed.status == .ok && removed.json["order"]?.array?.count == 2, "\(removed.text)")
        let twice: JSONValue = ["order": [["id": .string(first)], ["id": .string(first)]]]
        #expect(try await stage.platform.act(stage.user + "/devices", "devices.reorder", twice).status == .badRequest)
    }

    @Test("pairing keys and authentication codes are made, read and taken back")
    func codes() async throws {
        let stage = try await Stage()
        let application = try await stage.platform.send(.post, "/applications", PlatformHarness.native)
        let reference: JSONValue = ["id": application.json["id"] ?? .null]
        let keys = stage.user + "/pairingKeys"
        let key = try await stage.platform.send(.post, keys, ["applications": [reference]])
        #expect(key.status == .created && key.json["status"] == "UNCLAIMED" && key.json["code"]?.string?.count == 14, "\(key.text)")
        let path = keys + "/" + (key.json["id"]?.string ?? "")
        #expect(try await stage.platform.send(.get, path).json["code"] == key.json["code"])
        #expect(try await stage.platform.send(.delete, path).status == .noContent)
        #expect(try await stage.platform.send(.get, path).status == .notFound)
        #expect(try await stage.platform.send(.post, keys, ["applications": [["id": "nobody"]]]).status == .badRequest)
        for _ in 0..<20 { #expect(try await stage.platform.send(.post, keys, [:]).status == .created) }
        #expect(try await stage.platform.send(.post, keys, [:]).json["code"] == "REQUEST_LIMITED")

        func code(_ method: HTTPRequest.Method, _ path: String, _ body: JSONValue? = nil) async throws -> ServerResponse {
            var headers: HTTPFields = [.authorization: "Bearer " + stage.platform.token]
            if body != nil { headers[.contentType] = "application/json" }
            return try await stage.platform.server.send(
                method, "/\(stage.platform.environment)/authenticationCodes" + path, headers: headers, body: body?.text)
        }
        let made = try await code(.post, "", ["application": reference, "clientContext": ["header": "x"]])
        let text = made.json["code"]?.string ?? ""
        #expect(made.status == .created && made.json["uri"]?.string == "pingonesdk?authentication_code=" + text, "\(made.text)")
        #expect(made.json["lifeTime"] == ["duration": 1, "timeUnit": "MINUTES"] && made.json["userApproval"] == "REQUIRED")
        let one = "/" + (made.json["id"]?.string ?? "")
        #expect(try await code(.get, one).json["status"] == "UNCLAIMED")
        stage.platform.server.time.advance(by: 61)
        #expect(try await code(.get, one).json["status"] == "EXPIRED")
        #expect(try await code(.delete, one).status == .noContent)
        #expect(try await code(.get, one).status == .notFound)
        for wrong: JSONValue in [
            [:], ["application": ["id": "nobody"]], ["application": reference, "lifeTime": ["duration": 31, "timeUnit": "MINUTES"]],
        ] {
            #expect(try await code(.post, "", wrong).status == .badRequest)
        }
    }

    @Test("users start authentications of their own only, and a worker goes on with them")
    func owners() async throws {
        let stage = try await Stage()
        _ = try await stage.totp()
        let own = try await stage.platform.userToken(stage.platform.user, scopes: ["p1:create:deviceAuthentication"])
        let begun = try await stage.authenticate(.post, "", ["user": stage.userID], token: own)
        #expect(begun.status == .created, "\(begun.text)")
        let demo = try #require(try await stage.platform.domain.directory.users.user(named: "demo", in: stage.platform.realm.id))
        let other: JSONValue = ["user": ["id": .string(demo.id.uuidString)]]
        #expect(try await stage.authenticate(.post, "", other, token: own).status == .forbidden)
        #expect(try await stage.authenticate(.get, "/" + (begun.json["id"]?.string ?? ""), token: own).status == .unauthorized)
    }
}
