import Crypto
import DialectTesting
import Foundation
@testable import HTTPBase
import HTTPTypes
import Primitives
import Testing

import Services
import Directory
@testable import PlatformDialect

@Suite("Platform: settings, policies, applications")
struct PlatformConfigurationTests {
    @Test("an environment is a realm by its id")
    func environment() async throws {
        let platform = try await PlatformHarness()
        let answer = try await platform.send(.get, "")
        #expect(answer.json["id"]?.string == platform.environment && answer.json["name"] == "alpha" && answer.json["status"] == "ACTIVE")
    }

    @Test("MFA settings are read, replaced and reset")
    func settings() async throws {
        let platform = try await PlatformHarness()
        let standard = try await platform.send(.get, "/mfaSettings").json
        #expect(standard["pairing"]?["maxAllowedDevices"] == 5)
        var changed = try #require(standard.object)
        changed["pairing"] = ["maxAllowedDevices": 9, "pairingKeyFormat": "ALPHANUMERIC"]
        let answer = try await platform.send(.put, "/mfaSettings", .object(changed))
        #expect(answer.status == .ok && answer.json["pairing"]?["maxAllowedDevices"] == 9, "what was read can be sent back: \(answer.text)")
        changed["pairing"] = ["maxAllowedDevices": 16, "pairingKeyFormat": "NUMERIC"]
        let refused = try await platform.send(.put, "/mfaSettings", .object(changed))
        let detail = refused.json["details"]?.array?.first
        #expect(detail?["target"] == "pairing.maxAllowedDevices" && detail?["innerError"]?["rangeMaximumValue"] == 15)
        #expect(try await platform.send(.delete, "/mfaSettings").json["pairing"]?["maxAllowedDevices"] == 5)
    }

    @Test("device authentication policies")
    func policies() async throws {
        let platform = try await PlatformHarness()
        let list = try await platform.send(.get, "/deviceAuthenticationPolicies").json
        let standard = try #require(list["_embedded"]?["deviceAuthenticationPolicies"]?.array?.first)
        #expect(list["size"] == 1 && standard["default"] == true)
        let app = try #require(try await platform.send(.post, "/applications", PlatformHarness.native).json["id"])
        let sent: JSONValue = [
            "name": "Bank", "sms": ["enabled": false], "voice": ["enabled": false], "email": ["enabled": false], "totp": ["enabled": true],
            "mobile": ["enabled": true, "applications": [["id": app, "integrityDetection": "restrictive"]]],
        ]
        let made = try await platform.send(.post, "/deviceAuthenticationPolicies", sent)
        let named = try await platform.send(.delete, "/applications/\(app.string ?? "")")
        #expect(named.status == .conflict && named.text.contains("device authentication policy Bank"), "\(named.text)")
        #expect(made.status == .created && made.json["fido2"] == nil, "nothing is made up that wasn't sent: \(made.text)")
        let id = try #require(made.json["id"]?.string)
        #expect(made.json["mobile"]?["applications"]?.array?.first?["push"] == nil)
        #expect(try await platform.send(.post, "/deviceAuthenticationPolicies", sent).status == .conflict)
        var changed = try #require(made.json.object)
        changed["default"] = true
        #expect(try await platform.send(.put, "/deviceAuthenticationPolicies/\(id)", .object(changed)).json["default"] == true)
        let old = standard["id"]?.string ?? ""
        #expect(try await platform.send(.get, "/deviceAuthenticationPolicies/\(old)").json["default"] == false)
        #expect(try await platform.send(.delete, "/deviceAuthenticationPolicies/\(id)").status == .badRequest)
        let keys = try #require(try await platform.send(.get, "/fido2Policies").json["_embedded"]?["fido2Policies"]?.array?.first?["id"])
        func migrate(to policy: JSONValue) async throws -> ServerResponse {
            let data: JSONValue = ["migrationData": [["deviceAuthenticationPolicyId": .string(id), "fido2PolicyId": policy]]]
            return try await platform.act("/deviceAuthenticationPolicies", "deviceAuthenticationPolicy.fido2.migrate", data)
        }
        #expect(try await migrate(to: "f").status == .badRequest)
        let migrated = try await migrate(to: keys)
        #expect(migrated.status == .ok, "\(migrated.text)")
        #expect(try await platform.send(.get, "/deviceAuthenticationPolicies/\(id)").json["fido2"]?["fido2PolicyId"] == keys)
        #expect(try await platform.send(.delete, "/deviceAuthenticationPolicies/\(old)").status == .noContent)
        #expect(try await platform.send(.get, "/deviceAuthenticationPolicies/\(old)").status == .notFound)
    }

