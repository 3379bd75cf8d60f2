import DevicePolicies
import DialectTesting
import Directory
import Foundation
import HTTPTypes
import MailTesting
import Messaging
import Primitives
import ResourceMessages
import Services
import Store
import Testing
import VerificationMessages
import VerificationPolicies
import Verifications

@testable import HTTPBase
@testable import PlatformDialect

@Suite("Platform: verifications")
struct VerifyTransactionTests {
    private let platform: PlatformHarness

    init() async throws {
        platform = try await PlatformHarness()
        var realm = platform.realm
        realm.settings[VerificationSettings.self].verification = true
        try await platform.domain.directory.realms.update(realm)
    }

    private func users(_ rest: String) -> String { "/users/\(platform.user.id.text)/\(rest)" }

    private func begin(_ body: JSONValue = [:]) async throws -> JSONValue {
        let answer = try await platform.send(.post, users("verifyTransactions"), body)
        try #require(answer.status == .created, "\(answer.text)")
        return answer.json
    }

    @Test(
        "a verification begins with a code that is told once, by both names", arguments: ["verifyTransactions", "validationTransactions"])
    func begins(name: String) async throws {
        let made = try await platform.send(.post, users(name), [:]).json
        let code = try #require(made["webVerificationCode"]?.string)
        #expect(code.utf8.count == 12 && made["webVerificationUrl"]?.string?.hasSuffix("&code=\(code)") == true)
        let page = try await platform.server.send(
            .get, "/verify?realm=\(platform.environment)&code=\(code)", headers: [.acceptLanguage: "en"])
        #expect(made["webVerificationUrl"]?.string?.hasSuffix("/verify?realm=\(platform.environment)&code=\(code)") == true)
        #expect(page.status == .ok && page.text.contains("Verify your identity") && page.text.contains("value=\"\(code)\""))
        #expect(made["qrUrl"]?.string?.hasPrefix("data:image/png;base64,") == true)
        #expect(made["transactionStatus"]?["status"] == "REQUESTED")
        let id = try #require(made["id"]?.string)
        let read = try await platform.send(.get, users("\(name)/\(id)"))
        #expect(read.status == .ok && read.json["webVerificationCode"] == nil && !read.text.contains(code))
        let list = try await platform.send(.get, users(name)).json
        #expect(list["_embedded"]?[name]?.array?.map { $0["id"] } == [.string(id)])
    }

    @Test("a policy is taken by its id, and one that there isn't is refused")
    func policies() async throws {
        var policy = VerifyPolicy()
        policy.name = "Short"
        policy.transaction.timeout.duration = 20
        let made = try await platform.domain.verifications.rules.policies.create(policy, in: platform.realm)
        let begun = try await begin(["verifyPolicy": ["id": .string(made.id.text)]])
        #expect(begun["verifyPolicy"]?["id"]?.string == made.id.text)
        let begin = try #require(begun["createdAt"]?.string.flatMap { try? Date($0, strategy: .iso8601) })
        let end = try #require(begun["expiresAt"]?.string.flatMap { try? Date($0, strategy: .iso8601) })
        #expect(end.timeIntervalSince(begin).rounded() == 1200)
        let unknown: JSONValue = ["verifyPolicy": ["id": .string(UUID().text)]]
        #expect(try await platform.send(.post, users("verifyTransactions"), unknown).status == .badRequest)
    }

    @Test("the code goes to the address and the number of the request, with its link")
    func sent() async throws {
        let gateway = RecordingGateway()
        let platform = try await PlatformHarness(http: gateway)
        var realm = platform.realm
        realm.settings[VerificationSettings.self].verification = true
        try await platform.domain.directory.realms.update(realm)
        try await platform.domain.messaging.smsGateways.set(RecordingGateway.settings, of: realm)
        let path = "/users/\(platform.user.id.text)/verifyTransactions"
        let body: JSONValue = ["sendNotification": ["email": "elsewhere@example.com", "phone": "+12025550123"]]
        let made = try await platform.send(.post, path, body)
        #expect(made.status == .created, "\(made.text)")
        let (code, link) = (made.json["webVerificationCode"]?.string ?? "-", made.json["webVerificationUrl"]?.string ?? "-")
        let mail = try #require(platform.server.mail.last(to: "elsewhere@example.com"))
        #expect(mail.content.text.contains(code) && mail.content.text.contains(link))
        #expect(gateway.text?.contains(code) == true)
    }

