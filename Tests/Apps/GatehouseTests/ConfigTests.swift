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
        #expect(settings.count == Settings.all.count)
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
        for setting in Settings.all {
            #expect(words.contains("--" + setting.key) == (setting.flag != nil), "\(setting.key)")
        }
    }

    @Test("check says yes")
    func check() async throws {
        let ending = try await Program.run("config", "check", "--json")
        #expect(ending.code == 0 && ending.json?["valid"] == true)
    }
}