    @Test("a native application keeps the keys that it never tells")
    func applications() async throws {
        let platform = try await PlatformHarness()
        let made = try await platform.send(.post, "/applications", PlatformHarness.native)
        #expect(made.status == .created, "\(made.text)")
        let id = try #require(made.json["id"]?.string)
        #expect(made.json["clientId"]?.string == id && made.json["mobile"]?["bundleId"] == "org.example.app")
        #expect(!made.text.contains("decryptionKey"))
        var back = try #require(made.json.object)
        back["name"] = "Renamed"
        let replaced = try await platform.send(.put, "/applications/\(id)", .object(back))
        #expect(replaced.status == .ok && replaced.json["name"] == "Renamed", "\(replaced.text)")
        let stored = try await platform.domain.directory.applications.application(id, in: platform.realm.id)
        #expect(stored?.settings.mobile?.integrityDetection?.googlePlay?.decryptionKey == Secret("d"))
        back["mobile"] = ["bundleId": "org.example.other", "packageName": "org.example.app"]
        let moved = try await platform.send(.put, "/applications/\(id)", .object(back))
        #expect(moved.status == .badRequest && moved.json["details"]?.array?.first?["target"] == "mobile.bundleId")
        let twin = try await platform.send(.post, "/applications", PlatformHarness.native)
        #expect(twin.status == .conflict && twin.json["details"]?.array?.first?["target"] == "mobile.bundleId")
        #expect(try await platform.send(.get, "/applications/\(id)/secret").status == .notFound)
        #expect(try await platform.send(.delete, "/applications/\(id)").status == .noContent)
        #expect(try await platform.send(.get, "/applications/\(id)").status == .notFound)
    }

    @Test("a worker that is made can get tokens with its secret, and not with the one before")
    func worker() async throws {
        let platform = try await PlatformHarness()
        let made = try await platform.send(
            .post, "/applications",
            [
                "name": "w", "type": "WORKER", "protocol": "OPENID_CONNECT", "grantTypes": ["CLIENT_CREDENTIALS"],
                "tokenEndpointAuthMethod": "CLIENT_SECRET_POST", "roles": ["Identity Data Read Only"],
            ])
        let id = try #require(made.json["id"]?.string)
        let old = try await platform.send(.get, "/applications/\(id)/secret").json["secret"]?.string ?? ""
        let new = try await platform.send(.post, "/applications/\(id)/secret").json["secret"]?.string ?? ""
        func answer(_ secret: String) async throws -> ServerResponse {
            try await platform.server.send(
                .post, "/\(platform.environment)/as/token", headers: [.contentType: "application/x-www-form-urlencoded"],
                body: "grant_type=client_credentials&client_id=\(id)&client_secret=\(secret)")
        }
        #expect(try await answer(old).status == .unauthorized)
        let token = try #require(try await answer(new).json["access_token"]?.string)
        #expect(try await platform.send(.get, "/users", token: token).status == .ok)
        #expect(try await platform.send(.post, "/users", [:], token: token).status == .forbidden)
    }