    @Test("an address that is none is refused before anything is begun; a code that can't be sent leaves no verification")
    func unsent() async throws {
        for (way, wrong) in [("email", "nowhere"), ("phone", "123456")] {
            let refused = try await platform.send(.post, users("verifyTransactions"), ["sendNotification": [way: .string(wrong)]])
            #expect(refused.status == .badRequest && refused.json["details"]?.array?.first?["target"]?.string == "sendNotification.\(way)")
        }
        let list = try await platform.send(.get, users("verifyTransactions")).json
        #expect(list["_embedded"]?["verifyTransactions"] == [])
        // The realm has no gateway.
        let unsent = try await platform.send(.post, users("verifyTransactions"), ["sendNotification": ["phone": "+12025550123"]])
        #expect(unsent.status != .created)
        let after = try await platform.send(.get, users("verifyTransactions")).json
        #expect(after["_embedded"]?["verifyTransactions"]?.array?.map { $0["transactionStatus"]?["status"] } == ["DELETED"])
    }

    @Test("a realm's own text of the template is what is sent, and has the code")
    func text() async throws {
        let contents = platform.domain.devicePolicies.notificationContents
        await #expect(throws: ShapeError.self) {
            let wrong = try NotificationContent(json: ["locale": "en", "method": "SMS", "content": "${verification.link}"])
            _ = try await contents.create(wrong, of: .idVerification, in: platform.realm.id)
        }
        let own = try NotificationContent(
            json: ["locale": "en", "method": "Email", "subject": "Hello ${user.name.given}", "body": "${otp} ${verification.link}"])
        _ = try await contents.create(own, of: .idVerification, in: platform.realm.id)
        _ = try await begin(["sendNotification": ["email": "ada@example.com"]])
        let mail = try #require(platform.server.mail.last(to: "ada@example.com"))
        #expect(mail.content.subject == "Hello Ada" && mail.content.text.contains("&code="))
    }

    @Test("an administrator's word counts, and the user is verified by it until verification is switched off")
    func decided() async throws {
        let id = try #require(try await begin()["id"]?.string)
        let one = users("verifyTransactions/\(id)")
        let decision: JSONValue = ["transactionStatus": ["status": "APPROVED_MANUALLY"], "reason": "seen in person"]
        let decided = try await platform.send(.put, one, decision).json
        #expect(decided["transactionStatus"]?["status"] == "APPROVED_MANUALLY" && decided["reason"] == "seen in person")
        let status = try await platform.send(.get, users("verifyStatus")).json
        #expect(status["verifyStatus"] == "VERIFIED" && status["verifyTransaction"]?["id"]?.string == id)
        let off = try await platform.send(.put, users("verifyStatus"), ["verifyStatus": "DISABLED"])
        #expect(off.json["verifyStatus"] == "DISABLED" && off.json["verifyTransaction"] == nil)
        #expect(try await platform.send(.post, users("verifyTransactions"), [:]).status != .created)
        #expect(try await platform.send(.put, users("verifyStatus"), ["verifyStatus": "VERIFIED"]).status == .badRequest)
        let word = try await platform.send(.put, one, ["transactionStatus": ["status": "SUCCESS"]])
        #expect(word.status == .badRequest)
    }

    @Test("a deleted verification is told as DELETED, takes no decision, and another user's isn't found")
    func deleted() async throws {
        let id = try #require(try await begin()["id"]?.string)
        let one = users("verifyTransactions/\(id)")
        let other = try await platform.domain.directory.users.create("other", in: platform.realm.id)
        let elsewhere = "/users/\(other.id.text)/verifyTransactions/\(id)"
        for method in [HTTPRequest.Method.get, .delete] { #expect(try await platform.send(method, elsewhere).status == .notFound) }
        let deleted = try await platform.send(.delete, one)
        #expect(deleted.status == .ok && deleted.json["transactionStatus"]?["status"] == "DELETED")
        #expect(try await platform.send(.get, one).json["transactionStatus"]?["status"] == "DELETED")
        let late = try await platform.send(.put, one, ["transactionStatus": ["status": "FAIL"]])
        #expect(late.status == .conflict || late.status == .badRequest, "\(late.text)")
    }

    @Test("data and checks are lists, by kind and submission; a piece that there isn't is not found")
    func data() async throws {
        let one = users("verifyTransactions/\(try #require(try await begin()["id"]?.string))")
        for list in ["verifiedData", "metaData"] {
            #expect(try await platform.send(.get, "\(one)/\(list)").json["_embedded"]?[list] == [])
            #expect(try await platform.send(.get, "\(one)/\(list)/\(UUID().text)").status == .notFound)
        }
        #expect(try await platform.send(.get, "\(one)/verifiedData?type=SELFIE&attempts=ALL").status == .ok)
        #expect(try await platform.send(.get, "\(one)/verifiedData?type=VOICE_SAMPLE").status == .badRequest)
        #expect(try await platform.send(.get, "\(one)/verifiedData?attempts=5").status == .badRequest)
    }
}
