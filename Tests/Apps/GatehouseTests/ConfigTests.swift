import GatehouseServer
import Primitives
import Testing

@Suite("gatehouse config")
struct ConfigTests {
    @Test("explain tells each value and where it comes from; a secret's value it keeps")
    func explain() async throws {
        let environment = ["GATEHOUSE_PORT": "9000", "GATEHOUSE_MASTER_KEY": "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="]
        let ending = try await Program.run("config", "explain", "--host", "::1", "--json", environment: environment)
        let settings = try #require(ending.json?.array)
        #expect(settings.count == ServerSettings.descriptions.count)
        func setting(_ key: String) -> JSONValue? { settings.first { $0["key"]?.string == key } }
        #expect(setting("port")?["value"] == "9000" && setting("port")?["source"] == "environment GATEHOUSE_PORT")
        #expect(setting("host")?["value"] == "::1" && setting("host")?["source"] == "flag --host")
        #expect(setting("master-key")?["value"] == "‹redacted›")
        #expect(!ending.output.contains("AAECAw"))
    }

    @Test("every setting that may be a flag is one of serve's")
    func flags() async throws {
        let help = try await Program.run("serve", "--help").output
        let words = Set(help.split { " \n/,".contains($0) }.map(String.init))
        for setting in ServerSettings.descriptions {
            #expect(words.contains("--" + setting.key) == (setting.flag != nil), "\(setting.key)")
        }
    }

    @Test("a flag is read where a command has a few of them, and completed as its setting says")
    func groups() async throws {
        let list = try await Program.run("user", "list", "--data-directory", "/nowhere")
        #expect(list.complaints.first?.contains("/nowhere/gatehouse.db") == true)
        let completions = try await Program.run("completions", "fish").output
        #expect(completions.contains("-l 'log-level'") && completions.contains("trace") && completions.contains("-l 'no-behind-proxy'"))
    }

    @Test("settings lists each with a JSON Schema; the page is docs/server-settings.md")
    func settings() async throws {
        let list = try #require(try await Program.run("config", "settings", "--json").json?.array)
        #expect(list.count == ServerSettings.descriptions.count)
        let port = list.first { $0["key"] == "port" }
        #expect(port?["schema"] == ["type": "integer", "minimum": 0, "maximum": 65535] && port?["default"] == 8080)
        let slip = try await Program.run("config", "settings", "prot")
        #expect(slip.complaints == ["error: there is no setting prot; did you mean port?"])
        #expect(try await Program.run("config", "settings", "--markdown").output.hasPrefix("# Settings of the server\n"))
    }

    @Test("check says yes")
    func check() async throws {
        let ending = try await Program.run("config", "check", "--json")
        #expect(ending.code == 0 && ending.json?["valid"] == true)
    }
}
