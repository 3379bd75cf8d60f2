import Primitives
import Testing
@testable import Messaging
@testable import Services
@testable import Foundations
@testable import Directory
import Translations

@Suite("E-mail templates")
struct EmailTemplateTests {
    private func content(
        _ message: JSONValue, object: JSONObject = ["name": "Ada"], languages: [String] = ["en"], _ members: JSONObject = [:]
    ) throws -> MailContent {
        var json: JSONObject = ["subject": ["en": "For {{object.name}}", "de": "Für {{object.name}}"], "message": message]
        for member in members.members { json[member.name] = member.value }
        return try EmailTemplate("test", json).content(object, languages: languages)
    }

    @Test("values are escaped in HTML and not in text; three braces escape nothing")
    func escaping() throws {
        let name: JSONObject = ["name": "<b a=\"'&\u{301}>\r\nBcc: x"]
        let html = try content(["en": "<i>{{object.name}}</i>|{{{object.name}}}"], object: name)
        #expect(html.html == "<i>&lt;b a=&quot;&#39;&amp;\u{301}&gt;  Bcc: x</i>|<b a=\"'&\u{301}>  Bcc: x")
        #expect(html.subject == "For <b a=\"'&\u{301}>  Bcc: x")
        let plain = try content(["en": "{{object.name}}"], object: name, ["mimeType": "text/plain"])
        #expect(plain.text == "<b a=\"'&\u{301}>  Bcc: x" && plain.html == nil)
    }

