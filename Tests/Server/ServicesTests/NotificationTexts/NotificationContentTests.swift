import Foundation
import Primitives
import ResourceMessages
import Testing
@testable import Messaging
@testable import Foundations
@testable import Directory
@testable import DevicePolicies
@testable import Services

@Suite("Texts of notifications")
struct NotificationContentTests {
    private static func message(_ text: String, _ locale: String = "en", variant: String? = nil) throws -> NotificationContent {
        var json: JSONObject = ["locale": .string(locale), "method": "SMS", "content": .string(text)]
        json["variant"] = variant.map(JSONValue.string)
        return try NotificationContent(json: .object(json))
    }

    /// What is sent to a user who has a language, for a request that wants something.
    private static func sent(
        _ contents: RealmNotificationContents, to harness: DomainHarness, in language: String? = nil,
        _ adjust: (inout NotificationChoice) -> Void = { _ in }
    ) throws -> String {
        var choice = NotificationChoice()
        choice.locale = language
        adjust(&choice)
        let occasion = NotificationOccasion(
            .strongAuthentication, harness.user, in: harness.realm, choice, application: "Shop", code: Secret("123456"))
        return try contents.message(occasion).text
    }

    @Test(
        "the best match is the language as it is spoken there, then the language, then English, which the server speaks in the user's language; a variant that there is goes before"
    )
    func chosen() async throws {
        let harness = try await DomainHarness()
        let (all, realm) = (harness.domain.devicePolicies.notificationContents, harness.realm.id)
        for (text, locale, variant) in [
            ("de ${otp}", "de", nil), ("ch ${otp}", "de_ch", nil), ("wire ${otp}", "en", "Wire"), ("draht ${otp}", "DE", "wire"),
        ] as [(String, String, String?)] {
            _ = try await all.create(try Self.message(text, locale, variant: variant), of: .strongAuthentication, in: realm)
        }
        let contents = try await all.current(in: realm)
        let standard = "Your code is 123456. Do not tell it to anybody."
        let french = "Votre code est 123456. Ne le communiquez à personne."
        let cases: [(language: String?, variant: String?, text: String)] = [
            (nil, nil, standard), ("fr", nil, french), ("fr-CA", nil, french), ("xx", nil, standard), ("de", nil, "de 123456"),
            ("de-AT", nil, "de 123456"), ("de-CH", nil, "ch 123456"),
            ("DE_ch", nil, "ch 123456"), ("de", "WIRE", "draht 123456"), ("de-CH", "wire", "draht 123456"), ("fr", "wire", "wire 123456"),
            (nil, "wire", "wire 123456"), ("de", "nothing", "de 123456"), ("nonsense", nil, standard),
        ]
        for one in cases {
            let text = try Self.sent(contents, to: harness, in: one.language) { $0.variant = one.variant }
            #expect(text == one.text, "\(one.language ?? "-") \(one.variant ?? "-")")
        }
        await harness.close()
    }

    @Test("a user's own language counts where the request names none")
    func preferred() async throws {
        let harness = try await DomainHarness()
        let all = harness.domain.devicePolicies.notificationContents
        _ = try await all.create(try Self.message("de ${otp}", "de"), of: .strongAuthentication, in: harness.realm.id)
        let user = try await harness.domain.directory.users.create(
            "hans", in: harness.realm.id, attributes: ["preferredLanguage": "de-CH,de;q=0.9"])
        let occasion = { (choice: NotificationChoice) in
            NotificationOccasion(.strongAuthentication, user, in: harness.realm, choice, code: Secret("123456"))
        }
        let contents = try await all.current(in: harness.realm.id)
        #expect(try contents.message(occasion(NotificationChoice())).text == "de 123456")
        var english = NotificationChoice()
        english.locale = "en"
        #expect(try contents.message(occasion(english)).text.hasPrefix("Your code"))
        await harness.close()
    }

