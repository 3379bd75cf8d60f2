import Foundation
import GatehouseServer
import Primitives
import ServerTesting
import Testing

@Suite("Mail in the terminal")
struct MailTests {
    @Test("a mail server is set, shown without its password, inherited and taken away")
    func server() async throws {
        try await withData { data async throws in
            let none = try await data("mail", "show")
            #expect(none.code == 1 && none.complaints.first?.contains("gatehouse mail set") == true)
            let set = try await data(
                "mail", "set", "host=smtp.example.com", "username=u", "from=Gatehouse <a@example.com>", "--password-stdin", "--realm",
                "root",
                "--json", input: "s3cret word\n")
            #expect(set.json?["port"] == 465 && set.json?["password"] == true && !set.output.contains("s3cret"))
            #expect(try await data("mail", "show", "--json").json?["inherited"] == true)
            let changed = try await data("mail", "set", "security=starttls", "--realm", "root", "--json")
            #expect(changed.json?["port"] == 587 && changed.json?["password"] == true && changed.json?["host"] == "smtp.example.com")
            #expect(try await data("mail", "unset", "--realm", "root", "--yes").code == 0)
            #expect(try await data("mail", "unset", "--realm", "root", "--yes").code == 1)
        }
    }

    @Test(
        "what can't be is refused in one line, and nothing is sent",
        arguments: [
            ["mail", "set", "host=a b", "from=a@example.com"], ["mail", "set", "host=smtp.example.com"],
            ["mail", "set", "hosst=smtp.example.com"], ["mail", "set", "host=h", "from=a@b", "security=ssl"],
            ["mail", "set", "host=h", "from=a@b", "username=u"], ["mail", "test", "nobody"], ["mail", "test", "a@example.com"],
            ["template", "save", "broken", "-"], ["template", "show", "nope"], ["template", "render", "welcome", "nonsense"],
        ])
    func refused(_ arguments: [String]) async throws {
        try await withData { data async throws in
            let ending = try await Program.run(arguments + ["--data-directory", data.path], input: "{\"subject\":{\"en\":\"{{x\"}}")
            #expect(ending.code == 1 && ending.complaints.count == 1 && ending.complaints.first?.hasPrefix("error: ") == true)
        }
    }

    @Test("templates are listed, shown, changed, tried and removed")
    func templates() async throws {
        try await withData { data async throws in
            let names = try await data("template", "list", "--json").json?.array?.map { $0["name"]?.string }
            #expect(
                names == [
                    "accountChanged", "confirmEmail", "forgottenUsername", "registration", "resetPassword", "updatePassword", "welcome",
                ])
            let shown = try await data("template", "show", "welcome")
            let changed = shown.output.replacing("has been made", with: "is there")
            #expect(try await data("template", "save", "welcome", "-", "--json", input: changed).json?["change"] == "replace")
            let rendered = try await data("template", "render", "welcome", "--user", "demo", "--json").json
            #expect(rendered?["text"] == "Your account demo is there." && rendered?["subject"] == "Welcome")
            let german = try await data(
                "template", "render", "resetPassword", "resumeURI=https://example.com/?a=1&b=2", "--language", "de", "--json")
            #expect(german.json?["text"]?.string?.contains("Neues Passwort wählen: https://example.com/?a=1&b=2") == true)
            #expect(german.json?["html"]?.string?.contains("https://example.com/?a=1&amp;b=2") == true)
            #expect(try await data("template", "delete", "welcome", "--yes").code == 0)
            #expect(try await data("template", "show", "welcome").code == 1)
        }
    }

    @Test("a demonstration without a mail server puts mail into a folder, and a registration goes on with its link on another device")
    func demonstration() async throws {
        try await withData { data async throws in
            let login = { (arguments: [String], state: String, input: String) async throws in
                try await Program.run(
                    ["login", "--server", data.server.url + "/am"] + arguments, input: input,
                    environment: ["XDG_STATE_HOME": data.path + state])
            }
            let form = ["ada", "Ada", "Lovelace", "ada@example.com", "y", "n", "analytical engine", "1", "Byron", "2", "Babbage", "y"]
            let first = try await login(["--journey", "VerifiedRegistration"], "/one", form.joined(separator: "\n") + "\n")
            #expect(first.code == 1 && first.complaints.last?.contains("--resume") == true)
            try await data.server.messagesLeave()
            let folder = data.path + "/mail"
            let file = try #require(try FileManager.default.contentsOfDirectory(atPath: folder).first { $0.hasSuffix(".eml") })
            let attributes = try FileManager.default.attributesOfItem(atPath: folder + "/" + file)
            #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
            let text = try String(contentsOfFile: folder + "/" + file, encoding: .utf8).replacing("=\r\n", with: "").replacing(
                "=3D", with: "=")
            let link = try #require(text.split { $0.isWhitespace }.first { $0.hasPrefix("http") })
            let second = try await login(["--resume", String(link)], "/two", "")
            #expect(second.code == 0 && second.output.hasPrefix("✓ signed in as ada in realm alpha\n"))
            let third = try await login(["--resume", String(link)], "/two", "")
            #expect(third.code == 1 && third.complaints.last?.contains("used before") == true)
        }
    }
}