    @Test("push credentials are taken and not told")
    func pushCredentials() async throws {
        let platform = try await PlatformHarness()
        let application = try await platform.send(.post, "/applications", PlatformHarness.native)
        let path = "/applications/\(application.json["id"]?.string ?? "")/pushCredentials"
        let key = try P256.Signing.PrivateKey(rawRepresentation: [UInt8](repeating: 1, count: 32)).pemRepresentation
        let apns: JSONValue = ["type": "APNS", "key": "ABC123DEFG", "teamId": "DEF123GHIJ", "token": .string(key)]
        let made = try await platform.send(.post, path, apns)
        #expect(made.status == .created && made.json["type"] == "APNS" && !made.text.contains("ABC123DEFG"), "\(made.text)")
        let id = made.json["id"]?.string ?? ""
        #expect(try await platform.send(.get, path).json["_embedded"]?["pushCredentials"]?.array?.count == 1)
        #expect(try await platform.send(.put, path + "/" + id, apns).json["id"]?.string == id)
        for idle: JSONValue in [["type": "HMS", "clientId": "c", "clientSecret": "s"], ["type": "FCM", "key": "k"]] {
            let refused = try await platform.send(.post, path, idle)
            #expect(refused.status == .badRequest && refused.json["details"]?.array?.first?["target"] == "type", "\(refused.text)")
        }
        let wrong = try await platform.send(.post, path, ["type": "APNS", "key": "K", "teamId": "T", "token": "no key"])
        #expect(wrong.status == .badRequest && wrong.json["details"]?.array?.first?["target"] == "token")
        #expect(try await platform.send(.delete, path + "/" + id).status == .noContent)
        #expect(try await platform.send(.get, path + "/" + id).status == .notFound)
    }

    @Test("sign-on policies: the two of the beginning, their actions, and which an application has")
    func signOn() async throws {
        let platform = try await PlatformHarness()
        let list = try await platform.send(.get, "/signOnPolicies").json["_embedded"]?["signOnPolicies"]?.array ?? []
        #expect(list.map { $0["name"]?.string } == ["Multi_Factor", "Single_Factor"] && list.last?["default"] == true)
        let multi = "/signOnPolicies/" + (list.first?["id"]?.string ?? "")
        let actions = try await platform.send(.get, multi + "/actions").json["_embedded"]?["actions"]?.array ?? []
        #expect(actions.map { $0["type"]?.string } == ["LOGIN", "MULTI_FACTOR_AUTHENTICATION"])

        let made = try await platform.send(.post, "/signOnPolicies", ["name": "Bank"])
        let bank = "/signOnPolicies/" + (made.json["id"]?.string ?? "")
        let populations = try await platform.send(.get, "/populations").json["_embedded"]?["populations"]?.array
        let population = try #require(populations?.first?["id"])
        let condition: JSONValue = [
            "or": [
                ["not": ["contains": "${flow.inputs.ip}", "ipRange": ["192.0.2.0/24"]]],
                ["secondsSince": "${session.lastSignOn.at}", "greater": 3600], ["value": "${user.population.id}", "equals": population],
                ["geoVelocity": "${flow.inputs.ip}", "valid": ["previousSuccessfulAuthenticationIp": "192.0.2.1"]],
            ]
        ]
        let action: JSONValue = [
            "type": "MULTI_FACTOR_AUTHENTICATION", "priority": 2, "noDevicesMode": "BYPASS", "condition": condition,
        ]
        // What actions said of old, the device authentication policy says now.
        let old: [String: JSONValue] = [
            "sms": ["enabled": true], "email": ["enabled": true], "voice": ["enabled": true], "authenticator": ["enabled": true],
            "boundBiometrics": ["enabled": true], "securityKey": ["enabled": true],
            "applications": [["id": "a", "deviceAuthorization": ["enabled": true, "extraVerification": "disabled"]]],
        ]
        for (name, value) in old {
            var body = action.object ?? [:]
            body[name] = value
            let refused = try await platform.send(.post, bank + "/actions", .object(body))
            #expect(refused.status == .badRequest && refused.json["details"]?.array?.first?["target"]?.string == name, "\(refused.text)")
        }
        let added = try await platform.send(.post, bank + "/actions", action)
        #expect(added.status == .created && added.json["condition"] == condition, "\(added.text)")
        let path = bank + "/actions/" + (added.json["id"]?.string ?? "")
        #expect(try await platform.send(.get, path).json["noDevicesMode"] == "BYPASS")
        for wrong: JSONValue in [
            ["type": "LOGIN", "priority": 1, "noDevicesMode": "BLOCK"], ["type": "DANCE", "priority": 1],
            ["type": "LOGIN", "priority": 1, "condition": ["perhaps": true]],
            ["type": "LOGIN", "priority": 1, "condition": ["value": "${user.population.id}", "equals": "x"]],
            ["type": "LOGIN", "priority": 1, "condition": ["contains": "x", "ipRange": ["nowhere"]]],
            ["type": "MULTI_FACTOR_AUTHENTICATION", "priority": 1, "deviceAuthenticationPolicy": ["id": .string(UUID().uuidString)]],
        ] {
            #expect(try await platform.send(.post, bank + "/actions", wrong).status == .badRequest)
        }
        #expect(try await platform.send(.put, path, ["type": "LOGIN", "priority": 1]).json["type"] == "LOGIN")

        let application = try await platform.send(.post, "/applications", PlatformHarness.native)
        let assignments = "/applications/\(application.json["id"]?.string ?? "")/signOnPolicyAssignments"
        let assignment: JSONValue = ["priority": 1, "signOnPolicy": ["id": made.json["id"] ?? .null]]
        let assigned = try await platform.send(.post, assignments, assignment)
        #expect(assigned.status == .created, "\(assigned.text)")
        #expect(try await platform.send(.post, assignments, assignment).status == .conflict)
        #expect(try await platform.send(.get, assignments).json["_embedded"]?["signOnPolicyAssignments"]?.array?.count == 1)
        #expect(try await platform.send(.delete, assignments + "/" + (assigned.json["id"]?.string ?? "")).status == .noContent)
        #expect(try await platform.send(.delete, path).status == .noContent)
        #expect(try await platform.send(.delete, bank).status == .noContent)
        #expect(try await platform.send(.delete, "/signOnPolicies/" + (list.last?["id"]?.string ?? "")).status == .badRequest)
    }