    @Test("variables are the user's, the application's and the request's; one without a value is refused, and none is the request's to set")
    func variables() async throws {
        let harness = try await DomainHarness()
        let all = harness.domain.devicePolicies.notificationContents
        let text = "${user.username} ${application.name} ${environment.name} ${user.name.given}|${sum} ${otp}"
        _ = try await all.create(try Self.message(text), of: .strongAuthentication, in: harness.realm.id)
        let contents = try await all.current(in: harness.realm.id)
        #expect(try Self.sent(contents, to: harness) { $0.variables = ["sum": "${otp}"] } == "demo Shop alpha |${otp} 123456")
        #expect(throws: SecondFactorError(.invalid, "")) { try Self.sent(contents, to: harness) }
        for name in ["otp", "user.username", "device.type"] {
            var choice = NotificationChoice()
            choice.variables = [name: "1"]
            let refused = choice
            #expect(throws: SecondFactorError(.invalid, "")) { try refused.check() }
        }
        await harness.close()
    }

    @Test("values stand escaped in HTML, and a line of a mail's header stays one line")
    func mail() async throws {
        let harness = try await DomainHarness()
        let all = harness.domain.devicePolicies.notificationContents
        let json: JSONValue = [
            "locale": "en", "method": "Email", "subject": "For ${who}", "body": "<p title=\"${who}\">${who}: ${otp}</p>",
            "from": ["name": "Bank", "address": "no-reply@example.com"],
        ]
        _ = try await all.create(try NotificationContent(json: json), of: .transaction, in: harness.realm.id)
        var choice = NotificationChoice()
        (choice.template, choice.variables) = (.transaction, ["who": "\"><b>\r\nBcc: x"])
        let occasion = NotificationOccasion(.strongAuthentication, harness.user, in: harness.realm, choice, code: Secret("1"))
        let content = try await all.current(in: harness.realm.id).mail(occasion)
        #expect(content.html?.contains("<b>") == false && content.html?.contains("&quot;&gt;&lt;b&gt;") == true)
        #expect(!content.subject.contains("\n") && !content.subject.contains("\r"))
        #expect(content.text.contains("\"><b>") && content.from?.description == "Bank <no-reply@example.com>")
        await harness.close()
    }

    @Test("format and characterSet: a mail has HTML, or text alone, in UTF-8 and nothing else")
    func kinds() async throws {
        let harness = try await DomainHarness()
        let all = harness.domain.devicePolicies.notificationContents
        for (index, format) in ["text/html", "text/plain"].enumerated() {
            let json: JSONValue = [
                "locale": "en", "method": "Email", "variant": .string("v\(index)"), "subject": "Code", "body": "<b>${otp}</b>",
                "format": .string(format), "characterSet": "UTF-8",
            ]
            _ = try await all.create(try NotificationContent(json: json), of: .transaction, in: harness.realm.id)
            var choice = NotificationChoice()
            (choice.template, choice.variant) = (.transaction, "v\(index)")
            let occasion = NotificationOccasion(.strongAuthentication, harness.user, in: harness.realm, choice, code: Secret("1"))
            let mail = try await all.current(in: harness.realm.id).mail(occasion)
            #expect((mail.html == nil) == (index == 1) && mail.text.contains("1") && (mail.text == "<b>1</b>") == (index == 1), "\(mail)")
        }
        let latin: JSONValue = [
            "locale": "en", "method": "Email", "subject": "Code", "body": "${otp}", "characterSet": "ISO-8859-1",
        ]
        #expect(throws: ShapeError.self) { try NotificationContent(json: latin) }
        await harness.close()
    }

    @Test("a call reads each sign of the code")
    func call() async throws {
        let harness = try await DomainHarness()
        let occasion = NotificationOccasion(.devicePairing, harness.user, in: harness.realm, code: Secret("123"))
        let spoken = try await harness.domain.devicePolicies.notificationContents.current(in: harness.realm.id).call(occasion)
        #expect(spoken.text == "Your code is 1, 2, 3. Do not tell it to anybody." && spoken.details.locale == "en")
        await harness.close()
    }

    @Test("a push's texts are cut to what carriers take, at a character, and have no control characters")
    func cut() throws {
        let push = PushPresentation(title: "a\nb", body: String(repeating: "👩‍👩‍👧", count: 200), category: .approveAndOpen)
        let body = try #require(push.body)
        #expect(push.title == "a b" && body.utf8.count <= 560 && body.hasSuffix("…"))
        #expect(body.dropLast().allSatisfy { $0 == "👩‍👩‍👧" })
        #expect(try PushPresentation(stored: .object(push.json)) == push)
    }

