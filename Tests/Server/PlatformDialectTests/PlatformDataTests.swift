import DialectTesting
import Foundation
@testable import HTTPBase
import HTTPTypes
import Primitives
import ResourceMessages
import Testing

import Directory
@testable import PlatformDialect

@Suite("Platform: what is data for the caller is told and found")
struct PlatformDataTests {
    private static let off: JSONValue = ["enabled": false]
    private static let policy: JSONObject = ["sms": off, "voice": off, "email": off, "totp": off, "mobile": off]
    private static let application: JSONObject = [
        "type": "SINGLE_PAGE_APP", "protocol": "OPENID_CONNECT", "grantTypes": ["AUTHORIZATION_CODE"], "tokenEndpointAuthMethod": "NONE",
    ]

    /// The collections whose elements have a name, what an element needs besides, and the collections whose elements have a description.
    private static let named: [(String, JSONObject)] = [
        ("populations", [:]), ("signOnPolicies", [:]), ("fido2Policies", [:]), ("notificationsPolicies", ["quotas": []]),
        ("deviceAuthenticationPolicies", policy), ("applications", application), ("verifyPolicies", [:]),
    ]
    private static let described: Set = ["populations", "signOnPolicies", "fido2Policies", "applications", "verifyPolicies"]

    @Test("names and descriptions: shown in lists, found by filters, and changed", arguments: named)
    func names(_ collection: String, _ rest: JSONObject) async throws {
        let platform = try await PlatformHarness()
        let hasDescription = Self.described.contains(collection)
        func found(_ name: String) async throws -> [JSONValue] {
            let list = try await platform.send(.get, "/\(collection)?filter=name%20eq%20%22\(name)%22")
            return list.json["_embedded"]?[collection]?.array ?? []
        }
        var body = rest
        body["name"] = "First"
        if hasDescription { body["description"] = "What it is for" }
        let made = try await platform.send(.post, "/\(collection)", .object(body))
        #expect(made.status == .created, "\(made.text)")
        let element = try #require(try await found("First").first)
        #expect(element["id"] == made.json["id"] && element["description"]?.string == (hasDescription ? "What it is for" : nil))
        body["name"] = "Second"
        if hasDescription { body["description"] = "What it is for now" }
        let changed = try await platform.send(.put, "/\(collection)/\(made.json["id"]?.string ?? "")", .object(body))
        #expect(changed.status == .ok, "\(changed.text)")
        #expect(try await found("First").isEmpty)
        #expect(try await found("Second").first?["description"]?.string == (hasDescription ? "What it is for now" : nil))
    }

    /// The members of a user's profile: each text of the shape, by its path.
    private static let profile: [String] = {
        guard case .object(let user) = PlatformUser.patchShape else { return [] }
        return user.members.filter(\.presence.isSent).flatMap { member -> [String] in
            switch member.shape {
            case .text: [member.name]
            case .object(let inner) where ["name", "address", "photo"].contains(member.name):
                inner.members.map { member.name + "/" + $0.name }
            default: []
            }
        }
    }()

    private static func value(_ path: String) -> JSONValue {
        switch path {
        case "email": "other@example.com"
        case "mobilePhone", "primaryPhone": "+44.2079460018"
        case "preferredLanguage", "locale": "de"
        case "address/countryCode": "GB"
        case "photo/href": "https://example.com/ada.png"
        default: "Some"
        }
    }