    @Test("values by path, of every type, and missing ones")
    func values() throws {
        let object: JSONObject = ["a": ["b": 1], "list": ["x", "y"], "flag": true, "none": .null]
        #expect(
            try content(["en": "{{object.a.b}} {{object.list}} {{object.flag}} [{{object.none}}{{object.a}}{{other}}]"], object: object)
                .text
                == "1 x, y true []")
    }

    @Test("choices, in each other too")
    func choices() throws {
        let text = "{{#if object.name}}Hi {{object.name}}{{#unless object.x}}!{{/unless}}{{else}}Hello{{/if}}{{! a comment }}."
        #expect(try content(["en": .string(text)]).text == "Hi Ada!.")
        #expect(try content(["en": .string(text)], object: [:]).text == "Hello.")
        #expect(try content(["en": .string(text)], object: ["name": "", "x": 1]).text == "Hello.")
    }

    @Test("the reader's language, else the template's, else any")
    func languages() throws {
        let message: JSONValue = ["de": "Hallo", "fr": "Salut"]
        #expect(try content(message, languages: ["fr-CH", "de"]).text == "Salut")
        #expect(try content(message, languages: ["es"], ["defaultLocale": "de"]).text == "Hallo")
        #expect(try content(message, languages: ["es"]).text == "Hallo")
        #expect(try content(message, languages: ["de"]).subject == "Für Ada")
    }

    @Test("the server's own mails are in the reader's language, stored or not, until an administrator changes them")
    func standard() throws {
        for template in try EmailTemplate.standard() {
            #expect(template.json["subject"]?.object?.names == ["en"] && template.json["message"]?.object?.names == ["en"])
            let stored = try EmailTemplate(template.name, template.json)
            let object: JSONObject = ["userName": "ada", "resumeURI": "https://a.example/?x", "at": "2026-01-01", "password": true]
            for language in Language.allCases {
                let (mail, english) = (
                    try stored.content(object, languages: [language.rawValue]), try stored.content(object, languages: [])
                )
                #expect((mail.subject == english.subject) == (language == .english))
                #expect((mail.text == english.text) == (language == .english) && !mail.text.contains("{"))
            }
        }
        let turkish = try EmailTemplate.standard("resetPassword").content(["resumeURI": "https://a.example/"], languages: ["tr-TR", "de"])
        let texts = Language.turkish.catalogue.mails
        #expect(turkish.subject == texts.resetPassword.subject)
        #expect(turkish.html?.contains("<a href=\"https://a.example/\">\(texts.resetPassword.link)</a>") == true)
        #expect(turkish.html?.contains(texts.unasked) == true)
        var json = try EmailTemplate.standard("welcome").json
        json["message"] = ["en": "<p>Hello</p>"]
        let changed = try EmailTemplate("welcome", json).content(["userName": "ada"], languages: ["tr"])
        #expect(changed.text == "Hello" && changed.subject == texts.welcome.subject)
    }

    @Test("what an editor kept beside the message is sent where the message isn't HTML")
    func html() throws {
        let both = try content(["en": "Hi"], ["mimeType": "text/plain", "html": ["en": "<p>Hi</p>"]])
        #expect(both.text == "Hi" && both.html == "<p>Hi</p>")
        let alone = try content(.null, ["html": ["en": "<p>Hi</p>"], "styles": "p { color: red }"])
        #expect(alone.text == "Hi" && alone.html == "<html><head><style>p { color: red }</style></head><body><p>Hi</p></body></html>")
        let message = try content(["en": "<p>Sent</p>"], ["html": ["en": "<p>Edited</p>"]])
        #expect(message.html == "<p>Sent</p>" && message.text == "Sent")
    }

    @Test("the text of HTML has its links and lines")
    func text() {
        let html =
            "<html><head><style>p{}</style></head><body><!-- a > b --><h1>Hi&nbsp;there</h1>\n <p>Open <a class=x href=\"https://a/?b=1&amp;c=2\">this</a>.</p><ul><li>1 &lt; 2</li></ul><br>Bye"
        #expect(
            HTMLText.plain(html) == "Hi\u{A0}there\nOpen this: https://a/?b=1&c=2 .\n- 1 < 2\n\nBye"
                || HTMLText.plain(html) == "Hi there\nOpen this: https://a/?b=1&c=2 .\n- 1 < 2\n\nBye")
        #expect(HTMLText.plain("a < b") == "a" && HTMLText.plain("<style>x") == "" && HTMLText.plain("") == "")
    }

    @Test(
        "what can't be understood is refused when it is stored",
        arguments: [
            "{{", "{{}}", "{{object.x", "{{{object.x}}", "{{object..x}}", "{{#if object.x}}", "{{#if object.x}}{{/unless}}", "{{/if}}",
            "{{else}}", "{{#each object.x}}", "{{> partial}}", "{{object.x y}}", "{{#if object.x}}{{else}}{{else}}{{/if}}",
            "{{constructor('x')}}", String(repeating: "{{#if a}}", count: 20) + String(repeating: "{{/if}}", count: 20),
            String(repeating: "x", count: 70_000),
        ])
    func refused(_ text: String) {
        #expect(throws: DomainError(.invalid, "")) {
            try EmailTemplate("test", ["subject": ["en": "S"], "message": ["en": .string(text)]])
        }
    }

    @Test(
        "and so is what can't be a template",
        arguments: [
            [:], ["subject": ["en": "S"]], ["message": ["en": "M"]], ["subject": "S", "message": ["en": "M"]],
            ["subject": ["en": 1], "message": ["en": "M"]], ["subject": ["en": "S"], "message": ["en": "M"], "from": "nobody"],
        ] as [JSONObject])
    func malformed(_ json: JSONObject) {
        #expect(throws: DomainError(.invalid, "")) { try EmailTemplate("test", json) }
    }

    @Test("a message doesn't grow without bound")
    func growth() throws {
        let template = try EmailTemplate(
            "test", ["subject": ["en": "S"], "message": ["en": .string(String(repeating: "{{object.x}}", count: 5000))]])
        #expect(throws: DomainError(.invalid, "")) {
            try template.content(["x": .string(String(repeating: "y", count: 1000))], languages: [])
        }
    }

    @Test("stored, found, listed, removed; members that aren't known stay")
    func library() async throws {
        let harness = try await DomainHarness()
        let (templates, realm) = (harness.domain.messaging.templates, harness.realm.id)
        for template in try EmailTemplate.standard() { try await templates.save(template, in: realm) }
        let own = try EmailTemplate("own", ["_id": "x", "subject": ["en": "S"], "message": ["en": "M"], "advancedEditor": true])
        try await templates.save(own, in: realm)
        #expect(
            try await templates.all(in: realm).map(\.name) == [
                "accountChanged", "confirmEmail", "forgottenUsername", "own", "registration", "resetPassword", "updatePassword", "welcome",
            ])
        let stored = try #require(try await templates.template("own", in: realm))
        #expect(stored.json["advancedEditor"] == true && stored.json["_id"] == "emailTemplate/own")
        try await templates.delete("own", in: realm)
        #expect(try await templates.template("own", in: realm) == nil)
        await #expect(throws: DomainError(.unknownTemplate, "")) { try await templates.delete("own", in: realm) }
        await harness.close()
    }

    @Test("a translation that is no text is named, and none of its values are shown", arguments: ["subject", "message", "html"])
    func wrongTranslation(_ member: String) {
        var json: JSONObject = ["subject": ["en": "S"], "message": ["en": "M"]]
        json[member] = ["en": ["secret": "x"]]
        #expect { try EmailTemplate("test", json) } throws: { ($0 as? DomainError)?.reason == "\(member).en must be a text" }
    }
}