    private static let wrong: [(NotificationTemplate, JSONValue, String)] = [
        (.strongAuthentication, ["locale": "en", "method": "SMS", "content": "no code"], "content"),
        (.transaction, ["locale": "en", "method": "Email", "subject": "${otp}", "body": "no code"], "body"),
        (.strongAuthentication, ["locale": "en", "method": "Push", "body": "${otp}"], "body"),
        (.devicePairing, ["locale": "en", "method": "Push", "body": "x"], "method"),
        (.newDevicePaired, ["locale": "en", "method": "SMS", "content": "${sum}"], "body"),
        (.strongAuthentication, ["locale": "en", "method": "SMS", "content": "${otp} ${device.type}"], "body"),
        (.strongAuthentication, ["locale": "english", "method": "SMS", "content": "${otp}"], "locale"),
        (.strongAuthentication, ["locale": "en", "method": "Pigeon", "content": "${otp}"], "method"),
        (.strongAuthentication, ["locale": "en", "method": "SMS", "body": "${otp}", "content": "${otp}"], "body"),
        (.strongAuthentication, ["locale": "en", "method": "SMS"], "content"),
        (.strongAuthentication, ["locale": "en", "method": "Email", "body": "${otp}"], "subject"),
        (
            .strongAuthentication,
            ["locale": "en", "method": "SMS", "content": .string("${otp}" + String(repeating: "x", count: 655))], "content"
        ),
        (
            .strongAuthentication, ["locale": "en", "method": "Push", "body": .string(String(repeating: "x", count: 401))], "body"
        ),
        (.strongAuthentication, ["locale": "en", "method": "Push", "body": "x", "category": "OTHER"], "category"),
        (.strongAuthentication, ["locale": "en", "method": "SMS", "content": "${otp}", "voice": "Man"], "voice"),
        (
            .strongAuthentication,
            ["locale": "en", "method": "Email", "subject": "x", "body": "${otp}", "from": ["address": "nobody"]], "from.address"
        ),
    ]

    @Test("what couldn't be sent is refused with its place", arguments: wrong.indices)
    func refused(_ index: Int) async throws {
        let harness = try await DomainHarness()
        let (template, json, place) = Self.wrong[index]
        let error = await #expect(throws: ShapeError.self) {
            _ = try await harness.domain.devicePolicies.notificationContents.create(
                try NotificationContent(json: json), of: template, in: harness.realm.id)
        }
        #expect(error?.problems.first?.target == place && error?.problems.first?.message.isEmpty == false, "\(String(describing: error))")
        await harness.close()
    }

    @Test("one of each case, of a bounded number; what every realm has stays as it is")
    func kept() async throws {
        let harness = try await DomainHarness()
        let (all, realm) = (harness.domain.devicePolicies.notificationContents, harness.realm.id)
        let first = try await all.create(try Self.message("${otp}", variant: "Wire"), of: .transaction, in: realm)
        await #expect(throws: ShapeError.self) {
            try await all.create(try Self.message("${otp}!", variant: "wIRE"), of: .transaction, in: realm)
        }
        _ = try await all.create(try Self.message("${otp}", variant: "Wire"), of: .strongAuthentication, in: realm)
        var moved = first
        moved.locale = try #require(NotificationLocale("de"))
        let elsewhere = moved
        await #expect(throws: ShapeError.self) { try await all.replace(elsewhere, of: .transaction, in: realm) }
        let standard = try #require(try await all.all(of: .transaction, in: realm).first { $0.isStandard })
        await #expect(throws: DomainError(.invalid, "")) { try await all.replace(standard, of: .transaction, in: realm) }
        await #expect(throws: DomainError(.invalid, "")) { try await all.delete(standard.id, of: .transaction, in: realm) }
        await #expect(throws: DomainError(.unknownResource, "")) { try await all.delete(first.id, of: .devicePairing, in: realm) }
        for index in 0..<198 { _ = try await all.create(try Self.message("${otp}", variant: "v\(index)"), of: .transaction, in: realm) }
        await #expect(throws: ShapeError.self) { try await all.create(try Self.message("${otp}"), of: .transaction, in: realm) }
        let root = try await harness.domain.directory.realms.realm(at: .root)
        #expect(try await all.all(of: .transaction, in: root.id).allSatisfy(\.isStandard))
        await harness.close()
    }
}