    private static func object(_ path: String, _ value: JSONValue) throws -> JSONObject {
        var object = JSONObject()
        object[try #require(FieldPath(path))] = value
        return object
    }

    @Test("a profile's member is told as it was sent, in part and as a whole, and goes by null and by being left out", arguments: profile)
    func told(_ path: String) async throws {
        let platform = try await PlatformHarness()
        let (field, value) = (try #require(FieldPath(path)), Self.value(path))
        let user = "/users/" + platform.user.id.uuidString.lowercased()
        func read() async throws -> JSONValue? { try await platform.send(.get, user).json.object?[field] }
        let patched = try await platform.send(.patch, user, .object(try Self.object(path, value)))
        #expect(patched.status == .ok, "\(patched.text)")
        #expect(try await read() == value)
        // What every user must have goes by nothing.
        let whole: JSONObject = ["username": "ada", "email": "ada@example.com", "name": ["given": "Ada", "family": "King"]]
        guard whole[field] == nil else {
            let removed = try await platform.send(.patch, user, .object(try Self.object(path, .null)))
            let kept = try await read() == value
            #expect(removed.status == .badRequest || kept, "\(removed.text)")
            return
        }
        let removed = try await platform.send(.patch, user, .object(try Self.object(path, .null)))
        #expect(removed.status == .ok && removed.json.object?[field] == nil, "\(removed.text)")
        var sent = whole
        sent[field] = value
        #expect(try await platform.send(.put, user, .object(sent)).json.object?[field] == value)
        #expect(try await platform.send(.put, user, .object(whole)).json.object?[field] == nil)
    }

    // MARK: - A user's states

    @Test("enabled, mfaEnabled, population and password of a new user count from the beginning", arguments: [true, false])
    func beginnings(_ isEnabled: Bool) async throws {
        let platform = try await PlatformHarness()
        let population = try #require(try await platform.send(.post, "/populations", ["name": "Staff"]).json["id"])
        let made = try await platform.send(
            .post, "/users",
            [
                "username": "kim", "email": "kim@example.com", "enabled": .bool(isEnabled), "mfaEnabled": true,
                "population": ["id": population], "password": ["value": "correct horse battery"],
            ])
        #expect(made.status == .created, "\(made.text)")
        let path = "/users/" + (made.json["id"]?.string ?? "")
        let checked = try await platform.act(path + "/password", "password.check", ["password": "correct horse battery"])
        #expect(checked.status == (isEnabled ? .ok : .badRequest), "\(checked.text)")
        #expect(try await platform.send(.get, path + "/mfaEnabled").json["mfaEnabled"] == true)
        #expect(try await platform.send(.get, "/populations/" + (population.string ?? "")).json["userCount"] == 1)
    }

    @Test("enabled: a user who is disabled can't sign in, by the path of its own and by the profile", arguments: [true, false])
    func enabled(_ isOwnPath: Bool) async throws {
        let platform = try await PlatformHarness()
        let user = "/users/" + platform.user.id.uuidString.lowercased()
        _ = try await platform.act(user + "/password", "password.set", ["value": "correct horse battery"], method: .put)
        for isEnabled in [false, true] {
            let body: JSONValue = ["enabled": .bool(isEnabled)]
            let set = try await isOwnPath ? platform.send(.put, user + "/enabled", body) : platform.send(.patch, user, body)
            #expect(set.status == .ok, "\(set.text)")
            let checked = try await platform.act(user + "/password", "password.check", ["password": "correct horse battery"])
            #expect(checked.status == (isEnabled ? .ok : .badRequest))
        }
    }

    @Test(
        "what has a path of its own isn't changed by the profile: it is refused",
        arguments: [
            ["mfaEnabled": true], ["population": ["id": .string(UUID().uuidString)]], ["password": ["value": "correct horse battery"]],
        ] as [JSONValue])
    func apart(_ body: JSONValue) async throws {
        let platform = try await PlatformHarness()
        let answer = try await platform.send(.patch, "/users/" + platform.user.id.uuidString.lowercased(), body)
        #expect(answer.status == .badRequest && answer.json["code"] == "INVALID_DATA", "\(answer.text)")
    }

    @Test("default: a policy by which nobody would sign in isn't made the default one")
    func defaultPolicy() async throws {
        let platform = try await PlatformHarness()
        let refused = try await platform.send(.post, "/signOnPolicies", ["name": "Bank", "default": true])
        #expect(refused.status == .badRequest && refused.json["details"]?.array?.first?["target"] == "default", "\(refused.text)")
        let made = try await platform.send(.post, "/signOnPolicies", ["name": "Bank"])
        let path = "/signOnPolicies/" + (made.json["id"]?.string ?? "")
        #expect(try await platform.send(.put, path, ["name": "Bank", "default": true]).status == .badRequest)
        #expect(try await platform.send(.put, path, ["name": "Bank", "default": false]).status == .ok)
    }

    @Test("members that are only told are passed over: whatever is sent of them, nothing changes")
    func passedOver() async throws {
        let platform = try await PlatformHarness()
        let made = try await platform.send(.post, "/populations", ["name": "Staff"])
        let path = "/populations/" + (made.json["id"]?.string ?? "")
        let sent: JSONValue = [
            "name": "Staff", "id": "00000000-0000-0000-0000-000000000001", "userCount": 7, "createdAt": "2000-01-01T00:00:00.000Z",
            "environment": ["id": "00000000-0000-0000-0000-000000000001"], "_links": ["self": ["href": "https://evil.example"]],
        ]
        #expect(try await platform.send(.put, path, sent).status == .ok)
        var (before, after) = (try #require(made.json.object), try #require(try await platform.send(.get, path).json.object))
        (before["updatedAt"], after["updatedAt"]) = (nil, nil)
        #expect(before == after)
    }
}
