import Foundation
import Primitives
import ServerTesting
import Testing

@Suite("Text messages in the terminal")
struct SMSTests {
    private static let gateway = #"{"url":"https://sms.example.com/","json":{"to":"{{to}}","text":"{{text}}","key":"{{secret}}"}}"#

    @Test("a gateway is set, shown without its secret, inherited and taken away")
    func settings() async throws {
        try await withData { data async throws in
            let none = try await data("sms", "show")
            #expect(none.code == 1 && none.complaints.first?.contains("gatehouse sms set") == true)
            let file = data.path + "/gateway.json"
            try Data(Self.gateway.utf8).write(to: URL(filePath: file))
            let set = try await data("sms", "set", file, "--secret-stdin", "--realm", "root", "--json", input: "s3cret\n")
            #expect(set.code == 0 && !set.output.contains("s3cret"))
            let shown = try await data("sms", "show", "--json")
            #expect(shown.json?["url"] == "https://sms.example.com/" && !shown.output.contains("s3cret"))
            // The stored secret stays, but not for another host.
            #expect(try await data("sms", "set", "-", "--realm", "root", input: Self.gateway).code == 0)
            let other = Self.gateway.replacing("sms.example.com", with: "evil.example.com")
            let refused = try await data("sms", "set", "-", "--realm", "root", input: other)
            #expect(refused.code == 1 && refused.complaints.first?.contains("secret is missing") == true)
            #expect(try await data("sms", "clear", "--realm", "alpha", "--yes").code == 1)
            #expect(try await data("sms", "clear", "--realm", "root", "--yes").code == 0)
            #expect(try await data("sms", "show").code == 1)
        }
    }

    @Test(
        "bad input is said in one line",
        arguments: [
            ["sms", "set", "-"], ["sms", "test", "0791234567"], ["sms", "test", "+41791234567"], ["sms", "set", "/no/such/file"],
        ])
    func bad(_ arguments: [String]) async throws {
        try await withData { data async throws in
            let result = try await Program.run(
                arguments + ["--data-directory", data.path], input: #"{"url":"https://sms.example.com/","json":"{{to}}","more":1}"#)
            #expect(result.code == 1 && result.complaints.count == 1 && result.complaints[0].hasPrefix("error: "))
        }
    }

    @Test("a demonstration without a gateway puts text messages into a folder")
    func demonstration() async throws {
        try await withData { data async throws in
            let journey = """
                name: Text
                start: name
                nodes:
                  name: { username: {}, next: make }
                  make: { passcodeGenerator: {}, next: send }
                  send: { passcodeBySMS: {}, next: ask }
                  ask: { passcodeDecision: {}, "true": success, "false": failure }
                """
            let path = data.path + "/text.yaml"
            try Data(journey.utf8).write(to: URL(filePath: path))
            let imported = try await data("journey", "import", path)
            #expect(imported.code == 0, "\(imported.complaints)")
            #expect(try await data("user", "set", "demo", "telephoneNumber=+41791234567").code == 0)
            let login = try await Program.run(
                ["login", "--server", data.server.url + "/am", "--journey", "Text"], input: "demo\n00000000\n",
                environment: ["XDG_STATE_HOME": data.path + "/one"])
            #expect(login.code == 1)
            try await data.server.messagesLeave()
            let folder = data.path + "/sms"
            let file = try #require(try FileManager.default.contentsOfDirectory(atPath: folder).first)
            let text = try String(contentsOfFile: folder + "/" + file, encoding: .utf8)
            #expect(text.hasPrefix("To: +41791234567\n") && text.contains("Your one-time passcode is "))
        }
    }
}