    @Test("the platform's issuer is found by discovery")
    func discovery() async throws {
        let platform = try await PlatformHarness()
        let answer = try await platform.server.send(.get, "/\(platform.environment)/as/.well-known/openid-configuration")
        let issuer = "http://127.0.0.1:8080/\(platform.environment)/as"
        #expect(answer.json["issuer"]?.string == issuer && answer.json["end_session_endpoint"]?.string == issuer + "/signoff")
        #expect(answer.json["jwks_uri"]?.string == issuer + "/jwks")
        #expect(try await platform.server.send(.get, "/\(platform.environment)/as/jwks").status == .ok)
    }

    @Test("the OpenAPI document has every route, and names nothing that it doesn't describe")
    func document() async throws {
        let platform = try await PlatformHarness()
        let document = try await platform.server.send(.get, "/v1/openapi.json").json
        #expect(document["openapi"] == "3.1.0")
        for route in PlatformRoutes.all {
            let operation = document["paths"]?[route.path.description]?[route.method.rawValue.lowercased()]
            #expect((operation?["responses"]?["401"] != nil) == !route.access.isForAnyone, "\(route.method) \(route.path)")
            for action in route.actions {
                if let type = action.mediaType { #expect(operation?["requestBody"]?["content"]?[type] != nil) }
            }
        }
        let names = document["components"]?["schemas"]?.object?.names ?? []
        for match in document.text.matches(of: /#\/components\/schemas\/([A-Za-z0-9]+)/) { #expect(names.contains(String(match.1))) }
        let ids = PlatformRoutes.all.map {
            document["paths"]?[$0.path.description]?[$0.method.rawValue.lowercased()]?["operationId"]?.string
        }
        #expect(Set(ids).count == ids.count)
    }
}
