import DialectTesting
import Foundation
import HTTPTypes
import Primitives
import ResourceMessages
import Services
import Testing
import VerificationPolicies
import Verifications

@testable import HTTPBase
@testable import PlatformDialect

@Suite("Platform: verify policies")
struct VerifyPolicyTests {
    @Test("a realm has a default one; another takes its place, and the default isn't removed")
    func life() async throws {
        let platform = try await PlatformHarness()
        let list = try await platform.send(.get, "/verifyPolicies").json
        let standard = try #require(list["_embedded"]?["verifyPolicies"]?.array?.first)
        #expect(list["size"] == 1 && standard["default"] == true && standard["governmentId"]?["verify"] == "REQUIRED")
        let sent: JSONValue = ["name": "Strict", "default": true, "facialComparison": ["verify": "REQUIRED", "threshold": "HIGH"]]
        let made = try await platform.send(.post, "/verifyPolicies", sent)
        #expect(made.status == .created && made.json["updatedAt"] != nil, "\(made.text)")
        #expect(try await platform.send(.post, "/verifyPolicies", sent).status == .conflict)
        let (new, old) = (made.json["id"]?.string ?? "", standard["id"]?.string ?? "")
        #expect(try await platform.send(.get, "/verifyPolicies/\(old)").json["default"] == false)
        #expect(try await platform.send(.delete, "/verifyPolicies/\(new)").status == .badRequest)
        var changed = try #require(made.json.object)
        changed["default"] = false
        #expect(try await platform.send(.put, "/verifyPolicies/\(new)", .object(changed)).status == .badRequest)
        #expect(try await platform.send(.delete, "/verifyPolicies/\(old)").status == .noContent)
        #expect(try await platform.send(.get, "/verifyPolicies/\(old)").status == .notFound)
    }

    @Test(
        "a member that could have no effect is refused at its place, and with the reason",
        arguments: [
            (#"{"liveness":{"verify":"REQUIRED"}}"#, "liveness.verify"), (#"{"voice":{"verify":"OPTIONAL"}}"#, "voice.verify"),
            (#"{"governmentId":{"verifyAamva":true}}"#, "governmentId.verifyAamva"),
            (#"{"governmentId":{"aadhaar":{"enabled":true}}}"#, "governmentId.aadhaar.enabled"),
            (#"{"governmentId":{"provider":{"auto":"acme"}}}"#, "governmentId.provider.auto"),
            (#"{"governmentId":{"provider":{"manual":"MITEK"}}}"#, "governmentId.provider.manual"), (#"{"x":1}"#, "x"),
        ])
    func refused(json: String, place: String) async throws {
        let platform = try await PlatformHarness()
        var body = try #require(try JSONValue(parsing: json).object)
        body["name"] = "New"
        let answer = try await platform.send(.post, "/verifyPolicies", .object(body))
        #expect(answer.status == .badRequest && answer.json["details"]?.array?.first?["target"]?.string == place, "\(answer.text)")
    }

    @Test("a provider is named that there is, and not where no provider is asked")
    func providers() async throws {
        let platform = try await PlatformHarness()
        let provider: JSONValue = [
            "id": "acme", "address": "https://verify.example.com/orders",
            "key": [
                "kty": "EC", "crv": "P-256", "x": "MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4",
                "y": "4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM",
            ],
        ]
        try await platform.domain.verifications.rules.providers.save(try WebhookProvider(json: provider), in: platform.realm)
        func status(_ inspection: String, _ collectsOnly: Bool) async throws -> HTTPResponse.Status {
            let document: JSONValue = ["inspectionType": .string(inspection), "provider": ["auto": "acme"]]
            let policy: JSONValue = [
                "name": .string("\(inspection) \(collectsOnly)"), "governmentId": document,
                "transaction": ["dataCollectionOnly": .bool(collectsOnly)],
            ]
            return try await platform.send(.post, "/verifyPolicies", policy).status
        }
        #expect(try await status("AUTOMATIC", false) == .created)
        #expect(try await status("STEP_UP", false) == .created)
        #expect(try await status("MANUAL", false) == .badRequest)
        #expect(try await status("AUTOMATIC", true) == .badRequest)
    }
}
